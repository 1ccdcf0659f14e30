"""Contracts of functions, as CBMC and ACSL write them: what the entry requires is assumed, what it ensures is checked.

The compiler knows neither syntax. The user's text is compiled as it is (ACSL stands in comments; CBMC's clauses become
macros that expand to nothing), and behind it comes a function of ours that takes the entry's parameters, assumes its
preconditions, calls it, and asserts its postconditions at the places where the clauses stand.

| file | |
|---|---|
| ``words.py``, ``found.py`` | what contracts are known by, and what was found of them |
| ``tokens.py`` | preprocessed text, and annotations in its comments, as tokens with their places |
| ``declarations.py`` | what stands at file scope: functions with their clauses, bodies skipped |
| ``annotations.py`` | ACSL's comments as clauses |
| ``expressions.py`` | conditions of both languages as C |
| ``quantifiers.py`` | ranges of quantified variables |
| ``memory.py`` | memory that a condition speaks of: ranges, validity, what pointer parameters lead to |
| ``wrapper.py`` | the function that stands for the entry |
| ``shaping.py`` | objects behind pointer parameters |
| ``reading.py`` | all of it together |

Nothing is left out silently: a clause of the entry that is not understood is an error with its place, and contracts of
other functions, which are not used, are told.
"""
