"""Tests in machine code: the same states, inputs, samples and symbolic states as in Python, and far more steps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.dash import testing
from antumbra.engines.dash.lemmas.moves import ghosts_of
from antumbra.engines.dash.native import leaps, machine
from antumbra.engines.dash.native.layout import Layout
from antumbra.engines.dash.native.translation import text_of
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.dash.states import execute_symbolic
from antumbra.engines.dash.systems.building import systems_of
from antumbra.engines.dash.systems.system import Kind
from antumbra.program import model as P
from antumbra.solvers import Chain
from support.both_tiers import compare, runner_of, start_of
from support.size import some
from support.small.truth import known
from support.steps import all_limited

SEEDS = some(20, 1_500)
#: programs of one test: of those with arrays few have anything native
PART = some(10, 100)
LONG = sorted((Path(__file__).parents[3] / "benchmarks" / "dash" / "long").glob("*.c"))


@pytest.mark.parametrize("seeds", [range(first, first + PART) for first in range(0, SEEDS, PART)], ids=str)
@pytest.mark.parametrize("arrays", [False, True])
def test_both_do_the_same(seeds: range, arrays: bool) -> None:
    edges = [compare(seed, arrays=arrays) for seed in seeds]
    # arrays stay in Python, and with them the edges of most of these programs
    assert sum(native for _, native in edges) > (0 if arrays else 0.02) * sum(every for every, _ in edges)


@pytest.mark.parametrize("seeds", [range(first, first + 6) for first in range(100, 100 + some(6, 200), 6)], ids=str)
def test_the_engine_does_the_same(seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts, and what is counted on the way to them."""
    all_limited(monkeypatch, some(300, 2_000))
    monkeypatch.setattr(leaps, "SOON", 3)
    monkeypatch.setattr(leaps, "COMPILER", 0)
    monkeypatch.setattr(leaps, "EDGE", 0)
    monkeypatch.setattr(leaps, "NODE", 0)
    monkeypatch.setattr(leaps, "FARTHEST", 2_000)
    monkeypatch.setattr(testing, "LONGEST", 2_000)
    path = tmp_path / "small.c"
    for seed in seeds:
        path.write_text(known(seed).text)
        told: list[object] = []
        for compiling in (True, False):
            with monkeypatch.context() as patch:
                if not compiling:
                    patch.setattr(leaps.Leaps, "at", lambda *_: -1)
                result = antumbra.check(path, engine="dash", timeout=60, check_proofs=False)
            counted = {k: v for k, v in result.stats.items() if k.startswith("dash_") and not k.endswith("_ms")}
            told.append((result.verdict, result.reason, counted, result.stats["instructions"], result.stats["queries"]))
        assert told[0] == told[1]


@pytest.mark.parametrize("path", some(LONG[2::4], LONG), ids=lambda path: path.stem)
def test_errors_behind_long_loops(path: Path) -> None:
    expected = re.search(r"expect: (\w+)", path.read_text("utf-8"))
    assert expected is not None
    result = antumbra.check(path, engine="dash", timeout=200, options={"most_iterations": 200})
    assert result.verdict.value == expected[1], result.reason
    assert result.verdict is not antumbra.Verdict.UNSAFE or result.replayed is True


def test_a_million_rounds(tmp_path: Path) -> None:
    """More than a million steps of which only a few become objects."""
    path = tmp_path / "million.c"
    path.write_text("""extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned s = 1;
  for (int i = 0; i < 1000000; i++)
    s = s * 3 + (unsigned)i;
  int x = __VERIFIER_nondet_int();
  if (x + n == 4711 && n > 5)
    reach_error();
  return 0;
}
""")
    result = antumbra.check(path, engine="dash", timeout=200, options={"most_iterations": 20})
    assert result.verdict is antumbra.Verdict.UNSAFE, result.reason
    assert result.replayed is True
    assert result.stats["instructions"] > 1_000_000


def test_what_is_too_large_stays_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MOST_TEXT", 1_000)
    _, native = compare(0, arrays=False)
    assert not native


def _recursion() -> P.Program:
    """``void f(n) { total += n; f(n + 1); }``"""
    n, total = T.var('n" evil', T.bv_sort(32)), T.var("total evil", T.bv_sort(32))
    added = P.Assign((total,), (T.bvadd(total, n),))
    call = P.Call((), "f evil", (T.bvadd(n, T.bv(1, 32)),))
    callee = P.Procedure("f evil", (n,), (), {"evil": P.Block("evil", [added, call], P.Return())})
    main = P.Procedure("main", (), (), {"evil": P.Block("evil", [P.Call((), "f evil", (T.bv(0, 32),))], P.Return())})
    return P.Program("evil", "c", {"main": main, "f evil": callee}, "main", P.Layout(64), {total: T.bv(0, 32)})


def test_recursion_without_an_end_is_cut() -> None:
    """There is no room for ever more frames, and nothing is written beyond it."""
    program = _recursion()
    systems = systems_of(program, frozenset({"assert"}))
    runner = runner_of(systems, compiling=True)
    assert runner.leaps is not None
    runner.leaps.farthest = 1 << 24
    run = runner.run_test(RegionGraph(systems["main"], None), start_of(program, "main"), {})
    assert run.reached is None
    assert 20_000 < run.edges < 1 << 24


def test_nothing_of_the_program_is_in_the_code() -> None:
    systems = systems_of(_recursion(), frozenset({"assert"}))
    text = text_of(Layout(systems, {name: ghosts_of(system) for name, system in systems.items()}))
    assert "evil" not in text
    assert "total" not in text


def test_a_million_states_are_few_objects() -> None:
    """What no region and no place has room for is not even written."""
    i = T.var("i", T.bv_sort(32))
    blocks = [
        P.Block("e", [P.Assign((i,), (T.bv(0, 32),))], P.Goto(("h",))),
        P.Block("h", [], P.Branch(T.bvult(i, T.bv(2_000_000, 32)), "b", "r")),
        P.Block("b", [P.Assign((i,), (T.bvadd(i, T.bv(1, 32)),))], P.Goto(("h",))),
        P.Block("r", [], P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    program = P.Program("p", "c", {"main": main}, "main", P.Layout(64))
    systems = systems_of(program, frozenset({"assert"}))
    runner = runner_of(systems, compiling=True)
    assert runner.leaps is not None
    runner.leaps.farthest = 1 << 24
    graph = RegionGraph(systems["main"], None)
    head = next(place for place in systems["main"].places if place.head)
    graph.split(next(graph.regions(head)), T.eq(i, T.bv(77, 32)))
    run = runner.run_test(graph, start_of(program, "main"), {})
    assert run.reached is not None
    assert run.reached.place.kind is Kind.EXIT
    assert run.states > 2_000_000
    kept = [state for region in graph.all_regions() for state in region.states]
    assert len(kept) < 20
    # among them the last one of the loop, which is what it is for all inputs
    last = max((state for state in kept if state.place is head), key=lambda state: state.depth)
    assert last.values == {i: 2_000_000}
    assert execute_symbolic(Chain(), last).values == {i: T.bv(2_000_000, 32)}
