"""Alternating characterization of failures: bounds on all failing inputs of a program.

After "Comprehensive Failure Characterization" (ACF, Algorithm 1), with its mistakes mended. A region enters a bound
only with a proof; whatever proposes regions may err.

| of the paper | here |
|---|---|
| ACF, the alternating loop | ``acf.py`` |
| DEFINITE: the under-approximating analysis | ``definite.py``: conditions of explored paths; directed exploration |
| POSSIBLE: the over-approximating analysis | ``possible.py``: engines under a condition on inputs |
| COND: conditioning | ``program/restricting/assuming.py``; of exploration, ``definite.directed`` |
| MERGE into a disjoint set | ``known.py`` |
| inputs (i, k) | ``program/inputs.py``; in their order ``reading.py`` |
"""
