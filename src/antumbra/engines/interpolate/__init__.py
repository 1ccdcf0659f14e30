"""Dynamic symbolic execution with interpolation: TracerX (Jaffar, Maghareh, Godboley, Ha), sections 4 to 6.

Each program point learns why the subtree below it was safe (an interpolant); a later state that the reason covers is
not explored again.

| in the paper | here |
|---|---|
| DSEI (Fig. 5) | ``dsei.py`` |
| tree interpolant (Fig. 5, line 20) | ``tree/tree_interpolant.py`` |
| subsumption (Fig. 5, line 2) | ``cut_points.py``, ``tree/table.py`` |
| symbolic execution tree (SET) | ``tree/nodes.py`` |
| DFS and random strategy (sections 4 and 6) | ``tree/order.py`` |
| INTP, BACKPROP, ABDUCTION (Figs. 3, 6, 7) | ``engines/backward/`` |

Not in the paper: equal states (``tree/exact_states.py``), loops and recursion without a bound (``loops/``,
``recursion/``), when learning pays (``economy/``), pictures of the tree (``pictures/``), ``--check-subsumption``
(``audit.py``), and what the independent check of proofs gets (``certificate.py``).
"""
