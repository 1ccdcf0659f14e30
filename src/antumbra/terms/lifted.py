"""The operators for generated code: on Python values and terms mixed, with Python values for constant results.

``w`` is the width of the operands in bits. A bit-vector or float operand is an unsigned int or a Term, a
Boolean one a bool or a Term; never a CONST term, and none is returned. Float
operators take the operands' sort first and come from :mod:`antumbra.terms.lifted_fp`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra.terms import bits
from antumbra.terms.leaves import const
from antumbra.terms.lifted_fp import (
    fp_abs,
    fp_add,
    fp_div,
    fp_eq,
    fp_fma,
    fp_from_bv,
    fp_from_sbv,
    fp_from_ubv,
    fp_ge,
    fp_gt,
    fp_is_infinite,
    fp_is_nan,
    fp_is_negative,
    fp_is_normal,
    fp_is_positive,
    fp_is_subnormal,
    fp_is_zero,
    fp_le,
    fp_lt,
    fp_max,
    fp_min,
    fp_mul,
    fp_neg,
    fp_rem,
    fp_round_to_integral,
    fp_sqrt,
    fp_sub,
    fp_to_fp,
    fp_to_ieee_bv,
    fp_to_real,
    fp_to_sbv,
    fp_to_ubv,
)
from antumbra.terms.making import make
from antumbra.terms.operators import CONST
from antumbra.terms.simplify import bits as _bits
from antumbra.terms.simplify import boolean as _core
from antumbra.terms.simplify import bv as _bv
from antumbra.terms.simplify import compare as _compare
from antumbra.terms.sorts import Sort, bv_sort
from antumbra.terms.term import Op, Term, intern

Value = Any
_masks = [(1 << w) - 1 for w in range(129)]


def to_term(value: Value, sort: Sort) -> Term:
    """A run-time value as a term."""
    return value if value.__class__ is Term else const(value, sort)


def from_term(term: Term) -> Value:
    """A term as a run-time value: constants become Python values."""
    return term.data if term.op is CONST else term


def _of(value: Value, w: int) -> Term:
    if value.__class__ is Term:
        return value
    sort = bv_sort(w)
    return intern(CONST, (), int(value) & sort.mask, sort)


def _binary(
    concrete: Callable[[int, int, int], Any], build: Callable[[Term, Term], Term]
) -> Callable[[int, Value, Value], Value]:
    def operation(w: int, a: Value, b: Value) -> Value:
        if a.__class__ is not Term and b.__class__ is not Term:
            return concrete(w, a, b)
        t = build(_of(a, w), _of(b, w))
        return t.data if t.op is CONST else t

    return operation


def _mask(w: int) -> int:
    return _masks[w] if w < 129 else (1 << w) - 1


bvadd = _binary(lambda w, a, b: (a + b) & _mask(w), _bv.bvadd)
bvsub = _binary(lambda w, a, b: (a - b) & _mask(w), _bv.bvsub)
bvmul = _binary(lambda w, a, b: (a * b) & _mask(w), _bv.bvmul)
bvand = _binary(lambda _w, a, b: a & b, _bits.bvand)
bvor = _binary(lambda _w, a, b: a | b, _bits.bvor)
bvxor = _binary(lambda _w, a, b: a ^ b, _bits.bvxor)
bvudiv = _binary(lambda w, a, b: a // b if b else _mask(w), _bv.bvudiv)
bvurem = _binary(lambda _w, a, b: a % b if b else a, _bv.bvurem)
bvsdiv = _binary(bits.sdiv, _bv.bvsdiv)
bvsrem = _binary(bits.srem, _bv.bvsrem)
bvshl = _binary(bits.shl, _bits.bvshl)
bvlshr = _binary(lambda w, a, b: a >> b if b < w else 0, _bits.bvlshr)
bvashr = _binary(bits.ashr, _bits.bvashr)
bvult = _binary(lambda _w, a, b: a < b, _compare.bvult)
bvule = _binary(lambda _w, a, b: a <= b, _compare.bvule)
bvugt = _binary(lambda _w, a, b: a > b, _compare.bvugt)
bvuge = _binary(lambda _w, a, b: a >= b, _compare.bvuge)
bvslt = _binary(bits.slt, _compare.bvslt)
bvsle = _binary(bits.sle, _compare.bvsle)
bvsgt = _binary(lambda w, a, b: bits.slt(w, b, a), _compare.bvsgt)
bvsge = _binary(lambda w, a, b: bits.sle(w, b, a), _compare.bvsge)
bvuaddo = _binary(lambda w, a, b: a + b > _mask(w), _compare.bvuaddo)
bvusubo = _binary(lambda _w, a, b: a < b, _compare.bvusubo)
bvumulo = _binary(lambda w, a, b: a * b > _mask(w), _compare.bvumulo)
bvsaddo = _binary(bits.saddo, _compare.bvsaddo)
bvssubo = _binary(bits.ssubo, _compare.bvssubo)
bvsmulo = _binary(bits.smulo, _compare.bvsmulo)


def bvneg(w: int, a: Value) -> Value:
    return from_term(_bv.bvneg(a)) if a.__class__ is Term else -a & _mask(w)


def bvnot(w: int, a: Value) -> Value:
    return from_term(_bits.bvnot(a)) if a.__class__ is Term else a ^ _mask(w)


def zero_extend(n: int, _w: int, a: Value) -> Value:
    return from_term(_bits.zero_extend(n, a)) if a.__class__ is Term else a


def sign_extend(n: int, w: int, a: Value) -> Value:
    if a.__class__ is Term:
        return from_term(_bits.sign_extend(n, a))
    return a | (((1 << n) - 1) << w) if a >> (w - 1) else a


def extract(high: int, low: int, _w: int, a: Value) -> Value:
    if a.__class__ is Term:
        return from_term(_bits.extract(high, low, a))
    return a >> low & _mask(high - low + 1)


def concat(w_high: int, w_low: int, a: Value, b: Value) -> Value:
    if a.__class__ is not Term and b.__class__ is not Term:
        return a << w_low | b
    return from_term(_bits.concat(_of(a, w_high), _of(b, w_low)))


# ---- any sort


def eq(sort: Sort, a: Value, b: Value) -> Value:
    if a.__class__ is not Term and b.__class__ is not Term:
        return a == b
    return from_term(_core.eq(to_term(a, sort), to_term(b, sort)))


def ne(sort: Sort, a: Value, b: Value) -> Value:
    if a.__class__ is not Term and b.__class__ is not Term:
        return a != b
    return from_term(_core.ne(to_term(a, sort), to_term(b, sort)))


def ite(sort: Sort, condition: Value, a: Value, b: Value) -> Value:
    if condition.__class__ is not Term:
        return a if condition else b
    return from_term(_core.ite(condition, to_term(a, sort), to_term(b, sort)))


# ---- Booleans


def not_(a: Value) -> Value:
    return from_term(_core.not_(a)) if a.__class__ is Term else not a


def and_(a: Value, b: Value) -> Value:
    if a.__class__ is not Term:
        return b if a else False
    if b.__class__ is not Term:
        return a if b else False
    return from_term(_core.and_(a, b))


def or_(a: Value, b: Value) -> Value:
    if a.__class__ is not Term:
        return True if a else b
    if b.__class__ is not Term:
        return True if b else a
    return from_term(_core.or_(a, b))


def xor(a: Value, b: Value) -> Value:
    if a.__class__ is not Term:
        return not_(b) if a else b
    if b.__class__ is not Term:
        return not_(a) if b else a
    return from_term(_core.xor(a, b))


def implies(a: Value, b: Value) -> Value:
    return or_(not_(a), b)


# ---- floats and the rest: by operator


def operate(op: Op, sort: Sort, data: Any, sorts: tuple[Sort, ...], *values: Value) -> Value:
    """Any operator: ``sort`` of the result, ``sorts`` of the operands."""
    for value in values:
        if value.__class__ is Term:
            return from_term(make(op, tuple(map(to_term, values, sorts)), data))
    if op.evaluate is None:
        raise ValueError(f"{op.name} has no computable value")
    return op.evaluate(sort, data, sorts, *values)


__all__ = [
    "and_",
    "bvadd",
    "bvand",
    "bvashr",
    "bvlshr",
    "bvmul",
    "bvneg",
    "bvnot",
    "bvor",
    "bvsaddo",
    "bvsdiv",
    "bvsge",
    "bvsgt",
    "bvshl",
    "bvsle",
    "bvslt",
    "bvsmulo",
    "bvsrem",
    "bvssubo",
    "bvsub",
    "bvuaddo",
    "bvudiv",
    "bvuge",
    "bvugt",
    "bvule",
    "bvult",
    "bvumulo",
    "bvurem",
    "bvusubo",
    "bvxor",
    "concat",
    "eq",
    "extract",
    "fp_abs",
    "fp_add",
    "fp_div",
    "fp_eq",
    "fp_fma",
    "fp_from_bv",
    "fp_from_sbv",
    "fp_from_ubv",
    "fp_ge",
    "fp_gt",
    "fp_is_infinite",
    "fp_is_nan",
    "fp_is_negative",
    "fp_is_normal",
    "fp_is_positive",
    "fp_is_subnormal",
    "fp_is_zero",
    "fp_le",
    "fp_lt",
    "fp_max",
    "fp_min",
    "fp_mul",
    "fp_neg",
    "fp_rem",
    "fp_round_to_integral",
    "fp_sqrt",
    "fp_sub",
    "fp_to_fp",
    "fp_to_ieee_bv",
    "fp_to_real",
    "fp_to_sbv",
    "fp_to_ubv",
    "from_term",
    "implies",
    "ite",
    "ne",
    "not_",
    "operate",
    "or_",
    "sign_extend",
    "to_term",
    "xor",
    "zero_extend",
]
