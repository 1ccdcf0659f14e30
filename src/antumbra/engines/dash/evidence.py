"""From a test to evidence: the program itself, with its memory, is executed with the test's inputs.

Inputs stay unknowns that have just one value, so that a violation comes with a path, a stack and inputs as those of
other engines do. What a test does not give (unwritten memory, results of functions without a body) stays open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from antumbra import terms as T
from antumbra.engines.outcome import PathEnd
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.records import dataclass, field, replace
from antumbra.semantics.contract import MachineOptions, PathEnded, Pending, Resting, Suspended
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State, Wanted
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Sort

#: regions of code that one test may run, for each edge that it had if those are more, and states that it may split into
LONGEST = 200_000
EDGE_REGIONS = 16
#: regions that a stretch of machine code counts for
RESTED = 8_000
MOST_STATES = 64


@dataclass(frozen=True, slots=True)
class Given:
    """The value of one input of a test."""

    sort: Sort
    value: Any
    source: P.Source


#: what a test gives
_GIVEN = frozenset({P.Source.INPUT, P.Source.HAVOC})


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a path has asked for: how many of its unknowns were looked at, how many of a test's values it has taken,
    which of them are memory objects, by their groups, and how many of the test's choices it has made."""

    seen: int = 0
    taken: int = 0
    groups: Mapping[int, int] = field(default_factory=dict[int, int])
    chosen: int = 0


class _Directed(Machine):
    """A machine whose inputs have the values of a test, in their order, and which goes the way that a test goes."""

    inputs: Sequence[Given] = ()
    choices: Sequence[int] = ()

    def choose(
        self, state: State, targets: tuple[tuple[int, tuple[Any, ...], Any], ...], site: int
    ) -> tuple[int, tuple[Any, ...]]:
        asked: _Asked = state.node or _Asked()
        if asked.chosen >= len(self.choices):
            return super().choose(state, targets, site)
        state.node = replace(asked, chosen=asked.chosen + 1)
        taken = min(self.choices[asked.chosen], len(targets) - 1)
        # the others keep their places, so that the path says which way it went
        only = tuple((r, a, c if number == taken else False) for number, (r, a, c) in enumerate(targets))
        return super().choose(state, only, site)

    def fresh(self, state: State, wanted: Wanted) -> Any:
        sort, group, offset = wanted.sort, wanted.group, wanted.offset
        asked = self._objects(state) if wanted.source in _GIVEN else None
        variable = super().fresh(state, wanted)
        if asked is None:
            return variable
        position = asked.taken if group < 0 else asked.groups.get(group, len(self.inputs))
        state.node = replace(asked, seen=state.input_count, taken=asked.taken + (group < 0))
        value = self.inputs[position].value if position < len(self.inputs) else None
        if value is not None and sort.kind != "array":
            if offset:
                value >>= 8 * offset
            constant = T.const(value & sort.mask if sort.kind == "bv" else value, sort)
            side = self.chain.assume(state.path, T.eq(variable, constant))
            if isinstance(side, PathCondition):
                state.path = side
        return variable

    @staticmethod
    def _objects(state: State) -> _Asked:
        """Objects that have become input since the last look: each is one value, whose bytes are unknowns when read."""
        asked: _Asked = state.node or _Asked()
        groups = dict(asked.groups)
        for unknown in state.unknowns()[asked.seen :] if state.input_count > asked.seen else ():
            if unknown.variable is None and unknown.source in _GIVEN:
                groups[unknown.group] = asked.taken + len(groups) - len(asked.groups)
        new = len(groups) - len(asked.groups)
        return replace(asked, seen=state.input_count, taken=asked.taken + new, groups=groups) if new else asked


class Executor:
    """Runs tests of a program until its end, or a violation."""

    def __init__(self, program: P.Program, chain: Chain, checks: frozenset[str]) -> None:
        self._waiting: list[Pending] = []
        self.recording = Recording(checks)
        self.machine = _Directed(program, chain, self, self.recording, MachineOptions(checks=checks))
        self.recording.attach(self.machine, ())
        #: has the last run left executions out?
        self.cut = False

    def split(self, children: Sequence[Pending]) -> bool:
        self._waiting += reversed(children)
        return False

    def run(self, inputs: Sequence[Given], choices: Sequence[int], edges: int) -> list[PathEnd]:
        """The ends of all executions with these inputs and choices, violations first. ``edges``: of the test."""
        self.machine.choices = choices
        self.machine.inputs = [given for given in inputs if given.source in _GIVEN]
        self._waiting = [self.machine.initial()]
        left, states = max(LONGEST, EDGE_REGIONS * edges), 0
        while self._waiting and left > 0 and states < MOST_STATES:
            item = self._waiting.pop()
            states += 1
            region, arguments = item.region, item.arguments
            try:
                while left > 0:
                    left -= 1
                    try:
                        region, arguments = self.machine.functions[region](item.state, *arguments)
                    except Resting as rest:
                        region, arguments = rest.region, rest.arguments
                        left -= RESTED
            except (PathEnded, Suspended):
                pass
        self.cut = bool(self._waiting) or left <= 0
        return sorted(self.recording.take(), key=lambda end: not end.check)
