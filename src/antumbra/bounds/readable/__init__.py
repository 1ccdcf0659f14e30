"""Bounds as people read them: few short clauses that may overlap, instead of disjoint pieces.

After Espresso (Brayton, Hachtel, McMullen, Sangiovanni-Vincentelli, 1984), over regions that were proved:

| of Espresso | here |
|---|---|
| cube, cover | ``cubes.py``: ``Cube``, a set of values for some inputs and conditions that relate several |
| EXPAND, IRREDUNDANT_COVER | ``minimise.py``; whether a cube may grow or go is asked with ``asking.py`` |
| don't-care set | what is outside of the domain |

``relevance.py`` finds inputs that do not matter, ``wording.py`` writes cubes in the program's own names.
"""
