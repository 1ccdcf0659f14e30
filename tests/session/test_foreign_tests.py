"""``replay`` takes tests of other tools: KLEE's .ktest and Test-Comp's .xml."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

PROGRAM = """
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_uchar() == 7 && __VERIFIER_nondet_int() == -5) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize("suffix", ["json", "ktest", "xml"])
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_every_format_replays(tmp_path: Path, suffix: str, model: str) -> None:
    program = tmp_path / "program.c"
    program.write_text(PROGRAM)
    found = antumbra.check(program, out=tmp_path / "out", data_model=model, timeout=60)
    assert found.verdict.value == "unsafe"
    (test,) = (tmp_path / "out").rglob(f"test000001.{suffix}")
    again = antumbra.replay(program, test, data_model=model)
    assert again.verdict.value == "unsafe"
    assert again.location == found.location
