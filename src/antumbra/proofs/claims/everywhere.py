"""Claims about all elements of arrays: whether they hold, and what is known once they do.

Such a claim holds if it does of one element that nothing is known of but its place. What is known of arrays before
(``memory.facts``) is said of the same element, and of those that it was made of.
"""

from __future__ import annotations

from collections.abc import Iterable

from antumbra import terms as T
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Everywhere, at_entry
from antumbra.proofs.claims.holding import MOST_MODELS, Claims, Meaning
from antumbra.proofs.memory.contents import word_of
from antumbra.proofs.memory.facts import parts, said
from antumbra.proofs.state import Fact, Rounds, State
from antumbra.records import dataclass
from antumbra.solvers import Unknown
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class _Instance:
    """A claim of one state, over its ``bound``: the arrays as they are there, each with what it is away from it."""

    body: Term
    arrays: tuple[tuple[Term, Term], ...]


class EverywhereClaims:
    """Judges claims about all elements at the head of a loop."""

    def __init__(self, judge: Judge, claims: Claims) -> None:
        self._judge = judge
        self._claims = claims

    def instance(self, rounds: Rounds, claim: Everywhere, state: State, meaning: Meaning) -> _Instance | None:
        """The claim about a state; None if it speaks of something that has no value there."""
        values: dict[Term, Term] = {}
        arrays: list[tuple[Term, Term]] = []
        wanted = T.free_variables(claim.condition)
        for cell in claim.elements:
            for variable, where in ((cell.variable, state), (at_entry(cell.variable), rounds.entry)):
                if variable not in wanted:
                    continue
                target = self._claims.target(cell, meaning, state, rounds.homes)
                item = None if target is None or target.item is None else where.objects.get(target.item.number)
                if target is None or item is None:
                    return None
                array = item.content.as_array()
                arrays.append((array, target.offset))
                values[variable] = word_of(array, T.bvadd(claim.bound, target.offset), cell.width)

        def known(variable: Term) -> Term | None:
            if variable is claim.bound:
                return variable
            return values[variable] if variable in values else meaning(variable)

        body = self._claims.instance(claim.condition, known)
        return None if body is None else _Instance(body, tuple(arrays))

    def holding(self, rounds: Rounds, claims: Iterable[Everywhere], state: State, meaning: Meaning) -> list[Everywhere]:
        """The claims that surely hold."""
        left: list[tuple[Everywhere, Term]] = []
        state = state.fork()
        chosen: dict[Term, Term] = {}
        self._claims.reads.clear()
        for claim in claims:
            found = self.instance(rounds, claim, state, meaning)
            if found is None:
                continue
            # one element for all claims: nothing is known of it
            some = chosen.get(claim.bound)
            if some is None:
                some = chosen[claim.bound] = self._judge.world.unknown("element", claim.bound.sort)
            body = T.substitute(found.body, {claim.bound: some})
            # its own instances of what is known, where the claim reads
            for known in said(state, [(parts(array), T.bvadd(some, away)) for array, away in found.arrays]):
                state.assume(known)
            left.append((claim, body))
        for known in said(state, self._claims.reads):
            state.assume(known)
        for _ in range(MOST_MODELS):
            if not left:
                return []
            model = self._judge.model(state, T.or_(*(T.not_(body) for _, body in left)))
            if model is None:
                return [claim for claim, _ in left]
            if isinstance(model, Unknown):
                break
            kept = [(claim, body) for claim, body in left if _true(body, model)]
            if len(kept) == len(left):
                break
            left = kept
        return [claim for claim, body in left if self._judge.certain(state, body)]

    def learn(self, rounds: Rounds, claim: Everywhere, state: State, meaning: Meaning) -> None:
        """From now on the state knows it."""
        found = self.instance(rounds, claim, state, meaning)
        if found is not None:
            state.facts[Fact(claim.bound, found.body, found.arrays)] = T.TRUE


def _true(body: Term, model: dict[Term, object]) -> bool:
    """One without a value counts as holding: it is asked for alone."""
    try:
        return bool(T.evaluate(body, model))
    except T.EvaluationError:
        return True
