"""``nsw`` and the absolute value of the least number: signed overflow in LLVM IR that no sanitizer went over."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

TEXT = """
declare i32 @__VERIFIER_nondet_int()
declare i8 @llvm.abs.i8(i8, i1)
define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %x = trunc i32 %n to i8
  %low = or i8 %x, -128
  %high = and i8 %x, 127
  %small = and i8 %x, 7
  %bit = trunc i32 %n to i1
  %pair = insertelement <2 x i8> <i8 1, i8 1>, i8 %x, i32 0
  %r = OPERATION
  ret i32 0
}
"""
CASES = [
    ("add nsw i8 %high, 1", True),
    ("add nuw nsw i8 %small, 120", False),
    ("add i8 %high, 1", False),
    ("sub nsw i8 %low, 1", True),
    ("sub nsw i8 %high, 127", False),
    ("mul nsw i8 %small, 19", True),
    ("mul nsw i8 %small, 18", False),
    ("shl nsw i8 %small, 4", False),
    ("shl nsw i8 -1, %small", False),
    ("shl nuw i8 %small, 5", False),
    ("add nsw i1 %bit, true", True),
    ("add nsw i1 %bit, false", False),
    ("sub nsw i1 false, %bit", True),
    ("sub nsw i1 true, %bit", False),
    ("add nsw <2 x i8> %pair, <i8 1, i8 1>", True),
    ("call i8 @llvm.abs.i8(i8 %low, i1 true)", True),
    ("call i8 @llvm.abs.i8(i8 %low, i1 false)", False),
    ("call i8 @llvm.abs.i8(i8 %high, i1 true)", False),
]


@pytest.mark.parametrize(("operation", "overflows"), CASES, ids=[operation for operation, _ in CASES])
def test_signed_overflow(operation: str, overflows: bool, tmp_path: Path) -> None:
    path = tmp_path / "program.ll"
    path.write_text(TEXT.replace("OPERATION", operation))
    result = antumbra.check(path, property="no-overflow", timeout=20)
    # native code has no such checks: not confirmed
    assert result.verdict.value == ("unknown" if overflows else "safe"), result.reason
    if overflows:
        assert "overflows" in (result.reason or "")


def test_wrapping_is_an_assumption(tmp_path: Path) -> None:
    path = tmp_path / "program.ll"
    for flag, assumed in (("nsw ", True), ("", False)):
        path.write_text(TEXT.replace("OPERATION", f"add {flag}i8 %x, 1"))
        result = antumbra.check(path, timeout=20)
        assert result.verdict.value == "safe"
        assert ("wrapping" in [a.id for a in result.assumptions]) is assumed


#: nobody uses the result, but the check stays
UNUSED = [
    ("udiv i8 %x, 0", "division-by-zero"),
    ("udiv i8 %x, 3", None),
    ("srem i8 %x, -1", "no-overflow"),
    ("sdiv i8 %x, -2", None),
    ("lshr i8 %x, 8", "def-behavior"),
    ("lshr i8 %x, 7", None),
    ("shl i8 1, %x", "def-behavior"),
    # as with C's shifts, what is shifted out is no overflow of arithmetic
    ("shl nsw i8 %small, 5", "def-behavior"),
    ("shl nsw i8 %small, 4", None),
    ("extractelement <2 x i8> %pair, i32 2", "def-behavior"),
    ("insertelement <2 x i8> %pair, i8 1, i32 1", None),
    ("insertelement <2 x i8> %pair, i8 1, i8 %small", "def-behavior"),
]


@pytest.mark.parametrize(("operation", "check"), UNUSED, ids=[operation for operation, _ in UNUSED])
def test_checks_of_what_nobody_uses(operation: str, check: str | None, tmp_path: Path) -> None:
    path = tmp_path / "program.ll"
    path.write_text(TEXT.replace("OPERATION", operation))
    result = antumbra.check(path, property="no-overflow,division-by-zero,def-behavior", timeout=20)
    found = result.finding or next(iter(result.others), None)
    assert (found.check if found else None) == check, result.reason
    assert (result.verdict.value == "safe") is (check is None)
