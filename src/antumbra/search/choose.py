"""Searchers by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from antumbra.search.balanced import Balanced
from antumbra.search.contract import Searcher
from antumbra.search.coverage import CoverageNew
from antumbra.search.interleave import Interleaved
from antumbra.search.orders import BreadthFirst, DepthFirst
from antumbra.search.random_path import RandomPath

SEARCHERS = ("balanced", "dfs", "bfs", "random-path", "coverage-new", "random")
#: what KLEE does: both in turn
RANDOM = ("random-path", "coverage-new")


def make_searcher(names: Sequence[str], seed: int, distance: Callable[[int], int | None]) -> Searcher[Any]:
    """One searcher, or several interleaved."""
    each = [n for name in names for n in (RANDOM if name == "random" else (name,))]
    made = [_one(name, seed + number, distance) for number, name in enumerate(each)]
    return made[0] if len(made) == 1 else Interleaved(made)


def _one(name: str, seed: int, distance: Callable[[int], int | None]) -> Searcher[Any]:
    match name:
        case "balanced":
            return Balanced(distance, seed)
        case "dfs":
            return DepthFirst()
        case "bfs":
            return BreadthFirst()
        case "random-path":
            return RandomPath(seed)
        case "coverage-new":
            return CoverageNew(distance, seed)
        case _:
            raise ValueError(f"unknown searcher '{name}'; there are {', '.join(SEARCHERS)}")
