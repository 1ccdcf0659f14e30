"""Integer and float instructions on scalars: term in, term out, with the checks C asks for."""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.types import IntType, Type
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.terms import Sort, Term

RNE: Final = T.rm("RNE")
RTZ: Final = T.rm("RTZ")


def binary(b: Builder, opcode: str, left: Term, right: Term) -> Term:
    """add … xor and fadd … frem on one scalar."""
    if left.sort is T.BOOL:
        return _bits(b, opcode, left, right)
    match opcode:
        case "add":
            return T.bvadd(left, right)
        case "sub":
            return T.bvsub(left, right)
        case "mul":
            return T.bvmul(left, right)
        case "and":
            return T.bvand(left, right)
        case "or":
            return T.bvor(left, right)
        case "xor":
            return T.bvxor(left, right)
        case "udiv" | "sdiv" | "urem" | "srem":
            return _division(b, opcode, left, right)
        case "shl" | "lshr" | "ashr":
            return _shift(b, opcode, left, right)
        case "fadd":
            return T.fp_add(RNE, left, right)
        case "fsub":
            return T.fp_sub(RNE, left, right)
        case "fmul":
            return T.fp_mul(RNE, left, right)
        case "fdiv":
            return T.fp_div(RNE, left, right)
        case "frem":
            return float_remainder(left, right)
        case _:
            raise UnsupportedError(opcode)


def _bits(b: Builder, opcode: str, left: Term, right: Term) -> Term:
    """Arithmetic of i1: numbers modulo two."""
    match opcode:
        case "add" | "sub" | "xor":
            return T.xor(left, right)
        case "mul" | "and":
            return T.and_(left, right)
        case "or":
            return T.or_(left, right)
        case "udiv" | "sdiv":
            b.check(right, "division-by-zero", "division by zero")
            if opcode == "sdiv":
                b.check(T.not_(T.and_(left, right)), "no-overflow", "signed division overflows")
            return left
        case "urem" | "srem":
            b.check(right, "division-by-zero", "remainder by zero")
            return T.FALSE
        case "shl" | "lshr" | "ashr":
            b.check(T.not_(right), "def-behavior", "shift by the width of the type or more")
            return left
        case _:
            raise UnsupportedError(f"{opcode} of i1")


def _division(b: Builder, opcode: str, left: Term, right: Term) -> Term:
    width = left.width
    what = "division" if opcode.endswith("div") else "remainder"
    b.check(T.not_(T.eq(right, T.bv(0, width))), "division-by-zero", f"{what} by zero")
    if opcode in ("sdiv", "srem"):
        least = T.eq(left, T.bv(1 << (width - 1), width))
        overflow = T.and_(least, T.eq(right, T.bv(-1, width)))
        b.check(T.not_(overflow), "no-overflow", f"signed {what} overflows")
    match opcode:
        case "udiv":
            return T.bvudiv(left, right)
        case "sdiv":
            return T.bvsdiv(left, right)
        case "urem":
            return T.bvurem(left, right)
        case _:
            return T.bvsrem(left, right)


def _shift(b: Builder, opcode: str, left: Term, right: Term) -> Term:
    small = T.bvult(right, T.bv(left.width, left.width)) if left.width.bit_length() <= left.width else T.TRUE
    b.check(small, "def-behavior", "shift by the width of the type or more")
    match opcode:
        case "shl":
            return T.bvshl(left, right)
        case "lshr":
            return T.bvlshr(left, right)
        case _:
            return T.bvashr(left, right)


def negated(bits: Term) -> Term:
    """A float's bits with the other sign; a NaN's as well."""
    return T.bvxor(bits, T.bv(1 << (bits.width - 1), bits.width))


def float_remainder(left: Term, right: Term) -> Term:
    """C's fmod. SMT-LIB's remainder rounds the quotient to nearest; a result on the other side of zero
    is one divisor off, and adding that back is exact."""
    nearest = T.fp_rem(left, right)
    step = T.fp_abs(right)
    other_side = T.and_(T.not_(T.fp_is_zero(nearest)), T.xor(T.fp_is_negative(nearest), T.fp_is_negative(left)))
    back = T.fp_add(RNE, nearest, T.ite(T.fp_is_negative(left), T.fp_neg(step), step))
    return T.ite(other_side, back, nearest)


def compare(predicate: str, left: Term, right: Term) -> Term:
    """icmp, and fcmp whose predicates come with an "f" before them."""
    if predicate == "eq":
        return T.eq(left, right)
    if predicate == "ne":
        return T.not_(T.eq(left, right))
    if predicate[0] == "f":
        return _float_compare(predicate[1:], left, right)
    if left.sort is T.BOOL:
        left, right = (T.ite(t, T.bv(1, 1), T.bv(0, 1)) for t in (left, right))
    operation = _INTEGER_COMPARISONS.get(predicate)
    if operation is None:
        raise UnsupportedError(f"icmp {predicate}")
    return operation(left, right)


_INTEGER_COMPARISONS: Final = {
    "ult": T.bvult,
    "ule": T.bvule,
    "ugt": T.bvugt,
    "uge": T.bvuge,
    "slt": T.bvslt,
    "sle": T.bvsle,
    "sgt": T.bvsgt,
    "sge": T.bvsge,
}
_FLOAT_COMPARISONS: Final = {
    "eq": T.fp_eq,
    "lt": T.fp_lt,
    "le": T.fp_le,
    "gt": T.fp_gt,
    "ge": T.fp_ge,
}


def _float_compare(predicate: str, left: Term, right: Term) -> Term:
    if predicate == "true":
        return T.TRUE
    if predicate == "false":
        return T.FALSE
    unordered = T.or_(T.fp_is_nan(left), T.fp_is_nan(right))
    if predicate == "uno":
        return unordered
    if predicate == "ord":
        return T.not_(unordered)
    if predicate == "one":
        return T.not_(T.or_(unordered, T.fp_eq(left, right)))
    if predicate == "une":
        return T.not_(T.fp_eq(left, right))
    holds = _FLOAT_COMPARISONS[predicate[1:]](left, right)
    return holds if predicate[0] == "o" else T.or_(unordered, holds)


def cast(b: Builder, opcode: str, value: Term, source: Type, target: Type) -> Term:
    """Conversions between scalars."""
    if opcode.startswith("fp"):
        value = b.number(value, source)
    match opcode:
        case "ptrtoint" | "ptrtoaddr":
            return _to_integer(b, b.number_of(value), target, signed=False)
        case "inttoptr":
            return b.pointer_of(b.resized(value, b.pointer_width))
        case "trunc" | "zext":
            return _to_integer(b, value, target, signed=False)
        case "sext":
            return _to_integer(b, value, target, signed=True)
        case "fptrunc" | "fpext":
            return T.fp_to_fp(RNE, value, b.layout.number_sort(target))
        case "sitofp" | "uitofp":
            signed = opcode == "sitofp"
            if value.sort is T.BOOL:
                value = b.resized(value, 2, signed)
            convert = T.fp_from_sbv if signed else T.fp_from_ubv
            return convert(RNE, value, b.layout.number_sort(target))
        case "fptosi" | "fptoui":
            return float_to_integer(b, value, b.layout.bits(target), signed=opcode == "fptosi")
        case "bitcast" | "addrspacecast":
            return _reinterpret(b, value, source, target)
        case _:
            raise UnsupportedError(opcode)


def _to_integer(b: Builder, value: Term, target: Type, signed: bool) -> Term:
    width = b.layout.bits(target)
    if width == 1:
        return value if value.sort is T.BOOL else T.eq(T.extract(0, 0, value), T.bv(1, 1))
    return b.resized(value, width, signed)


def _reinterpret(b: Builder, value: Term, source: Type, target: Type) -> Term:
    return from_bits(b, to_bits(b, value, source), target)


def to_bits(b: Builder, value: Term, type_: Type) -> Term:
    """A scalar as the bit-vector that lies in memory, unpadded."""
    return T.ite(value, T.bv(1, 1), T.bv(0, 1)) if value.sort is T.BOOL else b.bits(value, type_)


def from_bits(b: Builder, bits: Term, type_: Type) -> Term:
    """The scalar that a bit-vector of its memory width is."""
    if isinstance(type_, IntType) and type_.width == 1:
        return T.eq(T.extract(0, 0, bits), T.bv(1, 1))
    return b.resized(bits, b.layout.bits(type_))


def float_to_integer(b: Builder, value: Term, width: int, signed: bool) -> Term:
    """fptosi and fptoui: what does not fit is poison, in C undefined behaviour."""
    b.check(in_range(value, width, signed), "def-behavior", f"float outside the range of {width} bits")
    if width == 1:
        return T.not_(T.fp_is_zero(T.fp_round_to_integral(RTZ, value)))
    return (T.fp_to_sbv if signed else T.fp_to_ubv)(RTZ, value, width)


def in_range(value: Term, width: int, signed: bool) -> Term:
    """Whether a float, without its fraction, is an integer of the type; never true of NaN.

    The bounds are powers of two, so exact unless the format is too small to hold them, and then every finite value
    is within. The first number below the least integer is one less, if the format has that; else it is further away.
    """
    top = width - 1 if signed else width
    high = T.fp_lt(value, _power_of_two(top, value.sort))
    if not signed:
        return T.and_(high, T.fp_gt(value, T.fp_neg(_power_of_two(0, value.sort))))
    least = T.fp_neg(_power_of_two(top, value.sort))
    if T.fp_is_infinite(least) is T.TRUE:
        return T.and_(high, T.fp_gt(value, least))
    if width > value.sort.significand:
        return T.and_(high, T.fp_ge(value, least))
    return T.and_(high, T.fp_gt(value, T.fp_sub(RNE, least, _power_of_two(0, value.sort))))


def _power_of_two(power: int, sort: Sort) -> Term:
    """Infinity, if that is too large."""
    bias = (1 << (sort.exponent - 1)) - 1
    return T.const(min(bias + power, 2 * bias + 1) << (sort.significand - 1), sort)
