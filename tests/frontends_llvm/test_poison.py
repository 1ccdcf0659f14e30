"""What LLVM's code says of its values: a flag that is wrong makes poison, and nothing is safe that rests on it."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

TEXT = """
declare i32 @__VERIFIER_nondet_int()
declare i32 @llvm.abs.i32(i32, i1)
define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %low = and i32 %n, 7
  %x = add i32 %low, FROM
  %y = CODE
  ret i32 0
}
"""
#: the operation on %x = FROM..FROM + 7; a FROM for which its flag holds, one for which it may not; what that violates
FLAGS = [
    ("add nuw i32 %x, 1", "8", "-8", "def-behavior"),
    ("sub nuw i32 %x, 8", "8", "7", "def-behavior"),
    ("mul nuw i32 %x, 2", "8", "2147483641", "def-behavior"),
    ("shl nuw i32 %x, 1", "8", "2147483641", "def-behavior"),
    ("shl nsw i32 %x, 1", "-8", "1073741817", "def-behavior"),
    ("shl nuw nsw i32 %x, 1", "8", "1073741817", "def-behavior"),
    ("udiv exact i32 8, %x", "MULTIPLE", "1", "def-behavior"),
    ("sdiv exact i32 %x, -8", "MULTIPLE", "0", "def-behavior"),
    ("lshr exact i32 %x, 3", "MULTIPLE", "0", "def-behavior"),
    ("ashr exact i32 %x, 3", "MULTIPLE", "0", "def-behavior"),
    ("or disjoint i32 %x, 8", "16", "8", "def-behavior"),
    ("trunc nuw i32 %x to i8", "248", "249", "def-behavior"),
    ("trunc nsw i32 %x to i8", "-128", "-129", "def-behavior"),
    ("trunc nuw i32 %x to i1", "BIT", "0", "def-behavior"),
    ("zext nneg i32 %x to i64", "0", "-1", "def-behavior"),
    ("uitofp nneg i32 %x to double", "0", "-1", "def-behavior"),
    ("icmp samesign ult i32 %x, 5", "0", "-1", "def-behavior"),
    ("add nsw i32 %x, 1", "-8", "2147483640", "no-overflow"),
    ("sub nsw i32 %x, 1", "-8", "-2147483648", "no-overflow"),
    ("mul nsw i32 %x, 2", "-8", "1073741817", "no-overflow"),
    ("sdiv i32 -2147483648, %x", "1", "-8", "no-overflow"),
    ("call i32 @llvm.abs.i32(i32 %x, i1 true)", "-2147483647", "-2147483648", "no-overflow"),
    ("call i32 @llvm.abs.i32(i32 %x, i1 false)", "-2147483648", "", "no-overflow"),
]


def _check(folder: Path, code: str, start: str, property_: str) -> antumbra.Result:
    text = TEXT.replace("CODE", code).replace("ret i32 0", "call void @use(TYPE %y)\n  ret i32 0")
    type_ = "i1" if "icmp" in code else code.rpartition(" to ")[2] if " to " in code else "i32"
    text = text.replace("TYPE", type_) + f"define void @use({type_} %v) {{\n  ret void\n}}\n"
    special = {"MULTIPLE": "add i32 8, 0", "BIT": "and i32 %n, 1"}
    if start in special:
        text = text.replace("add i32 %low, FROM", special[start])
    path = folder / "program.ll"
    path.write_text(text.replace("FROM", start), "utf-8")
    return antumbra.check(path, property=property_, timeout=30)


@pytest.mark.parametrize(("code", "right", "wrong", "violated"), FLAGS)
def test_flag(tmp_path: Path, code: str, right: str, wrong: str, violated: str) -> None:
    assert _check(tmp_path, code, right, violated).verdict.value == "safe"
    if not wrong:
        return
    assert _check(tmp_path, code, wrong, violated).verdict.value != "safe"
    other = _check(tmp_path, code, wrong, "unreach-call")
    if violated == "no-overflow" and "abs" not in code:
        assert other.verdict.value == "safe"
        assert "wrapping" in {assumption.id for assumption in other.assumptions}
    elif violated != "no-overflow":
        assert other.verdict.value == "unknown"
        assert "poison" in (other.reason or "")


GLOBAL = """
declare void @reach_error()
@g = INITIAL
define i32 @main() {
  %v = load i32, ptr PLACE
  %c = icmp eq i32 %v, 513
  br i1 %c, label %bad, label %good
bad:
  call void @reach_error()
  br label %good
good:
  ret i32 0
}
"""


@pytest.mark.parametrize(
    ("initial", "place", "safe"),
    [
        ("global i32 0", "@g", True),
        ("global i32 undef", "@g", False),
        ("global i32 poison", "@g", False),
        ("externally_initialized global i32 0", "@g", False),
        ("global {i32, i32} undef", "@g", False),
        ("global {i32, i32} {i32 undef, i32 0}", "@g", False),
        ("global [2 x {i32, i32}] [{i32, i32} {i32 1, i32 undef}, {i32, i32} zeroinitializer]", "@g", False),
        ("global {i8, [3 x i8], i32} {i8 1, [3 x i8] undef, i32 5}", "getelementptr (i8, ptr @g, i64 4)", True),
    ],
)
def test_initial_value(tmp_path: Path, initial: str, place: str, safe: bool) -> None:
    path = tmp_path / "program.ll"
    path.write_text(GLOBAL.replace("INITIAL", initial).replace("PLACE", place), "utf-8")
    assert (antumbra.check(path, timeout=30).verdict.value == "safe") == safe


PROMISES = """
@g = global [4 x i8] zeroinitializer
declare void @llvm.assume(i1)
define i32 @f(ptr %a, double %d) {
  HERE
  ret i32 0
}
define i32 @main() {
  %r = call i32 @f(ptr @g, double 1.0)
  ret i32 %r
}
"""


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("%p = getelementptr i8, ptr %a, i64 1", []),
        ("%inbounds = getelementptr i8, ptr %a, i64 1", []),
        ("%p = getelementptr inbounds i8, ptr %a, i64 1", ["inbounds"]),
        ("%p = getelementptr nuw i8, ptr %a, i64 1", ["nuw"]),
        ("%p = fadd nnan nsz double %d, 1.0", ["nnan", "nsz"]),
        ("%p = freeze i8 undef", ["undef"]),
        ("%p = call nonnull ptr @h()", ["nonnull"]),
        ("%p = load i8, ptr %a, !range !0", ["range"]),
        ('call void @llvm.assume(i1 true) ["nonnull"(ptr %a)]', ["assume"]),
    ],
)
def test_what_is_not_checked_is_said(tmp_path: Path, code: str, names: list[str]) -> None:
    path = tmp_path / "program.ll"
    more = "define ptr @h() {\n  ret ptr @g\n}\n!0 = !{i8 0, i8 3}\n"
    path.write_text(PROMISES.replace("HERE", code) + more, "utf-8")
    result = antumbra.check(path, timeout=30)
    assert result.verdict.value == "safe"
    said = {assumption.id: assumption.text for assumption in result.assumptions}
    assert ("promises" in said) == bool(names)
    assert all(name in said["promises"] for name in names)
