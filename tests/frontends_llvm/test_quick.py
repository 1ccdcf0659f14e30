"""Lines that are read word by word give what is read token by token."""

from __future__ import annotations

import pytest

from antumbra.frontends.llvm.reading import body
from antumbra.frontends.llvm.reading.body import BodyParser
from antumbra.frontends.llvm.reading.parser import ValueParser
from antumbra.frontends.llvm.reading.quick import QuickLines
from antumbra.frontends.llvm.reading.types import Type, int_type, struct_type

PLAIN = """
  %1 = load i32, ptr @a, align 4
  %x.y = load ptr, ptr %p, align 8, !dbg !7, !tbaa !9
  %1 = load i8, ptr %-1$, align 1, !dbg !12
  store i32 %x, ptr @a, align 4
  store i64 -5, ptr %p, align 8, !dbg !3
  store ptr @f, ptr %p, align 8, !dbg !3
  %c = icmp eq i32 %x, 5
  %c = icmp ne ptr %x, @g, !dbg !4
  %c = icmp slt i128 %x, -170141183460469231731687303715884105728
  %s = add i32 %x, %y
  %s = sub nsw i32 0, %y, !dbg !4
  %s = mul i64 %x, -1
  %s = xor i1 %x, %y
  %s = sdiv i32 %x, 8, !dbg !4
  %s = urem i64 %x, %y
  %s = lshr i8 %x, 3
  %a = getelementptr i32, ptr %p, i64 4
  %a = getelementptr inbounds %struct.item, ptr @items, i32 %i, i32 2, !dbg !4
  %w = zext i1 %x to i32
  %w = sext i32 %x to i64, !dbg !5
  %w = trunc i64 %x to i8
  %m = phi i32 [ 0, %entry ], [ %n, %loop.1 ], !dbg !6
  %m = phi ptr [ %q, %"odd label" ]
  br label %end
  br label %end, !dbg !8, !llvm.loop !9
  br i1 %c, label %then, label %else, !dbg !8
""".strip("\n").splitlines()
#: for the reader of tokens alone
OTHERS = """
  %1 = load volatile i32, ptr @a, align 4
  %1 = load atomic i32, ptr @a seq_cst, align 4
  %1 = load double, ptr @a, align 8
  %1 = load i32, ptr getelementptr inbounds (i8, ptr @a, i64 4), align 4
  %1 = load <2 x i32>, ptr %p, align 8
  %1 = load i32, ptr %p, align 4, !tbaa !9
  %1 = load i37, ptr %p, align 8
  %"a b" = load i32, ptr @a, align 4
  %1 = load i32, ptr @"a, b", align 4
  store volatile i32 %x, ptr @a, align 4
  store i32 poison, ptr @a, align 4
  store ptr null, ptr @a, align 8
  store [2 x i8] c"ab", ptr @a, align 1
  %c = icmp samesign ult i32 %x, 5
  %c = icmp eq <2 x i32> %x, %y
  %c = icmp eq ptr %x, null
  %c = fcmp oeq double %x, %y
  %s = add nuw nsw i32 %x, 1
  %s = add nuw i32 %x, 1
  %s = or disjoint i32 %x, 1
  %s = and i1 %x, true
  %s = sub i64 ptrtoint (ptr @a to i64), %x
  %s = sdiv exact i32 %x, 8
  %s = shl nuw nsw i32 %x, 3
  %a = getelementptr inbounds nuw i8, ptr %p, i64 4
  %a = getelementptr nuw ptr, ptr %p, i64 4
  %a = getelementptr [4 x i32], ptr %p, i64 0, i64 %i
  %a = getelementptr { i32, ptr }, ptr %p, i32 0, i32 1
  %a = getelementptr i8, ptr null, i64 %i
  %a = getelementptr i8, ptr getelementptr (i8, ptr @a, i64 4), i64 %i
  %a = getelementptr i8, <2 x ptr> %p, i64 %i
  %a = getelementptr i8, ptr %p, <2 x i64> %i
  %a = getelementptr inbounds %"odd item", ptr %p, i64 0
  %a = getelementptr %item, ptr %p, i32 undef, i32 1
  %w = zext nneg i32 %x to i64
  %w = sext <2 x i16> %x to <2 x i32>
  %w = trunc i64 ptrtoint (ptr @a to i64) to i32
  %m = phi i32 [ undef, %entry ], [ %n, %loop ]
  %m = phi { i32, i1 } [ %q, %entry ]
  br i1 true, label %then, label %else
  br i1 undef, label %then, label %else
  unreachable
  ret i32 0
  ret void
  fence seq_cst
""".strip("\n").splitlines()


class Never:
    """Reads no line."""

    def __init__(self, _named: object) -> None:
        pass

    def read(self, _head: str, _debug: int | None) -> None:
        return None


def named(name: str) -> Type:
    """Types of different names differ."""
    return struct_type((int_type(len(name)), int_type(ord(name[0]))))


def parsed(line: str) -> str:
    return repr(BodyParser(ValueParser(named)).parse(f"entry:\n{line}\n", ()))


@pytest.mark.parametrize("line", PLAIN + OTHERS)
def test_both_ways_of_reading_agree(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quickly = parsed(line)
    monkeypatch.setattr(body, "QuickLines", Never)
    assert quickly == parsed(line)


def test_most_lines_are_read_quickly() -> None:
    plain = [line for line in PLAIN if '"' not in line]
    assert all(QuickLines(named).read(line.partition(", !dbg")[0].partition(", !llvm")[0], 3) for line in plain)
    assert not any(QuickLines(named).read(line, 3) for line in OTHERS)
