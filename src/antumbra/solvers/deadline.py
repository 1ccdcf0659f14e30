"""A point in time that several pieces of work share."""

from __future__ import annotations

import time
from typing import Final


class Deadline:
    """So many seconds from its making; None: never."""

    def __init__(self, seconds: float | None) -> None:
        self._end: Final = None if seconds is None else time.monotonic() + seconds

    def remaining(self, most: float) -> float:
        """Seconds left, but no more than ``most`` and never negative."""
        return most if self._end is None else max(0.0, min(most, self._end - time.monotonic()))

    @property
    def passed(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end
