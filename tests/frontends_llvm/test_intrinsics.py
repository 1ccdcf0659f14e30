"""Intrinsics and instructions that C reaches only by way of a compiler's mood, on constants."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

import pytest

from antumbra import terms as T
from antumbra.frontends.llvm.library.integers import THREE_WAY, integer_intrinsic, with_overflow
from support.concrete import Interpreter
from support.translate import from_llvm


def double(number: float) -> int:
    return int.from_bytes(struct.pack("<d", number), "little")


def value(type_: str, body: str, declaration: str = "", more: str = "") -> object:
    """What ``body`` gives: the right side of an instruction."""
    head = f"declare {declaration}\n" if declaration else ""
    program = from_llvm(f"{head}define {type_} @main() {{\n{more}  %r = {body}\n  ret {type_} %r\n}}\n")
    outcome = Interpreter(program).run()
    assert outcome.kind == "returned", outcome
    return outcome.values[0] if len(outcome.values) == 1 else outcome.values


@pytest.mark.parametrize(
    ("type_", "name", "arguments", "expected"),
    [
        ("i8", "ctlz.i8", "i8 1, i1 false", 7),
        ("i8", "cttz.i8", "i8 0, i1 false", 8),
        ("i16", "ctpop.i16", "i16 -2", 15),
        ("i8", "bitreverse.i8", "i8 19", 0b11001000),
        ("i32", "bswap.i32", "i32 305419896", 0x78563412),
        ("i8", "fshl.i8", "i8 129, i8 64, i8 9", 0b00000010),
        ("i8", "fshr.i8", "i8 129, i8 64, i8 1", 0b10100000),
        ("i8", "uadd.sat.i8", "i8 200, i8 100", 255),
        ("i8", "usub.sat.i8", "i8 20, i8 100", 0),
        ("i8", "sadd.sat.i8", "i8 100, i8 100", 127),
        ("i8", "ssub.sat.i8", "i8 -100, i8 100", 128),
        ("i8", "sshl.sat.i8", "i8 -100, i8 2", 128),
        ("i8", "ushl.sat.i8", "i8 100, i8 2", 255),
        ("i8", "abs.i8", "i8 -5, i1 false", 5),
        ("i8", "smax.i8", "i8 -5, i8 3", 3),
        ("i8", "umin.i8", "i8 -5, i8 3", 3),
        ("i8", "scmp.i8.i32", "i32 -5, i32 3", 255),
        ("i8", "ucmp.i8.i32", "i32 -5, i32 3", 1),
        ("i32", "fptosi.sat.i32.f64", "double 1.0e+20", 2**31 - 1),
        ("i32", "fptosi.sat.i32.f64", "double -1.0e+20", 2**31),
        ("i32", "fptoui.sat.i32.f64", "double -3.0", 0),
        ("i32", "fptosi.sat.i32.f64", "double 0x7FF8000000000000", 0),
        ("i64", "lround.i64.f64", "double 2.5", 3),
        ("i64", "lrint.i64.f64", "double 2.5", 2),
        ("double", "floor.f64", "double -2.5", double(-3.0)),
        ("double", "ceil.f64", "double -2.5", double(-2.0)),
        ("double", "trunc.f64", "double -2.5", double(-2.0)),
        ("double", "round.f64", "double 2.5", double(3.0)),
        ("double", "rint.f64", "double 2.5", double(2.0)),
        ("double", "sqrt.f64", "double 2.0", double(math.sqrt(2.0))),
        ("double", "minnum.f64", "double 0x7FF8000000000000, double 2.0", double(2.0)),
        ("double", "maximum.f64", "double 3.0, double 2.0", double(3.0)),
        ("double", "copysign.f64", "double 3.0, double -0.0", double(-3.0)),
        ("i1", "is.fpclass.f64", "double 0xFFF0000000000000, i32 4", True),
        ("i1", "is.fpclass.f64", "double 1.0, i32 519", False),
        ("i1", "is.constant.i32", "i32 5", False),
        ("i32", "expect.i32", "i32 5, i32 6", 5),
    ],
)
def test_functions_of_scalars(type_: str, name: str, arguments: str, expected: object) -> None:
    # immediate flags are declared as such
    types = ", ".join("i1 immarg" if a.startswith("i1 ") else a.split()[0] for a in arguments.split(", "))
    types = types.replace("i32", "i32 immarg") if name.startswith("is.fpclass") else types
    assert value(type_, f"call {type_} @llvm.{name}({arguments})", f"{type_} @llvm.{name}({types})") == expected


def _signed(x: int, width: int) -> int:
    return x - (1 << width) if x >> (width - 1) else x


def _fitted(width: int, signed: bool, x: int) -> int:
    least, most = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    return min(max(x, least), most) % (1 << width)


#: what the functions of two numbers do, in numbers without a bound: (width, signed, x, y)
OF_TWO: dict[str, Callable[[int, bool, int, int], int]] = {
    "max": lambda _w, _s, x, y: max(x, y),
    "min": lambda _w, _s, x, y: min(x, y),
    "add.sat": lambda w, s, x, y: _fitted(w, s, x + y),
    "sub.sat": lambda w, s, x, y: _fitted(w, s, x - y),
}
OVERFLOWING: dict[str, Callable[[int, int], int]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
}
NARROW = [(width, x, y) for width in (1, 2, 3) for x in range(1 << width) for y in range(1 << width)]


def _term(x: int, width: int) -> T.Term:
    """Numbers of one bit are truth values."""
    return T.const(bool(x), T.BOOL) if width == 1 else T.bv(x, width)


@pytest.mark.parametrize("signed", [False, True])
def test_functions_of_few_bits(signed: bool) -> None:
    sign = "s" if signed else "u"
    for width, x, y in NARROW:
        a, b = (_signed(x, width), _signed(y, width)) if signed else (x, y)
        left, right = _term(x, width), _term(y, width)
        for name, function in OF_TWO.items():
            operation = integer_intrinsic(sign + name)
            assert operation is not None
            assert operation(left, right) is _term(function(width, signed, a, b) % (1 << width), width), (name, x, y)
        for name, exact in OVERFLOWING.items():
            result, overflow = with_overflow(f"{sign}{name}.with.overflow", left, right)
            assert result is _term(exact(a, b) % (1 << width), width), (name, x, y)
            least = -(1 << (width - 1)) if signed else 0
            fits = least <= exact(a, b) < least + (1 << width)
            assert overflow is T.const(not fits, T.BOOL), (name, x, y)
        assert THREE_WAY[f"{sign}cmp"](left, right, 8) is T.bv((a > b) - (a < b), 8)


def test_counts_and_pieces_of_few_bits() -> None:
    for width in (1, 2, 3):
        for x in range(1 << width):
            text = f"{x:0{width}b}"
            for name, expected in {
                "ctpop": text.count("1"),
                "ctlz": len(text) - len(text.lstrip("0")),
                "cttz": len(text) - len(text.rstrip("0")),
                "bitreverse": int(text[::-1], 2),
                "abs": abs(_signed(x, width)) % (1 << width),
            }.items():
                operation = integer_intrinsic(name)
                assert operation is not None
                flag = () if name in ("ctpop", "bitreverse") else (T.FALSE,)
                assert operation(_term(x, width), *flag) is _term(expected, width), (name, x, width)


def test_a_function_of_one_bit_in_a_program() -> None:
    text = "call i1 @llvm.umax.i1(i1 false, i1 true)"
    assert value("i1", text, "i1 @llvm.umax.i1(i1, i1)") is True
    assert value("i1", "call i1 @llvm.abs.i1(i1 true, i1 false)", "i1 @llvm.abs.i1(i1, i1 immarg)") is True


REMAINDERS = [(7.5, 2.0), (-7.5, 2.0), (5.5, 2.0), (5.5, -2.0), (1e300, 3.7), (0.5, 8.0)]


@pytest.mark.parametrize(("left", "right"), REMAINDERS)
def test_float_remainder_is_fmod(left: float, right: float) -> None:
    body = f"frem double 0x{double(left):016X}, 0x{double(right):016X}"
    assert value("double", body) == double(math.fmod(left, right))


def test_vectors() -> None:
    assert value("<2 x i32>", "add <2 x i32> <i32 1, i32 2>, splat (i32 5)") == (6, 7)
    assert value("<2 x i1>", "icmp slt <2 x i32> <i32 1, i32 9>, <i32 5, i32 5>") == (True, False)
    assert value("<4 x i8>", "bitcast i32 67305985 to <4 x i8>") == (1, 2, 3, 4)
    assert value("i32", "bitcast <4 x i8> <i8 1, i8 2, i8 3, i8 4> to i32") == 67305985
    assert value("i32", "extractelement <2 x i32> <i32 1, i32 2>, i32 1") == 2
    assert value("<2 x i32>", "insertelement <2 x i32> <i32 1, i32 2>, i32 9, i64 0") == (9, 2)
    pick = "shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>, <3 x i32> <i32 3, i32 0, i32 2>"
    assert value("<3 x i32>", pick) == (4, 1, 3)
    declaration = "i32 @llvm.vector.reduce.add.v3i32(<3 x i32>)"
    assert value("i32", "call i32 @llvm.vector.reduce.add.v3i32(<3 x i32> <i32 1, i32 2, i32 3>)", declaration) == 6


def test_aggregates() -> None:
    body = "insertvalue { i32, [2 x { i8, i16 }] } zeroinitializer, i16 7, 1, 1, 1"
    assert value("{ i32, [2 x { i8, i16 }] }", body) == (0, 0, 0, 0, 7)
    body = 'extractvalue { i32, [2 x i8] } { i32 1, [2 x i8] c"ab" }, 1, 0'
    assert value("i8", body) == ord("a")


def test_atomics_and_odd_widths() -> None:
    more = "  %p = alloca i32\n  store i32 5, ptr %p\n  %q = ptrtoint ptr %p to i64\n"
    for operation, argument, after in (("nand", 4, 2**32 - 5), ("umax", 9, 9), ("min", -3, 2**32 - 3), ("xchg", 8, 8)):
        update = f"{more}  %o = atomicrmw {operation} ptr %p, i32 {argument} seq_cst\n"
        assert value("i32", "load atomic i32, ptr %p seq_cst, align 4", more=update) == after
    wide = "  %p = alloca i37\n  store i37 -3, ptr %p\n  %b = getelementptr i8, ptr %p, i64 4\n"
    assert value("i8", "load i8, ptr %b", more=wide) == 0x1F


def test_stack_and_barriers_are_ignored() -> None:
    more = (
        '  %s = call ptr @llvm.stacksave.p0()\n  call void asm sideeffect "", "~{memory}"()\n  fence seq_cst\n'
        "  call void @llvm.stackrestore.p0(ptr %s)\n"
    )
    declarations = "ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)"
    assert value("i32", "freeze i32 4", declarations, more) == 4
