"""When to begin afresh: an incremental solver slows down as circuits of old queries pile up.

Starting again loses what was learnt, and some programs want to keep it. So the pace is watched: when
queries take several times the effort they did on a young instance, it is replaced; when the next
one is no better, the interval to the next attempt grows. Effort is counted in the solver's own steps,
not in seconds: a reset changes which models are found, and the same run must find the same ones.
"""

from __future__ import annotations

from typing import Final

#: queries on a young instance that set the pace, and queries in a recent average
WINDOW: Final = 10
#: mean steps below which a query is not worth thinking about
BEARABLE: Final = 64
#: a reset is tried when the recent pace is this many times the young one
SLOWDOWN: Final = 2


class Pace:
    """Efforts of the queries of the current instance."""

    def __init__(self) -> None:
        self._young: list[int] = []
        self._recent: list[int] = []
        self._queries = 0
        self._interval = 2 * WINDOW
        self._before: int | None = None

    def record(self, steps: int) -> None:
        """One query took this many steps."""
        self._queries += 1
        if len(self._young) < WINDOW:
            self._young.append(steps)
            if len(self._young) == WINDOW and self._before is not None:
                # did the last reset help?
                helped = 3 * sum(self._young) < 2 * self._before
                self._interval = max(2 * WINDOW, self._interval // 2) if helped else self._interval * 4
                self._before = None
            return
        self._recent.append(steps)
        if len(self._recent) > WINDOW:
            del self._recent[0]

    def should_reset(self) -> bool:
        """Whether the next query deserves a new instance; if so, counting starts again."""
        if self._queries < self._interval or len(self._recent) < WINDOW:
            return False
        pace = sum(self._recent)
        if pace < BEARABLE * WINDOW or pace < SLOWDOWN * sum(self._young):
            return False
        self._before = pace
        self._young = []
        self._recent = []
        self._queries = 0
        return True
