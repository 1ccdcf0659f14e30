"""Places where the past can be forgotten: what was learnt there is all that later steps need to know of it.

A claim is not believed: if it surely holds in the state that stands for all executions at the place, a state that
knows only the claim, and stands for more of them, goes on instead. So questions stay as small as the program between
two such places. At the head of a loop only those values are kept that no unknown has part in: where the same state has
gone on before, nothing is left to follow (by induction over the length of an execution), which ends the loop.

Within rounds of a loop that one state stands for all of (``claims.loops``), what no round has changed so far is not
forgotten, nor what was known where the round began: what a round changes is found by comparing states, and a name of
its own for the same value would seem a change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Certificate, JoinClaim
from antumbra.proofs.claims.holding import Claims
from antumbra.proofs.claims.places import unknown
from antumbra.proofs.ends import DeadEnd
from antumbra.proofs.question import Budget
from antumbra.proofs.regions import Place
from antumbra.proofs.state import Frame, Object, Rounds, State
from antumbra.records import replace
from antumbra.terms import Term

#: effort of one alternative of a claim against another: a round is asked whether each of them leads to one of them
PAIR: Final = 16.0
#: of the effort, what it may take to see that a claim holds; one that takes more is forgotten: it is only a hint
WORTH: Final = 0.05


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
        claim = None if frame.index or state.segments else self._known.get(_places(state))
        within = _rounds(state)
        # what is claimed of all rounds is known at their head
        if claim is None or within is None or any(rounds.head == frame.label for rounds in frame.rounds):
            return state
        head = self._is_head(frame)
        if head:
            # more than is left, and all of it would be spent before that is seen
            self._budget.expect(PAIR * len(claim.alternatives) ** 2)
        held = self._instance(claim, state)
        certain = self._budget.within(WORTH * self._budget.effort, lambda: self._judge.certain(state, held))
        if certain is None:
            del self._known[_places(state)]
        if not certain:
            return state
        firsts = [rounds.first for rounds in within if rounds.first is not None]
        frames = [
            replace(each, values=self._without_past(each.values, _before(firsts, depth), head=head))
            for depth, each in enumerate(state.frames)
        ]
        variables = self._without_past(state.variables, [first.variables for first in firsts], head=head)
        after = State(frames, variables, dict(state.objects), log=state.log)
        after.rests = state.rests
        after.condition = within[-1].begun if within else None
        after.abstract = state.abstract or "the past at joins"
        after.since = object()
        if head and self._followed(after, firsts):
            raise DeadEnd
        after.assume(self._instance(claim, after))
        self.used.add((claim.procedure, claim.label))
        return after

    def _without_past(
        self, values: dict[Term, Term], before: Sequence[dict[Term, Term]], *, head: bool
    ) -> dict[Term, Term]:
        """``before``: the same values where rounds began."""
        make = self._judge.world.unknown
        return {
            x: value
            if self._fixed(value) or _unchanged(x, value, before) or not (head or value.args)
            else unknown(make, x.sort)
            for x, value in values.items()
        }

    def _fixed(self, value: Term) -> bool:
        """The same in all executions: a number, or an address within an object."""
        return T.free_variables(value) <= self._judge.world.of_base.keys()

    def _followed(self, state: State, firsts: Sequence[State]) -> bool:
        """Has a state gone on from here, in the same rounds, that differs only in the names of unknowns?"""
        values = [(frame.values, _before(firsts, depth)) for depth, frame in enumerate(state.frames)]
        values.append((state.variables, [first.variables for first in firsts]))
        known = tuple(
            tuple((x, v if self._fixed(v) or _unchanged(x, v, before) else None) for x, v in each.items())
            for each, before in values
        )
        key = (_places(state), known, tuple(state.objects), tuple(many.number for many in state.rests))
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

        found = self._claims.instances(claim.alternatives, meaning)
        return T.or_(*(each for each in found if each is not None))


def _rounds(state: State) -> list[Rounds] | None:
    """The rounds that a state is in, the innermost last; None within calls that one stands for all of."""
    if any(frame.recursion is not None for frame in state.frames):
        return None
    return [rounds for frame in state.frames for rounds in frame.rounds]


def _before(firsts: Sequence[State], depth: int) -> list[dict[Term, Term]]:
    """The values of an active procedure where rounds began."""
    return [first.frames[depth].values for first in firsts if depth < len(first.frames)]


def _unchanged(variable: Term, value: Term, before: Sequence[dict[Term, Term]]) -> bool:
    return any(values.get(variable) is value for values in before)


def _places(state: State) -> tuple[Place, ...]:
    """Of the procedures that are active, the entry procedure first."""
    return tuple((frame.procedure.name, frame.label, frame.index) for frame in state.frames)
