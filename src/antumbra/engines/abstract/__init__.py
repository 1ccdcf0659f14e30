"""Abstract analysis of symbolic executions (ASE), after Albarghouthi, Gurfinkel, Wei and Chechik.

Symbolic execution with abstract matching over predicates explores an under-approximation; two checks decide whether it
is already closed; else preimages of inexact transitions refine the predicates. ``system`` and ``from_program`` hold the
transition system (``inline`` its calls), ``linear`` the normal form of predicates, ``constraints`` their conjunctions,
``states`` symbolic and abstract states, ``abstraction`` predicate abstraction, ``symbolic_exec`` Fig. 5, ``checks``
Fig. 6 and the sound closure condition, ``refine`` Fig. 4, ``symmetry`` what like processes allow to leave out and
``trace`` the replay of a counterexample. ``under_refinement`` is the baseline UR.

``proof`` is what a proof says. ``confirm`` checks it and uses nothing of the above: ``rules`` reads the program again,
``membership`` turns symbolic states into formulas, ``automorphism`` and ``like_parts`` check a symmetry.
"""
