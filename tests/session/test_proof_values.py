"""What a proof rests on, as values: invariants hold where the program is, in C's own words too."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

import antumbra
from antumbra.frontends.llvm.translating.bindings import Bindings
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.text.c_expression import CVariable
from antumbra.proofs.proof import Proof
from antumbra.report.json_report import from_json, to_text
from antumbra.report.result import Verdict
from antumbra.report.text import render
from support.clang import ZIG

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
#: a loop's head is marked by its line
PROGRAMS = {
    "two variables": """
int main(void) {
  int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0;
  int i = 0; unsigned s = 0;
  while (/*head*/ i < n) { i++; s += 2; if (s > 100) s = 0; }
  if (i != n || s > 100) reach_error();
  return 0;
}""",
    "names that change": """
int g;
void bump(int *p) { *p = *p + 1; if (*p > 10) *p = 0; }
int main(void) {
  int n = __VERIFIER_nondet_int(); if (n < 0 || n > 100000) return 0;
  int x = 0; short sh = 0; int k = n; k = 7;
  for (int i = 0; /*head*/ i < n; i++) {
    bump(&x); g++; if (g > 7) g = 1;
    sh = (short)(sh + 1); if (sh > 20) sh = 3;
    { int i = g; if (i > 9) reach_error(); }
  }
  if (x > 10 || g > 7 || sh > 20 || k != 7) reach_error();
  return 0;
}""",
    "first round apart": """
int main(void) {
  int n = __VERIFIER_nondet_int(); if (n < 0 || n > 100000) return 0;
  int c = 100, i = 0;
  do { /*head*/ i++; c = c > 40 ? 3 : c + 1; } while (i < n);
  if (c > 41 || c < 3) reach_error();
  return 0;
}""",
}  # fmt: skip


def proved(tmp_path: Path, text: str, name: str = "program.c", **options: object) -> tuple[Proof, antumbra.Result]:
    file = tmp_path / name
    file.write_text(text)
    result = antumbra.check(file, timeout=60.0, **options)  # type: ignore[arg-type]
    assert result.verdict is Verdict.SAFE, result.reason
    assert result.proof is not None
    assert result.proof.result == "confirmed", result.proof.reason
    assert from_json(json.loads(to_text(result))) == result
    return result.proof, result


@pytest.mark.parametrize("name", PROGRAMS)
def test_expressions_hold_in_native_runs(tmp_path: Path, name: str) -> None:
    """Each invariant that C has words for is checked at every visit of the loop's head."""
    text = HEAD + PROGRAMS[name]
    proof, _ = proved(tmp_path, text, engine="interpolate")
    expressions = [i.condition.expression for i in proof.invariants if i.condition.expression is not None]
    assert len(expressions) >= 2
    lines = {i.location.line for i in proof.invariants if i.location is not None}
    assert lines == {text[: text.index("/*head*/")].count("\n") + 1}
    instrumented = text.replace("/*head*/", "".join(f"check({expression}), " for expression in expressions))
    driver = "#include <stdlib.h>\nstatic int n; int __VERIFIER_nondet_int(void) { return n; }\n"
    driver += "void reach_error(void) { abort(); }\nvoid check(int holds) { if (!holds) abort(); }\n"
    instrumented = instrumented.replace("int main(void)", "int run(void)").replace(HEAD, driver)
    instrumented += "\nint main(int c, char **v) { while (*++v) { n = atoi(*v); run(); } return 0; }\n"
    (tmp_path / "native.c").write_text(instrumented)
    native = tmp_path / "native"
    # as other tests compile: what else comes with a program is built once, and for other flags again
    command = [str(ZIG), "cc", "-O1", "-fno-sanitize=undefined", "-w", str(tmp_path / "native.c"), "-o", str(native)]
    subprocess.run(command, check=True)
    rng = random.Random(5)
    inputs = [str(rng.choice((rng.randrange(-5, 20), rng.randrange(1000)))) for _ in range(40)]
    subprocess.run([str(native), *inputs], check=True)


def test_what_is_returned_is_told_in_acsl(tmp_path: Path) -> None:
    text = """
int t[3];
int f(int n) { if (n <= 0) return 0; int r = f(n - 1); return r + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 100000) return 0;
  if (f(n) < 0) reach_error();
  return 0; }"""
    proof, result = proved(tmp_path, HEAD + text, engine="interpolate")
    (contract,) = proof.contracts
    assert contract.procedure == "f"
    assert contract.after
    assert any("\\result" in (condition.expression or "") for condition in contract.after)
    assert all("n" not in (condition.expression or "").replace("\\old(n)", "").replace("unsigned int", "")
               .replace("int", "") for condition in contract.after)  # fmt: skip
    assert any("result" in condition.text for condition in contract.after)
    assert "at every return of f:" in render(result, verbose=True)


def test_boogie(tmp_path: Path) -> None:
    text = """
procedure main(n: int) requires n >= 0; {
  var i: int; var s: int;
  i := 0; s := 0;
  while (i < n) { i := i + 1; s := s + 2; }
  assert s >= 0;
}"""
    proof, result = proved(tmp_path, text, "program.bpl", entry="main")
    texts = {invariant.condition.text: invariant.condition.expression for invariant in proof.invariants}
    assert any("old(" in text and expression is None for text, expression in texts.items())
    assert "in every round of the loop at" in render(result)


def test_only_what_is_certain_has_a_name(tmp_path: Path) -> None:
    """A register goes on when the variable has another value, or is out of scope, or another has its name."""
    file = tmp_path / "names.c"
    file.write_text(
        HEAD
        + """int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int used = a + b;
  b = 3;
  { int gone = __VERIFIER_nondet_int(); used += gone; }
  int one = 1, other = 1;
  if (a) one = __VERIFIER_nondet_int(); else other = __VERIFIER_nondet_int();
  unsigned i = 0;
  while (i < 10) { int copy = i; used += copy + a; i++; { unsigned i = used; used += i; } }
  return used;
}"""
    )
    loaded = load(file, LoadOptions())
    known = Bindings(loaded.modules[0].text).at("main", "while.cond")
    assert set(known.values()) == {
        CVariable("a", True, 32),
        CVariable("used", True, 32),
        CVariable("i", False, 32),
    }
    file.write_text(
        HEAD
        + """int main(void) {
  int copy = 5, i = 0;
  do { copy = i; i += __VERIFIER_nondet_int(); } while (i < 10);
  return copy;
}"""
    )
    known = Bindings(load(file, LoadOptions()).modules[0].text).at("main", "do.body")
    assert "copy" not in {variable.name for variable in known.values()}


def test_coverage_by_line(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        HEAD
        + "int dead(void) {\n return 1;\n}\nint main(void) {\n int x = 1;\n if (x)\n  return 0;\n return dead();\n}\n"
    )
    result = antumbra.check(file, engine="explore")
    covered = result.covered[str(file)]
    assert result.coverage is not None
    assert result.coverage.lines_total == len(covered.lines)
    assert (covered.functions["main"].line, covered.functions["main"].hits) == (5, 1)
    missing = [line for line, hits in sorted(covered.lines.items()) if not hits]
    if missing:
        assert f"not covered: {file}" in render(result, verbose=True)


def test_findings_have_their_path(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        f"{HEAD}int main(void) {{\n int x = __VERIFIER_nondet_int();\n"
        " if (x > 5)\n  if (x < 8)\n   reach_error();\n return 0;\n}\n"
    )
    result = antumbra.check(file)
    assert result.finding is not None
    taken = [(place.line, way) for place, way in result.finding.path if place is not None]
    assert [line for line, _ in taken] == [4, 5]
    assert from_json(json.loads(to_text(result))) == result
    assert "program.c:4" in render(result, verbose=True).partition("Path")[2]
    assert "Path" not in render(result)
