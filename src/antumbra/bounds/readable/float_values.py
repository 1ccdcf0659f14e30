"""The bit patterns of one float for which a condition holds, where it compares the float with constants or asks for
its class. Exact, or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra import terms as T
from antumbra.solvers.chain.domains import Bounds, complement, intersection, union
from antumbra.terms import Sort, Term
from antumbra.terms import floats as F
from antumbra.terms.term import Op

#: bit patterns of an atom, from its format
_Rule = Callable[[Sort], Bounds]


def float_values(condition: Term, variable: Term, other: Callable[[Term], Bounds | None]) -> Bounds | None:
    """``other``: the values of an atom that is not about floats."""
    top = 1 << variable.width
    known: dict[Term, Bounds] = {}
    stack = [condition]
    while stack:
        term = stack[-1]
        if term in known:
            stack.pop()
            continue
        if term.op in (T.AND, T.OR, T.NOT):
            missing = [a for a in term.args if a not in known]
            if missing:
                stack += missing
                continue
            known[term] = _combined(term, [known[a] for a in term.args], top)
        else:
            found = _atom(term, variable)
            found = other(term) if found is None else found
            if found is None:
                return None
            known[term] = found
        stack.pop()
    return known[condition]


def _combined(term: Term, parts: list[Bounds], top: int) -> Bounds:
    if term.op is T.NOT:
        return complement(parts[0], top)
    result = parts[0]
    for part in parts[1:]:
        result = intersection(result, part) if term.op is T.AND else union(result, part)
    return result


def _atom(term: Term, variable: Term) -> Bounds | None:
    op, args = term.op, term.args
    if op in _CLASSES and _is_float(args[0], variable):
        return _CLASSES[op](args[0].sort)
    if op not in (T.FP_LT, T.FP_LE, T.FP_EQ) or len(args) != 2:
        return None
    left, right = args
    if _is_float(left, variable) and right.op is T.CONST:
        return _compared(op, right.data, left.sort, left=True)
    if _is_float(right, variable) and left.op is T.CONST:
        return _compared(op, left.data, right.sort, left=False)
    return None


def _is_float(term: Term, variable: Term) -> bool:
    return term.op is T.FP_FROM_BV and term.args[0] is variable


def _compared(op: Op, constant: int, sort: Sort, *, left: bool) -> Bounds:
    """Where the float stands on the left of the constant, or on its right."""
    if F.is_nan(sort, constant):
        return ()
    key = F.order_key(sort, constant)
    most = F.infinity(sort, negative=False)
    if op is T.FP_EQ:
        return _of_keys(key, key, sort)
    strict = 1 if op is T.FP_LT else 0
    return _of_keys(-most, key - strict, sort) if left else _of_keys(key + strict, most, sort)


def _of_keys(low: int, high: int, sort: Sort) -> Bounds:
    """Floats in an interval of numbers: keys count floats from zero on, and both zeros are 0."""
    sign = 1 << (sort.width - 1)
    found: Bounds = ()
    if high >= 0 and low <= high:
        found = (max(low, 0), high + 1)
    if low <= 0 and low <= high:
        found = union(found, (sign + max(0, -high), sign - low + 1))
    return found


def _numbers(least: int, end: int, sort: Sort) -> Bounds:
    """Magnitudes of both signs."""
    sign = 1 << (sort.width - 1)
    return (least, end, sign + least, sign + end)


_CLASSES: Final[dict[Op, _Rule]] = {
    T.FP_IS_NAN: lambda s: _numbers(F.infinity(s, negative=False) + 1, 1 << (s.width - 1), s),
    T.FP_IS_INFINITE: lambda s: _numbers(F.infinity(s, negative=False), F.infinity(s, negative=False) + 1, s),
    T.FP_IS_ZERO: lambda s: _numbers(0, 1, s),
    T.FP_IS_SUBNORMAL: lambda s: _numbers(1, 1 << (s.significand - 1), s),
    T.FP_IS_NORMAL: lambda s: _numbers(1 << (s.significand - 1), F.infinity(s, negative=False), s),
    T.FP_IS_POSITIVE: lambda s: (0, F.infinity(s, negative=False) + 1),
    T.FP_IS_NEGATIVE: lambda s: (1 << (s.width - 1), (1 << (s.width - 1)) + F.infinity(s, negative=False) + 1),
}
