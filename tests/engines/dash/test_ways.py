"""Ways through callees: what must-summaries promise is what tests do; they and contracts spare analyses."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.dash import testing
from antumbra.engines.dash.engine import Dash
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.dash.states import State, Symbolic, input_symbol
from antumbra.engines.dash.ways import Must, Ways, must_of
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import parse_properties
from antumbra.solvers import PathCondition
from support.size import FULL

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n#define nd __VERIFIER_nondet_int\n"
#: each calls a procedure that calls itself, with goals that are asked for more than once
PROGRAMS = {
    "a global variable": """
int g; void f(int n) { if (n <= 0) return; if (nd() > 3) g = g + n; f(n - 1); if (g > 6) g = 6; }
int main(void) { g = nd(); if (g < 0 || g > 1) return 0; f(3);
  if (g == 6) { g = 0; f(3); if (g == 6) reach_error(); } }""",
    "inputs that stop": """
int f(void) { if (nd()) return 0; return f() + 1; }
int main(void) { if (f() == 2) if (f() == 2) reach_error(); }""",
}


@pytest.fixture(params=PROGRAMS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(HEAD + PROGRAMS[request.param])
    return path


def test_tests_do_what_summaries_promise(file: Path) -> None:
    program = load(file, LoadOptions()).program
    engine = Dash(program, DashOptions(parse_properties("unreach-call").checks))
    kept: list[tuple[tuple[str, T.Term | None], State]] = []
    with pytest.MonkeyPatch.context() as patch:
        keep = Ways.keep
        patch.setattr(Ways, "keep", lambda self, key, state: (kept.append((key, state)), keep(self, key, state)))
        assert any(end.check for end in engine.run())
    assert kept
    assert engine._whole is not None
    systems = engine._whole.shared.questions.systems
    random = Random(1)
    held = 0
    for (procedure, goal), state in kept:
        must = must_of(state, goal)
        assert must is not None
        first = state
        while first.parent is not None:
            first = first.parent
        assert first.values is not None
        for _ in range(60):
            began = {v: x if random.random() < 0.7 else random.randrange(8) for v, x in first.values.items()}
            asked = {x: random.choice((0, 1, 4, 5)) for x in must.inputs}
            if not T.evaluate(must.condition, {**began, **asked}):
                continue
            held += 1
            start = Symbolic({v: T.const(x, v.sort) for v, x in began.items()}, PathCondition.empty(), 0)
            graph = RegionGraph(systems[procedure], goal)
            reached = testing.Tests(systems, compiling=False).run_test(graph, start, asked).reached
            assert reached is not None
            assert reached.region in graph.goals
    assert held >= len(kept)


def test_fewer_iterations_with_them(file: Path, request: pytest.FixtureRequest) -> None:
    if not FULL and request.node.callspec.params["file"] != "a global variable":
        pytest.skip("like the other, and takes longer: nightly")
    with_them = antumbra.check(file, engine="dash")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ways, "about", lambda *_: ())
        without = antumbra.check(file, engine="dash")
    assert with_them.verdict is without.verdict is antumbra.Verdict.UNSAFE
    assert with_them.stats["dash_known_ways"] > 0
    assert with_them.stats["dash_iterations"] < without.stats["dash_iterations"]


def test_a_summary_speaks_of_what_a_call_knows_or_not_at_all() -> None:
    x, y = T.var("x", T.bv_sort(8)), T.var("y", T.bv_sort(8))
    must = Must(T.bvult(x, y), (y,))
    assert must.under({}, 0) is None
    assert must.under({x: T.bv(3, 8)}, 4) is T.bvult(T.bv(3, 8), input_symbol(4, y.sort))


@pytest.mark.parametrize("deep", [30, 3_000])
def test_a_recursion_as_deep_as_need_be_is_one_test(tmp_path: Path, deep: int) -> None:
    """Its contract, which three rounds of it show, says with which argument it returns what is wanted."""
    path = tmp_path / "deep.c"
    path.write_text(f"""{HEAD}int id(int x) {{ if (x == 0) return 0; return id(x - 1) + 1; }}
int main(void) {{ if (id(nd()) == {deep}) reach_error(); }}
""")
    result = antumbra.check(path, engine="dash", options={"most_iterations": 200})
    assert result.verdict is antumbra.Verdict.UNSAFE
    assert [given.value for given in result.inputs or ()] == [deep]
