"""When lemmas are looked for: refinement repeats itself, or a procedure is analysed within itself again and again."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.engines.dash.measures import Measures
from antumbra.engines.dash.refinement.refine_pred import Predicates
from antumbra.engines.dash.systems.system import System
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph

#: splits before the first search, if some are alike
REPEATED = 16
#: analyses of one procedure within each other
NESTED = 8
#: states of a trace, and for each place of the program: a trace through many places is not one of many rounds
LONG = 300
ROUNDS = 2
#: edges of all procedures up to which lemmas are looked for before anything else
FEW_EDGES = 200


class When:
    """``edges`` of the program, each of which may well need a split of its own, and its ``places``."""

    def __init__(self, measures: Measures, predicates: Predicates, *, edges: int, places: int) -> None:
        self._measures = measures
        self._predicates = predicates
        self._splits = max(REPEATED, edges)
        self._nested = NESTED
        self._long = max(LONG, ROUNDS * places)

    def due(self) -> bool:
        """Has refinement done enough without a decision?"""
        measures = self._measures
        if measures.nested >= self._nested or measures.longest >= self._long:
            return True
        return self._predicates.repeats and measures.splits >= self._splits

    def searched(self) -> None:
        """Wait until twice as much was done."""
        self._nested = 2 * max(self._nested, self._measures.nested)
        self._long = 2 * max(self._long, self._measures.longest)
        self._splits = 2 * max(self._splits, self._measures.splits)


def promising(program: P.Program, systems: Mapping[str, System]) -> bool:
    """Are there loops, or is there recursion, with few edges?"""
    if sum(len(system.edges) for system in systems.values()) > FEW_EDGES:
        return False
    heads = any(place.head for system in systems.values() for place in system.places)
    return heads or not CallGraph(program).recursive.isdisjoint(systems)
