"""Looking for lemmas of a whole program, and leaving out those that a proof does not need."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping

from antumbra.engines.dash.lemmas.guessing import Guesses
from antumbra.engines.dash.lemmas.horn import HornGuesses
from antumbra.engines.dash.lemmas.induction import Asking
from antumbra.engines.dash.lemmas.lemmas import Lemmas, find_lemmas, proved_lemmas
from antumbra.engines.dash.lemmas.moves import moves_of
from antumbra.engines.dash.lemmas.trimming import trimmed
from antumbra.engines.dash.states import Symbolic
from antumbra.engines.dash.systems.system import Kind, Place, System
from antumbra.engines.dash.testing import Samples
from antumbra.solvers import Chain

#: questions of the first search for lemmas, to guess and to check each
QUESTIONS = 500
#: searches before Spacer is asked: a child that loads Z3 takes as long as most programs that guesses decide
PATIENCE = 1
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
        moves = moves_of(systems, entry, start)
        most = QUESTIONS * (searches + 1)
        # in turns, since what makes guesses stronger makes them harder to check
        guesses = Guesses(systems, moves, samples, rich=searches % 2 == 1)
        found = yield from find_lemmas(Asking(self.chain, most), guesses, moves, known, systems)
        if searches < PATIENCE or (found is not None and self._suffice(found, systems, frozenset(closed))):
            return found
        proposed = self.horn.candidates(systems, moves, closed)
        if not any(proposed.values()):
            return found
        more = yield from proved_lemmas(Asking(self.chain, most), proposed, moves, found or known, systems)
        return more or found

    def _suffice(self, lemmas: Lemmas, systems: Mapping[str, System], closed: frozenset[Place]) -> bool:
        """Is no error left that they do not exclude?"""
        edges = [e for s in systems.values() for e in s.edges if e.target.kind is Kind.ERROR and e.target not in closed]
        return all(lemmas.exclude(self.chain, edge.source, edge.guards) for edge in edges)

    def trimmed(self, systems: Mapping[str, System], entry: str, start: Symbolic, lemmas: Lemmas) -> Lemmas:
        """Those that a proof rests on."""
        return trimmed(lemmas, moves_of(systems, entry, start), Asking(self.chain, TRIMMING))
