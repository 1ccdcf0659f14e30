"""A test in machine code, and what its states are symbolically.

Of a test only the states that somebody looks at become objects. Where one of them is asked for its symbolic map and
path condition, the code runs once more, with the same inputs, and tells the steps that depend on inputs: those are
executed symbolically, all others have left constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.engines.dash.native.layout import RETURN, Head
from antumbra.engines.dash.native.machine import Beginning, Code, Machine, View, Written
from antumbra.engines.dash.native.writing import Stop
from antumbra.engines.dash.states import ExecutionError, Symbolic, passed, under
from antumbra.engines.dash.systems.system import Edge, Place
from antumbra.records import dataclass, field
from antumbra.solvers import Chain
from antumbra.terms import Term

#: how often inputs may be asked for, for each time that they may be taken
ASKED: Final = 4

#: the values of the inputs of an edge, of which so many were taken before
Ask = Callable[[Edge, int], Sequence[Any]]


@dataclass(slots=True)
class Looked:
    """Which states are wanted: those at ``places``, up to the step ``dense`` all of them, from then on fewer and fewer;
    and in any case the first one at a place after a step. None up to the step ``muted``."""

    places: Mapping[Place, bool]
    samples: Mapping[Place, int]
    muted: int
    dense: int
    wanted: tuple[int, Place] | None


@dataclass(slots=True)
class Trace:
    """What a test was given: enough to have it again."""

    native: Native
    beginning: Beginning
    given: list[Sequence[Any]] = field(default_factory=list[Sequence[Any]])

    def symbolic(self, chain: Chain, before: Symbolic, step: int) -> Symbolic:
        """Of the state after so many steps, from that at the beginning."""
        return self.native.replay(self, before, step).symbolic(chain, step)


class Native:
    """The code of a program, and its two memories: one for tests, one for having them again."""

    def __init__(self, code: Code) -> None:
        self.layout = code.layout
        self._machine = Machine(code)
        self._again = Machine(code)
        self._replay: _Replay | None = None

    def start(self, beginning: Beginning, looked: Looked, relevant: int) -> Running:
        machine, layout, words = self._machine, self.layout, self._machine.words
        machine.begin(beginning)
        words[Head.MUTED] = looked.muted
        words[Head.DENSE] = looked.dense
        words[Head.MOST_RELEVANT] = relevant
        if looked.wanted is not None:
            words[Head.WANTED_AFTER], words[Head.WANTED_PLACE] = looked.wanted[0], layout.place_number[looked.wanted[1]]
        running = Running(machine, Trace(self, beginning), relevant)
        running.look(looked.places)
        for place, count in looked.samples.items():
            words[layout.samples + layout.place_number[place]] = count
        return running

    def replay(self, trace: Trace, before: Symbolic, step: int) -> _Replay:
        """A replay that has not gone too far."""
        known, self._replay = self._replay, None
        if known is None or known.trace is not trace or known.step > step:
            known = _Replay(self, self._again, trace, before)
        return known

    def keep(self, replay: _Replay) -> None:
        self._replay = replay


class Running:
    """A test under way."""

    def __init__(self, machine: Machine, trace: Trace, relevant: int) -> None:
        self._machine = machine
        self._relevant = relevant
        self.trace = trace
        self.why = Stop.LIMIT
        self._pending: tuple[Edge, Sequence[Any], int] | None = None
        #: inputs that were taken, by the edges that asked
        self.taken: list[tuple[Edge, Sequence[Any]]] = []

    @property
    def places(self) -> Sequence[Place]:
        return self._machine.layout.places

    def holds(self, variable: Term) -> bool:
        """Is a global variable in memory?"""
        return variable in self._machine.layout.globals.at

    def look(self, places: Mapping[Place, bool]) -> None:
        layout, words = self._machine.layout, self._machine.words
        for place, wanted in places.items():
            words[layout.looks + layout.place_number[place]] = wanted

    def run(self, ask: Ask, limit: int) -> Iterator[Written]:
        """The states that are wanted, until it stops."""
        machine, words = self._machine, self._machine.words
        while True:
            self.why = machine.go_on(limit)
            yield from machine.written()
            self._take()
            edge = machine.wants()
            if edge is not None and len(self.trace.given) < ASKED * self._relevant:
                values = ask(edge, words[Head.INPUTS])
                machine.give(edge, values)
                self.trace.given.append(values)
                self._pending = edge, values, words[Head.INPUTS]
            elif self.why is not Stop.LIMIT or self.edges >= limit or words[Head.RELEVANT] >= self._relevant:
                return

    def _take(self) -> None:
        """Was the edge taken that was given inputs last?"""
        if self._pending is not None:
            edge, values, before = self._pending
            if self._machine.words[Head.INPUTS] > before:
                self.taken.append((edge, values))
            self._pending = None

    @property
    def edges(self) -> int:
        return self._machine.words[Head.EDGES]

    @property
    def states(self) -> int:
        return self._machine.words[Head.STATES]

    @property
    def arrived(self) -> int:
        """The step of the last state."""
        return self._machine.words[Head.ARRIVED]

    @property
    def inputs(self) -> int:
        return self._machine.words[Head.INPUTS]

    @property
    def bottom(self) -> bool:
        return not self._machine.words[Head.DEPTH]

    @property
    def place(self) -> Place:
        """Where it has stopped."""
        edge = self._machine.wants()
        return self._machine.layout.places[self._machine.words[Head.POSITION]] if edge is None else edge.source

    def last(self, place: Place) -> tuple[int, dict[Term, Any]] | None:
        """The last state at a place, at the bottom: its step and values."""
        found = self._machine.last(place)
        return None if found is None else (found[0], found[1].values())

    def values(self) -> dict[Term, Any]:
        """Of the variables at the bottom, where it has stopped."""
        return self._machine.now(self.trace.beginning.system).values()


class _Replay:
    """A test that runs again, and its symbolic state so far.

    ``_frames``: for each procedure under way, what its variables are that depend on inputs; what is there of others is
    out of date, and of those of procedures that have returned too.
    """

    def __init__(self, native: Native, machine: Machine, trace: Trace, before: Symbolic) -> None:
        self._native = native
        self._machine = machine
        self._before = before
        self.trace = trace
        self.step = 0
        self._given = 0
        self._path = before.path
        self._inputs = before.inputs
        self._globals: dict[Term, Term] = dict(before.values)
        self._frames: dict[int, dict[Term, Term]] = {0: dict(before.values)}
        machine.begin(trace.beginning)
        machine.words[Head.RECORDING] = 1

    def symbolic(self, chain: Chain, step: int) -> Symbolic:
        machine, words = self._machine, self._machine.words
        why = Stop.INPUT
        while why is not Stop.LIMIT or words[Head.EDGES] < step:
            why = machine.go_on(step)
            for row in machine.written():
                self._relevant(chain, row)
            if why is Stop.INPUT:
                edge = machine.wants()
                if edge is None or self._given >= len(self.trace.given):
                    raise ExecutionError("a test asks for more the second time")
                machine.give(edge, self.trace.given[self._given])
                self._given += 1
            elif why is not Stop.LIMIT:
                raise ExecutionError("a test ends sooner the second time")
        if words[Head.DEPTH] or words[Head.ARRIVED] != step:
            raise ExecutionError("a test is somewhere else the second time")
        self.step = step
        view = machine.now(self.trace.beginning.system)
        values = {v: self._term(view, 0, v, x) for v, x in view.values().items()}
        self._native.keep(self)
        return Symbolic({**self._before.values, **values}, self._path, self._inputs)

    def _term(self, view: View, depth: int, variable: Term, value: Any) -> Term:
        if not view.tainted(variable):
            return T.const(value, variable.sort)
        shared = variable in self._machine.layout.globals.at
        return (self._globals if shared else self._frames[depth])[variable]

    def _set(self, depth: int, variable: Term, term: Term) -> None:
        shared = variable in self._machine.layout.globals.at
        (self._globals if shared else self._frames.setdefault(depth, {}))[variable] = term

    def _relevant(self, chain: Chain, row: Written) -> None:
        layout = self._machine.layout
        edge, depth = layout.edges[row.edge], row.depth
        callee = None if edge.call is None else layout.systems[edge.callee]
        read = callee.results if callee is not None and row.flags == RETURN else layout.reads(edge)
        known = {v: self._term(row.view, depth, v, x) for v, x in row.view.some(read).items()}
        if edge.call is None or callee is None:
            after = passed(chain, edge, Symbolic(known, self._path, self._inputs))
            self._path, self._inputs = after.path, after.inputs
            for v in edge.updates:
                self._set(depth, v, after.values[v])
        elif row.flags == RETURN:
            for target, result in zip(edge.call.targets, callee.results, strict=False):
                self._set(depth - 1, target, known[result])
        else:
            given = [under(a, known) for a in edge.call.arguments]
            self._frames[depth + 1] = dict(zip(callee.procedure.parameters, given, strict=False))
