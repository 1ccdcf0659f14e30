"""Interval arithmetic over floats that are surely finite.

A float's bounds are places in the order of floats (``terms.floats.order_key``; both zeros are 0). What may be NaN or
infinite has no bounds. Rounding is monotone, so the bounds of a result are results for bounds of the operands.
"""

# ruff: noqa: ARG001 - the rules in a table have one signature

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

from antumbra.terms import floats
from antumbra.terms import operators as o
from antumbra.terms.sorts import Sort
from antumbra.terms.term import Op, Term

#: inclusive
Range = tuple[int, int]

_FALSE: Final[Range] = (0, 0)
_TRUE: Final[Range] = (1, 1)
_EITHER: Final[Range] = (0, 1)


def constant_range(term: Term) -> Range | None:
    """Bounds of a constant."""
    return _hull(term.sort, [term.data])


def _hull(sort: Sort, values: list[int]) -> Range | None:
    """Bounds of floats; None if one of them is not finite."""
    if any(floats.is_nan(sort, value) or floats.is_infinite(sort, value) for value in values):
        return None
    keys = [floats.order_key(sort, value) for value in values]
    return min(keys), max(keys)


def _bits(sort: Sort, key: int) -> int:
    """A float at a place in the order."""
    return key if key >= 0 else floats.neg(sort, -key)


def _mode(term: Term) -> str | None:
    mode = term.args[0]
    return mode.data if mode.op is o.CONST else None


def _arithmetic(operation: Callable[[Sort, str, int, int], int]) -> Callable[[Term, list[Any]], Range | None]:
    """Of an operation that is monotone in each operand, up or down: the extremes are at corners."""

    def rule(t: Term, p: list[Any]) -> Range | None:
        mode, sort = _mode(t), t.sort
        if mode is None:
            return None
        corners = product(*((_bits(sort, low), _bits(sort, high)) for low, high in p))
        return _hull(sort, [operation(sort, mode, x, y) for x, y in corners])

    return rule


_quotient = _arithmetic(floats.div)


def _div(t: Term, p: list[Any]) -> Range | None:
    low, high = p[1]
    return None if low <= 0 <= high else _quotient(t, p)


def _from_number(t: Term, p: list[Any]) -> Range | None:
    mode = _mode(t)
    low, high = p[0]
    half = 1 << (t.args[1].width - 1)
    if mode is None or (t.op is o.FP_FROM_SBV and high >= half):
        return None
    return _hull(t.sort, [floats.from_integer(t.sort, mode, value) for value in (low, high)])


def _convert(t: Term, p: list[Any]) -> Range | None:
    mode, source = _mode(t), t.args[1].sort
    if mode is None or source.kind != "fp":
        return None
    return _hull(t.sort, [floats.convert(source, mode, _bits(source, key), t.sort) for key in p[0]])


def _to_number(t: Term, p: list[Any]) -> Range | None:
    """Towards a whole number that fits, and is not negative."""
    mode, sort = _mode(t), t.args[1].sort
    low, high = p[0]
    limit = 1 << (t.width - 1)
    if mode is None or low < 0 or floats.to_fraction(sort, _bits(sort, high)) >= limit - 1:
        return (0, t.sort.mask)
    return floats.to_unsigned(sort, mode, _bits(sort, low), t.width), floats.to_unsigned(
        sort, mode, _bits(sort, high), t.width
    )


def _neg(t: Term, p: list[Any]) -> Range:
    low, high = p[0]
    return -high, -low


def _abs(t: Term, p: list[Any]) -> Range:
    low, high = p[0]
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))


def _lt(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    return _TRUE if ah < bl else _FALSE if al >= bh else _EITHER


def _le(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    return _TRUE if ah <= bl else _FALSE if al > bh else _EITHER


def _eq(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    if ah < bl or bh < al:
        return _FALSE
    return _TRUE if al == ah == bl == bh else _EITHER


def _never(t: Term, p: list[Any]) -> Range:
    return _FALSE


#: operands that are rounding modes have no bounds and are left out
FLOAT_RULES: Final[dict[Op, Callable[[Term, list[Any]], Range | None]]] = {
    o.FP_ADD: _arithmetic(floats.add),
    o.FP_SUB: _arithmetic(floats.sub),
    o.FP_MUL: _arithmetic(floats.mul),
    o.FP_DIV: _div,
    o.FP_NEG: _neg,
    o.FP_ABS: _abs,
    o.FP_FROM_SBV: _from_number,
    o.FP_FROM_UBV: _from_number,
    o.FP_TO_FP: _convert,
    o.FP_TO_SBV: _to_number,
    o.FP_TO_UBV: _to_number,
    o.FP_LT: _lt,
    o.FP_LE: _le,
    o.FP_EQ: _eq,
    o.FP_IS_NAN: _never,
    o.FP_IS_INFINITE: _never,
}
