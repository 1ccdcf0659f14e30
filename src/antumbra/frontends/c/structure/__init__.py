"""The statements of C text as it was written, with their places: what a witness points at, and where text can be added.

| file | |
|---|---|
| ``text.py`` | the text as tokens that know where they stand |
| ``statements.py`` | functions, their statements and what these consist of |
| ``finding.py`` | the statement, loop, branch or call at a place |
| ``conditions.py`` | conditions of others as C that changes nothing |
| ``inserting.py`` | text put before, behind and around what was found |

Only statements are read: expressions and declarations are sequences of tokens, macros are not expanded. What is not
understood is an InputError with its place.
"""
