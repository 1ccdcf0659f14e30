"""Which state next: depth first, or the paper's random strategy (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra.engines.coverage import Distances
from antumbra.engines.interpolate.tree.nodes import Node
from antumbra.records import dataclass
from antumbra.search import CoverageNew, DepthFirst, Interleaved, RandomPath, Searcher
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State

#: waiting states that are compared for the one most likely to finish a subtree
LATEST = 32


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """A state, where it goes on, and the node whose segment that is."""

    state: State
    region: int
    arguments: tuple[Any, ...]
    node: Node


class Completing:
    """The state most likely to complete a tree interpolant: the fewest of its siblings still miss, the newest first."""

    def __init__(self) -> None:
        self._items: list[Work] = []

    def dive(self) -> bool:
        return False

    def add(self, items: Sequence[Work]) -> None:
        self._items.extend(reversed(items))

    def select(self) -> Work | None:
        items = self._items
        if not items:
            return None
        first = max(0, len(items) - LATEST)
        best = min(range(len(items) - 1, first - 1, -1), key=lambda i: _missing(items[i].node))
        return items.pop(best)

    def done(self, item: Work) -> None:
        pass

    def __len__(self) -> int:
        return len(self._items)

    def waiting(self) -> list[Work]:
        return list(self._items)


def _missing(node: Node) -> int:
    parent = node.parent
    return 0 if parent is None else sum(result is None for result in parent.results)


def make_order(name: str, seed: int, machine: Machine) -> Searcher[Work]:
    """``dfs``, or ``random``: in turn a random path, new coverage, and what completes an interpolant."""
    if name == "dfs":
        return DepthFirst()
    return Interleaved([RandomPath(seed), CoverageNew(Distances(machine), seed + 1), Completing()])
