"""Small programs that a region graph, a test or a lowered memory could get wrong, each with its verdict.

The engine is asked without the check of its proofs, which would hide its errors.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.dash.refinement import refine_pred
from support.size import some

HEAD = """
#include <stdlib.h>
#include <string.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void); extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void); extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
#define N __VERIFIER_nondet_int
#define U __VERIFIER_nondet_uint
#define ERR(c) do { if (c) reach_error(); } while (0)
#define ASSUME(c) do { if (!(c)) abort(); } while (0)
"""


def programs() -> dict[str, tuple[str, list[str]]]:
    """Name → text, and verdict, language, property, options."""
    found: dict[str, tuple[str, list[str]]] = {}
    for section in (Path(__file__).parent / "traps.txt").read_text("utf-8").split("\n=== ")[1:]:
        title, text = section.split("\n", 1)
        name, *rest = (part.strip() for part in title.split("|"))
        found[name] = text, rest
    return found


PROGRAMS = programs()


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str, tmp_path: Path) -> None:
    text, (wanted, language, property_, options) = PROGRAMS[name]
    path = tmp_path / f"program.{language}"
    path.write_text((HEAD if language == "c" else "") + text)
    named = {n: v == "True" or v.strip('"') for n, v in re.findall(r"(\w+)=(\S+)", options)}
    result = antumbra.check(
        path,
        engine="dash",
        property=property_ or None,
        timeout=30 if wanted in ("safe", "unsafe") else some(1, 3),
        check_proofs=False,
        **named,
    )
    assert not result.crash, result.crash
    assert "internal" not in (result.reason or "")
    if wanted.startswith("not-"):
        assert result.verdict.value != wanted.removeprefix("not-")
    else:
        assert result.verdict.value == wanted, result.reason


@pytest.mark.parametrize("guess", [T.TRUE, T.eq(T.var("i0 bv32", T.bv_sort(32)), T.bv(0, 32))], ids=["true", "symbol"])
def test_wrong_interpolants_are_not_believed(guess: T.Term, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refine_pred, "interpolant", lambda *_: guess)
    path = tmp_path / "program.c"
    path.write_text(
        HEAD + "int main(void) { int x = 0, y = 0; while (N()) { y = x; if (x < 9) x++; } ERR(y == 6 && x == 7); }"
    )
    result = antumbra.check(path, engine="dash", refinement="itp", timeout=20, check_proofs=False)  # type: ignore[call-arg]
    assert result.verdict.value != "safe"
    assert not result.crash, result.crash


def test_interpolants_of_large_circuits_are_not_asked_for() -> None:
    """Nobody is polled while they are built: time and memory had no bound."""
    from antumbra.solvers.backends.interpolation import interpolant

    x = value = T.var("x", T.bv_sort(32))
    for i in range(3000):
        value = T.bvadd(T.bvmul(value, value), T.bv(i, 32))
    y = T.var("y", T.bv_sort(32))
    assert interpolant([T.eq(y, value), T.bvult(x, T.bv(9, 32))], [T.bvult(y, y)]) is None
