"""The program form that front ends make and engines execute: procedures of blocks of guarded commands over terms.

``model.py`` is the form, ``properties.py`` what can be asked of it, ``languages.py`` what sets languages apart,
``assumptions.py`` what verdicts rest on, ``inputs.py`` what inputs are called. Commands are taken apart in ``commands``
(weakest preconditions: ``wp.py``), executions are left out in ``restricting``, programs looked through in ``validity``
and turned around in ``inverting``. Flow graphs are in ``graphs``, text in ``text``, pictures in ``pictures``.
"""
