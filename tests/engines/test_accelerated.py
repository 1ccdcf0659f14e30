"""Loops with closed forms in a run with the default engine: verdicts, and what is confirmed of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from support.size import some

FOLDER = Path(__file__).parents[2] / "benchmarks" / "loops"
#: decided by closed forms; what is checked independently
PROGRAMS = {
    "affine/product_as_sum_safe": True,
    "affine/share_safe": True,
    "counted/before_violation_safe": True,
    "counted/quarter_billion_safe": True,
    "counted/squares_safe": True,
    "counted/down_by_two_safe": True,
}
NAMES = some(["affine/share_safe"], sorted(PROGRAMS))


@pytest.mark.parametrize("name", NAMES)
def test_counted_loops(name: str) -> None:
    result = antumbra.check(FOLDER / f"{name}.c", timeout=120)
    assert (result.verdict.value, result.engine) == ("safe", "interpolate, loops accelerated")
    assert result.proof_checked is PROGRAMS[name]


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
