"""The engine on sequential programs in C and Boogie: right where it answers, and it names what it cannot take."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

HEAD = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"
HEAD += "extern float __VERIFIER_nondet_float(void); extern void reach_error(void);\n"
#: name → what is expected and the program
C = {
    "count": (
        "safe",
        """int main(void) { unsigned i = 0; int s = 0; while (i < 10) { s += 2; i++; }
  if (s != 20) reach_error(); }""",
    ),
    "bits": (
        "safe",
        """int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), c = 0;
  while (x) { x &= x - 1; c++; if (c > 8) reach_error(); } }""",
    ),
    "automaton": (
        "unsafe",
        """int main(void) { int s = 0; for (;;) { int e = __VERIFIER_nondet_int();
  switch (s) { case 0: if (e == 1) s = 1; break; case 1: s = e > 3 ? 2 : 0; break; case 2: s = 3; break;
    default: reach_error(); } } }""",
    ),
    "recursion": (
        "takes no recursion (f)",
        """int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) { if (f(3) != 3) reach_error(); }""",
    ),
    "memory": (
        "takes no memory",
        """void up(int *p) { (*p)++; }
int main(void) { int x = 0; while (x < 3) up(&x); if (x != 3) reach_error(); }""",
    ),
    "floats": (
        "takes no floating point",
        """int main(void) { float x = __VERIFIER_nondet_float();
  while (x < 1) x += 0.5f;
  if (x < 0) reach_error(); }""",
    ),
    "division": (
        "division by zero",
        """int main(void) { int x = __VERIFIER_nondet_int(), i = 0;
  while (10 / x > i) i++;
  if (i > 10) reach_error(); }""",
    ),
}
BOOGIE = {
    "only the entry looks at it, safe": (
        "safe",
        """var g: int where g > 3;
procedure main() modifies g; { var x: int; x := g; g := 0; assert x > 3; }""",
    ),
    "only the entry looks at it": (
        "unsafe",
        """var g: int where g > 3;
procedure main() modifies g; { var x: int; x := g; g := 0; assert x > 4; }""",
    ),
    "required of what is not changed": (
        "unsafe",
        """var g: int;
procedure main() requires g > 3; { assert g > 4; }""",
    ),
    "double": (
        "safe",
        """procedure main() { var x, y: int; x := 0; y := 0;
  while (*) { x := x + 1; y := y + 2; }
  assert y == 2 * x; }""",
    ),
    "three": (
        "unsafe",
        """procedure main() { var x, n: int; havoc n; assume n > 0; x := 0;
  while (x < n) { x := x + 1; }
  assert x != 3; }""",
    ),
    "maps": (
        "takes no maps (m)",
        """var m: [int]int;
procedure main() modifies m; { var i: int; i := 0; while (i < 3) { m[i] := i; i := i + 1; } assert m[0] == 0; }""",
    ),
    "functions": (
        "takes no functions without a meaning",
        """function f(x: int): int;
procedure main() { var i: int; i := 0; while (i < 3) { i := i + 1; } assert f(i) == 4; }""",
    ),
    "axioms": (
        "takes no axioms",
        """function f(x: int): int;
axiom (forall x: int :: f(x) > 0);
procedure main() { var i: int; i := 0; while (i < f(i)) { i := i + 1; } assert i == 0; }""",
    ),
    "reals": (
        "takes no reals (r)",
        """procedure main() { var r: real; r := 0.0; while (r < 3.0) { r := r + 0.5; } assert r == 3.0; }""",
    ),
}


@pytest.mark.parametrize("name", C)
def test_c(name: str, tmp_path: Path) -> None:
    expected, text = C[name]
    decided(tmp_path / f"{name}.c", HEAD + text + "\n", expected)


@pytest.mark.parametrize("name", BOOGIE)
def test_boogie(name: str, tmp_path: Path) -> None:
    expected, text = BOOGIE[name]
    decided(tmp_path / f"{name}.bpl", text + "\n", expected)


def decided(file: Path, text: str, expected: str) -> None:
    file.write_text(text)
    result = antumbra.check(file, engine="abstract", timeout=30)
    if expected in ("safe", "unsafe"):
        assert result.verdict.value == expected, result.reason
        assert result.replayed is (True if expected == "unsafe" else None)
        assert result.proof_checked is (True if expected == "safe" else None)
        return
    assert result.verdict is antumbra.Verdict.UNKNOWN
    assert expected in (result.reason or "")
    if expected != "takes no axioms":
        assert f"{file.name}:" in (result.reason or "")
