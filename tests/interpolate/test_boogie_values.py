"""Boogie programs: maps, mathematical numbers and functions without a meaning, in states and in interpolants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.engines.backward.evaluation import Evaluation
from antumbra.engines.backward.formula import Builder, of_values
from antumbra.terms import Term
from boogie.random_programs import equal
from boogie.test_random import KINDS, _given, _program

CORPUS = sorted((Path(__file__).parents[1] / "boogie" / "corpus").glob("*.bpl"))

#: programs with a word to fill in: one that violates, one that does not
PROGRAMS: dict[str, tuple[str, str, str]] = {
    "function": (
        (
            "function f(x: int) returns (int); procedure main() { var x: int; var c: bool; assume f(1) == 0;"
            "havoc c; if (c) { x := 1; } else { x := @; } if (f(x) == 0) { x := 1; } else { assert false; } }"
        ),
        "2",
        "1",
    ),
    "predicate": (
        (
            "function f(x: int) returns (bool); procedure main() { var x: int; var c: bool; assume !f(1);"
            "havoc c; if (c) { x := 1; } else { x := @; } assert !f(x); }"
        ),
        "2",
        "1",
    ),
    "map": (
        (
            "procedure main() { var m, a: [int]int; var c: bool; a := m[1 := 5];"
            "if (a[2] == 7) { c := true; } else { c := true; } assert a[@] == 5; }"
        ),
        "2",
        "1",
    ),
    "integers": (
        (
            "procedure main() { var d: bool; var x, t, u: int; havoc d; if (d) { x := 0; } else { x := @; }"
            "u := 0; t := 0; while (true) { t := u; u := x; assert t == 0; } }"
        ),
        "1",
        "0",
    ),
    "reals": (
        (
            "procedure main() { var d: bool; var x, t, u: real; havoc d; if (d) { x := 0.0; } else { x := @; }"
            "u := 0.0; t := 0.0; while (true) { t := u; u := x; assert t == 0.0; } }"
        ),
        "1.0",
        "0.0",
    ),
}


def checked(tmp_path: Path, name: str, *, wrong: bool, check_proofs: bool = True) -> antumbra.Result:
    source, bad, good = PROGRAMS[name]
    file = tmp_path / "program.bpl"
    file.write_text(source.replace("@", bad if wrong else good), "utf-8")
    return antumbra.check(file, engine="interpolate", timeout=20, check_proofs=check_proofs)


@pytest.mark.parametrize("name", PROGRAMS)
def test_twins(tmp_path: Path, name: str) -> None:
    assert checked(tmp_path, name, wrong=True).verdict.value == "unsafe"
    assert checked(tmp_path, name, wrong=False).verdict.value == "safe"


@pytest.mark.parametrize("name", ["function", "predicate", "integers"])
def test_a_condition_is_needed(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "integers":

        def pin(self: Builder, expression: Term, value: Any) -> None:
            self.add_member(expression, of_values([int(value)]))

        monkeypatch.setattr(Builder, "pin", pin)
    else:
        monkeypatch.setattr(Evaluation, "_computable", lambda *_: True)
    alone = checked(tmp_path, name, wrong=True, check_proofs=False)
    assert alone.verdict.value == "safe", "the test would not notice"
    refuted = checked(tmp_path, name, wrong=True)
    assert refuted.proof is not None
    assert refuted.proof.result == "refuted"
    assert refuted.verdict.value != "safe"


#: violations that no concrete run confirms
UNDECIDED = {"partial_order_safe", "types_quantified_1_not_safe"}


@pytest.mark.parametrize("path", CORPUS[::4], ids=lambda path: path.stem)
def test_corpus(path: Path) -> None:
    wanted = path.read_text("utf-8").splitlines()[0].partition("expect:")[2].strip()
    result = antumbra.check(path, engine="interpolate", timeout=30)
    found = result.verdict.value
    if path.stem in UNDECIDED:
        assert found == "unknown"
        assert "not confirmed" in (result.reason or "")
    else:
        assert found == wanted or (wanted == "not-safe" and found == "unsafe"), result.reason


@pytest.mark.parametrize("known", [True, False], ids=["concrete", "symbolic"])
@pytest.mark.parametrize("seed", range(8))
def test_random_programs(tmp_path: Path, seed: int, known: bool) -> None:
    program, start = _program(seed)
    claim = " && ".join(equal(name, value, KINDS[name]) for name, value in program.run(start).items())
    path = tmp_path / "program.bpl"
    for text, wanted in ((claim, "safe"), (f"!({claim})", "unsafe")):
        path.write_text(program.text(_given(start, known=known), text), "utf-8")
        result = antumbra.check(path, engine="interpolate", timeout=20)
        assert result.verdict.value == wanted, result.reason
