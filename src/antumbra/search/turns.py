"""Any order, made fair: a state that runs long without forking is put aside, and gets a turn now and then.

Without that, one endless loop of concrete code keeps every other state waiting, whatever the order. Few states are
kept aside at a time, so that long runs are still finished one after the other and not all begun first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from antumbra.search.contract import AnyItem, Searcher


class Turns(Generic[AnyItem]):
    """A searcher around another one, with ``put_aside`` for the selected item."""

    EVERY = 4  #: one choice in so many is of those aside
    ROOM = 8  #: so many aside before they come first

    def __init__(self, order: Searcher[AnyItem]) -> None:
        self._order = order
        self._aside: deque[AnyItem] = deque()
        self._room = self.ROOM
        self._choices = 0
        self._vain = 0  # turns since one of those aside ended or forked

    def put_aside(self, item: AnyItem) -> None:
        """The selected item has had its turn."""
        self._order.done(item)
        self._aside.append(item)
        self._vain += 1
        if self._vain > 2 * self._room:
            # as many as there is room for, and none gets anywhere: there must be room for others
            self._room *= 2
            self._vain = 0

    def dive(self) -> bool:
        return self._order.dive()

    def add(self, items: Sequence[AnyItem]) -> None:
        self._order.add(items)

    def select(self) -> AnyItem | None:
        self._choices += 1
        crowded = len(self._aside) >= self._room or self._choices % self.EVERY == 0
        if self._aside and (crowded or len(self._order) == 0):
            return self._aside.popleft()
        return self._order.select()

    def done(self, item: AnyItem) -> None:
        self._vain = 0
        self._order.done(item)

    def __len__(self) -> int:
        return len(self._order) + len(self._aside)

    def waiting(self) -> list[AnyItem]:
        return [*self._order.waiting(), *self._aside]
