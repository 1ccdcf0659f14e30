"""Coverage-guided: states near code that no path has reached yet are chosen more often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic

from antumbra.search.contract import AnyItem


class CoverageNew(Generic[AnyItem]):
    """Weight 1 / (1 + distance)², distance in blocks to the nearest uncovered one.

    ``distance(region)`` gives it, or None if no uncovered block can be reached any more within its
    procedure (then a small weight remains: a caller may lead on). Weights are
    taken when an item is selected from a sample, so that no table is rebuilt when coverage changes.
    """

    SAMPLE = 8

    def __init__(self, distance: Callable[[int], int | None], seed: int = 0) -> None:
        self._distance = distance
        self._random = Random(seed)  # noqa: S311
        self._items: list[AnyItem] = []

    def dive(self) -> bool:
        return False

    def add(self, items: Sequence[AnyItem]) -> None:
        self._items.extend(items)

    def select(self) -> AnyItem | None:
        items = self._items
        if not items:
            return None
        if len(items) <= self.SAMPLE:
            sample = list(range(len(items)))
        else:
            # the newest are the most likely to have just reached something
            sample = [self._random.randrange(len(items)) for _ in range(self.SAMPLE - 2)]
            sample += [len(items) - 1, len(items) - 2]
        weights = [self._weight(items[i]) for i in sample]
        chosen = self._random.choices(sample, weights)[0]
        item = items[chosen]
        items[chosen] = items[-1]
        items.pop()
        return item

    def _weight(self, item: AnyItem) -> float:
        distance = self._distance(item.region)
        return 1e-3 if distance is None else 1.0 / (1 + distance) ** 2

    def done(self, item: AnyItem) -> None:
        pass

    def __len__(self) -> int:
        return len(self._items)

    def waiting(self) -> list[AnyItem]:
        return list(self._items)
