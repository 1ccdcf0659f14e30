"""Declarations that nothing uses are left out, but only a violation that they do not forbid is one."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.evidence import left_out
from antumbra.report.result import Result
from antumbra.solvers import Unknown
from support.size import some

FAILS = "procedure {:entrypoint} main() { assert false; }"

#: name → (declarations that agree, the same with a contradiction)
TWINS = {
    "axioms of a constant": ("const c: int; axiom c > 0;", "axiom c < 1;"),
    "axioms of a function": (
        "function f(x: int): int; axiom (forall x: int :: f(x) > x);",
        "axiom (forall x: int :: f(x) < x);",
    ),
    "axioms of two functions": (
        "function f(x: int): bool; function g(x: int): bool; axiom (forall x: int :: f(x) ==> g(x)); axiom f(3);",
        "axiom !g(3);",
    ),
    "unique constants of a small type": ("const unique a: bool; const unique b: bool;", "const unique c: bool;"),
    "unique constants of bits": ("const unique a: bv1; const unique b: bv1;", "const unique c: bv1;"),
    "a where clause": ("var g: int where g > 0;", "var h: int where h > 0 && h < 0;"),
    "a recursive function": (
        "function f(x: int): int { if x <= 0 then 0 else f(x - 1) }",
        "function g(): int { g() + 1 }",
    ),
    "an axiom about a recursive function": ("function g(): int { g() }", "axiom g() != g();"),
}


def check(folder: Path, text: str, **options: object) -> Result:
    path = folder / "p.bpl"
    path.write_text(text, "utf-8")
    return antumbra.check(path, timeout=30, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", some(["explore", "abstract"], ["explore", "interpolate", "abstract"]))
@pytest.mark.parametrize("name", TWINS)
def test_twins(tmp_path: Path, name: str, engine: str) -> None:
    agreeing, contradiction = TWINS[name]
    assert check(tmp_path, f"{agreeing}\n{FAILS}", engine=engine).verdict.value == "unsafe"
    result = check(tmp_path, f"{agreeing}\n{contradiction}\n{FAILS}", engine=engine)
    assert result.verdict.value in ("unknown", "safe")
    if result.verdict.value == "unknown":
        assert any("inconsistent" in note for finding in result.others for note in finding.notes)


@pytest.mark.parametrize("name", TWINS)
def test_the_question_finds_them(tmp_path: Path, name: str) -> None:
    agreeing, contradiction = TWINS[name]
    assert check(tmp_path, f"{agreeing}\n{FAILS}", check_assumptions=True).verdict.value == "unsafe"
    result = check(tmp_path, f"{agreeing}\n{contradiction}\n{FAILS}", check_assumptions=True)
    assert result.verdict.value == "unknown"
    assert "inconsistent" in str(result.reason)


SIZES = """
type T; CONSTANTS
procedure {:entrypoint} main() { assume (forall x: T, y: T :: x == y); assert false; }
"""


def test_the_size_of_a_type(tmp_path: Path) -> None:
    """Two unique constants, and a path on which their type has one element."""
    assert check(tmp_path, SIZES.replace("CONSTANTS", "const unique a: T;")).verdict.value == "unsafe"
    both = check(tmp_path, SIZES.replace("CONSTANTS", "const unique a: T; const unique b: T;"))
    assert both.verdict.value != "unsafe"


def test_a_where_clause_about_what_is_used(tmp_path: Path) -> None:
    """A global variable that nothing uses says something about a constant that the program uses."""
    text = "const c: int; var g: int where c > 5 && g == 0; procedure {:entrypoint} main() { assert c != NUMBER; }"
    assert check(tmp_path, text.replace("NUMBER", "3")).verdict.value == "safe"
    assert check(tmp_path, text.replace("NUMBER", "7")).verdict.value == "unsafe"
    clauses = "var x, y: int where x == y + 1; var z: int where z == 4 && x == z;"
    chained = f"{clauses} procedure {{:entrypoint}} main() {{ assert BAD; }}"
    assert check(tmp_path, chained.replace("BAD", "y == 3")).verdict.value in ("safe", "unknown")
    assert check(tmp_path, chained.replace("BAD", "y != 3")).verdict.value == "unsafe"


def test_what_nobody_knows_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left_out, "some_model", lambda *_: Unknown("too hard"))
    result = check(tmp_path, f"const c: int; axiom c > 0;\n{FAILS}", engine="explore")
    assert result.verdict.value == "unsafe"
    assert any("nothing uses" in a.text and "too hard" in a.text for a in result.assumptions)
    nothing = check(tmp_path, FAILS, engine="explore")
    assert not any("nothing uses" in a.text for a in nothing.assumptions)
