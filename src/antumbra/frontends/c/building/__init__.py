"""What a build of the user's leaves: compiler calls, objects, archives, executables, compilation databases.

| file | |
|---|---|
| ``arguments`` | what a compiler's command line asks for |
| ``database`` | ``compile_commands.json`` |
| ``wrapper`` | ``antumbra cc``: compiles and links as a compiler does, and lets each object carry its text |
| ``units`` | one file of a program with the flags it was compiled with, and how objects carry it |
| ``elf``, ``archive`` | objects and executables, and libraries of objects |
| ``carried`` | which units a file brings into a program |

An object carries its text with all headers in it, not LLVM bitcode: what clang must write depends on the property that
is checked (overflow, undefined behaviour), which nobody knows when a program is built.
"""
