"""Functions that generated code calls on values: ints and bools when concrete, else terms.

Division and shifts have SMT-LIB's meaning for zero and for large amounts; a front end asserts
first where its language calls that undefined.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra import terms as T
from antumbra.semantics.memory.maps import MapValue
from antumbra.terms import Op, Sort, Term
from antumbra.terms.term import intern

#: a run-time value: int (bit-vector, float bits), bool, or a term that is not a constant
Value = Any


def to_term(value: Value, sort: Sort) -> Term:
    """The term of a run-time value."""
    if value.__class__ is Term:
        return value
    return value.term() if value.__class__ is MapValue else T.const(value, sort)


def from_term(term: Term) -> Value:
    """The run-time value of a term: constants become Python values."""
    return term.data if term.op is T.CONST else term


def _widths(a: Value, b: Value) -> tuple[Term, Term]:
    """Both as terms; one of them is a term already and tells the sort."""
    if a.__class__ is Term:
        return a, to_term(b, a.sort)
    return T.const(a, b.sort), b


#: (term, constant) → whether they are equal: programs compare the same input with the same constants on every path
_EQUAL: dict[tuple[Term, int], Value] = {}
_MOST_EQUAL = 100_000


def eq(a: Value, b: Value) -> Value:
    if a.__class__ is MapValue:
        a = from_term(a.term())
    if b.__class__ is MapValue:
        b = from_term(b.term())
    if a.__class__ is not Term:
        if b.__class__ is not Term:
            return a == b
        a, b = b, a
    if b.__class__ is Term:
        return from_term(T.eq(a, b))
    known = _EQUAL.get((a, b))
    if known is None:
        if len(_EQUAL) > _MOST_EQUAL:
            _EQUAL.clear()
        known = _EQUAL[a, b] = from_term(T.eq(a, T.const(b, a.sort)))
    return known


def not_(a: Value) -> Value:
    return from_term(T.not_(a)) if a.__class__ is Term else not a


def and_(a: Value, b: Value) -> Value:
    if a is True:
        return b
    if b is True:
        return a
    if a is False or b is False:
        return False
    return from_term(T.and_(a, b))


def or_(a: Value, b: Value) -> Value:
    if a is False:
        return b
    if b is False:
        return a
    if a is True or b is True:
        return True
    return from_term(T.or_(a, b))


def ite(sort: Sort, condition: Value, a: Value, b: Value) -> Value:
    if condition.__class__ is bool:
        return a if condition else b
    if a is b:
        return a
    return from_term(T.ite(condition, to_term(a, sort), to_term(b, sort)))


def extract(high: int, low: int, a: Value) -> Value:
    if a.__class__ is int:
        return a >> low & ((1 << (high - low + 1)) - 1)
    return from_term(T.extract(high, low, a))


def zero_extend(bits: int, a: Term) -> Value:
    return from_term(T.zero_extend(bits, a))


def sign_extend(bits: int, a: Term) -> Value:
    return from_term(T.sign_extend(bits, a))


def concat(high_width: int, low_width: int, high: Value, low: Value) -> Value:
    if high.__class__ is int and low.__class__ is int:
        return high << low_width | low
    return from_term(T.concat(to_term(high, T.bv_sort(high_width)), to_term(low, T.bv_sort(low_width))))


def add(a: Value, b: Value) -> Value:
    """Mathematical integers and reals from here on."""
    if a.__class__ is not Term and b.__class__ is not Term:
        return a + b
    return from_term(T.add(*_widths(a, b)))


def sub(a: Value, b: Value) -> Value:
    if a.__class__ is not Term and b.__class__ is not Term:
        return a - b
    return from_term(T.sub(*_widths(a, b)))


def mul(a: Value, b: Value) -> Value:
    if a.__class__ is not Term and b.__class__ is not Term:
        return a * b
    return from_term(T.mul(*_widths(a, b)))


def lt(a: Value, b: Value) -> Value:
    if a.__class__ is not Term and b.__class__ is not Term:
        return a < b
    return from_term(T.lt(*_widths(a, b)))


def le(a: Value, b: Value) -> Value:
    if a.__class__ is not Term and b.__class__ is not Term:
        return a <= b
    return from_term(T.le(*_widths(a, b)))


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def bvudiv(width: int, a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        return a // b if b else (1 << width) - 1
    return from_term(T.bvudiv(*_widths(a, b)))


def bvurem(_width: int, a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        return a % b if b else a
    return from_term(T.bvurem(*_widths(a, b)))


def bvsdiv(width: int, a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        x, y = _signed(a, width), _signed(b, width)
        if y == 0:
            return 1 if x < 0 else (1 << width) - 1
        quotient = abs(x) // abs(y)
        return (quotient if (x < 0) == (y < 0) else -quotient) & ((1 << width) - 1)
    return from_term(T.bvsdiv(*_widths(a, b)))


def bvsrem(width: int, a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        x, y = _signed(a, width), _signed(b, width)
        if y == 0:
            return a
        remainder = abs(x) % abs(y)
        return (-remainder if x < 0 else remainder) & ((1 << width) - 1)
    return from_term(T.bvsrem(*_widths(a, b)))


def bvshl(width: int, a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        return a << b & ((1 << width) - 1) if b < width else 0
    return from_term(T.bvshl(*_widths(a, b)))


def bvlshr(width: int, a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        return a >> b if b < width else 0
    return from_term(T.bvlshr(*_widths(a, b)))


def bvashr(width: int, a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        return _signed(a, width) >> min(b, width) & ((1 << width) - 1)
    return from_term(T.bvashr(*_widths(a, b)))


def plain(template: tuple[Op, Sort, Any, tuple[Sort, ...]], values: tuple[Value, ...]) -> Value:
    """An operator applied without simplification; only what is concrete is computed."""
    op, sort, data, sorts = template
    concrete = not any(value.__class__ is Term or value.__class__ is MapValue for value in values)
    if concrete and op.evaluate is not None:
        return op.evaluate(sort, data, list(sorts), *values)
    return intern(op, tuple(map(to_term, values, sorts)), data)


def apply_term(template: tuple[Term, tuple[Term, ...], bool], values: tuple[Value, ...]) -> Value:
    """A program term under the current values of its variables; the template says if it can be computed."""
    term, variables, computable = template
    if computable and not any(value.__class__ is Term or value.__class__ is MapValue for value in values):
        return T.compiled(term)(dict(zip(variables, values, strict=True)))
    environment: Mapping[Term, Term] = {
        variable: to_term(value, variable.sort) for variable, value in zip(variables, values, strict=True)
    }
    return from_term(T.substitute(term, environment))
