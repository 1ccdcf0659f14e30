"""Runs too long to be executed once more by the check of their proof."""

from __future__ import annotations

from pathlib import Path

import antumbra

_LONG = """
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 60000; i++)
    sum = sum * 3u + i;
  if (%s)
    return 1;
  return 0;
}
"""


def _checked(tmp_path: Path, condition: str) -> antumbra.Result:
    file = tmp_path / "long.c"
    file.write_text(_LONG % condition)
    return antumbra.check(file)


def test_the_closure_of_control_confirms_what_calls_no_error_function(tmp_path: Path) -> None:
    result = _checked(tmp_path, "sum == __VERIFIER_nondet_uint()")
    assert result.verdict == "safe"
    assert result.proof_checked
    assert result.proof is not None
    assert "undefined behaviour was looked for by the engine alone" in result.proof.check


def test_it_confirms_nothing_where_an_error_function_is_called(tmp_path: Path) -> None:
    result = _checked(tmp_path, "sum == 1 && (reach_error(), 1)")
    assert result.verdict == "safe"
    assert result.proof is not None
    assert "engine alone" not in result.proof.check
