"""Guesses at all places at once, from below: what holds of the states of tests and of all states that guesses lead to.

A move that leaves a guess gives one more state there, and the guess becomes the next weaker one of its family (see
``invariants/sample_hulls.py``). What comes out is no more than a guess: whether it is kept is for the induction to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.lemmas.columns import columns_of, comparisons, thresholds
from antumbra.engines.dash.lemmas.induction import Asking, Candidates
from antumbra.engines.dash.lemmas.moves import Move
from antumbra.engines.dash.lemmas.reducing import reduced
from antumbra.engines.dash.systems.system import Place, System
from antumbra.engines.dash.testing import Samples
from antumbra.engines.invariants.sample_hulls import Hull, Sample
from antumbra.solvers import PathCondition, Unknown
from antumbra.terms import Term

#: states at one place after which a guess that fails is given up
MOST_STATES = 60


class Plain(Hull):
    """Without bounds of sums, which make questions hard."""

    def _sums(self, samples: list[Sample]) -> Iterator[Term]:  # noqa: ARG002
        return iter(())


class Equations(Plain):
    """Nothing but linear equations: the fewest and the easiest questions."""

    def _plain(self, samples: list[Sample], side: Term | None) -> Iterator[Term]:
        return self._equal(samples, side) if samples else iter((T.FALSE,))

    def _orders(self, samples: list[Sample]) -> Iterator[Term]:  # noqa: ARG002
        return iter(())


class Guesses:
    """A hull of states for each place, of such a kind."""

    def __init__(
        self, systems: Mapping[str, System], moves: Sequence[Move], samples: Samples, kind: type[Hull] = Hull
    ) -> None:
        self._hulls: dict[Place, Hull] = {}
        stops = thresholds(systems)
        for system in systems.values():
            compared = comparisons(system)
            for place, columns in columns_of(system, systems).items():
                known = set(columns)
                splits = [c for c in compared if T.free_variables(c) <= known]
                hull = self._hulls[place] = kind(columns, (), stops, () if kind is Equations else splits)
                for sample in samples.get(place, ()):
                    if known <= sample.keys():
                        hull.add(tuple(sample[c] for c in columns))
        self._moves = moves
        #: moves to look at again when the guess at a place changes
        self._around: dict[Place, list[Move]] = {}
        for move in moves:
            for place in dict.fromkeys((move.source, move.target, move.exit)):
                if place is not None:
                    self._around.setdefault(place, []).append(move)

        #: conditions of each place, and those of its hull that they come from
        self._known: dict[Place, dict[Term, Term]] = {}

    def candidates(self) -> Candidates:
        return {place: list(self._guess(place)) for place in self._hulls}

    def _guess(self, place: Place) -> dict[Term, Term]:
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = reduced(self._hulls[place].conditions())
        return found

    def grow(self, asking: Asking) -> Generator[None]:
        """Until all moves stay within the guesses, or no more may be asked."""
        work = deque(self._moves)
        waiting = set(self._moves)
        while work and asking.left > 0:
            move = work.popleft()
            waiting.discard(move)
            if self._leaves(move, asking):
                for near in self._around[move.target]:
                    if near not in waiting:
                        waiting.add(near)
                        work.append(near)
            yield

    def _leaves(self, move: Move, asking: Asking) -> bool:
        """Does a move leave the guess at its target? Then it is another one from now on."""
        hull = self._hulls[move.target]
        origins = self._guess(move.target)
        guess = list(origins)
        before = self._before(move)
        found = asking.violated(move, before, guess)
        if found is None:
            return False
        if isinstance(found, Unknown):
            unclear = asking.unclear(move, before, guess)
            for condition in unclear:
                hull.ban(origins[condition])
            if not unclear:
                return False
        else:
            state = self._state(move, hull, found)
            if state is None or state in hull.samples or len(hull.samples) >= MOST_STATES:
                for condition in asking.wrong(move, guess, found):
                    hull.ban(origins[condition])
            else:
                hull.add(state)
        del self._known[move.target]
        return True

    def _before(self, move: Move) -> Candidates:
        places = (move.source, move.exit)
        return {place: list(self._guess(place)) for place in places if place is not None}

    @staticmethod
    def _state(move: Move, hull: Hull, found: PathCondition) -> Sample | None:
        """Where a move leads, if it has a value."""
        try:
            return tuple(evaluator(move.values.get(column, column))(found.model) for column in hull.columns)
        except T.EvaluationError:
            return None
