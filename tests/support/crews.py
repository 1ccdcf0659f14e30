"""Explorations by several without processes: hands that do a piece at once, and may be lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.explore.parallel import crew as crews
from antumbra.engines.explore.parallel.crew import Crew, Gone, Order
from antumbra.engines.explore.parallel.pieces import Explored, PieceExplorer
from antumbra.engines.outcome import PathEnd
from antumbra.program import model as P
from antumbra.records import replace

CHECKS = frozenset({"unreach-call", "assert", "valid-deref", "division-by-zero"})


def options(**others: Any) -> ExploreOptions:
    return ExploreOptions(checks=CHECKS, **{"search": ("dfs",), "merge": "none", "every_input": True, **others})


class Inline:
    """Pieces of few steps, done in an order that a seed chooses. One of so many is ``lost`` after it was done."""

    def __init__(self, program: P.Program, places: int, steps: int, *, seed: int = 0, lost: int = 0) -> None:
        self._program, self.places, self._every, self._steps = program, places, lost, steps
        self._random = Random(seed)
        self._explorers: dict[int, PieceExplorer] = {}
        self._orders: dict[int, Order] = {}
        self.orders: list[Order] = []

    def give(self, place: int, order: Order) -> None:
        self._orders[place] = order
        self.orders.append(order)

    def results(self, seconds: float) -> Sequence[tuple[int, Explored | Gone]]:
        place = self._random.choice(sorted(self._orders))
        order = self._orders.pop(place)
        if place not in self._explorers:
            self._explorers[place] = PieceExplorer(self._program, options())
        result = self._explorers[place].explore(order.prefixes, self._steps)
        if self._every and order.tries + 1 < crews.TRIES and self._random.randrange(self._every) == 0:
            del self._explorers[place]
            return [(place, Gone("lost"))]
        return [(place, result)]

    def interrupt(self) -> None: ...

    def close(self) -> None: ...


def alone(program: P.Program) -> tuple[Explorer, list[PathEnd]]:
    explorer = Explorer(program, options(search=("balanced",)))
    return explorer, list(explorer.run())


def together(program: P.Program, hands: Any) -> tuple[Crew, list[PathEnd]]:
    crew = Crew(program, options(), hands)
    return crew, list(crew.run())


def ways(ends: Sequence[PathEnd]) -> Counter[PathEnd]:
    """The paths, told apart by all but the inputs that a solver happens to choose, their order, and what is news."""
    same = {"number": 0, "inputs": (), "new_coverage": False, "conditions": ()}
    return Counter(replace(end, **same) for end in ends)
