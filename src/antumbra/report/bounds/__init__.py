"""Bounds on all failing inputs, as files.

| file | what it writes |
|---|---|
| ``c_source.py`` | ``bounds.c``: must_fail and may_fail; their parameters are ``c_parameters.py`` |
| ``c_body.py`` | a condition as statements of C, after ``c_lowering.py``, with the functions of ``c_helpers.py`` |
| ``smtlib.py`` | ``bounds.smt2`` |
| ``json_bounds.py`` | ``bounds.json`` and what ``--json`` prints; ``json_reading.py`` reads the file |
| ``text.py`` | the report for people, of clauses that ``clauses.py`` makes |
"""
