"""Abstract analysis of symbolic executions (ASE), after Albarghouthi, Gurfinkel, Wei and Chechik (CAV 2010).

Symbolic execution with abstract matching over predicates explores an under-approximation; two checks decide whether it
is already closed; else preimages of inexact transitions refine the predicates.

=====================================  ==============================================================================
the paper                              here
=====================================  ==============================================================================
program, transition system             ``systems``: ``system.py``, made by ``from_program.py`` (calls: ``inline.py``)
conjunctions, predicates               ``systems``: ``constraints.py``, ``linear.py``
symbolic state, abstract state         ``exploring/states.py``
predicate abstraction, SPLITSTATE      ``exploring/abstraction.py``
REFINE (Fig. 4)                        ``refine.py``
SYMBOLICEXEC (Fig. 5)                  ``exploring/symbolic_exec.py``
SAFEFRAGMENT (Fig. 6), Fig. 4 l. 9–13  ``exploring/checks.py``: literally, and the closure condition that is sound
pictures as Fig. 3                     ``pictures.py``
UR, the baseline                       ``exploring/under_refinement.py``
=====================================  ==============================================================================

Ours: ``exploring/symmetry.py`` (of like processes one order is explored), ``exploring/trace.py`` (replay of
counterexamples, shorter ones), ``engine.py`` (several properties), ``names.py`` (the user's words). ``proof.py`` is
what a proof says. ``checking`` checks it and uses nothing of the above: ``confirm.py`` is the check, ``rules.py`` reads
the program again, ``membership.py`` turns symbolic states into formulas, ``automorphism.py`` and ``like_parts.py``
check a symmetry.

``explicit`` enumerates the states of systems whose variables are all finite, in machine code, before any predicate is
tried; ``checking/reached.py`` checks the set of states, with ``slices.py`` and ``turning.py``.
"""
