"""Lanes of vectors: an index beyond the last lane is undefined behaviour, whatever the index's type."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

TEXT = """
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %i = BITS
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 9, INSERT
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %x = extractelement <4 x i32> %s, EXTRACT
  %c = icmp eq i32 %x, 4
  br i1 %c, label %bad, label %ok
bad:
  call void @reach_error()
  ret i32 1
ok:
  ret i32 0
}
"""
CASES = [
    # how %i is made, the index of insertelement, that of extractelement, the verdict for def-behavior, for unreach-call
    ("trunc i32 %n to i1", "i32 0", "i1 %i", "safe", "safe"),
    ("trunc i32 %n to i1", "i1 true", "i32 3", "safe", "unsafe"),
    ("trunc i32 %n to i2", "i32 0", "i2 %i", "safe", "unsafe"),
    ("trunc i32 %n to i2", "i2 %i", "i32 2", "safe", "safe"),
    ("trunc i32 %n to i3", "i32 3", "i3 %i", "unsafe", "unknown"),
    ("trunc i32 %n to i3", "i3 %i", "i32 2", "unsafe", "unknown"),
    ("add i32 %n, 0", "i32 0", "i32 4", "unsafe", "unknown"),
    ("add i32 %n, 0", "i64 4", "i32 0", "unsafe", "unknown"),
    ("zext i32 %n to i128", "i32 3", "i128 %i", "unsafe", "unknown"),
    ("add i32 %n, 0", "i32 3", "i64 4294967296", "unsafe", "unknown"),
]


@pytest.mark.parametrize(("bits", "insert", "extract", "defined", "reached"), CASES)
def test_lane(tmp_path: Path, bits: str, insert: str, extract: str, defined: str, reached: str) -> None:
    path = tmp_path / "lanes.ll"
    path.write_text(TEXT.replace("BITS", bits).replace("INSERT", insert).replace("EXTRACT", extract), "utf-8")
    assert antumbra.check(path, property="def-behavior", timeout=30).verdict.value == defined
    assert antumbra.check(path, property="unreach-call", timeout=30).verdict.value == reached


@pytest.mark.parametrize(("index", "verdict"), [("i32 3", "safe"), ("i32 4", "unsafe"), ("i32 %n", "unsafe")])
def test_lane_that_nobody_reads(tmp_path: Path, index: str, verdict: str) -> None:
    lines = TEXT.replace("BITS", "add i32 %n, 0").replace("INSERT", "i32 0").replace("EXTRACT", "i32 0").splitlines()
    at = next(i for i, line in enumerate(lines) if "extractelement" in line)
    path = tmp_path / "lanes.ll"
    path.write_text(
        "\n".join([*lines[:at], f"  %y = extractelement <4 x i32> %s, {index}", *lines[at:]]) + "\n", "utf-8"
    )
    assert antumbra.check(path, property="def-behavior", timeout=30).verdict.value == verdict


REDUCED = """
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
declare i32 @llvm.vector.reduce.NAME.v4i32(<4 x i32>)
define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %v = insertelement <4 x i32> <i32 -1, i32 0, i32 3, i32 5>, i32 %n, i32 1
  %x = call i32 @llvm.vector.reduce.NAME.v4i32(<4 x i32> %v)
  %c = icmp CONDITION
  br i1 %c, label %bad, label %ok
bad:
  call void @reach_error()
  ret i32 1
ok:
  ret i32 0
}
"""


@pytest.mark.parametrize(
    ("name", "condition", "verdict"),
    [
        ("smax", "slt i32 %x, 5", "safe"),
        ("smax", "eq i32 %x, 9", "unsafe"),
        ("umin", "ugt i32 %x, 3", "safe"),
        ("umin", "eq i32 %x, 2", "unsafe"),
        ("and", "ugt i32 %x, 1", "safe"),
        ("add", "eq i32 %x, 8", "unsafe"),
    ],
)
def test_reduction(tmp_path: Path, name: str, condition: str, verdict: str) -> None:
    path = tmp_path / "lanes.ll"
    path.write_text(REDUCED.replace("NAME", name).replace("CONDITION", condition), "utf-8")
    assert antumbra.check(path, timeout=30).verdict.value == verdict
