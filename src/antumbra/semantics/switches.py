"""Optimisations of execution that can be switched off, to measure what each is worth."""

from __future__ import annotations

from antumbra.records import dataclass


@dataclass(frozen=True, slots=True)
class Switches:
    """The paper's section IV, as far as it concerns execution. All on unless one measures."""

    simplification: bool = True  #: expressions are simplified as they are built
    cached_search: bool = True  #: the variables of an expression are found once
    look_ahead: bool = True  #: a goto does not fork for targets whose first assumption is false
    independence: bool = True  #: a query takes only the constraints that share variables with the question
    concrete_maps: bool = True  #: map updates at constants beside the map's term
    symbolic_maps: bool = True  #: the same at indices that differ by a constant
    cheap_cloning: bool = True  #: states share what they do not change
    machine_code: bool = True  #: long loops over numbers become machine code
    remembering: bool = True  #: calls with numbers that returned before return the same
    shortcuts: bool = True  #: constants, known constraints and the path's model answer without a solver


DEFAULT_SWITCHES = Switches()
