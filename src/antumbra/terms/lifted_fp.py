"""Float operators for generated code: on bit patterns (ints) and terms mixed. See :mod:`antumbra.terms.lifted`.

``sort`` is the operands' float sort, ``mode`` a rounding mode's name or an RM term.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra.terms import floats
from antumbra.terms.bits import signed
from antumbra.terms.leaves import const
from antumbra.terms.operators import CONST
from antumbra.terms.simplify import fp as _fp
from antumbra.terms.sorts import RM, Sort, bv_sort
from antumbra.terms.term import Term

Value = Any


def _term(value: Value, sort: Sort) -> Term:
    return value if value.__class__ is Term else const(value, sort)


def _value(term: Term) -> Value:
    return term.data if term.op is CONST else term


def _concrete(*values: Value) -> bool:
    return all(value.__class__ is not Term for value in values)


def _rounded2(
    concrete: Callable[[Sort, str, int, int], int], build: Callable[[Term, Term, Term], Term]
) -> Callable[[Sort, Value, Value, Value], Value]:
    def operation(sort: Sort, mode: Value, a: Value, b: Value) -> Value:
        if a.__class__ is not Term and b.__class__ is not Term and mode.__class__ is not Term:
            return concrete(sort, mode, a, b)
        return _value(build(_term(mode, RM), _term(a, sort), _term(b, sort)))

    return operation


def _rounded1(
    concrete: Callable[[Sort, str, int], int], build: Callable[[Term, Term], Term]
) -> Callable[[Sort, Value, Value], Value]:
    def operation(sort: Sort, mode: Value, a: Value) -> Value:
        if a.__class__ is not Term and mode.__class__ is not Term:
            return concrete(sort, mode, a)
        return _value(build(_term(mode, RM), _term(a, sort)))

    return operation


def _exact2(
    concrete: Callable[[Sort, int, int], Any], build: Callable[[Term, Term], Term]
) -> Callable[[Sort, Value, Value], Value]:
    def operation(sort: Sort, a: Value, b: Value) -> Value:
        if a.__class__ is not Term and b.__class__ is not Term:
            return concrete(sort, a, b)
        return _value(build(_term(a, sort), _term(b, sort)))

    return operation


def _exact1(concrete: Callable[[Sort, int], Any], build: Callable[[Term], Term]) -> Callable[[Sort, Value], Value]:
    def operation(sort: Sort, a: Value) -> Value:
        return _value(build(a)) if a.__class__ is Term else concrete(sort, a)

    return operation


fp_add = _rounded2(floats.add, _fp.fp_add)
fp_sub = _rounded2(floats.sub, _fp.fp_sub)
fp_mul = _rounded2(floats.mul, _fp.fp_mul)
fp_div = _rounded2(floats.div, _fp.fp_div)
fp_sqrt = _rounded1(floats.sqrt, _fp.fp_sqrt)
fp_round_to_integral = _rounded1(floats.round_to_integral, _fp.fp_round_to_integral)
fp_rem = _exact2(floats.rem, _fp.fp_rem)
fp_min = _exact2(floats.min_, _fp.fp_min)
fp_max = _exact2(floats.max_, _fp.fp_max)
fp_eq = _exact2(floats.eq, _fp.fp_eq)
fp_lt = _exact2(floats.lt, _fp.fp_lt)
fp_le = _exact2(floats.le, _fp.fp_le)
fp_gt = _exact2(lambda s, a, b: floats.lt(s, b, a), _fp.fp_gt)
fp_ge = _exact2(lambda s, a, b: floats.le(s, b, a), _fp.fp_ge)
fp_neg = _exact1(floats.neg, _fp.fp_neg)
fp_abs = _exact1(floats.abs_, _fp.fp_abs)
fp_is_nan = _exact1(floats.is_nan, _fp.fp_is_nan)
fp_is_infinite = _exact1(floats.is_infinite, _fp.fp_is_infinite)
fp_is_zero = _exact1(floats.is_zero, _fp.fp_is_zero)
fp_is_normal = _exact1(floats.is_normal, _fp.fp_is_normal)
fp_is_subnormal = _exact1(floats.is_subnormal, _fp.fp_is_subnormal)
fp_is_negative = _exact1(floats.is_negative, _fp.fp_is_negative)
fp_is_positive = _exact1(floats.is_positive, _fp.fp_is_positive)
#: the IEEE bits of a float, NaN canonical: for a concrete value they are the value
fp_to_ieee_bv = _exact1(lambda _s, a: a, _fp.fp_to_ieee_bv)
fp_to_real = _exact1(floats.to_fraction, _fp.fp_to_real)


def fp_fma(sort: Sort, mode: Value, a: Value, b: Value, c: Value) -> Value:
    if _concrete(mode, a, b, c):
        return floats.fma(sort, mode, a, b, c)
    return _value(_fp.fp_fma(_term(mode, RM), _term(a, sort), _term(b, sort), _term(c, sort)))


def fp_from_bv(sort: Sort, a: Value) -> Value:
    """The float of ``sort`` with these bits."""
    return _value(_fp.fp_from_bv(a, sort)) if a.__class__ is Term else floats.from_bits(sort, a)


def fp_to_fp(source: Sort, target: Sort, mode: Value, a: Value) -> Value:
    if _concrete(mode, a):
        return floats.convert(source, mode, a, target)
    return _value(_fp.fp_to_fp(_term(mode, RM), _term(a, source), target))


def fp_from_sbv(w: int, target: Sort, mode: Value, a: Value) -> Value:
    if _concrete(mode, a):
        return floats.from_integer(target, mode, signed(w, a))
    return _value(_fp.fp_from_sbv(_term(mode, RM), _term(a, bv_sort(w)), target))


def fp_from_ubv(w: int, target: Sort, mode: Value, a: Value) -> Value:
    if _concrete(mode, a):
        return floats.from_integer(target, mode, a)
    return _value(_fp.fp_from_ubv(_term(mode, RM), _term(a, bv_sort(w)), target))


def fp_to_sbv(source: Sort, w: int, mode: Value, a: Value) -> Value:
    if _concrete(mode, a):
        return floats.to_signed(source, mode, a, w)
    return _value(_fp.fp_to_sbv(_term(mode, RM), _term(a, source), w))


def fp_to_ubv(source: Sort, w: int, mode: Value, a: Value) -> Value:
    if _concrete(mode, a):
        return floats.to_unsigned(source, mode, a, w)
    return _value(_fp.fp_to_ubv(_term(mode, RM), _term(a, source), w))
