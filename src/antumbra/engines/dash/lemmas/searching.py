"""Looking for lemmas of a whole program, and leaving out those that a proof does not need."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

from antumbra.engines.dash.lemmas.guessing import Equations, Guesses, Plain
from antumbra.engines.dash.lemmas.horn import HornGuesses
from antumbra.engines.dash.lemmas.induction import Asking, Candidates
from antumbra.engines.dash.lemmas.lemmas import Lemmas, proved_lemmas
from antumbra.engines.dash.lemmas.moves import Move, moves_of
from antumbra.engines.dash.lemmas.trimming import trimmed
from antumbra.engines.dash.states import Symbolic
from antumbra.engines.dash.systems.system import Kind, Place, System
from antumbra.engines.dash.testing import Samples
from antumbra.engines.invariants.sample_hulls import Hull
from antumbra.solvers import Chain

#: in place of a number of searches: nothing else has been tried, so that no more is worth it than what is soon over
SOON = -1
#: questions of the first search for lemmas, to guess and to check each
QUESTIONS = 500
#: the same where nothing but equations is looked for
FEW = 200
#: questions of what a proof can do without
TRIMMING = 1_000


class LemmaSearch:
    """``chain`` answers all its questions. ``start``: the state before the first command of procedure ``entry``."""

    def __init__(self, chain: Chain, expired: Callable[[], bool], memory_mb: float | None) -> None:
        self.chain = chain
        self.horn = HornGuesses(expired, memory_mb)

    def look(
        self,
        systems: Mapping[str, System],
        entry: str,
        start: Symbolic,
        samples: Samples,
        known: Lemmas,
        searches: int,
        closed: Iterable[Place],
    ) -> Generator[None, None, Lemmas | None]:
        """Lemmas beyond those that are ``known``, if there are any; after so many ``searches``. ``closed``: errors that
        nothing has to be proved about."""
        search = _Search(self.chain, systems, moves_of(systems, entry, start), known, frozenset(closed))
        most = QUESTIONS * (max(0, searches) + 1)
        if searches <= 0 and (
            yield from self._guessed(search, Guesses(systems, search.moves, samples, Equations), FEW)
        ):
            return search.found
        proposals = self.horn.candidates(systems, search.moves, search.closed)
        nothing: Candidates = {}
        if (yield from search.proves(next(proposals, nothing), most)):
            return search.found
        if searches == SOON:
            return search.found
        # in turns, since what makes guesses stronger makes them harder to check
        guesses = Guesses(systems, search.moves, samples, Hull if searches % 2 == 1 else Plain)
        if (yield from self._guessed(search, guesses, most)):
            return search.found
        for proposed in proposals:
            if (yield from search.proves(proposed, most)):
                break
        return search.found

    def _guessed(self, search: _Search, guesses: Guesses, most: int) -> Generator[None, None, bool]:
        yield from guesses.grow(Asking(self.chain, most))
        return (yield from search.proves(guesses.candidates(), most))

    def trimmed(self, systems: Mapping[str, System], entry: str, start: Symbolic, lemmas: Lemmas) -> Lemmas:
        """Those that a proof rests on."""
        return trimmed(lemmas, moves_of(systems, entry, start), Asking(self.chain, TRIMMING))


class _Search:
    """What is known and ``found`` so far, with what somebody proposes put to the test."""

    def __init__(
        self,
        chain: Chain,
        systems: Mapping[str, System],
        moves: Sequence[Move],
        known: Lemmas,
        closed: frozenset[Place],
    ) -> None:
        self._chain = chain
        self._systems = systems
        self._known = known
        self.moves = moves
        self.closed = closed
        self.found: Lemmas | None = None

    def proves(self, proposed: Candidates, most: int) -> Generator[None, None, bool]:
        """Keep what holds by induction. Is no error left that it does not exclude?"""
        if not any(proposed.values()):
            return False
        before = self.found or self._known
        more = yield from proved_lemmas(Asking(self._chain, most), proposed, self.moves, before, self._systems)
        if more is None:
            return False
        self.found = more
        edges = [e for s in self._systems.values() for e in s.edges if e.target.kind is Kind.ERROR]
        return all(more.exclude(self._chain, e.source, e.guards) for e in edges if e.target not in self.closed)
