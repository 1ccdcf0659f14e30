"""Depth first and breadth first."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from antumbra.search.contract import AnyItem


class DepthFirst(Generic[AnyItem]):
    """The newest first; of the children of a fork, the first."""

    def __init__(self) -> None:
        self._items: list[AnyItem] = []

    def dive(self) -> bool:
        return True

    def add(self, items: Sequence[AnyItem]) -> None:
        self._items.extend(reversed(items))

    def select(self) -> AnyItem | None:
        return self._items.pop() if self._items else None

    def done(self, item: AnyItem) -> None:
        pass

    def __len__(self) -> int:
        return len(self._items)

    def waiting(self) -> list[AnyItem]:
        return list(self._items)


class BreadthFirst(Generic[AnyItem]):
    """The oldest first."""

    def __init__(self) -> None:
        self._items: deque[AnyItem] = deque()

    def dive(self) -> bool:
        return False

    def add(self, items: Sequence[AnyItem]) -> None:
        self._items.extend(items)

    def select(self) -> AnyItem | None:
        return self._items.popleft() if self._items else None

    def done(self, item: AnyItem) -> None:
        pass

    def __len__(self) -> int:
        return len(self._items)

    def waiting(self) -> list[AnyItem]:
        return list(self._items)
