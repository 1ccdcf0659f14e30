"""Loops over arrays and strings: claims that the text of the program suggests, and a check that keeps what it can show.

It is an engine that finds nothing and proves by the independent check alone: what that confirms is safe, whoever made
the claims. The run has the claims that held checked once more, as it does with every proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program import model as P
from antumbra.proofs import Budget, Certificate, Confirmed, Question

#: effort of one try: what takes more is seldom decided
MOST_EFFORT = 12_000_000
#: turns that one try may take: it begins anew each time
SHARE = 4


class Proposing(EngineDefaults):
    """Says that a program is safe if claims about its loops show it. ``remaining``: seconds that the run has left."""

    name = "claims"

    def __init__(self, program: P.Program, checks: frozenset[str], remaining: Callable[[], float | None]) -> None:
        self._program = program
        self._question = Question(checks)
        self._remaining = remaining
        self._found: Certificate | None = None
        self._interrupted = False
        self.unfinished = True
        self.statistics = Statistics()

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """One try in each turn, until one was not too short."""
        del on_progress
        if self.unfinished and not self._interrupted:
            self._try(min(MOST_EFFORT, MOST_EFFORT if steps is None else SHARE * steps))
        return iter(())

    def _try(self, effort: int) -> None:
        from antumbra.proofs.check import check_claims
        from antumbra.proofs.proposing.arrays import proposals

        budget = Budget(effort=effort, seconds=self._remaining(), interrupted=lambda: self._interrupted)
        self.unfinished = False
        claims = proposals(self._program)
        if not any(claim.ghosts for claim in claims):
            return  # no loop goes over anything
        certificate = Certificate(claims, peeled=False)
        answer, held = check_claims(self._program, self._question, certificate, budget, ("bitwuzla", "z3"))
        self.statistics.steps += int(min(budget.spent, effort))
        if isinstance(answer, Confirmed):
            self._found = held
        else:
            self.unfinished = budget.spent >= budget.effort and effort < MOST_EFFORT

    def interrupt(self) -> None:
        self._interrupted = True

    @property
    def complete(self) -> bool:
        return self._found is not None

    @property
    def cuts(self) -> Sequence[Cut]:
        return () if self.complete else (Cut(Reason.INVARIANT, "no claims about loops that show it"),)

    def certificate(self) -> Certificate | None:
        return self._found
