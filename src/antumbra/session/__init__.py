"""A run from file to result: load, execute, replay what fails, write tests, decide the verdict.

``run`` does it all; ``engine`` is the only place that names an engine, ``ledger`` the only place that decides.
"""
