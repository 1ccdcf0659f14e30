"""What was executed, read backward: from why the end of a trace is safe to why its start is. For every engine.

| in the TracerX paper (sections 3 and 5) | here |
|---|---|
| INTP, the path interpolant (Fig. 3): a whole trace | ``backprop.Backprop.__call__`` |
| BACKPROP (Fig. 6): rules 1b to 5b for one statement | ``backprop.py`` |
| ABDUCTION, CORE, SEPARATE (Fig. 7): rule 5b | ``backprop.Backprop.abduction`` (another way) |
| rules 3b, 4b: a side that was not taken | ``detours.py``, ``backprop.Backprop._both_sides`` (another way) |
| what could be anything | ``quantifying.py``, ``fresh.py`` |
| the array rule ⟨M, i, v⟩[p], memory | ``memory_rules.py``, ``skeletons.py`` (which objects there were) |
| an interpolant Ψ, a conjunction | ``formula.py`` |
| ⟦s⟧ ⊨ Ψ: does a state satisfy it? | ``evaluation.py`` |

``trace`` turns the log of a state into ``steps`` over ``locations`` (names for the parts of a state); ``reach`` says
which blocks can lead to something that may still go wrong.
"""
