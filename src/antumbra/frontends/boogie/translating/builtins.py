"""``{:bvbuiltin "…"}`` and ``{:builtin "…"}``: SMT-LIB's functions by their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from antumbra import terms as T
from antumbra.frontends.boogie.reading.words import ROUNDING
from antumbra.patterns import pattern
from antumbra.terms import Sort, Term, floats

_PLAIN: dict[str, Callable[..., Term]] = {
    "bvadd": T.bvadd, "bvsub": T.bvsub, "bvmul": T.bvmul, "bvneg": T.bvneg, "bvnot": T.bvnot, "bvand": T.bvand,
    "bvor": T.bvor, "bvxor": T.bvxor, "bvshl": T.bvshl, "bvlshr": T.bvlshr, "bvashr": T.bvashr, "bvudiv": T.bvudiv,
    "bvurem": T.bvurem, "bvsdiv": T.bvsdiv, "bvsrem": T.bvsrem, "bvult": T.bvult, "bvule": T.bvule, "bvugt": T.bvugt,
    "bvuge": T.bvuge, "bvslt": T.bvslt, "bvsle": T.bvsle, "bvsgt": T.bvsgt, "bvsge": T.bvsge, "concat": T.concat,
    "bv2nat": T.bv2nat, "bv2int": T.bv2nat, "ubv_to_int": T.bv2nat,
    "and": T.and_, "or": T.or_, "not": T.not_, "=>": T.implies, "xor": T.xor, "ite": T.ite, "=": T.eq,
    "distinct": T.distinct, "+": T.add, "*": T.mul, "<": T.lt, "<=": T.le, ">": T.gt, ">=": T.ge, "abs": T.abs_,
    "to_real": T.to_real, "to_int": T.to_int, "is_int": T.is_int, "select": T.select, "store": T.store,
    "fp.add": T.fp_add, "fp.sub": T.fp_sub, "fp.mul": T.fp_mul, "fp.div": T.fp_div, "fp.fma": T.fp_fma,
    "fp.sqrt": T.fp_sqrt, "fp.rem": T.fp_rem, "fp.roundToIntegral": T.fp_round_to_integral, "fp.abs": T.fp_abs,
    "fp.neg": T.fp_neg, "fp.min": T.fp_min, "fp.max": T.fp_max, "fp.eq": T.fp_eq, "fp.lt": T.fp_lt, "fp.leq": T.fp_le,
    "fp.gt": T.fp_gt, "fp.geq": T.fp_ge, "fp.isNaN": T.fp_is_nan, "fp.isInfinite": T.fp_is_infinite,
    "fp.isZero": T.fp_is_zero, "fp.isNormal": T.fp_is_normal, "fp.isSubnormal": T.fp_is_subnormal,
    "fp.isNegative": T.fp_is_negative, "fp.isPositive": T.fp_is_positive, "fp.to_real": T.fp_to_real,
}  # fmt: skip

#: digits of the largest index: no result is so wide
_MOST_DIGITS = 7
_INDEXED = pattern(r"\(\s*_\s+([\w.]+)((?:\s+\d+)+)\s*\)\Z")
_WORD_INDEXED = pattern(r"(zero_extend|sign_extend|rotate_left|rotate_right|repeat|extract|int2bv)((?:\s+\d+)+)\Z")


def builtin(name: str, arguments: Sequence[Term], result: Sort) -> Term | None:
    """The application of an SMT-LIB function; None if we do not know it. Raises SortError when sorts do not fit."""
    name = name.strip()
    head, _, mode = name.rpartition(" ")
    if head and mode in ROUNDING:
        # Boogie puts the name before the arguments as it is: "fp.add RNE" gives the rounding mode
        return builtin(head, (T.rm(ROUNDING[mode]), *arguments), result)
    found = _INDEXED.match(name) or _WORD_INDEXED.match(name)
    if found is not None:
        numbers = found[2].split()
        if any(len(n) > _MOST_DIGITS for n in numbers):
            return None
        return _indexed(found[1], [int(n) for n in numbers], arguments, result)
    if name == "-":
        return T.neg(arguments[0]) if len(arguments) == 1 else T.sub(*arguments)
    if name in ("div", "mod", "/"):
        return divide(name, arguments[0], arguments[1])
    if name == "rem":
        # Z3's remainder: the sign follows the divisor
        a, b = arguments
        return T.ite(T.ge(b, T.integer(0)), divide("mod", a, b), T.neg(divide("mod", a, b)))
    if name in ("bvxnor", "bvnand", "bvnor"):
        inner = {"bvxnor": T.bvxor, "bvnand": T.bvand, "bvnor": T.bvor}[name]
        return T.bvnot(inner(*arguments))
    if name == "bvcomp":
        return T.ite(T.eq(*arguments), T.bv(1, 1), T.bv(0, 1))
    if name == "bvsmod":
        return _smod(*arguments)
    if name.startswith("(as const"):
        return T.const_array(result, arguments[0])
    if name == "MapConst":
        return T.const_array(result, arguments[0])
    if name in _MAPS:
        return _pointwise(_MAPS[name], arguments, result)
    if name in ROUNDING:
        return T.rm(ROUNDING[name])
    make = _PLAIN.get(name)
    return None if make is None else make(*arguments)


def divide(name: str, a: Term, b: Term) -> Term:
    """Division; by zero it is some fixed unknown function of the dividend."""
    make: Any = {"div": T.div, "mod": T.mod, "/": T.real_div}[name]
    if b.op is T.CONST and b.data != 0:
        return make(a, b)
    zero = T.const(0, b.sort)
    unknown = T.apply_(T.function(f"{name} by 0", (a.sort,), a.sort), (a,))
    if b is zero:
        return unknown
    return T.ite(T.eq(b, zero), unknown, make(a, b))


def _indexed(name: str, numbers: list[int], arguments: Sequence[Term], result: Sort) -> Term | None:
    first = arguments[0]
    match name, numbers:
        case (("zero_extend" | "sign_extend"), [n]) if first.width + n != result.width:
            return None
        case "repeat", [n] if first.width * n != result.width:
            return None
        case (("int2bv" | "int_to_bv" | "nat2bv" | "fp.to_sbv" | "fp.to_ubv"), [n]) if n != result.width:
            return None
        case (("to_fp" | "to_fp_unsigned"), [exponent, significand]) if result.kind != "fp" or (
            (exponent, significand) != (result.exponent, result.significand)
        ):
            return None
        case "zero_extend", [n]:
            return T.zero_extend(n, first) if n else first
        case "sign_extend", [n]:
            return T.sign_extend(n, first) if n else first
        case "extract", [high, low]:
            return T.extract(high, low, first)
        case "rotate_left", [n]:
            return _rotate(first, n % first.width)
        case "rotate_right", [n]:
            return _rotate(first, -n % first.width)
        case "repeat", [n] if n > 0:
            repeated = first
            for _ in range(n - 1):
                repeated = T.concat(repeated, first)
            return repeated
        case (("int2bv" | "int_to_bv" | "nat2bv"), [n]):
            return T.int2bv(n, first)
        case "to_fp", [exponent, significand]:
            sort = T.fp_sort(exponent, significand)
            if len(arguments) == 1:
                return T.fp_from_bv(first, sort)
            value = arguments[1]
            if value.sort in (T.INT, T.REAL):
                return _rounded(first, value, sort)
            if value.sort.kind == "bv":
                return T.fp_from_sbv(first, value, sort)
            return T.fp_to_fp(first, value, sort) if value.sort.kind == "fp" else None
        case "to_fp_unsigned", [exponent, significand]:
            return T.fp_from_ubv(first, arguments[1], T.fp_sort(exponent, significand))
        case "fp.to_sbv", [n]:
            return T.fp_to_sbv(first, arguments[1], n)
        case "fp.to_ubv", [n]:
            return T.fp_to_ubv(first, arguments[1], n)
        case _:
            return None


def _rounded(mode: Term, number: Term, sort: Sort) -> Term | None:
    """The float nearest a number that is known; the logic has none for others."""
    if mode.op is not T.CONST or number.op is not T.CONST:
        return None
    return T.fp_const(floats.from_fraction(sort, mode.data, Fraction(number.data)), sort)


def _rotate(a: Term, left: int) -> Term:
    if not left:
        return a
    width = a.width
    return T.concat(T.extract(width - left - 1, 0, a), T.extract(width - 1, width - left, a))


def _smod(a: Term, b: Term) -> Term:
    """The remainder with the divisor's sign."""
    zero = T.bv(0, a.width)
    remainder = T.bvsrem(a, b)
    differ = T.xor(T.bvslt(a, zero), T.bvslt(b, zero))
    return T.ite(T.and_(differ, T.not_(T.eq(remainder, zero))), T.bvadd(remainder, b), remainder)


#: Boogie's pointwise operations on maps
_MAPS: dict[str, Callable[..., Term]] = {
    "MapAdd": T.add, "MapSub": T.sub, "MapMul": T.mul, "MapEq": T.eq, "MapGt": T.gt, "MapGe": T.ge, "MapLt": T.lt,
    "MapLe": T.le, "MapAnd": T.and_, "MapOr": T.or_, "MapNot": T.not_, "MapImp": T.implies, "MapIff": T.eq,
    "MapIte": T.ite, "MapDiv": partial(divide, "div"), "MapMod": partial(divide, "mod"),
}  # fmt: skip


def _pointwise(operation: Callable[..., Term], arguments: Sequence[Term], result: Sort) -> Term:
    index = [T.var(f"at {i}", sort) for i, sort in enumerate(result.index)]
    return T.lambda_(index, operation(*(T.select(a, *index) for a in arguments)))
