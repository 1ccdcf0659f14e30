"""Proofs of loops whose rounds have 2ⁿ ways are confirmed, since interpolants at joins are claims for the check."""

from __future__ import annotations

from pathlib import Path

from antumbra import check

LOCKS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  while (__VERIFIER_nondet_int()) {
    %s
    %s
  }
  return 0;
}
"""
TAKE = "int p{0} = __VERIFIER_nondet_int(), l{0} = 0; if (p{0}) l{0} = 1;"
GIVE = "if (p{0}) {{ if (l{0} != {1}) reach_error(); }}"


def _locks(folder: Path, last: int) -> Path:
    take, give = (TAKE.format(i) for i in range(12)), (GIVE.format(i, 1 if i else last) for i in range(12))
    file = folder / "locks.c"
    file.write_text(LOCKS % ("\n".join(take), "\n".join(give)), "utf-8")
    return file


def test_many_ways_through_a_round(tmp_path: Path) -> None:
    result = check(_locks(tmp_path, 1), engine="interpolate")
    assert result.verdict == "safe"
    assert result.proof_checked


def test_one_lock_that_is_not_taken(tmp_path: Path) -> None:
    assert check(_locks(tmp_path, 2), engine="interpolate").verdict == "unsafe"
