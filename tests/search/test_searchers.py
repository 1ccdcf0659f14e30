"""Searchers: every item comes out once, in the promised order, the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from antumbra.search import SEARCHERS, make_searcher
from antumbra.search.contract import Searcher


@dataclass
class State:
    path: str


@dataclass(eq=False)
class Node:
    state: State
    region: int = 0
    path: str = field(default="")


def explore(searcher: Searcher, depth: int) -> list[str]:
    """Walk a full binary tree as the engine would: a fork reuses the parent's state for its first child."""
    root = State("")
    searcher.add([Node(root, 0, "")])
    leaves: list[str] = []
    while (item := searcher.select()) is not None:
        assert isinstance(item, Node)
        path = item.path
        while len(path) < depth:
            children = [Node(item.state, 0, path + "0"), Node(State(path + "1"), 0, path + "1")]
            if searcher.dive():
                searcher.add(children[1:])
                path += "0"
                continue
            searcher.add(children)
            break
        else:
            leaves.append(path)
            searcher.done(item)
    assert len(searcher) == 0
    return leaves


ALL = [*[(name,) for name in SEARCHERS], ("random-path", "coverage-new"), ("dfs", "bfs", "random-path")]


@pytest.mark.parametrize("names", ALL, ids="+".join)
def test_every_leaf_once_and_deterministic(names: tuple[str, ...]) -> None:
    def distance(region: int) -> int | None:
        return region

    first = explore(make_searcher(names, 7, distance), 6)
    again = explore(make_searcher(names, 7, distance), 6)
    assert first == again
    assert sorted(first) == sorted({format(n, "06b") for n in range(64)})


def test_orders() -> None:
    depth_first = explore(make_searcher(["dfs"], 0, lambda _: None), 3)
    assert depth_first == sorted(depth_first)
    breadth_first = make_searcher(["bfs"], 0, lambda _: None)
    items = [Node(State(str(i)), 0, str(i)) for i in range(5)]
    breadth_first.add(items)
    assert [item.path for _ in items if isinstance(item := breadth_first.select(), Node)] == list("01234")


def test_random_path_favours_shallow_states() -> None:
    """A comb: one side of each fork waits. The shallowest waiting state has half of the weight."""
    counts = dict.fromkeys(range(6), 0)
    for seed in range(300):
        searcher = make_searcher(["random-path"], seed, lambda _: None)
        state = State("")
        searcher.add([Node(state, 0)])
        for level in range(5):
            searcher.select() if level == 0 else None
            searcher.add([Node(state, 5), Node(State(""), level)])
        item = searcher.select()
        assert item is not None
        counts[item.region] += 1
    assert counts[0] > 110
    assert counts[0] > counts[1] > counts[3]


def test_coverage_prefers_near_uncovered_code() -> None:
    chosen = 0
    for seed in range(100):
        searcher = make_searcher(["coverage-new"], seed, lambda region: region)
        searcher.add([Node(State(""), 0), Node(State(""), 9), Node(State(""), 9)])
        item = searcher.select()
        assert item is not None
        chosen += item.region == 0
    assert chosen > 90


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="random-path"):
        make_searcher(["quick"], 0, lambda _: None)
