"""The program form that front ends make and engines execute: procedures of blocks of guarded commands over terms.

``model.py`` is the form, ``properties.py`` what can be asked of it, ``languages.py`` what sets languages apart,
``assumptions.py`` what verdicts rest on. Flow graphs are in ``graphs``, weakest preconditions in ``wp.py``, text
in ``text``, pictures in ``pictures``.
"""
