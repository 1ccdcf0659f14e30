"""Depth first and breadth first."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from antumbra.search.contract import Item


class DepthFirst:
    """The newest first; of the children of a fork, the first."""

    depth_first = True

    def __init__(self) -> None:
        self._items: list[Item] = []

    def add(self, items: Sequence[Item]) -> None:
        self._items.extend(reversed(items))

    def select(self) -> Item | None:
        return self._items.pop() if self._items else None

    def done(self, item: Item) -> None:
        pass

    def __len__(self) -> int:
        return len(self._items)

    def waiting(self) -> list[Item]:
        return list(self._items)


class BreadthFirst:
    """The oldest first."""

    depth_first = False

    def __init__(self) -> None:
        self._items: deque[Item] = deque()

    def add(self, items: Sequence[Item]) -> None:
        self._items.extend(items)

    def select(self) -> Item | None:
        return self._items.popleft() if self._items else None

    def done(self, item: Item) -> None:
        pass

    def __len__(self) -> int:
        return len(self._items)

    def waiting(self) -> list[Item]:
        return list(self._items)
