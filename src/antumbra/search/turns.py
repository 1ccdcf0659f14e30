"""Any order, made fair: a state that runs long without forking is put aside; those aside get half of the effort.

Without that, one endless loop of concrete code keeps every other state waiting, whatever the order. Few states are
kept aside at a time, so that long runs are still finished one after the other and not all begun first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from antumbra.search.contract import AnyItem, Searcher


class Turns(Generic[AnyItem]):
    """A searcher around another one, with ``put_aside`` for the selected item, and ``charge`` for what it cost."""

    ROOM = 64  #: so many aside before they come first

    def __init__(self, order: Searcher[AnyItem]) -> None:
        self._order = order
        self._aside: deque[AnyItem] = deque()
        self._room = self.ROOM
        self._effort = 0  # of those aside, beyond that of the others
        self._from_aside = False
        self._vain = 0  # turns since one ended, while there was no room

    def put_aside(self, item: AnyItem) -> None:
        """The selected item has had its turn."""
        self._order.done(item)
        self._aside.append(item)
        self._vain += len(self._aside) >= self._room
        if self._vain > self._room:
            # none gets anywhere: there must be room for others
            self._room *= 2
            self._vain = 0

    def charge(self, effort: int) -> None:
        """What the selected item cost since."""
        self._effort += effort if self._from_aside else -effort

    def dive(self) -> bool:
        return self._order.dive()

    def add(self, items: Sequence[AnyItem]) -> None:
        self._order.add(items)

    def select(self) -> AnyItem | None:
        crowded = len(self._aside) >= self._room
        self._from_aside = bool(self._aside) and (crowded or self._effort <= 0 or len(self._order) == 0)
        if not self._from_aside:
            return self._order.select()
        if len(self._order) == 0:
            self._effort = 0  # nobody else wants it
        # where they are many, one after the other to its end
        return self._aside.pop() if crowded else self._aside.popleft()

    def done(self, item: AnyItem) -> None:
        self._vain = 0
        self._order.done(item)

    def __len__(self) -> int:
        return len(self._order) + len(self._aside)

    def waiting(self) -> list[AnyItem]:
        return [*self._order.waiting(), *self._aside]
