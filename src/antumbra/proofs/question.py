"""What is asked of a checker, and how much it may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Final

from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.records import dataclass, field, replace

#: effort of a command, and of a question to a solver besides the solver's own steps
COMMAND: Final = 40.0
#: of one on a path that is followed alone, where values stay simple: 210,048 of them took 2.0 s (loop of 10,000 rounds)
ALONE: Final = 12.0
#: of a command between regions, where there is no memory: 82,749 of them took 1.0 s (machine_lock of 100 states)
FOLLOWED: Final = 12.0
QUESTION: Final = 1_500.0
TOO_MUCH: Final = "it takes more steps than the run"


@dataclass(frozen=True, slots=True)
class Question:
    """What a proof says cannot happen: a violation of ``checks``, an end that nobody can judge, a block of ``places``.

    ``only``: places and violations that are asked about; whatever else is violated ends an execution, and that is
    known already. None: nothing may be violated, and no execution may come to undefined behaviour. ``quiet``: checks
    whose violation ends an execution, and nothing is wrong with that.
    """

    checks: frozenset[str]
    places: frozenset[tuple[str, str]] = frozenset()
    only: frozenset[tuple[str, Location]] | None = None
    quiet: frozenset[str] = frozenset()

    def forbids(self, check: str, location: Location | None) -> bool:
        """Must no execution violate this check here?"""
        if check in self.quiet:
            return False
        return self.only is None or (location is not None and (check, location) in self.only)

    def defined(self, check: str) -> bool:
        """Does an execution that violates this check go on, since nobody asks for it?"""
        return check in P.DEFINED_OTHERWISE and check not in self.checks


class OutOfBudget(Exception):  # noqa: N818 - the end of a check, not an error
    """The checker has had its share."""


@dataclass(slots=True)
class Budget:
    """How much a check may take: commands, questions and effort, the same on every machine; ``seconds`` are the user's.

    ``effort`` is in microseconds, roughly, as that of engines is (engines.effort).
    """

    steps: int = 400_000
    queries: int = 20_000
    effort: float = inf
    seconds: float | None = None
    interrupted: Callable[[], bool] = field(default=lambda: False)
    spent: float = 0.0
    started: float = field(default_factory=time.monotonic)

    @property
    def remaining(self) -> float | None:
        """Seconds left."""
        return None if self.seconds is None else self.seconds - (time.monotonic() - self.started)

    @property
    def late(self) -> bool:
        left = self.remaining
        return (left is not None and left <= 0) or self.interrupted()

    def part(self, share: float) -> Budget:
        """The same until so much of the effort is spent."""
        return replace(self, effort=self.effort * share)

    def spend(self, effort: float) -> None:
        self.spent += effort
        if self.spent > self.effort:
            raise OutOfBudget(TOO_MUCH)

    def expect(self, effort: float) -> None:
        """At least so much is still to come. If that is more than there is, all there is counts as spent: others that
        share it get no more than they would if it had been spent in vain."""
        if self.spent + effort > self.effort:
            self.spent = self.effort
            raise OutOfBudget(TOO_MUCH)

    def within(self, effort: float, ask: Callable[[], bool]) -> bool | None:
        """The answer to a question that is worth so much; None if that is not enough."""
        whole = self.effort
        self.effort = min(whole, self.spent + effort)
        try:
            return ask()
        except OutOfBudget:
            if self.late or min(self.steps, self.queries) < 0 or self.spent > whole:
                raise
            return None
        finally:
            self.effort = whole

    def step(self, effort: float = COMMAND) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise OutOfBudget("too many steps")
        self.spend(effort)
        if self.steps % 32 == 0 and self.late:
            raise OutOfBudget("no time left")

    def query(self) -> None:
        self.queries -= 1
        if self.queries < 0:
            raise OutOfBudget("too many questions to the solver")
        self.spend(QUESTION)
        if self.late:
            raise OutOfBudget("no time left")
