"""Forks whose sides may become one state again; see ``merging`` for what becomes of them."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.semantics.compiling.meeting import Meeting
from antumbra.semantics.contract import Pending
from antumbra.semantics.merging import known_path
from antumbra.semantics.paths import Paths
from antumbra.semantics.state import State
from antumbra.solvers import PathCondition
from antumbra.terms import Term


class MeetingPaths(Paths):
    """Decides about paths, and says where they meet."""

    def fork_and_meet(
        self,
        state: State,
        meeting: Meeting,
        condition: Term,
        then_region: int,
        then_arguments: tuple[Any, ...],
        else_region: int,
        else_arguments: tuple[Any, ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        """A branch on a symbolic condition whose sides may become one state again.

        Where it is not far to where they meet, nobody asks whether they are possible: they are settled when somebody
        looks at their path (``merging.OpenState``).
        """
        if not meeting.pays:
            return self.fork(state, condition, then_region, then_arguments, else_region, else_arguments, site)
        if meeting.direct:
            path = known_path(state)
            known = self.chain.foreseen(path, condition)
            if known is not None:
                return (then_region, then_arguments) if known else (else_region, else_arguments)
            twin = self._other_side(state, site)
            state.unsettled = (condition, site, state.unsettled)
            twin.unsettled = (T.not_(condition), site, twin.unsettled)
        else:
            then, otherwise = self.chain.branch(state.path, condition)
            if not (isinstance(then, PathCondition) and isinstance(otherwise, PathCondition)):
                sides = [(then, then_region, then_arguments, True), (otherwise, else_region, else_arguments, False)]
                return self._split(state, sides, site)
            twin = self._other_side(state, site)
            state.path, twin.path = then, otherwise
        location, trace = self.sites[site][0], state.trace
        state.trace = (location, True, condition, trace)
        twin.trace = (location, False, condition, trace)
        children = (Pending(state, then_region, then_arguments), Pending(twin, else_region, else_arguments))
        return self._go_on(state, children, meeting)

    def _other_side(self, state: State, site: int) -> State:
        twin = self._twin(state, site)
        if twin is None:
            raise ValueError("states are not merged where forks are limited")
        return twin

    def switch_and_meet(
        self,
        state: State,
        meeting: Meeting,
        value: Term,
        cases: tuple[tuple[int, ...] | None, ...],
        targets: tuple[tuple[int, tuple[Any, ...]], ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        """The same, where the sides may become one state again."""
        return self._switch(state, meeting if meeting.pays else None, value, cases, targets, site)
