"""Python's operators on terms: what ``t + 1`` in generated code runs. Installed into Term on import.

An int on the other side is read modulo the term's width; neutral elements return at once, since generated code
masks every result (``(a + b) & 0xffffffff``). ``& | ^`` also take Boolean terms with bools.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra.terms.leaves import bv_of
from antumbra.terms.operators import CONST
from antumbra.terms.simplify.bits import bvand, bvnot, bvor, bvxor
from antumbra.terms.simplify.boolean import and_, not_, or_, xor
from antumbra.terms.simplify.bv import add_const, bvadd, bvmul, bvneg, bvsub
from antumbra.terms.simplify.compare import bvule, bvult
from antumbra.terms.sorts import BOOL
from antumbra.terms.term import SortError, Term, install


def _not_bits(t: Term) -> SortError:
    return SortError(f"{t.sort!r} has no such operator")


def _add(t: Term, other: Any) -> Any:
    if other.__class__ is Term:
        result = bvadd(t, other)
    else:
        mask = t.sort.mask
        k = other & mask
        if k == 0:
            if mask:
                return t
            raise _not_bits(t)
        result = add_const(t, k)
    return result.data if result.op is CONST else result


def _sub(t: Term, other: Any) -> Any:
    if other.__class__ is not Term:
        return _add(t, -other)
    result = bvsub(t, other)
    return result.data if result.op is CONST else result


def _rsub(t: Term, other: int) -> Any:
    return _add(bvneg(t), other)


def _mul(t: Term, other: Any) -> Any:
    result = bvmul(t, other if other.__class__ is Term else bv_of(other, t.sort))
    return result.data if result.op is CONST else result


def _and(t: Term, other: Any) -> Any:
    if other.__class__ is Term:
        result = bvand(t, other) if t.sort is not BOOL else and_(t, other)
    else:
        mask = t.sort.mask
        k = other & mask
        if k == mask:
            if mask:
                return t
            return _bool(t, t if other else False)
        result = bvand(t, bv_of(k, t.sort))
    return result.data if result.op is CONST else result


def _or(t: Term, other: Any) -> Any:
    if other.__class__ is Term:
        result = bvor(t, other) if t.sort is not BOOL else or_(t, other)
    else:
        mask = t.sort.mask
        k = other & mask
        if k == 0:
            if mask:
                return t
            return _bool(t, True if other else t)
        result = bvor(t, bv_of(k, t.sort))
    return result.data if result.op is CONST else result


def _xor(t: Term, other: Any) -> Any:
    if other.__class__ is Term:
        result = bvxor(t, other) if t.sort is not BOOL else xor(t, other)
    else:
        mask = t.sort.mask
        k = other & mask
        if k == 0:
            if mask:
                return t
            return _bool(t, not_(t) if other else t)
        result = bvxor(t, bv_of(k, t.sort))
    return result.data if result.op is CONST else result


def _bool(t: Term, result: Any) -> Any:
    if t.sort is not BOOL:
        raise _not_bits(t)
    return result


def _neg(t: Term) -> Any:
    result = bvneg(t)
    return result.data if result.op is CONST else result


def _invert(t: Term) -> Any:
    result = bvnot(t)
    return result.data if result.op is CONST else result


def _compare(build: Callable[[Term, Term], Term], swapped: bool) -> Callable[[Term, Any], Any]:
    if swapped:

        def operation(t: Term, other: Any) -> Any:
            result = build(other if other.__class__ is Term else bv_of(other, t.sort), t)
            return result.data if result.op is CONST else result

    else:

        def operation(t: Term, other: Any) -> Any:
            result = build(t, other if other.__class__ is Term else bv_of(other, t.sort))
            return result.data if result.op is CONST else result

    return operation


install(
    {
        "__add__": _add,
        "__radd__": _add,
        "__sub__": _sub,
        "__rsub__": _rsub,
        "__mul__": _mul,
        "__rmul__": _mul,
        "__and__": _and,
        "__rand__": _and,
        "__or__": _or,
        "__ror__": _or,
        "__xor__": _xor,
        "__rxor__": _xor,
        "__neg__": _neg,
        "__invert__": _invert,
        "__lt__": _compare(bvult, False),
        "__le__": _compare(bvule, False),
        "__gt__": _compare(bvult, True),
        "__ge__": _compare(bvule, True),
    }
)
