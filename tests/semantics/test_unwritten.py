"""Branches that depend on what was never written."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

HEAD = "#include <stdlib.h>\nint nondet_int(void);\n"
#: body of main → whether a branch depends on what was never written
BODIES = {
    "int x; if (x) return 1;": True,
    "int x; int y = x; if (y - x) return 1;": False,
    "int x; switch (x) { case 1: return 1; case 2: return 2; }": True,
    "int x, c = nondet_int(); if (c) x = 1; if (c && x) return 1;": False,
    "int x, c = nondet_int(); if (c) x = 1; if (c || x) return 1;": True,
    "int x, c = nondet_int(); if (c) x = 1; if ((c ? x : 0) > 0) return 1;": False,
    "unsigned x; if ((x & 1) < 2) return 1;": False,
    "unsigned x; if ((x | 1) == 0) return 1;": False,
    "unsigned x; if (10 / (x | 1) == 3) return 1;": True,
    "int a[4]; unsigned i = nondet_int(); a[0] = a[1] = 1; if (i < 2 && a[i]) return 1;": False,
    "int a[4]; unsigned i = nondet_int(); a[0] = a[1] = 1; if (i < 3 && a[i]) return 1;": True,
    "int *p = malloc(4); if (p && *p == 77) return 1; free(p);": True,
    "int *p = calloc(1, 4); if (p && *p == 77) return 1; free(p);": False,
    "static int x; if (x) return 1;": False,
    "int x; __CPROVER_assume(x > 5); if (x > 3) return 1;": False,
}


@pytest.mark.parametrize("body", BODIES)
def test_verdict(body: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}")
    result = antumbra.check(path, property="uninitialized", timeout=60)
    assert result.verdict.value == ("unsafe" if BODIES[body] else "safe"), result.reason
    assert result.replayed is (True if BODIES[body] else None)
    # the check of proofs looks whether such a value is in a condition at all
    there = any(part in body for part in ("assume(x", "(x | 1)", "i < 2 && a[i]"))
    assert result.proof_checked is (None if BODIES[body] or there else True), result.proof


def test_a_test_is_run_again(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int main(void) { int x; if (x == 12345) return 1; return 0; }")
    antumbra.check(path, property="uninitialized", out=tmp_path / "out", timeout=60)
    (test,) = (tmp_path / "out" / "tests").glob("*.json")
    again = antumbra.replay(path, test)
    assert (again.verdict.value, again.violated) == ("unsafe", "uninitialized")
    path.write_text("int main(void) { int x = 3; if (x == 12345) return 1; return 0; }")
    assert antumbra.replay(path, test).verdict.value == "unknown"


def test_only_an_engine_that_follows_every_path_says_it(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int main(void) { return 0; }")
    result = antumbra.check(path, property="uninitialized", engine="interpolate", timeout=60)
    assert result.verdict.value == "unknown"
    assert "uninitialized (by the engine interpolate)" in (result.reason or "")
    with pytest.raises(antumbra.InputError, match="never written"):
        antumbra.characterize(path, property="uninitialized")


def test_variables_of_boogie_are_just_unknown(tmp_path: Path) -> None:
    path = tmp_path / "program.bpl"
    path.write_text("procedure main() {\n var x: int;\n if (x > 0) { x := 1; }\n assert x < 2;\n}\n")
    assert antumbra.check(path, property="all", timeout=60).verdict.value == "safe"
