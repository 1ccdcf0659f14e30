"""A run from file to result: load, execute, replay what fails, write tests, decide the verdict.

``run`` does it all; ``standard`` binds it to front ends and engines, ``ledger`` alone decides verdicts.
"""
