"""The same paths, however many explore them, and whoever is lost."""

from __future__ import annotations

import os
import signal
from functools import cache

import pytest

from antumbra.engines import recording
from antumbra.engines.explore.parallel import crew as crews
from antumbra.engines.explore.parallel.crew import Crew
from antumbra.engines.explore.parallel.pieces import PieceExplorer
from antumbra.engines.explore.parallel.prefixes import Prefix
from antumbra.engines.explore.parallel.processes import Processes
from antumbra.engines.outcome import Reason
from antumbra.program import model as P
from antumbra.suites.child import descendants
from support.crews import Inline, alone, options, together, ways
from support.size import some
from support.translate import from_c

#: forks of all kinds: branches, switches, which object, which function; ends of all kinds, also on the way
TEXT = """
int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int);
void reach_error(void); void *malloc(__SIZE_TYPE__); void exit(int);
static int one(int x) { return x > 3 ? x : 1; }
static int two(int x) { if (x == 7) reach_error(); return x / 2; }
static int (*const table[2])(int) = {one, two};
int main(void) {
  int sum = 0, a[2] = {1, 2}, b[3] = {3, 4, 5};
  int *which[2] = {a, b};
  for (int i = 0; i < ROUNDS; i++) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
      case 1: sum += 1; break;
      case 2: sum += 100 / (__VERIFIER_nondet_uchar() - 200); break;
      case 3: sum += table[__VERIFIER_nondet_uchar() & 1](x + i * 2); break;
      case 4: sum += which[__VERIFIER_nondet_uchar() & 1][__VERIFIER_nondet_uchar() & 1]; break;
      case 5: __VERIFIER_assume(sum > 1); break;
      case 6: if (sum == 3) exit(1); break;
    }
  }
  return sum;
}
"""


@pytest.fixture(autouse=True)
def every_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first three at a place are told with their inputs, and which are the first depends on the order."""
    monkeypatch.setattr(recording, "PER_PLACE", 1_000_000)


@cache
def program(rounds: int = some(2, 3)) -> P.Program:
    return from_c(TEXT.replace("ROUNDS", str(rounds)))


@pytest.mark.parametrize(("places", "steps"), [(1, 1), (2, 300), (3, 5_000)])
def test_the_same_paths(places: int, steps: int) -> None:
    one, ends = alone(program())
    hands = Inline(program(), places, steps, seed=places)
    crew, others = together(program(), hands)
    assert crew.complete
    assert one.complete == (not one.cuts)
    assert ways(others) == ways(ends)
    assert len(ends) > 80
    for name in ("paths", "forks", "instructions", "covered_blocks", "errors"):
        assert getattr(crew.statistics, name) == getattr(one.statistics, name), name
    assert crew.coverage.lines == one.coverage.lines
    assert crew.coverage.branches == one.coverage.branches
    if places > 1:
        assert crew.statistics.extra["prefixes_followed"] > 1  # it was split at all


def test_each_test_goes_the_way_that_it_stands_for() -> None:
    """Inputs may differ from those of one explorer, and still each path has its own."""
    _, ends = together(program(), Inline(program(), 2, 300))
    given = [tuple((value.name, value.value) for value in end.inputs) for end in ends if end.check == ""]
    assert len(set(given)) == len(given)


def test_what_is_new_is_told_once() -> None:
    one, ends = alone(program())
    for seed in range(4):
        _, others = together(program(), Inline(program(), 3, 100, seed=seed))
        assert 1 <= sum(end.new_coverage for end in others) <= one.statistics.covered_blocks
        assert any(end.new_coverage for end in ends)


@pytest.mark.parametrize("seed", range(some(3, 20)))
def test_what_is_lost_is_done_again_and_counts_once(seed: int) -> None:
    _, ends = alone(program())
    crew, others = together(program(), Inline(program(), 3, 400, seed=seed, lost=4))
    assert crew.statistics.extra["processes_lost"] > 0
    assert crew.complete
    assert ways(others) == ways(ends)
    assert crew.statistics.paths == len(ends)


def test_what_is_lost_again_and_again_is_a_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "TRIES", 1)
    hands = Inline(program(), 2, 400, lost=5)
    monkeypatch.setattr(crews, "TRIES", 2)
    crew, _ = together(program(), hands)
    hands_lost = crew.statistics.extra["processes_lost"]
    assert hands_lost >= 1
    monkeypatch.setattr(crews, "TRIES", 1)
    always = Inline(program(), 1, 400, lost=1)
    monkeypatch.setattr(always, "results", lambda _: [(0, crews.Gone("signal 9"))])
    crew, ends = together(program(), always)
    assert not crew.complete
    assert [(cut.reason, "signal 9" in cut.detail) for cut in crew.cuts] == [(Reason.INTERNAL, True)]
    assert not ends


def prefixes() -> list[Prefix]:
    return PieceExplorer(program(), options()).explore([Prefix()], 3_000).left


@pytest.mark.parametrize("change", [(0, 1), (1, 1), (2, 1), (1, -1)])
def test_a_way_that_is_not_there_is_a_cut(change: tuple[int, int]) -> None:
    """Another side that there is not, another number of sides, another place: nothing is explored in its stead."""
    field, by = change
    for prefix in prefixes():
        forks = [list(fork) for fork in prefix.forks]
        if not forks:
            continue
        last = forks[-1]
        last[field] = last[1] if field == 0 else last[field] + by
        from array import array

        changed = Prefix(array("I", [number for fork in forks for number in fork]).tobytes())
        result = PieceExplorer(program(), options()).explore([changed], 10_000)
        assert [cut.reason for cut in result.cuts] == [Reason.INTERNAL]
        assert not result.ends
        assert not result.left


def test_on_the_way_nothing_is_told() -> None:
    """What happens before a state, whoever gave it away has told."""
    left = prefixes()
    deepest = max(left, key=lambda prefix: prefix.depth)
    explorer = PieceExplorer(program(), options())
    result = explorer.explore([deepest], 0)
    assert not result.cuts
    assert result.counters["paths"] == 0 or result.ends
    _, ends = alone(program())
    for steps in (300, 5_000, 8_000, 10_000, 12_000):
        first = PieceExplorer(program(), options()).explore([Prefix()], steps)
        again = PieceExplorer(program(), options()).explore(first.left, 10**9)
        assert ways([end for end, _ in (*first.ends, *again.ends)]) == ways(ends)


# ---------------------------------------------------------------- processes


def processes(count: int, text: P.Program) -> Processes:
    return Processes(lambda: PieceExplorer(text, options()), count)


def test_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them, one of which is killed now and then."""
    monkeypatch.setattr(crews, "LONG", 2_000)
    monkeypatch.setattr(crews, "SHORT", 300)
    _, ends = alone(program())
    crew = Crew(program(), options(), processes(2, program()))
    found, kills = [], 0
    for end in crew.run():
        found.append(end)
        if len(found) % 40 == 0 and kills < 3:
            kills += 1
            os.kill(descendants(os.getpid())[-1], signal.SIGKILL)
    assert kills
    assert crew.complete
    assert ways(found) == ways(ends)
    assert not descendants(os.getpid())


ENDLESS = """
int __VERIFIER_nondet_int(void);
int main(void) { int sum = 0; while (1) { if (__VERIFIER_nondet_int() > 3) sum++; else sum += 2; } }
"""


def test_whoever_stops_it_leaves_no_process() -> None:
    text = from_c(ENDLESS)
    crew = Crew(text, options(), processes(2, text))
    asked = 0

    def progress(_: object) -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            crew.interrupt()

    assert not list(crew.run(progress))
    assert not crew.complete
    assert crew.cuts[0].reason is Reason.INTERRUPT
    assert crew.cuts[0].count > 0
    assert not descendants(os.getpid())


def test_an_error_of_ours_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(PieceExplorer, "explore", broken)
    crew = Crew(program(), options(), processes(2, program()))
    assert not list(crew.run())
    assert not crew.complete
    assert "ZeroDivisionError: broken" in crew.cuts[0].detail
    assert not descendants(os.getpid())
