"""Known ways through a procedure: what a test has shown of it, or a contract promises, serves later calls of it.

A region graph says from where a goal cannot be reached, for every call (the may-summary). A must-summary is a test that
reached the goal: it says the opposite of all executions that go the same way. It is the conditions of its edges, over
what the procedure began with, and its symbolic map at the exit, in which the goal has to hold. A later call with the
same goal asks whether its own executions satisfy that, one question, before the procedure is analysed again. Godefroid,
Nori, Rajamani, Tetali: Compositional may-must program analysis (POPL 2010).

A contract that was found by induction (``lemmas``) is no such promise, but it speaks of executions that no test has
shown: with which results a call may return. A recursion as deep as need be is then one test.

Whatever is said here is run as a test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from antumbra import terms as T
from antumbra.engines.dash.lemmas.hypotheses import Key
from antumbra.engines.dash.lemmas.lemmas import Lemmas
from antumbra.engines.dash.regions.graph import Region
from antumbra.engines.dash.states import State, Symbolic, entered, input_symbol, instantiate, returned, under
from antumbra.engines.dash.systems.system import Edge
from antumbra.records import dataclass
from antumbra.terms import Term

#: ways through a procedure that are kept for each goal, the newest first; states of one of them
MOST_WAYS: Final = 3
LONGEST: Final = 1_000
#: tests that did not go where a contract of their callee allows them to go before it is not asked any more
MOST_MISSES: Final = 8


@dataclass(frozen=True, slots=True)
class Must:
    """Executions that begin where ``condition`` holds, over the variables at the entry and ``inputs``, reach a goal."""

    condition: Term
    inputs: tuple[Term, ...]

    def under(self, values: Mapping[Term, Term], inputs: int) -> Term | None:
        """The condition of a call, after so many inputs; None if it speaks of what the call does not know."""
        known = {**values, **{x: input_symbol(inputs + i, x.sort) for i, x in enumerate(self.inputs)}}
        if any(v not in known for v in T.free_variables(self.condition)):
            return None
        return under(self.condition, known)


class Ways:
    """Of all procedures, by goal. Tests become summaries when a goal is asked for again."""

    def __init__(self) -> None:
        self._tests: dict[Key, list[State]] = {}
        self._made: dict[State, Must | None] = {}
        #: how often a test did not go where a contract allows it to go
        self._misses: dict[str, int] = {}

    def keep(self, key: Key, reached: State) -> None:
        """A test has reached a goal, in this state."""
        if reached.values is not None:
            self._tests[key] = [reached, *self._tests.get(key, ())][:MOST_WAYS]

    def missed(self, callee: str) -> None:
        self._misses[callee] = self._misses.get(callee, 0) + 1

    def about(
        self, edge: Edge, goal: Term | None, target: Region, inside: Symbolic, outside: Symbolic, lemmas: Lemmas
    ) -> Iterator[Term]:
        """Conditions under which a call leads on, or may well do so; the next one is asked for if a test does not."""
        if goal is None:
            return
        for must in self.musts((edge.callee, goal)):
            condition = must.under(inside.values, inside.inputs)
            if condition is not None:
                yield condition
        if self._misses.get(edge.callee, 0) < MOST_MISSES:
            promised = lemmas.leading_on(edge, target)
            if promised is not None:
                yield under(promised, outside.values)

    def musts(self, key: Key) -> dict[Must, None]:
        found: dict[Must, None] = {}
        for state in self._tests.get(key, ()):
            if state not in self._made:
                self._made[state] = must_of(state, key[1])
            must = self._made[state]
            if must is not None:
                found[must] = None
        return found


def must_of(reached: State, goal: Term | None) -> Must | None:
    """The way of a test from the entry of its procedure, executed with any values there; None if that is too long."""
    states: list[State] = []
    at = reached
    while at.parent is not None:
        if at.leap is not None or len(states) >= LONGEST:
            return None
        states.append(at)
        at = at.parent
    if goal is None or at.symbolic is None:
        return None
    values: dict[Term, Term] = {v: v for v in at.symbolic.values}
    before: dict[State, dict[Term, Term]] = {}
    conditions: list[Term] = []
    given: list[Term] = []
    for state in reversed(states):
        edge = state.edge
        if edge is None or state.parent is None:
            return None
        if state.how == "enter":
            before[state.parent] = values
            values = entered(edge, state.system, values)
        elif state.how == "return":
            if state.caller is None or state.system is None:
                return None
            values = returned(edge, state.system, before[state.caller], values)
        else:
            symbols, _ = instantiate(edge, len(given))
            given += symbols.values()
            known = {**values, **symbols}
            conditions += [under(guard, known) for guard in edge.guards]
            values = {**values, **{v: under(t, known) for v, t in edge.updates.items()}}
    conditions.append(under(goal, values))
    return Must(T.and_(*conditions), tuple(given))
