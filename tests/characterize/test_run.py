"""Characterizations as users make them: from a file to bounds, files and an exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra import InputError
from antumbra.bounds.cfc import Side
from antumbra.report.bounds.json_bounds import bounds_json
from antumbra.report.bounds.json_reading import read_bounds_file
from support.size import some

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"

TWO = """
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  if (a > 250)
    reach_error();
  if (a == 7 && b < 3)
    reach_error();
  return 0;
}
"""
LOOP = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  for (;;) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
      reach_error();
    if (x == 4)
      return 0;
  }
}
"""


def written(tmp_path: Path, text: str, name: str = "p.c") -> Path:
    file = tmp_path / name
    file.write_text(text)
    return file


def test_exact_bounds_with_tests_and_files(tmp_path: Path) -> None:
    result = antumbra.characterize(EXAMPLES / "midpoint.c", out=tmp_path / "out")
    assert result.exact
    assert (result.exit_status, result.result_line) == (1, "RESULT: false(unreach-call)")
    assert result.proof_checked is True
    assert result.contains({"low": 2**31 - 2, "high": 2**31 - 1}) is Side.MUST
    assert result.contains([-5, 2]) is Side.SAFE
    # low + high >= 2^31 with 0 <= low <= high < 2^31
    assert (result.count().least, result.count().most) == (2**60, 2**60)
    assert all(clause.finding is not None and clause.finding.replayed for clause in result.clauses[:1])
    for one in result.sample(5):
        assert result.contains(one) is Side.MUST  # type: ignore[arg-type]
    assert {pair.parameter for pair in result.neighbours} == {"low", "high"}
    names = {path.name for path in (tmp_path / "out").iterdir()}
    pictures = {"characterization.svg", "characterization.html"}
    assert names >= {"bounds.c", "bounds.json", "bounds.smt2", "tests", *pictures}
    again = read_bounds_file(tmp_path / "out" / "bounds.json").cfc
    assert again.exact
    assert [p.name for p in again.parameters] == ["low", "high"]


def test_nothing_fails() -> None:
    result = antumbra.characterize(EXAMPLES / "saturating_add.c")
    assert (result.exact, result.exit_status, result.result_line) == (True, 0, "RESULT: true")


def test_two_failures_are_told_apart(tmp_path: Path) -> None:
    result = antumbra.characterize(written(tmp_path, TWO))
    assert result.exact
    failures = result.cfc.failures
    assert sorted(failure.location.line for failure in failures if failure.location) == [8, 10]
    for failure in failures:
        lower, upper = result.cfc.of_failure(failure)
        assert lower is upper or result.exact
    assert (result.count().least, result.count().total) == (5 * 256 + 3, 65536)
    assert result.irrelevant == ()


def test_what_reads_more_inputs_than_count_is_between_the_bounds(tmp_path: Path) -> None:
    result = antumbra.characterize(written(tmp_path, LOOP), max_inputs=2, timeout=20)
    assert not result.exact
    assert result.exit_status == 2
    assert result.cfc.more_inputs
    assert result.contains([3, 0]) is Side.MUST
    assert result.contains([4, 3]) is Side.SAFE
    assert result.contains([5, 3]) is Side.MUST
    assert result.contains([5, 6]) is None


MANY = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int all = 1;
  for (int i = 0; i < 16; i++)
    all &= __VERIFIER_nondet_int() == 7;
  if (__VERIFIER_nondet_int() == 3 && all)
    reach_error();
  return 0;
}
"""


def test_more_inputs_are_read_while_there_is_time(tmp_path: Path) -> None:
    """Not by who says how many count; and without a limit in seconds the run is the same everywhere."""
    file = written(tmp_path, MANY)
    result = antumbra.characterize(file, timeout=60)
    assert result.exact
    assert len(result.cfc.parameters) == 17
    assert any("32 reads" in line for line in result.log)
    every: list[dict[str, Any]] = [{}, {"max_inputs": 16, "timeout": 60}]
    for few in (antumbra.characterize(file, **options) for options in some(every[:1], every)):
        assert not few.exact
        assert few.reason == "runs read more than 16 inputs"
        assert len(few.cfc.parameters) == 16


def test_only_what_is_assumed_counts() -> None:
    result = antumbra.characterize(EXAMPLES / "midpoint.c", assume_inputs=["low=0..100"])
    assert (result.count().least, result.count().total) == (5050, 101 << 32)
    with pytest.raises(InputError, match="nothing"):
        antumbra.characterize(EXAMPLES / "midpoint.c", assume_inputs=["nothing=1"])


def test_a_repair_is_compared_with_what_failed(tmp_path: Path) -> None:
    antumbra.characterize(written(tmp_path, TWO), out=tmp_path / "old")
    old = tmp_path / "old" / "bounds.json"
    partly = written(tmp_path, TWO.replace("a > 250", "a > 253"), "partly.c")
    comparison = antumbra.characterize(partly, against=old).comparison
    assert comparison is not None
    assert not comparison.complete
    whole = written(tmp_path, TWO.replace("reach_error();\n", ";\n"), "whole.c")
    comparison = antumbra.characterize(whole, against=old).comparison
    assert comparison is not None
    assert comparison.complete


def test_a_phase_may_be_left_out(tmp_path: Path) -> None:
    result = antumbra.characterize(written(tmp_path, TWO), without=["definite", "grow"], timeout=60)
    assert result.exact
    assert any(piece.evidence.phase == "POSSIBLE" for piece in result.cfc.pieces)
    with pytest.raises(InputError, match="unknown phase"):
        antumbra.characterize(written(tmp_path, TWO), without=["magic"])


def test_the_same_twice(tmp_path: Path) -> None:
    file = written(tmp_path, TWO)
    one, other = (bounds_json(antumbra.characterize(file)) for _ in range(2))
    assert one == other


def test_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "antumbra", "characterize", str(written(tmp_path, TWO))]
    done = subprocess.run([*command, "--json", "--out", str(tmp_path / "out")], capture_output=True, text=True)
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert (data["verdict"], data["exact"], data["replayed"], data["proof_checked"]) == ("unsafe", True, True, True)
    done = subprocess.run([*command, "--max-inputs", "0"], capture_output=True, text=True)
    assert done.returncode == 3
    done = subprocess.run([*command, "--assume-input", "c=1"], capture_output=True, text=True)
    assert done.returncode == 3
    assert "a, b" in done.stderr


PLAIN = """
declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()
define i32 @main() {
entry:
  %a = call i32 @__VERIFIER_nondet_int()
  %c = icmp ugt i32 %a, 4000000000
  br i1 %c, label %bad, label %end
bad:
  call void @reach_error()
  unreachable
end:
  ret i32 0
}
"""


def test_llvm_without_debug_information(tmp_path: Path) -> None:
    """Nothing tells which source it is from: it is called as the user calls it."""
    file = written(tmp_path, PLAIN, "plain.ll")
    result = antumbra.characterize(file)
    assert (result.exact, result.result_line) == (True, "RESULT: false(unreach-call)")
    (failure,) = result.cfc.failures
    assert failure.location is not None
    assert failure.location.file == str(file)
    assert result.contains([4_000_000_001]) is Side.MUST
    assert result.contains([4_000_000_000]) is Side.SAFE
    comparison = antumbra.characterize(
        written(tmp_path, PLAIN.replace("4000000000", "4100000000"), "repaired.ll"), against=_written_bounds(file)
    ).comparison
    assert comparison is not None
    assert not comparison.complete


def _written_bounds(file: Path) -> Path:
    antumbra.characterize(file, out=file.parent / "bounds")
    return file.parent / "bounds" / "bounds.json"
