"""Places where the past can be forgotten: what was learnt there is all that later steps need to know of it.

A claim is not believed: if it surely holds in the state that stands for all executions at the place, a state that
knows only the claim, and stands for more of them, goes on instead. So questions stay as small as the program between
two such places. At the head of a loop only those values are kept that no unknown has part in: where the same state has
gone on before, nothing is left to follow (by induction over the length of an execution), which ends the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from antumbra import terms as T
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Certificate, JoinClaim
from antumbra.proofs.claims.holding import Claims
from antumbra.proofs.claims.places import unknown
from antumbra.proofs.ends import DeadEnd
from antumbra.proofs.question import Budget
from antumbra.proofs.regions import Place
from antumbra.proofs.state import Frame, Object, State
from antumbra.records import replace
from antumbra.terms import Term

#: effort of one alternative of a claim against another: a round is asked whether each of them leads to one of them
PAIR: Final = 16.0


class Joins:
    """Replaces states by those that claims tell. ``is_head``: does a loop begin where a procedure is?"""

    def __init__(
        self, certificate: Certificate, judge: Judge, is_head: Callable[[Frame], bool], budget: Budget
    ) -> None:
        self._is_head = is_head
        self._budget = budget
        self._known: dict[tuple[Place, ...], JoinClaim] = {
            (*claim.callers, (claim.procedure, claim.label, 0)): claim for claim in certificate.joins
        }
        self._locals = {local.name: local for claim in certificate.joins for local in claim.locals}
        self._claims = Claims(judge, (cell for claim in certificate.joins for cell in claim.cells))
        self._judge = judge
        #: objects of states that have gone on, by what else they are
        self._gone: dict[Any, list[dict[int, Object]]] = {}
        #: places where a claim held of a state
        self.used: set[tuple[str, str]] = set()

    def forgotten(self, state: State) -> State:
        """A state in the place of one that is about to begin a block; the same if nothing is known there."""
        frame = state.frame
        claim = None if frame.index else self._known.get(_places(state))
        # rounds of a loop that stand for all are compared with each other: what was forgotten would seem to change
        if claim is None or state.rests:
            return state
        head = self._is_head(frame)
        if head:
            # more than is left, and all of it would be spent before that is seen
            self._budget.expect(PAIR * len(claim.alternatives) ** 2)
        held = self._instance(claim, state)
        if not self._judge.certain(state, held):
            return state
        frames = [replace(each, values=self._without_past(each.values, head=head)) for each in state.frames]
        after = State(frames, self._without_past(state.variables, head=head), dict(state.objects), log=state.log)
        after.abstract = state.abstract or "the past at joins"
        after.since = object()
        if head and self._followed(after):
            raise DeadEnd
        after.assume(self._instance(claim, after))
        self.used.add((claim.procedure, claim.label))
        return after

    def _without_past(self, values: dict[Term, Term], *, head: bool) -> dict[Term, Term]:
        make = self._judge.world.unknown
        return {
            x: value if self._fixed(value) or not (head or value.args) else unknown(make, x.sort)
            for x, value in values.items()
        }

    def _fixed(self, value: Term) -> bool:
        """The same in all executions: a number, or an address within an object."""
        return T.free_variables(value) <= self._judge.world.of_base.keys()

    def _followed(self, state: State) -> bool:
        """Has a state gone on from here that differs only in the names of unknowns?"""
        values = (*(frame.values for frame in state.frames), state.variables)
        known = tuple(tuple((x, v if self._fixed(v) else None) for x, v in each.items()) for each in values)
        key = (_places(state), known, tuple(state.objects))
        for objects in self._gone.setdefault(key, []):
            if all(item == objects[number] for number, item in state.objects.items()):
                return True
        self._gone[key].append(dict(state.objects))  # the state goes on to change its own
        return False

    def _instance(self, claim: JoinClaim, state: State) -> Term:
        """An alternative that speaks of something that has no value does not hold."""

        def meaning(variable: Term) -> Term | None:
            local, cell = self._locals.get(variable), self._claims.cells.get(variable)
            if local is not None:
                return state.frames[local.depth].values.get(local.variable) if local.depth < len(state.frames) else None
            return state.variables.get(variable) if cell is None else self._claims.read(cell, meaning, state)

        found = (self._claims.instance(each, meaning) for each in claim.alternatives)
        return T.or_(*(each for each in found if each is not None))


def _places(state: State) -> tuple[Place, ...]:
    """Of the procedures that are active, the entry procedure first."""
    return tuple((frame.procedure.name, frame.label, frame.index) for frame in state.frames)
