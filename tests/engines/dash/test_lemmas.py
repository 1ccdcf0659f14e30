"""Where DASH alone refines for ever: invariants, contracts and hypotheses decide, and the independent check confirms.

What the induction behind them must not forget is in ``tests/faults/lemma_faults.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.dash.lemmas.reducing import reduced
from support.size import FULL

HEAD = """extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
"""
INT, UINT = "__VERIFIER_nondet_int()", "__VERIFIER_nondet_uint()"
WRONG = "reach_error();"


def main(body: str, before: str = "") -> str:
    return f"{HEAD}{before}\nint main(void) {{ {body} return 0; }}\n"


LOCKSTEP = "int n = {0}, x = 0, y = 0; while (x < n) {{ x++; {1} }} if (x != y) {2}"
FIGURE = "int a = {0}, i = 0, k = 0; while (i < a && i < 10) {{ k += i; i++; }} if (k == {1}) {2}"
THREE = "unsigned x = {0}, y = 3 * x; while (y > 0) {{ x--; y--; }} if (x == {1}) {2}"
ID = "static int id(int n) {{ if (n <= 0) return n; {0} return id(n - 1) + 1; }}"
ADD = "static unsigned add(unsigned a, unsigned b) {{ if (b == 0) return a; {0} return add(a + 1, b - 1); }}"
DEPTH = "static int d; static void f(int n) {{ d++; if (n > 0) f(n - 1); {0} d--; }}"
INSIDE = "static int in; static void f(int n) {{ if (in) reach_error(); in = 1; {0} in = 0; if (n > 0) f(n - 1); }}"
PARITY = """static int odd(unsigned n);
static int even(unsigned n) {{ if (n == 0) return 1; return odd(n - 1); }}
static int odd(unsigned n) {{ if (n == 0) return {0}; return even(n - 1); }}"""
#: name → expected verdict, program
PROGRAMS = {
    "rounds": ("safe", main(f"int k = 0; for (int i = 0; i < 1000; i++) k++; if (k != 1000) {WRONG}")),
    "rounds wrong": ("unsafe", main(f"int k = 0; for (int i = 0; i < 1000; i++) k++; if (k == 1000) {WRONG}")),
    "figure 3.15": ("safe", main(FIGURE.format(INT, 2, WRONG))),
    "figure 3.15 wrong": ("unsafe", main(FIGURE.format(INT, 6, WRONG))),
    "lowest bit": ("safe", main(THREE.format(UINT, 1, WRONG))),
    "lowest bit wrong": ("unsafe", main(THREE.format(UINT, "-2u", WRONG))),
    "in step": ("safe", main(LOCKSTEP.format(INT, "y++;", WRONG))),
    "in step wrong": ("unsafe", main(LOCKSTEP.format(INT, "if (x != 7) y++;", WRONG))),
    "nested": (
        "safe",
        main(f"int s = 0; for (int i = 0; i < 20; i++) for (int j = 0; j < 30; j++) s++; if (s != 600) {WRONG}"),
    ),
    "identity": ("safe", main(f"int n = {INT}; if (id(n) != n) {WRONG}", ID.format(""))),
    "identity wrong": ("unsafe", main(f"int n = {INT}; if (id(n) != n) {WRONG}", ID.format("if (n == 5) return 6;"))),
    "add": ("safe", main(f"unsigned a = {UINT}, b = {UINT}; if (add(a, b) != a + b) {WRONG}", ADD.format(""))),
    "add wrong": (
        "unsafe",
        main(f"unsigned a = {UINT}, b = {UINT}; if (add(a, b) != a + b) {WRONG}", ADD.format("if (b == 3) return a;")),
    ),
    "depth": ("safe", main(f"f({INT}); if (d != 0) {WRONG}", DEPTH.format(""))),
    "depth wrong": ("unsafe", main(f"f({INT}); if (d != 0) {WRONG}", DEPTH.format("if (n != 3)"))),
    "once inside": ("safe", main(f"f({INT}); f({INT});", INSIDE.format(""))),
    "twice inside": ("unsafe", main(f"f({INT}); f({INT});", INSIDE.format("if (n == 2) f(0);"))),
    "even and odd": ("safe", main(f"unsigned n = {UINT}; if (even(n) != (n % 2 == 0)) {WRONG}", PARITY.format(0))),
    "even and odd wrong": (
        "unsafe",
        main(f"unsigned n = {UINT}; if (even(n) != (n % 2 == 0)) {WRONG}", PARITY.format(1)),
    ),
}


# by day the safe figure is one of test_figures.py
@pytest.mark.parametrize("name", [name for name in PROGRAMS if FULL or name != "figure 3.15"])
def test_programs_that_need_lemmas(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, text = PROGRAMS[name]
    path = tmp_path / "p.c"
    path.write_text(text, "utf-8")
    found = antumbra.check(path, engine="dash", options={"most_iterations": 2000})
    assert found.verdict.value == expected, found.reason
    if expected == "safe":
        assert found.proof_checked


def test_equations_make_other_guesses_smaller() -> None:
    x, y, z = (T.var(name, T.bv_sort(8)) for name in "xyz")
    three = T.bv(3, 8)
    given = [T.eq(T.bvsub(y, x), three), T.bvsle(T.bvsub(y, x), three), T.bvule(x, z), T.bvule(T.bvsub(y, three), z)]
    found = reduced(given)
    assert len(found) == 2
    assert T.bvule(x, z) in found or T.bvule(T.bvsub(y, three), z) in found
    # and what comes out says the same
    for vx in range(0, 256, 17):
        for vy in range(0, 256, 7):
            for vz in (0, 5, 200):
                values = {x: vx, y: vy, z: vz}
                assert all(T.evaluate(c, values) for c in given) == all(T.evaluate(c, values) for c in found)
