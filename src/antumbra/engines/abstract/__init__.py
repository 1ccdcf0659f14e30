"""Abstract analysis of symbolic executions (ASE), after Albarghouthi, Gurfinkel, Wei and Chechik (CAV 2010).

Symbolic execution with abstract matching over predicates explores an under-approximation; two checks decide whether it
is already closed; else preimages of inexact transitions refine the predicates.

=====================================  ==============================================================================
the paper                              here
=====================================  ==============================================================================
program, transition system             ``system.py``, made by ``from_program.py`` (calls: ``inline.py``)
symbolic state, abstract state         ``states.py``; conjunctions ``constraints.py``, predicates ``linear.py``
predicate abstraction, SPLITSTATE      ``abstraction.py``
REFINE (Fig. 4)                        ``refine.py``
SYMBOLICEXEC (Fig. 5)                  ``symbolic_exec.py``
SAFEFRAGMENT (Fig. 6), Fig. 4 l. 9–13  ``checks.py``: literally, and the closure condition that is sound
pictures as Fig. 3                     ``pictures.py``
UR, the baseline                       ``under_refinement.py``
=====================================  ==============================================================================

Ours: ``symmetry.py`` (of like processes one order is explored), ``trace.py`` (replay of counterexamples, shorter ones),
``engine.py`` (several properties), ``names.py`` (the user's words). ``proof.py`` is what a proof says. ``confirm.py``
checks it and uses nothing of the above: ``rules.py`` reads the program again, ``membership.py`` turns symbolic states
into formulas, ``automorphism.py`` and ``like_parts.py`` check a symmetry.
"""
