"""What is asked of a checker, and how much it may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from antumbra.program import model as P
from antumbra.program.source import Location


@dataclass(frozen=True, slots=True)
class Question:
    """What a proof says cannot happen: a violation of ``checks``, an end that nobody can judge, a block of ``places``.

    ``only``: places and violations that are asked about; whatever else is violated ends an execution, and that is
    known already. None: nothing may be violated, and no execution may come to undefined behaviour.
    """

    checks: frozenset[str]
    places: frozenset[tuple[str, str]] = frozenset()
    only: frozenset[tuple[str, Location]] | None = None

    def forbids(self, check: str, location: Location | None) -> bool:
        """Must no execution violate this check here?"""
        return self.only is None or (location is not None and (check, location) in self.only)

    def defined(self, check: str) -> bool:
        """Does an execution that violates this check go on, since nobody asks for it?"""
        return check in P.DEFINED_OTHERWISE and check not in self.checks


class OutOfBudget(Exception):  # noqa: N818 - the end of a check, not an error
    """The checker has had its share."""


@dataclass(slots=True)
class Budget:
    """Steps and questions first, since they are the same on every machine; time is the outer limit.

    ``seconds`` of computing: how busy the machine is with other work does not change what is checked. ``wall``: by the
    clock on the wall, as the user sees it.
    """

    steps: int = 400_000
    queries: int = 20_000
    seconds: float | None = None
    wall: float | None = None
    interrupted: Callable[[], bool] = field(default=lambda: False)
    started: float = field(default_factory=time.process_time)
    started_on_the_wall: float = field(default_factory=time.monotonic)

    @property
    def remaining(self) -> float | None:
        left: list[float] = []
        if self.seconds is not None:
            left.append(self.seconds - (time.process_time() - self.started))
        if self.wall is not None:
            left.append(self.wall - (time.monotonic() - self.started_on_the_wall))
        return min(left, default=None)

    @property
    def late(self) -> bool:
        left = self.remaining
        return (left is not None and left <= 0) or self.interrupted()

    def step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise OutOfBudget("too many steps")
        if self.steps % 32 == 0 and self.late:
            raise OutOfBudget("no time left")

    def query(self) -> None:
        self.queries -= 1
        if self.queries < 0:
            raise OutOfBudget("too many questions to the solver")
        if self.late:
            raise OutOfBudget("no time left")
