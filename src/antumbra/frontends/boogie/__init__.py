"""Boogie: the whole language of the intermediate verification language, as Symbooglix executes it.

Liew, Cadar, Donaldson: Symbooglix: A Symbolic Execution Engine for Boogie Programs (ICST 2016). Section III is the
meaning of procedures and calls (:mod:`.procedures`), section IV the optimisations.
"""
