"""Guarded commands and Boogie: programs over mathematical integers, with traces, verdicts of properties and proofs."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.engines.dash import engine as dash
from antumbra.frontends.guarded import properties
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.report.result import Result
from support.size import FULL

FOLDER = Path(__file__).parents[3] / "benchmarks" / "dash"
#: seconds
SLOW = () if FULL else ("ticket", "barrier", "thousand")
FILES = [
    path for kind in ("boogie", "guarded") for path in sorted((FOLDER / kind).rglob("*.*")) if path.stem not in SLOW
]


@pytest.mark.parametrize("path", FILES if FULL else FILES[::3], ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_programs(path: Path) -> None:
    expected = path.read_text("utf-8").splitlines()[0].removeprefix("// expect: ")
    result = antumbra.check(path, engine="dash", options={"most_iterations": 2_000})
    assert result.verdict.value == expected, result.reason
    if expected == "safe":
        assert result.proof_checked
    else:
        assert result.replayed


def test_there_are_enough_of_them() -> None:
    assert len(list((FOLDER / "boogie").rglob("*.bpl"))) >= 40
    assert len(list((FOLDER / "guarded").rglob("*.gcl"))) >= 15


SEVERAL = """var x: int = 0, y: int = 0;
up: when x < 10 do x := x + 1, y := y + 2;
down: when x > 0 do x := x - 1, y := y - 2;
property double: invariant y = x + x;
property small: invariant x < 7;
property low: invariant x >= 0;
property nine: unreachable x = 9;
"""


def check(tmp_path: Path, text: str, engine: str) -> Result:
    path = tmp_path / "f.gcl"
    path.write_text(text)
    return antumbra.check(path, engine=engine, timeout=60)


def test_every_property_has_a_verdict(tmp_path: Path) -> None:
    """Also where it is violated only behind a state that violates another."""
    result = check(tmp_path, SEVERAL, "dash")
    assert {target.id: target.verdict for target in result.targets} == {
        "double": "safe",
        "small": "unsafe",
        "low": "safe",
        "nine": "unsafe",
    }
    assert result.finding is not None
    assert result.finding.check == "small"
    assert [(finding.check, finding.replayed) for finding in result.others] == [("nine", True)]
    assert len(result.finding.trace) == 8
    assert result.finding.trace[-1].values == (("x", 7), ("y", 14))
    assert result.proof_checked is True  # of those that hold


def test_a_property_that_is_forgotten_behind_a_violated_one_is_not_said_to_hold(tmp_path: Path) -> None:
    """The check has the properties from the file, and asks for all that are not violated."""
    with pytest.MonkeyPatch.context() as patch:

        def forgetful(program: P.Program, dropped: set[tuple[str, Location | None]]) -> P.Program:
            more = {(one.message, one.place) for one in properties.named(program) if one.id == "nine"}
            return properties.without(program, {*dropped, *more})

        patch.setattr(dash, "without", forgetful)
        result = check(tmp_path, SEVERAL, "dash")
    assert result.verdict is antumbra.Verdict.UNSAFE
    assert result.proof_checked is False
    assert {target.id: target.verdict for target in result.targets} == {
        "double": "unknown",
        "small": "unsafe",
        "low": "unknown",
        "nine": "unknown",
    }


WAITING = """var given: int = 0, total: int = 0;
process P {
  location a, b;
  read: a -> b do given := nondet;
  add: b -> a when given > 0 do total := total + given;
}
property invariant total != 17;
"""


@pytest.mark.parametrize("engine", ["dash", "explore", "interpolate", "abstract"])
def test_a_violation_is_a_trace(tmp_path: Path, engine: str) -> None:
    result = check(tmp_path, WAITING, engine)
    assert result.verdict.value == "unsafe"
    assert result.replayed
    assert result.finding is not None
    trace = result.finding.trace
    assert trace[0].name == "initial"
    assert {step.name for step in trace[1:]} <= {"P.read", "P.add"}
    assert dict(trace[-1].values) | {"given": 17} == {"P@": "a", "given": 17, "total": 17}
    assert sum(step.inputs[0][1] for step in trace if step.inputs) == 17


def test_a_value_that_leaves_its_range(tmp_path: Path) -> None:
    text = "var level: 0..2 = 0, n: int = 0;\nup: do level := level + 1, n := n + 1;\nproperty invariant n >= 0;\n"
    result = check(tmp_path, text, "dash")
    assert result.finding is not None
    assert result.finding.message == "level leaves its range 0..2"
    assert dict(result.finding.trace[-1].values) == {"level": 2, "n": 2}
