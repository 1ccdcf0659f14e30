"""Looking for lemmas of a whole program, and leaving out those that a proof does not need."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from antumbra.engines.dash.lemmas.guessing import Guesses
from antumbra.engines.dash.lemmas.induction import Asking
from antumbra.engines.dash.lemmas.lemmas import Lemmas, find_lemmas
from antumbra.engines.dash.lemmas.moves import moves_of
from antumbra.engines.dash.lemmas.trimming import trimmed
from antumbra.engines.dash.states import Symbolic
from antumbra.engines.dash.systems.system import System
from antumbra.engines.dash.testing import Samples
from antumbra.solvers import Chain

#: questions of the first search for lemmas, to guess and to check each
QUESTIONS = 500
#: questions of what a proof can do without
TRIMMING = 1_000


class LemmaSearch:
    """``chain`` answers all its questions. ``start``: the state before the first command of procedure ``entry``."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain

    def look(
        self,
        systems: Mapping[str, System],
        entry: str,
        start: Symbolic,
        samples: Samples,
        known: Lemmas,
        searches: int,
    ) -> Generator[None, None, Lemmas | None]:
        """Lemmas beyond those that are ``known``, if there are any; after so many ``searches``."""
        moves = moves_of(systems, entry, start)
        # in turns, since what makes guesses stronger makes them harder to check
        guesses = Guesses(systems, moves, samples, rich=searches % 2 == 1)
        asking = Asking(self.chain, QUESTIONS * (searches + 1))
        return (yield from find_lemmas(asking, guesses, moves, known, systems))

    def trimmed(self, systems: Mapping[str, System], entry: str, start: Symbolic, lemmas: Lemmas) -> Lemmas:
        """Those that a proof rests on."""
        return trimmed(lemmas, moves_of(systems, entry, start), Asking(self.chain, TRIMMING))
