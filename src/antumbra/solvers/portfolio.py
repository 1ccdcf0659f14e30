"""Two ways to answer a query, taken in turns that grow.

No solver is the best one for all bit-vector queries: what costs one of them minutes is often a matter of
milliseconds for the other. The first turns are short, so that the usual query, which takes milliseconds, stays with
the way that leads; a way that was overtaken several times in a row no longer leads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from antumbra.solvers.answers import Answer, Unknown

#: an answer within so many seconds; None: no limit
Attempt = Callable[[float | None], Answer]

#: seconds of the first turn of each way, and how turns grow
FIRST_TURN: Final = 0.3
GROWTH: Final = 3.0
#: how often in a row a way is overtaken before it no longer leads
OVERTAKEN: Final = 3


class Portfolio:
    """Remembers which of two ways leads."""

    def __init__(self) -> None:
        self._swapped = False
        self._overtaken = 0
        #: seconds of the answer before, if it took more than a first turn
        self._usual = 0.0

    def ask(self, first: Attempt, second: Attempt, limit: float | None) -> Answer:
        """The first answer of either way within the limit."""
        ways = [second, first] if self._swapped else [first, second]
        deadline = None if limit is None else time.monotonic() + limit
        turn = max(FIRST_TURN, 2 * self._usual)
        answer: Answer = Unknown("timeout")
        open_ways = dict(enumerate(ways))
        while open_ways:
            for number, way in list(open_ways.items()):  # the leader first
                remaining = None if deadline is None else deadline - time.monotonic()
                if remaining is not None and remaining <= 0:
                    return Unknown("timeout")
                alone = len(open_ways) == 1
                share = remaining if alone else turn if remaining is None else min(turn, remaining)
                started = time.monotonic()
                answer = way(share)
                if not isinstance(answer, Unknown) or answer.unreadable:
                    self._won(number)
                    self._usual = time.monotonic() - started
                    return answer
                if answer.reason != "timeout" or alone:
                    del open_ways[number]
            turn *= GROWTH
        return answer

    def _won(self, number: int) -> None:
        self._overtaken = self._overtaken + 1 if number else 0
        if self._overtaken >= OVERTAKEN:
            self._swapped = not self._swapped
            self._overtaken = 0
