"""Invariants that Spacer proposes: laws of counters without bounds, and of machine words; wrong ones do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra import check
from antumbra.engines.dash.lemmas import horn
from antumbra.solvers.horn import HornProblem, Solution
from antumbra.terms import FALSE
from support.protocols import PROTOCOLS
from support.size import some

LOOPS = Path(__file__).parents[3] / "benchmarks" / "loops"
LAWS = some(("window",), ("window", "coins", "tokens"))
BACK = some(("2",), ("2", "1"))
MOVES = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a = n, b = 0;
  if (n < 0 || n > 1000000) return 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { if (a > 0) { a--; b++; } }
    else if (b > 0) { b--; a += BACK; }
  }
  if (a + b != n || a < 0) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize("name", LAWS)
def test_laws(name: str) -> None:
    result = check(PROTOCOLS / f"{name}.gcl", engine="dash")
    assert result.verdict == "safe"
    assert result.proof_checked


@pytest.mark.parametrize("name", LAWS)
def test_broken_laws(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is believed, even if it is said that nothing is ever reached."""

    def nothing(problem: HornProblem, *_: object) -> Solution:
        return Solution((FALSE,) * len(problem.predicates))

    monkeypatch.setattr(horn, "solve", nothing)
    assert check(PROTOCOLS / f"{name}_broken.gcl", engine="dash", options={"most_iterations": 60}).verdict != "safe"


@pytest.mark.parametrize("back", BACK)
def test_words(tmp_path: Path, back: str) -> None:
    file = tmp_path / "moves.c"
    file.write_text(MOVES.replace("BACK", back), "utf-8")
    result = check(file, engine="dash")
    assert result.verdict == ("safe" if back == "1" else "unsafe")
    assert back == "2" or result.proof_checked


def test_sums_are_kept_to_words() -> None:
    """That ``y >= x`` holds rests on a bound of y, which nothing but the end of its words asks for."""
    result = check(LOOPS / "bounds" / "nondet_step_safe.c", engine="dash")
    assert result.verdict == "safe"
    assert result.proof_checked
