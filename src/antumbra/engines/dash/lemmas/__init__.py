"""Lemmas: invariants at places and contracts of procedures, guessed from states and checked for induction.

They are looked for when refinement repeats itself. What they exclude needs no split.

=================  ====================================================================================================
``moves.py``       what leads from place to place: edges, entering a procedure, returning from it, the beginning
``columns.py``     what guesses speak of: live variables, values at the start of a call, constants and comparisons
``guessing.py``    the strongest conditions of a family that hold of all states seen, and of those they lead to
``horn.py``        what Spacer proposes
``induction.py``   Houdini (Flanagan, Leino, FME 2001): what every move keeps
``reducing.py``    guesses without what follows from their equations
``lemmas.py``      what was found, and what it excludes
``trimming.py``    which of it a proof rests on
``contracts.py``   contracts as claims for the independent check
``hypotheses.py``  questions within themselves: recursion adds nothing to the answer
``when.py``        when lemmas are looked for
``searching.py``   a search, from systems and tests to lemmas
=================  ====================================================================================================
"""
