"""The programs of the thesis's figures, and the iterations of its complete example (section 3.7)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.dash.engine import Dash
from antumbra.engines.dash.options import DashOptions
from antumbra.program import model as P

FIGURES = sorted((Path(__file__).parents[3] / "benchmarks" / "dash" / "figures").glob("*.c"))


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.stem)
def test_figure(path: Path) -> None:
    expected = re.search(r"expect: (\w+)", path.read_text("utf-8"))
    assert expected is not None
    result = antumbra.check(path, engine="dash", timeout=60)
    assert result.verdict.value == expected[1], result.reason
    if result.verdict is antumbra.Verdict.SAFE:
        assert result.proof_checked is True
        assert result.proof is not None
        assert result.proof.checker.startswith("closure of regions") or path.stem.startswith("lock_list")
    else:
        assert result.replayed is True


def test_at_least_the_figures_of_the_thesis() -> None:
    assert len(FIGURES) >= 15


def abs_() -> P.Program:
    """abs of Figure 3.3, as it stands there: one procedure."""
    a = T.var("a", T.bv_sort(32))
    zero = T.bv(0, 32)
    blocks = [
        P.Block("0", [], P.Branch(T.bvsle(zero, a), "2", "1")),
        P.Block("1", [P.Assign((a,), (T.bvneg(a),))], P.Goto(("2",))),
        P.Block("2", [P.Assert(T.bvsle(zero, a), "unreach-call", "negative")], P.Return()),
    ]
    main = P.Procedure("abs", (a,), (), {block.label: block for block in blocks})
    return P.Program("abs", "c", {"abs": main}, "abs", P.Layout(64))


def test_the_complete_example() -> None:
    """Five iterations lead to the one input that fails: no more are needed here."""
    engine = Dash(abs_(), DashOptions(frozenset({"unreach-call"})))
    ends = list(engine.run())
    assert [end.inputs[0].value for end in ends if end.check] == [1 << 31]
    assert engine.statistics.extra["dash_iterations"] <= 5 + 1
