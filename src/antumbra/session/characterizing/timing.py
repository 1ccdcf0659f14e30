"""How the time of a characterization is divided. Without a limit in seconds nothing is ever late."""

from __future__ import annotations

from antumbra.bounds.asking import Asker
from antumbra.session.control import Control
from antumbra.solvers.deadline import Deadline

#: part of the time that is kept for checking and explaining what was found, and at most so many seconds
RESERVE_PART = 0.25
RESERVE = 15.0


class Timing:
    """Asks the clock of a run."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._reserve = min(RESERVE_PART * (control.timeout or 0.0), RESERVE)

    def remaining(self) -> float | None:
        """Seconds for everything."""
        return self._control.remaining

    def for_search(self) -> float | None:
        """Seconds for the search."""
        left = self._control.remaining
        return None if left is None else max(0.0, left - self._reserve)

    def interrupted(self) -> bool:
        return self._control.interrupted

    def search_is_over(self) -> bool:
        return self._control.interrupted or self.for_search() == 0.0

    def late(self) -> bool:
        """Is there just enough time left to say what is known?"""
        left = self._control.remaining
        return self._control.interrupted or (left is not None and left < self._reserve / 4)

    def deadline(self, steps: int) -> Deadline:
        """So many steps, and no more than half of the time that is left."""
        left = 0.0 if self._control.interrupted else self._control.remaining
        return Deadline(None if left is None else left / 2, steps, stop=self.interrupted)

    def asker(self) -> Asker:
        """Who was interrupted gets what is known, in the form that it has."""
        return Asker(seconds=lambda: 0.0 if self._control.interrupted else self._control.remaining)
