"""auto: who decides, and that one engine's limits are not the other's."""

from __future__ import annotations

from pathlib import Path

import antumbra

MANY_PATHS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < 40; i++) {
    if (__VERIFIER_nondet_int()) x++; else x--;
  }
  if (x > 40) reach_error();
  return 0;
}
"""

DEEP_ERROR = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 12345) reach_error();
  return 0;
}
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "program.c"
    file.write_text(text)
    return file


def test_what_is_too_much_for_exploration_is_interpolated(tmp_path: Path) -> None:
    result = antumbra.check(write(tmp_path, MANY_PATHS), timeout=30)
    assert (result.verdict.value, result.engine) == ("safe", "interpolate")
    assert result.proof_checked is not False


def test_what_exploration_decides_at_once_it_decides(tmp_path: Path) -> None:
    result = antumbra.check(write(tmp_path, DEEP_ERROR))
    assert (result.verdict.value, result.engine) == ("unsafe", "explore")


def test_a_limit_of_the_search_is_kept(tmp_path: Path) -> None:
    result = antumbra.check(write(tmp_path, MANY_PATHS), max_paths=3)
    assert (result.verdict.value, result.engine) == ("unknown", "explore")


def test_time_runs_out_for_both(tmp_path: Path) -> None:
    hard = MANY_PATHS.replace("i < 40", "i < 4000").replace("x > 40", "x > 4000")
    result = antumbra.check(write(tmp_path, hard), timeout=0.5)
    assert result.verdict.value == "unknown"
    assert "time limit" in (result.reason or "")
