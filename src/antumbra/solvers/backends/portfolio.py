"""Two ways to answer a query, taken in turns that grow.

No solver is the best one for all bit-vector queries: what costs one of them minutes is often a matter of
milliseconds for the other. The first turns are short, so that the usual query, which takes milliseconds, stays with
the way that leads; a way that was overtaken several times in a row no longer leads. Turns are counted in steps, so that
every run takes the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from antumbra.solvers.answers import OUT_OF_STEPS, Answer, Unknown

#: an answer within so many seconds and steps; None: no limit
Attempt = Callable[[float | None, int | None], Answer]

#: steps of the first turn of each way, and how turns grow
FIRST_TURN: Final = 300_000
GROWTH: Final = 3
#: how often in a row a way is overtaken before it no longer leads
OVERTAKEN: Final = 3


class Portfolio:
    """Remembers which of two ways leads."""

    def __init__(self) -> None:
        self._swapped = False
        self._overtaken = 0
        #: the first turn of the next query
        self._usual = FIRST_TURN

    def ask(self, first: Attempt, second: Attempt, limit: float | None, steps: int | None) -> Answer:
        """The first answer of either way within so many seconds, and so many steps of both together."""
        ways = [second, first] if self._swapped else [first, second]
        deadline = None if limit is None else time.monotonic() + limit
        turn, left = self._usual, steps
        answer: Answer = OUT_OF_STEPS
        open_ways = dict(enumerate(ways))
        while open_ways:
            for number, way in list(open_ways.items()):  # the leader first
                remaining = None if deadline is None else deadline - time.monotonic()
                if remaining is not None and remaining <= 0:
                    return Unknown("timeout")
                if left is not None and left <= 0:
                    return OUT_OF_STEPS
                alone = len(open_ways) == 1
                share = left if alone else turn if left is None else min(turn, left)
                answer = way(remaining, share)
                if not isinstance(answer, Unknown) or answer.unreadable:
                    self._won(number)
                    # how long it took is not known, only that less would perhaps have done
                    self._usual = max(FIRST_TURN, turn // GROWTH)
                    return answer
                if answer.reason == "timeout":
                    return answer
                if answer != OUT_OF_STEPS or alone:
                    del open_ways[number]
                if left is not None and share is not None:
                    left -= share
            turn *= GROWTH
        return answer

    def _won(self, number: int) -> None:
        self._overtaken = self._overtaken + 1 if number else 0
        if self._overtaken >= OVERTAKEN:
            self._swapped = not self._swapped
            self._overtaken = 0
