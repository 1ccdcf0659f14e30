"""Floats, simplified as they are built: constants are computed, and what SMT-LIB leaves open is closed.

``fp_min``/``fp_max`` of zeros of different sign, conversions of values that do not fit, and the bits of NaN have
one meaning here, so that evaluation and every solver agree: by an ite around the operator, or by not using
the operator at all.
"""

from __future__ import annotations

from fractions import Fraction

from antumbra.terms import floats
from antumbra.terms.leaves import FALSE, bv, fp_const, real, rm
from antumbra.terms.operators import (
    BVOR,
    BVXOR,
    CONST,
    EXTRACT,
    FP_ABS,
    FP_ADD,
    FP_DIV,
    FP_EQ,
    FP_FMA,
    FP_FROM_BV,
    FP_FROM_SBV,
    FP_FROM_UBV,
    FP_IS_INFINITE,
    FP_IS_NAN,
    FP_IS_NEGATIVE,
    FP_IS_NORMAL,
    FP_IS_POSITIVE,
    FP_IS_SUBNORMAL,
    FP_IS_ZERO,
    FP_LE,
    FP_LT,
    FP_MUL,
    FP_NEG,
    FP_REM,
    FP_ROUND_TO_INTEGRAL,
    FP_SQRT,
    FP_SUB,
    FP_TO_FP,
    FP_TO_IEEE_BV,
    FP_TO_REAL,
    FP_TO_SBV,
    FP_TO_UBV,
    ITE,
    ZERO_EXTEND,
)
from antumbra.terms.simplify.bits import bvand, bvor, extract
from antumbra.terms.simplify.boolean import ITE_RULES, and_, eq, fold, ite, not_, or_
from antumbra.terms.simplify.compare import bvult
from antumbra.terms.sorts import RM, Sort
from antumbra.terms.term import SortError, Term
from antumbra.terms.values import ROUNDING_MODES, canonical_nan

# ---- arithmetic: rounding mode first


def fp_add(mode: Term, a: Term, b: Term) -> Term:
    return fold(FP_ADD, (mode, a, b))


def fp_sub(mode: Term, a: Term, b: Term) -> Term:
    return fold(FP_SUB, (mode, a, b))


def fp_mul(mode: Term, a: Term, b: Term) -> Term:
    return fold(FP_MUL, (mode, a, b))


def fp_div(mode: Term, a: Term, b: Term) -> Term:
    return fold(FP_DIV, (mode, a, b))


def fp_fma(mode: Term, a: Term, b: Term, c: Term) -> Term:
    """a * b + c, rounded once."""
    return fold(FP_FMA, (mode, a, b, c))


def fp_sqrt(mode: Term, a: Term) -> Term:
    return fold(FP_SQRT, (mode, a))


def fp_rem(a: Term, b: Term) -> Term:
    """IEEE remainder (ties to even), which is not C's fmod."""
    return fold(FP_REM, (a, b))


def fp_round_to_integral(mode: Term, a: Term) -> Term:
    return fold(FP_ROUND_TO_INTEGRAL, (mode, a))


def fp_neg(a: Term) -> Term:
    return a.args[0] if a.op is FP_NEG else fold(FP_NEG, (a,))


def fp_abs(a: Term) -> Term:
    if a.op is FP_NEG or a.op is FP_ABS:
        return fp_abs(a.args[0]) if a.op is FP_NEG else a
    return fold(FP_ABS, (a,))


def fp_min(a: Term, b: Term) -> Term:
    """The lesser; a NaN gives way to the other; of two equal numbers (the zeros!) the second."""
    return ite(fp_is_nan(a), b, ite(or_(fp_is_nan(b), fp_lt(a, b)), a, b))


def fp_max(a: Term, b: Term) -> Term:
    """The greater; otherwise as :func:`fp_min`."""
    return ite(fp_is_nan(a), b, ite(or_(fp_is_nan(b), fp_lt(b, a)), a, b))


# ---- comparisons and classes


def fp_eq(a: Term, b: Term) -> Term:
    """IEEE equality: NaN differs from itself, the zeros are equal."""
    if a is b:
        return not_(fp_is_nan(a))
    if a.sort is b.sort and b.id < a.id:
        a, b = b, a
    return fold(FP_EQ, (a, b))


def fp_lt(a: Term, b: Term) -> Term:
    if a is b:
        FP_LT.sort_of((a, b), None)
        return FALSE
    return fold(FP_LT, (a, b))


def fp_le(a: Term, b: Term) -> Term:
    return not_(fp_is_nan(a)) if a is b else fold(FP_LE, (a, b))


def fp_gt(a: Term, b: Term) -> Term:
    return fp_lt(b, a)


def fp_ge(a: Term, b: Term) -> Term:
    return fp_le(b, a)


def _magnitude(a: Term) -> Term:
    """The bits below the sign of fp_from_bv(a)."""
    return extract(a.width - 2, 0, a)


def _infinity_bits(sort: Sort) -> Term:
    return bv(floats.infinity(sort, False), sort.width - 1)


def fp_is_nan(a: Term) -> Term:
    if a.op is FP_NEG or a.op is FP_ABS:
        return fp_is_nan(a.args[0])
    if a.op is FP_FROM_BV:
        return bvult(_infinity_bits(a.sort), _magnitude(a.args[0]))
    if a.op is FP_TO_FP:
        return fp_is_nan(a.args[1])
    if a.op is FP_FROM_SBV or a.op is FP_FROM_UBV:
        return FALSE
    return fold(FP_IS_NAN, (a,))


def fp_is_infinite(a: Term) -> Term:
    if a.op is FP_NEG or a.op is FP_ABS:
        return fp_is_infinite(a.args[0])
    if a.op is FP_FROM_BV:
        return eq(_magnitude(a.args[0]), _infinity_bits(a.sort))
    return fold(FP_IS_INFINITE, (a,))


def fp_is_zero(a: Term) -> Term:
    if a.op is FP_NEG or a.op is FP_ABS:
        return fp_is_zero(a.args[0])
    if a.op is FP_FROM_BV:
        return eq(_magnitude(a.args[0]), bv(0, a.width - 1))
    return fold(FP_IS_ZERO, (a,))


def fp_is_normal(a: Term) -> Term:
    return fp_is_normal(a.args[0]) if a.op is FP_NEG or a.op is FP_ABS else fold(FP_IS_NORMAL, (a,))


def fp_is_subnormal(a: Term) -> Term:
    return fp_is_subnormal(a.args[0]) if a.op is FP_NEG or a.op is FP_ABS else fold(FP_IS_SUBNORMAL, (a,))


def fp_is_negative(a: Term) -> Term:
    return fp_is_positive(a.args[0]) if a.op is FP_NEG else fold(FP_IS_NEGATIVE, (a,))


def fp_is_positive(a: Term) -> Term:
    return fp_is_negative(a.args[0]) if a.op is FP_NEG else fold(FP_IS_POSITIVE, (a,))


# ---- conversions


def fp_from_bv(a: Term, sort: Sort) -> Term:
    """The float with these IEEE bits."""
    return _float(a, sort, _DEEPEST)


#: choices within choices that are looked through
_DEEPEST = 4


def _of_bits(a: Term, sort: Sort, depth: int) -> Term | None:
    """The float with these bits, if they were made from floats; None if they were not."""
    if a.op is FP_TO_IEEE_BV:
        return a.args[0] if a.args[0].sort is sort else None
    if not depth:
        return None
    if a.op is BVXOR and _is_sign(a.args[1]):
        found = _of_bits(a.args[0], sort, depth - 1)
        return None if found is None else fp_neg(found)
    if a.op is ZERO_EXTEND and a.args[0].op is EXTRACT and a.args[0].data == (a.width - 2, 0):
        inner = a.args[0].args[0]
        found = _of_bits(inner, sort, depth - 1) if inner.width == a.width else None
        return None if found is None else fp_abs(found)
    if a.op is ITE:
        return _of_choice(a, sort, depth)
    return None


def _of_choice(a: Term, sort: Sort, depth: int) -> Term | None:
    condition, *arms = a.args
    for nan, rest, here in ((*arms, condition), (*reversed(arms), not_(condition))):
        # what fp_bits and fp_quieted make; a NaN is one whatever is added to its bits
        if _is_nan(nan, sort) or (nan.op is BVOR and fp_is_nan(_float(nan.args[0], sort, depth)) is here):
            found = _float(rest, sort, depth)
            if fp_is_nan(found) is here:
                return found
    if all(_of_bits(arm, sort, depth - 1) is None for arm in arms):
        return None
    return ite(condition, *(_float(arm, sort, depth) for arm in arms))


def _float(bits: Term, sort: Sort, depth: int) -> Term:
    found = _of_bits(bits, sort, depth - 1)
    return fold(FP_FROM_BV, (bits,), sort) if found is None else found


def _is_sign(a: Term) -> bool:
    return a.op is CONST and a.data == 1 << (a.width - 1)


def _is_nan(bits: Term, sort: Sort) -> bool:
    """Whether these bits are a NaN's whatever their variables are."""
    if bits.op is ITE:
        condition, then, bits = bits.args
        if condition is not fp_is_nan(fold(FP_FROM_BV, (then,), sort)):
            return False
    return bits.op is CONST and floats.is_nan(sort, bits.data)


def fp_quieted(bits: Term, nan: Term, sort: Sort) -> Term:
    """The bits of a float; of a signalling NaN they become those of a quiet one if ``nan``'s are."""
    quiet = 1 << (sort.significand - 2)
    return ite(fp_is_nan(fp_from_bv(bits, sort)), bvor(bits, bvand(nan, bv(quiet, bits.width))), bits)


def fp_bits(a: Term, nan: Term) -> Term:
    """The IEEE bits of a float; of NaN those of ``nan``, or of the canonical NaN if these are none's."""
    some = ite(fp_is_nan(fp_from_bv(nan, a.sort)), nan, bv(canonical_nan(a.sort), a.width))
    return ite(fp_is_nan(a), some, fp_to_ieee_bv(a))


def fp_to_ieee_bv(a: Term) -> Term:
    """The IEEE bits of a float; of NaN the canonical quiet NaN's."""
    if a.op is FP_FROM_BV:
        return ite(fp_is_nan(a), bv(canonical_nan(a.sort), a.width), a.args[0])
    return fold(FP_TO_IEEE_BV, (a,))


def _ite_ieee_bits(condition: Term, then: Term, otherwise: Term) -> Term | None:
    """The guard that SMT-LIB text needs around the bits of a float says nothing new."""
    a = otherwise.args[0]
    if condition.op is FP_IS_NAN and condition.args[0] is a and then.op is CONST:
        return otherwise if then.data == canonical_nan(a.sort) else None
    return None


ITE_RULES[FP_TO_IEEE_BV] = _ite_ieee_bits


def fp_to_fp(mode: Term, a: Term, sort: Sort) -> Term:
    """A float in another format."""
    if mode.sort is not RM or a.sort.kind != "fp":
        raise SortError(f"fp_to_fp does not take ({mode.sort!r}, {a.sort!r})")
    if a.sort is sort:
        return a
    if a.op is FP_TO_FP:
        inner = a.args[1]
        if inner.sort.exponent <= a.sort.exponent and inner.sort.significand <= a.sort.significand:
            return fp_to_fp(mode, inner, sort)  # the first step lost nothing
    return fold(FP_TO_FP, (mode, a), sort)


def fp_from_sbv(mode: Term, a: Term, sort: Sort) -> Term:
    """The float nearest a signed number."""
    return fold(FP_FROM_SBV, (mode, a), sort)


def fp_from_ubv(mode: Term, a: Term, sort: Sort) -> Term:
    """The float nearest an unsigned number."""
    return fold(FP_FROM_UBV, (mode, a), sort)


def fp_to_sbv(mode: Term, a: Term, width: int) -> Term:
    """A float rounded to a signed number; 0 for NaN, infinities and what does not fit."""
    number = fold(FP_TO_SBV, (mode, a), width)
    if number.op is CONST:
        return number
    return ite(_fits(mode, a, -1 << (width - 1), 1 << (width - 1)), number, bv(0, width))


def fp_to_ubv(mode: Term, a: Term, width: int) -> Term:
    """A float rounded to an unsigned number; 0 for NaN, infinities and what does not fit."""
    number = fold(FP_TO_UBV, (mode, a), width)
    if number.op is CONST:
        return number
    return ite(_fits(mode, a, 0, 1 << width), number, bv(0, width))


def _fits(mode: Term, a: Term, low: int, above: int) -> Term:
    """Whether a, rounded to an integer, lies in low .. above - 1 (low <= 0 < above).

    Rounding is monotone, so this is an interval of floats for each mode.
    """
    if mode.op is CONST:
        return _fits_in_mode(mode.data, a, low, above)
    return or_(*(and_(eq(mode, rm(name)), _fits_in_mode(name, a, low, above)) for name in ROUNDING_MODES))


def _fits_in_mode(mode: str, a: Term, low: int, above: int) -> Term:
    half = Fraction(1, 2)
    match mode:
        case "RTZ":
            return and_(_greater(a, Fraction(low - 1)), _less(a, Fraction(above)))
        case "RTN":
            return and_(_greater(a, Fraction(low), or_equal=True), _less(a, Fraction(above)))
        case "RTP":
            return and_(_greater(a, Fraction(low - 1)), _less(a, Fraction(above - 1), or_equal=True))
        case "RNE":
            # a tie goes to the even neighbour
            return and_(_greater(a, low - half, or_equal=low % 2 == 0), _less(a, above - half, or_equal=above % 2 == 1))
        case _:
            return and_(_greater(a, low - half), _less(a, above - half))


def _greater(a: Term, value: Fraction, *, or_equal: bool = False) -> Term:
    """a > value, by the least float not below value. Pre: value <= 0, so that this is finite."""
    bits = floats.from_fraction(a.sort, "RTP", value)
    exact = floats.to_fraction(a.sort, bits) == value and not or_equal
    return fp_lt(fp_const(bits, a.sort), a) if exact else fp_le(fp_const(bits, a.sort), a)


def _less(a: Term, value: Fraction, *, or_equal: bool = False) -> Term:
    """a < value, by the greatest float not above value. Pre: value >= 0."""
    bits = floats.from_fraction(a.sort, "RTN", value)
    exact = floats.to_fraction(a.sort, bits) == value and not or_equal
    return fp_lt(a, fp_const(bits, a.sort)) if exact else fp_le(a, fp_const(bits, a.sort))


def fp_to_real(a: Term) -> Term:
    """The number of a float; 0 for NaN and infinities."""
    number = fold(FP_TO_REAL, (a,))
    if number.op is CONST:
        return number
    return ite(or_(fp_is_nan(a), fp_is_infinite(a)), real(Fraction(0)), number)
