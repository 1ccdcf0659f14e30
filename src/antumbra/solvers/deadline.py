"""How much several pieces of work may take together."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final


class Deadline:
    """So many ``seconds`` from its making, which only users give, and so many ``steps``, the same in every run.

    ``within``: the limits of the larger piece of work that this is a part of. ``stop`` is asked now and then, also
    in another thread while a solver works: a user who interrupts has no time left.
    """

    def __init__(
        self,
        seconds: float | None,
        steps: int | None = None,
        within: Deadline | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._end: Final = None if seconds is None else time.monotonic() + seconds
        self._steps = steps
        self._within: Final = within
        self._stop: Final = stop

    def part(self, steps: int) -> Deadline:
        """The limits of a part that has at most so many steps of these."""
        return Deadline(self.seconds, steps, self)

    @property
    def seconds(self) -> float | None:
        """Seconds left, never negative."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def steps(self) -> int | None:
        """Steps left, never negative."""
        outer = None if self._within is None else self._within.steps
        left = [max(0, steps) for steps in (self._steps, outer) if steps is not None]
        return min(left, default=None)

    def spend(self, steps: int) -> None:
        """So many steps were taken."""
        if self._steps is not None:
            self._steps -= steps
        if self._within is not None:
            self._within.spend(steps)

    def stopped(self) -> bool:
        """Does whoever gave the limits want no more of it?"""
        if self._stop is not None and self._stop():
            return True
        return self._within is not None and self._within.stopped()

    @property
    def late(self) -> bool:
        """Is the time over?"""
        return self.seconds == 0 or self.stopped()

    @property
    def passed(self) -> bool:
        """Is the time over, or are the steps?"""
        return self.late or self.steps == 0
