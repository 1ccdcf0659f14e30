"""Which tests go on in machine code, and how far.

A test begins in Python, and machine code has it again from its beginning: what Python has seen of it by then is not
written a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from antumbra.engines.dash.native.machine import Beginning, Code, Written
from antumbra.engines.dash.native.traces import Looked, Native, Running, Trace
from antumbra.engines.dash.native.writing import Stop
from antumbra.engines.dash.systems.system import Edge, Place, System
from antumbra.terms import Term
from antumbra.terms.native.machine_code import NoCode

#: edges of one test, as long as tests come to an end
FARTHEST: Final = 1 << 24
#: edges of a test in Python before it is one in machine code
SOON: Final = 64
#: edges of tests in Python that cost as much as the compiler does: in any case, for each edge, for each node of terms
COMPILER: Final = 2_000
EDGE: Final = 80
NODE: Final = 10


class Leaps:
    """Of one program. ``ghosts``: of each procedure, and whose they are."""

    def __init__(self, systems: Mapping[str, System], ghosts: Mapping[str, Mapping[Term, Term]]) -> None:
        self._systems = systems
        self._ghosts = ghosts
        self.farthest = FARTHEST
        self.soon = SOON
        self._native: Native | None = None
        #: procedures that have no code, or whose code has soon come to something that has none
        self._useless: set[str] = set()
        #: edges in Python that are worth a compiler
        self.price = COMPILER + sum(EDGE * len(system.edges) + NODE * system.size for system in systems.values())
        #: edges so far that Python has not passed
        self.edges = 0

    def at(self, system: System, edges: int) -> int:
        """After how many edges a test goes on in machine code, if others had so many; -1: never."""
        if system.procedure.name in self._useless:
            return -1
        return self.soon if self._native is not None else max(self.soon, self.price - edges)

    def leap(self, beginning: Beginning, looked: Looked, relevant: int) -> Leap | None:
        """A test in machine code; None if there is none."""
        name = beginning.system.procedure.name
        if self._native is None:
            try:
                self._native = Native(Code(self._systems, self._ghosts))
            except NoCode:
                self._useless.update(self._systems)
        native = self._native
        if native is None or not all(v in beginning.values for v in native.layout.globals.variables):
            self._useless.add(name)
            return None
        return Leap(native.start(beginning, looked, relevant), self.farthest, beginning)

    def over(self, leap: Leap, before: int, relevant: int) -> None:
        """Learn from a test that had so many edges in Python."""
        self.edges += max(0, leap.running.edges - before)
        if leap.running.why is Stop.LEFT and leap.running.edges < 4 * self.soon:
            self._useless.add(leap.beginning.system.procedure.name)
        if leap.running.why is Stop.LIMIT and leap.running.edges >= self.farthest:
            # it may go on for ever, and so may the next one
            self.farthest = max(relevant, self.farthest // 4)


class Leap:
    """One test in machine code."""

    def __init__(self, running: Running, farthest: int, beginning: Beginning) -> None:
        self.running = running
        self._farthest = farthest
        self.beginning = beginning
        #: what machine code has no words for stays as it was
        self._rest = {
            v: x for v, x in beginning.values.items() if v in beginning.system.globals and not running.holds(v)
        }

    @property
    def trace(self) -> Trace:
        return self.running.trace

    @property
    def left(self) -> bool:
        """Does it go on in Python?"""
        return self.running.why is Stop.LEFT

    def run(self, ask: Callable[[Edge, int], Sequence[Any]]) -> Iterator[Written]:
        """The states that somebody wants; each before the next one is asked for."""
        return self.running.run(ask, self._farthest)

    def place(self, row: Written) -> Place:
        return self.running.places[row.place]

    def seen(self, row: Written) -> tuple[dict[Term, Any], dict[Term, Any] | None]:
        """The values of a state, and in a callee those of ghosts."""
        values = row.view.values()
        if row.depth:
            return self._rest | values, row.view.ghosts()
        return {**self.beginning.values, **values}, None

    def last(self, place: Place) -> tuple[int, dict[Term, Any]] | None:
        """The last state at a place of the procedure under analysis."""
        found = self.running.last(place)
        return None if found is None else (found[0], {**self.beginning.values, **found[1]})

    def values(self) -> dict[Term, Any]:
        """Where it has stopped, at the bottom."""
        return {**self.beginning.values, **self.running.values()}
