"""Depth first most of the time, but fair: the order when the user asks for none.

Depth first is the cheapest order (few states wait, and neighbours on the stack share their path conditions), but a loop
that forks without end keeps it for ever. So a dive ends after some forks, and every few choices the turn goes to the
oldest state, or to one near code that no path has reached yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic

from antumbra.search.contract import AnyItem


class Balanced(Generic[AnyItem]):
    """One list in the order of arrival; a taken item leaves a hole, and holes are cleared when they are many."""

    DIVE = 4  #: forks in a row before another state gets a chance
    TURN = 2  #: every so many choices is not the newest
    SAMPLE = 8

    def __init__(self, distance: Callable[[int], int | None], seed: int = 0) -> None:
        self._distance = distance
        self._random = Random(seed)  # noqa: S311
        self._items: list[AnyItem | None] = []
        self._count = 0
        self._oldest = 0  # nothing waits before this index
        self._choices = 0
        self._dived = 0

    def dive(self) -> bool:
        self._dived += 1
        return self._dived <= self.DIVE

    def add(self, items: Sequence[AnyItem]) -> None:
        self._items.extend(reversed(items))
        self._count += len(items)

    def select(self) -> AnyItem | None:
        if self._count == 0:
            return None
        self._dived = 0
        self._choices += 1
        index = self._index()
        item = self._items[index]
        self._items[index] = None
        self._count -= 1
        if len(self._items) > 64 and self._count < len(self._items) // 2:
            self._items = [item for item in self._items if item is not None]
            self._oldest = 0
        return item

    def _index(self) -> int:
        items = self._items
        while items[-1] is None:
            items.pop()
        if self._choices % self.TURN:
            return len(items) - 1
        if self._choices % (2 * self.TURN):
            return self._near_new_code()
        while items[self._oldest] is None:
            self._oldest += 1
        return self._oldest

    def _near_new_code(self) -> int:
        """The best of a few that wait; the newest if the few are holes."""
        best, best_distance = len(self._items) - 1, float("inf")
        for _ in range(self.SAMPLE):
            index = self._random.randrange(len(self._items))
            item = self._items[index]
            if item is not None:
                distance = self._distance(item.region)
                if distance is not None and distance < best_distance:
                    best, best_distance = index, distance
        return best

    def done(self, item: AnyItem) -> None:
        pass

    def __len__(self) -> int:
        return self._count

    def waiting(self) -> list[AnyItem]:
        return [item for item in self._items if item is not None]
