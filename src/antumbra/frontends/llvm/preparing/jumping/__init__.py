"""setjmp and longjmp as plain control flow, before LLVM's passes, so that every engine and the replay have them.

A longjmp notes where it leads and returns; so does each function on the way, since after every call that may have
jumped the flag is looked at; the function whose frame it is goes on behind its setjmp.

| file | |
|---|---|
| ``calls.py`` | which calls may jump |
| ``locals.py`` | what longjmp does to the local variables of the function that it leads to |
| ``lowering.py`` | the text of a module, rewritten |
"""
