"""No state starves: whatever the order, one that runs without end is put aside."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import antumbra
from antumbra.search import SEARCHERS, Turns, make_searcher
from support.size import some


@dataclass(frozen=True, eq=False)
class Item:
    state: object
    region: int = 0


def order(name: str) -> Turns[Item]:
    return Turns(make_searcher((name,), 0, lambda _: 0))


@pytest.mark.parametrize("name", SEARCHERS)
def test_everything_is_selected_once(name: str) -> None:
    turns = order(name)
    items = [Item(object()) for _ in range(100)]
    turns.add(items)
    seen: list[Item] = []
    while (item := turns.select()) is not None:
        turns.charge(1)
        if seen.count(item) == 0:
            seen.append(item)
            turns.put_aside(item)
        else:
            turns.done(item)
    assert len(seen) == len(items)
    assert len(turns) == 0
    assert turns.waiting() == []


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("endless", [1, 20, 200])
def test_endless_states_do_not_starve_the_others(name: str, endless: int) -> None:
    turns = order(name)
    states = [Item(object(), number) for number in range(endless + 3)]
    turns.add(states)
    ended = 0
    for _ in range(20 * endless + 20):
        item = turns.select()
        assert item is not None
        if item.region < endless:
            turns.charge(10)
            turns.put_aside(item)
        else:
            turns.charge(1)
            ended += 1
            turns.done(item)
    assert ended == 3
    assert len(turns) == endless


def test_effort_is_shared() -> None:
    """One endless state beside a search that never ends: each gets half of the effort, though its turns are long."""
    turns = order("balanced")
    endless = Item(object(), 1)
    turns.add([endless])
    spent = {0: 0, 1: 0}
    for _ in range(20_000):
        item = turns.select()
        assert item is not None
        effort = 1000 if item is endless else 1
        spent[item.region] += effort
        turns.charge(effort)
        if item is endless:
            turns.put_aside(item)
        else:
            turns.done(item)
        turns.add([Item(object())])
    assert 0.4 < spent[0] / (spent[0] + spent[1]) < 0.6


def test_long_runs_are_finished_and_not_all_begun() -> None:
    """A thousand states that take ten turns each: few are open at a time."""
    turns = order("dfs")
    turns.add([Item(object(), number) for number in range(1000)])
    had: dict[int, int] = {}
    most = 0
    while (item := turns.select()) is not None:
        had[item.region] = had.get(item.region, 0) + 1
        turns.charge(10)
        if had[item.region] == 10:
            turns.done(item)
        else:
            turns.put_aside(item)
        most = max(most, sum(1 for turn in had.values() if turn < 10))
    assert most <= 4 * Turns.ROOM


ENDLESS = {
    "an assertion, then a loop": (
        "c",
        (
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
            "int main(void) { if (!__VERIFIER_nondet_int()) reach_error(); while (1); }"
        ),
    ),
    "a loop on the other side": (
        "c",
        (
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int main(void) {"
            "unsigned n = 0; if (__VERIFIER_nondet_int() != 5) while (1) n++; if (!n) reach_error(); return 0; }"
        ),
    ),
    "recursion by hand": (
        "c",
        (
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
            "static unsigned f(unsigned n) { return n * 3 + 1; }"
            "int main(void) { unsigned n = 7; if (__VERIFIER_nondet_int()) for (;;) n = f(n); reach_error(); }"
        ),
    ),
    "Boogie: an assertion, then a loop": (
        "bpl",
        "procedure {:entrypoint} main(x: int) { var n: int; assert x != 3; n := 0; while (true) { n := n + 1; } }",
    ),
    "Boogie: a loop on the other side": (
        "bpl",
        (
            "procedure {:entrypoint} main(x: int) { var n: int; n := 0; if (x != 3) { while (true) { n := n + 1; } }"
            " assert n != 0; }"
        ),
    ),
}


@pytest.mark.parametrize("search", some(["", "bfs"], ["", "dfs", "bfs", "random-path"]))
@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_loop(tmp_path: Path, name: str, search: str) -> None:
    ending, text = ENDLESS[name]
    path = tmp_path / f"endless.{ending}"
    path.write_text(text, "utf-8")
    order_ = (search,) if search else ()
    result = antumbra.check(path, engine="explore", search=order_, timeout=60)  # type: ignore[arg-type]
    assert result.verdict.value == "unsafe", result.reason
