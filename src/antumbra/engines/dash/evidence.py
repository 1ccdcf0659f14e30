"""From a test to evidence: the program itself, with its memory, is executed with the test's inputs.

Inputs stay unknowns that have just one value, so that a violation comes with a path, a stack and inputs as those of other
engines do. What a test does not give (unwritten memory, results of functions without a body) stays open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from antumbra import terms as T
from antumbra.engines.outcome import PathEnd
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.semantics.contract import MachineOptions, PathEnded, Pending, Suspended
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Sort

#: regions of code that one test may run, and states that it may split into
LONGEST = 200_000
MOST_STATES = 64


@dataclass(frozen=True, slots=True)
class Given:
    """The value of one input of a test."""

    sort: Sort
    value: Any
    source: P.Source


#: what a test gives
_GIVEN = frozenset({P.Source.INPUT, P.Source.HAVOC})


class _Directed(Machine):
    """A machine whose inputs have the values of a test, in their order."""

    inputs: Sequence[Given] = ()

    def fresh(self, state: State, sort: Sort, source: P.Source, *more: Any, **named: Any) -> Any:
        variable = super().fresh(state, sort, source, *more, **named)
        position = state.node or 0
        if source in _GIVEN and position < len(self.inputs):
            given = self.inputs[position]
            state.node = position + 1
            if given.value is not None and sort.kind != "array":
                side = self.chain.assume(state.path, T.eq(variable, T.const(given.value, sort)))
                if isinstance(side, PathCondition):
                    state.path = side
        return variable


class Executor:
    """Runs tests of a program until its end, or a violation."""

    def __init__(self, program: P.Program, chain: Chain, checks: frozenset[str]) -> None:
        self._waiting: list[Pending] = []
        self.recording = Recording(checks)
        self.machine = _Directed(program, chain, self, self.recording, MachineOptions(checks=checks))
        self.recording.attach(self.machine, ())

    def split(self, children: Sequence[Pending]) -> bool:
        self._waiting += reversed(children)
        return False

    def run(self, inputs: Sequence[Given]) -> list[PathEnd]:
        """The ends of all executions with these inputs, violations first."""
        self.machine.inputs = [given for given in inputs if given.source in _GIVEN]
        self._waiting = [self.machine.initial()]
        left, states = LONGEST, 0
        while self._waiting and left > 0 and states < MOST_STATES:
            item = self._waiting.pop()
            states += 1
            region, arguments = item.region, item.arguments
            try:
                while left > 0:
                    left -= 1
                    region, arguments = self.machine.functions[region](item.state, *arguments)
            except (PathEnded, Suspended):
                pass
        return sorted(self.recording.take(), key=lambda end: not end.check)
