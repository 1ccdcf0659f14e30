"""Houdini over the moves of all procedures: of some candidates those that the beginning gives and every move keeps."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.lemmas.moves import Move
from antumbra.engines.dash.states import under
from antumbra.engines.dash.systems.system import Place
from antumbra.solvers import Chain, PathCondition, Unknown
from antumbra.terms import Term

Candidates = dict[Place, list[Term]]
#: steps of a solver that count as one more question
STEPS = 200


class Asking:
    """Questions about moves. ``left``: how many may still be asked; hard ones count more than once."""

    def __init__(self, chain: Chain, left: int) -> None:
        self._chain = chain
        self.left = left
        #: the contract of each procedure by its exit, and what it takes for granted at the entry, once they are settled
        self.contracts: Mapping[Place, Term] | None = None

    def _answer(self, conditions: Sequence[Term]) -> PathCondition | Unknown | None:
        before = self._chain.statistics.solver_steps
        found = self._chain.assume(PathCondition.empty(), T.and_(*conditions))
        self.left -= 1 + (self._chain.statistics.solver_steps - before) // STEPS
        return found

    def violated(
        self, move: Move, before: Mapping[Place, Sequence[Term]], wanted: Sequence[Term]
    ) -> PathCondition | Unknown | None:
        """A move from where ``before`` holds to where not all that is wanted does; None if there is none."""
        after = T.and_(*(under(c, move.values) for c in wanted)) if wanted else T.TRUE
        if after is T.TRUE:
            return None
        conditions = [*self.assumed(move, before), T.not_(after)]
        if any(c is T.FALSE for c in conditions):
            return None
        return self._answer(conditions)

    def assumed(self, move: Move, before: Mapping[Place, Sequence[Term]]) -> Iterable[Term]:
        """What is known where a move is made."""
        known = [*move.conditions]
        if move.source is not None:
            known += before.get(move.source, ())
        if move.exit is not None:
            if self.contracts is None:
                known += [under(c, move.returned) for c in before.get(move.exit, ())]
            else:
                known.append(under(self.contracts[move.exit], move.returned))
        return known

    def excluded(self, facts: Sequence[Term]) -> bool:
        """Do facts exclude each other? Not if no more may be asked."""
        return self.left > 0 and self._answer(facts) is None

    def follows(self, known: Sequence[Term], condition: Term) -> bool:
        if not known:
            return condition is T.TRUE
        return self._answer([*known, T.not_(condition)]) is None

    def unclear(self, move: Move, before: Mapping[Place, Sequence[Term]], wanted: Sequence[Term]) -> list[Term]:
        """Which of the conditions nobody could prove one by one, also from equations alone."""
        light = {place: [c for c in here if c.op is T.EQ] for place, here in before.items()}
        return [
            c
            for c in wanted
            if self.violated(move, light, [c]) is not None and self.violated(move, before, [c]) is not None
        ]

    @staticmethod
    def wrong(move: Move, wanted: Sequence[Term], found: PathCondition) -> list[Term]:
        """Which of the conditions fail behind a move that was found. What has no value does, too."""
        return [c for c in wanted if not _holds(under(c, move.values), found)]


def _holds(condition: Term, found: PathCondition) -> bool:
    try:
        return bool(evaluator(condition)(found.model))
    except T.EvaluationError:
        return False


def inductive(
    moves: Sequence[Move], candidates: Candidates, asking: Asking
) -> Generator[None, None, Candidates | None]:
    """The largest part of the candidates that holds by induction; None if too much had to be asked."""
    kept = {place: list(conditions) for place, conditions in candidates.items()}
    changed = True
    while changed:
        changed = False
        for move in moves:
            while asking.left > 0:
                wanted = kept.get(move.target, [])
                found = asking.violated(move, kept, wanted)
                yield
                if found is None:
                    break
                if isinstance(found, Unknown):
                    wrong = asking.unclear(move, kept, wanted)
                    if not wrong:
                        break
                else:
                    wrong = asking.wrong(move, wanted, found)
                gone = set(wrong)
                kept[move.target] = [c for c in wanted if c not in gone]
                changed = True
            if asking.left <= 0:
                return None
    return kept
