"""Boogie: the whole language of the intermediate verification language, as Symbooglix executes it.

Liew, Cadar, Donaldson: Symbooglix: A Symbolic Execution Engine for Boogie Programs (ICST 2016). Section III is the
meaning of procedures and calls (``procedures.py``), section IV the optimisations. They are named in ``options.py``, and
docs/boogie.md says what each does:

========================================  ======================  ====================================================
section IV                                ``--disable``           where
========================================  ======================  ====================================================
unique constants as one distinct          unique-distinct         ``whole.py``, ``world.py``
dead declarations                         dead-declarations       ``whole.py``
goto-assume look-ahead                    look-ahead              ``passes.py``; semantics: ``regions.py``
expression simplification                 simplification          ``antumbra.terms.simplify``, as terms are built
constraint independence                   independence            solvers: ``independence.py``
iterative, cached search for variables    cached-search           terms: ``traverse.py``
map updates at constants                  concrete-maps           semantics: ``maps.py``
map updates at s + C                      symbolic-maps           semantics: ``maps.py``
cheap state cloning                       cheap-cloning           semantics: ``state.py``; off: ``cloning.py``
constants, known constraints              shortcuts               solvers: ``chain.py``, ``axioms.py``
========================================  ======================  ====================================================

Text becomes trees (``reading``, ``syntax``), trees are checked (``checking``), and then translated to a Program
(``translating``: ``whole.py`` the file; ``procedures.py``, ``commands.py``, ``expressions.py`` its parts).
"""
