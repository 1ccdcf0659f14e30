"""States that are all the same: a state equal to one explored before, or to one on its own path, needs no visit.

Counters of bounded loops are left out of the comparison: a state with no more iterations left than an equal one can do
nothing that the other cannot.
"""

from __future__ import annotations

import math
from typing import Any

from antumbra.engines.backward.evaluation import Environment, Evaluation, plain
from antumbra.engines.backward.formula import Builder, Formula, top
from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.trace import Point
from antumbra.engines.interpolate.economy.thinning import Thinning
from antumbra.engines.interpolate.tree.nodes import Node
from antumbra.records import dataclass
from antumbra.semantics.compiling.compiler import Compiler
from antumbra.semantics.memory import memory_state
from antumbra.semantics.state import State
from antumbra.terms import Term

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exact:
    """All that a state consists of; ``concrete``: without terms. ``counts``: iterations of bounded loops."""

    concrete: bool
    key: Any
    counts: Counts

    @property
    def point(self) -> Point:
        return self.key[0]


class ExactStates:
    """Concrete states explored or under exploration; and states with terms, under exploration."""

    def __init__(self, compiler: Compiler, evaluation: Evaluation, counters: frozenset[Term]) -> None:
        self._compiler = compiler
        self._evaluation = evaluation
        self._counters = counters
        self._counter_places: dict[int, tuple[int, ...]] = {}
        self._concrete: dict[Any, list[Counts]] = {}
        self._active: dict[Any, list[tuple[Counts, Node]]] = {}
        self._thinning = Thinning()
        #: what was added while a trial runs, to be taken back if it fails
        self._journal: list[Exact] | None = None
        #: what it took to explore a concrete state, once that is done
        self._efforts: dict[Any, float] = {}

    def of(self, state: State, point: Point, arguments: tuple[Any, ...]) -> Exact:
        counts: list[int] = []
        arguments = plain(arguments)
        if self._counters:
            arguments = self._without_counters(point[0], arguments, counts)
        saved: list[tuple[Any, ...]] = []
        frame = state.frame
        while frame is not None:
            values = plain(frame[1])
            saved.append(self._without_counters(frame[0], values, counts) if self._counters else values)
            frame = frame[2]
        variables = plain(state.variables)
        objects = state.objects.described()
        concrete = not state.arrays and not state.addresses and not objects.symbolic
        if concrete:
            concrete = not any(v.__class__ is Term for v in (*arguments, *variables, *(v for s in saved for v in s)))
        cells: list[Any] = []
        for number in sorted(state.pages):
            page = state.pages[number]
            if page is self._evaluation.initial_pages.get(number):
                continue
            content = sorted(page, key=lambda cell: cell[0])
            concrete = concrete and not any(value.__class__ is Term for _, _, value in content)
            cells.append((number, tuple(content)))
            self._evaluation.written.add(number)
        arrays = tuple(sorted((base, *form) for base, form in state.arrays.items())) if state.arrays else ()
        key = (
            point,
            arguments,
            tuple(saved),
            variables,
            tuple(cells),
            memory_state.gone_pages(state, self._evaluation.initial_pages),
            arrays,
            state.next_page,
            objects,
            memory_state.owners(state),
            memory_state.addresses(state),
        )
        return Exact(concrete, key, tuple(counts))

    def _without_counters(self, region: int, values: tuple[Any, ...], counts: list[int]) -> tuple[Any, ...]:
        places = self._counter_places.get(region)
        if places is None:
            parameters = self._compiler.entries[region].parameters
            places = tuple(i for i, p in enumerate(parameters) if p in self._counters)
            self._counter_places[region] = places
        if not places:
            return values
        counts.extend(values[i] for i in places)
        return tuple(v for i, v in enumerate(values) if i not in places)

    # ------------------------------------------------------------ looking up

    def coverer(self, exact: Exact, node: Node) -> Counts | None:
        """The counts of a state that covers this one, at the end of a node's segment."""
        for counts in self._concrete.get(exact.key, ()):
            if _no_more(counts, exact.counts):
                self._thinning.used(exact.point)
                return counts
        for counts, above in self._active.get(exact.key, ()):
            # equal terms mean equal values only where the other's path condition still holds
            if _no_more(counts, exact.counts) and above.is_above(node):
                return counts
        return None

    def begin(self, exact: Exact, node: Node) -> bool:
        """A node starts in this state; False if that is not worth remembering."""
        if exact.concrete:
            if not self._thinning.wanted(exact.point):
                return False
            self._concrete.setdefault(exact.key, []).append(exact.counts)
            if self._journal is not None:
                self._journal.append(exact)
        else:
            self._active.setdefault(exact.key, []).append((exact.counts, node))
        return True

    def end(self, exact: Exact, node: Node, *, proved: bool) -> None:
        if not exact.concrete:
            rest = [item for item in self._active.pop(exact.key, ()) if item[1] is not node]
            if rest:
                self._active[exact.key] = rest
        elif not proved:
            self._forget(exact)
        else:
            self._efforts[exact.key] = node.effort

    def effort(self, exact: Exact) -> float:
        """What it takes to explore a state; without end if that comes back to where it was."""
        return self._efforts.get(exact.key, math.inf)

    def _forget(self, exact: Exact) -> None:
        counts = self._concrete.get(exact.key, [])
        if exact.counts in counts:
            counts.remove(exact.counts)
        if not counts:
            self._concrete.pop(exact.key, None)

    # ------------------------------------------------------------ trials

    def begin_trial(self) -> tuple[list[Exact] | None, dict[Any, list[tuple[Counts, Node]]]]:
        before = (self._journal, self._active)
        self._journal, self._active = [], {}
        return before

    def end_trial(self, before: tuple[list[Exact] | None, dict[Any, Any]], *, proved: bool) -> None:
        added, (self._journal, self._active) = self._journal or [], before
        if not proved:
            for exact in added:
                self._forget(exact)
        elif self._journal is not None:
            self._journal.extend(added)

    # ------------------------------------------------------------ as interpolants

    def as_formula(
        self, state: State, environment: Environment, coverer: Counts, locations: Locations
    ) -> Formula | None:
        """Exactly this state, or with fewer iterations left than the coverer; None if that takes too many words."""
        builder = Builder()
        if not self._evaluation.memory(state, builder):
            return None
        counts = iter(coverer)
        for location, value in environment.items():
            if locations.original(location) in self._counters:
                builder.add_member(location, (next(counts), top(location)))
            else:
                builder.pin(location, value)
        for number, cells in builder.shapes:
            for address, width in cells:
                builder.pin(locations.cell(address, width), int(state.pages[number].cells(width)[address]))
        return builder.build()


def _no_more(coverer: Counts, counts: Counts) -> bool:
    """Has the state at most as many iterations left as its coverer?"""
    return all(c <= n for c, n in zip(coverer, counts, strict=True))
