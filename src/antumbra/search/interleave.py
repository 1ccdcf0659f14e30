"""Several searchers in turn over the same states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from antumbra.search.contract import AnyItem, Searcher


class Interleaved(Generic[AnyItem]):
    """Each searcher sees every state; they choose in turn. What one took, the others skip."""

    def __init__(self, searchers: Sequence[Searcher[AnyItem]]) -> None:
        self._searchers = list(searchers)
        self._turn = 0
        self._open: dict[int, AnyItem] = {}

    def dive(self) -> bool:
        return False

    def add(self, items: Sequence[AnyItem]) -> None:
        for item in items:
            self._open[id(item)] = item
        for searcher in self._searchers:
            searcher.add(items)

    def select(self) -> AnyItem | None:
        while self._open:
            searcher = self._searchers[self._turn]
            self._turn = (self._turn + 1) % len(self._searchers)
            while (item := searcher.select()) is not None:
                if self._open.pop(id(item), None) is not None:
                    return item
        return None

    def done(self, item: AnyItem) -> None:
        for searcher in self._searchers:
            searcher.done(item)

    def __len__(self) -> int:
        return len(self._open)

    def waiting(self) -> list[AnyItem]:
        return list(self._open.values())
