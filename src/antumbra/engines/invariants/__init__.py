"""Guessing invariants of loops and procedures. A guess need not hold: whoever uses one proves or drops it.

| from what | here |
|---|---|
| two states at the head of a loop, what the program compares | ``templates.py`` |
| one symbolic round of a loop (Houdini) | ``guesses.py``, ``projection.py``, ``linear.py`` |
| samples: bounds, sums, remainders, affine equations | ``sample_hulls.py``, ``affine_hull.py``, ``numbers.py`` |
| two sides of linear arithmetic that exclude each other (Farkas) | ``farkas.py`` |
| words as whole numbers, for solvers of these, and back | ``ideal.py`` |
| what a procedure or a loop can read and write | ``effects.py``, ``loops.py`` |
| what a loop adds up to, as polynomials in its rounds | ``closed_forms/`` |
| guards of loops: ranks | ``ranking.py`` (guesses: ``program/inverting/guesses.py``) |
"""
