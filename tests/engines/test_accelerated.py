"""Loops with closed forms in a run with the default engine: verdicts, and what is confirmed of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from support.size import some

FOLDER = Path(__file__).parents[2] / "benchmarks" / "loops"
#: decided by closed forms, and by invariants that are looked for first
CLOSED_FORMS = ("counted/down_by_two", "affine/product_as_sum", "counted/quarter_billion", "counted/squares")
INVARIANTS = ("affine/share", "counted/before_violation", "phases/flag", "sequence/fill_drain")


@pytest.mark.parametrize("name", some(CLOSED_FORMS[:1], CLOSED_FORMS))
def test_counted_loops(name: str) -> None:
    result = antumbra.check(FOLDER / f"{name}_safe.c", timeout=120)
    assert (result.verdict.value, result.engine) == ("safe", "interpolate, loops accelerated")
    assert result.proof_checked


@pytest.mark.parametrize("name", some(INVARIANTS[:1], INVARIANTS))
def test_invariants(name: str) -> None:
    result = antumbra.check(FOLDER / f"{name}_safe.c", timeout=120)
    assert (result.verdict.value, result.engine) == ("safe", "dash")
    assert result.proof_checked


def test_another_proof_than_the_engine_has() -> None:
    """Exploration goes through all rounds, which a check over terms cannot; an invariant it can check."""
    result = antumbra.check(FOLDER / "nested" / "rows_safe.c", timeout=120)
    assert (result.verdict.value, result.engine) == ("safe", "explore")
    assert result.proof_checked


def test_a_violation_behind_rounds_that_nobody_goes_through(tmp_path: Path) -> None:
    """It is what native code, which goes through all of them, says as well."""
    file = tmp_path / "f.c"
    file.write_text("""
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0, s = 0, n = __VERIFIER_nondet_uint();
  while (i < n) { if (s > 900000) break; i++; s += 3; }
  if (s == 900000) reach_error();
  return 0;
}
""")
    result = antumbra.check(file, timeout=120)
    assert (result.verdict.value, result.engine) == ("unsafe", "interpolate, loops accelerated")
