"""Bounds on all failing inputs, as values: what characterization computes and reports render.

After "Comprehensive Failure Characterization": a CFC is a pair of formulas over a program's inputs, the lower bound
(every solution fails) and the upper bound (nothing outside of it fails). What is between them is not known.

| of the paper | here |
|---|---|
| CFC, disjoint CFC, upper(F), lower(F) | ``cfc.py``: ``Cfc``, ``upper``, ``lower`` |
| the k-th execution of an input statement | ``program/inputs.py``: ``InputName``; as reports name it ``Parameter`` |
| an element of the partition, with its evidence | ``Piece``, ``Evidence`` |
| completeness of a fix | ``against.py``: old bounds and new ones |

``parameters.py`` names inputs: after the variables that receive them (``receivers.py``), and with identifiers of our
own making (``identifiers.py``). ``readable/`` makes clauses for people out of disjoint pieces.

Nothing here runs an engine: conditions are terms over canonical variables of inputs (program.inputs), and questions
about them go to a solver.
"""
