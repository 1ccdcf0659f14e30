"""Conjunctions without the comparisons that others of them imply.

A path through a loop says of its counter's limit that it is above 0, above 1, above 2 and so on. Of comparisons of one
term with constants, in one order, only the tightest are needed; and none where it is said which constant the term is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from antumbra.terms import operators as O
from antumbra.terms.term import Term

_SIGNED = (O.BVSLT, O.BVSLE)
_UNSIGNED = (O.BVULT, O.BVULE)
_STRICT = (O.BVSLT, O.BVULT)


def tightest(conditions: Iterable[Term]) -> list[Term]:
    """Some of the conditions, in their order, that are together the same as all of them."""
    found = list(conditions)
    best: dict[tuple[Term, bool, bool], tuple[int, Term]] = {}
    equal: dict[Term, tuple[int, Term]] = {}
    for condition in found:
        if (read := _bound(condition)) is not None:
            key, value = read
            known = best.get(key)
            if known is None or (value < known[0] if key[2] else value > known[0]):
                best[key] = (value, condition)
        elif (point := _point(condition)) is not None:
            equal.setdefault(point[0], (point[1], condition))
    return [condition for condition in found if not _implied(condition, best, equal)]


def _implied(
    condition: Term, best: Mapping[tuple[Term, bool, bool], tuple[int, Term]], equal: Mapping[Term, tuple[int, Term]]
) -> bool:
    """By a tighter comparison of the same term, or by its value."""
    if (read := _bound(condition)) is not None:
        key, last = read
        term, signed, above = key
        if term in equal:
            value = _read(equal[term][0], term.sort.width, signed)
            return value <= last if above else value >= last
        return best[key][1] is not condition
    if condition.op is O.NOT and (point := _point(condition.args[0])) is not None:
        term, other = point
        return term in equal and equal[term][0] != other
    return False


def _point(condition: Term) -> tuple[Term, int] | None:
    """A term and the bits that it is equal to; None if the condition is no such equation."""
    if condition.op is not O.EQ or condition.args[0].sort.kind != "bv":
        return None
    left, right = condition.args
    if (left.op is O.CONST) == (right.op is O.CONST):
        return None
    term, constant = (right, left) if left.op is O.CONST else (left, right)
    return term, constant.data


def _read(bits: int, width: int, signed: bool) -> int:
    return bits - (1 << width) if signed and bits >> (width - 1) else bits


def _bound(condition: Term) -> tuple[tuple[Term, bool, bool], int] | None:
    """(term, signed, from above) and the last value that is allowed; None if it is no comparison with a constant."""
    op = condition.op
    if op not in _SIGNED and op not in _UNSIGNED:
        return None
    left, right = condition.args
    above = right.op is O.CONST
    if above == (left.op is O.CONST):
        return None
    signed, constant = op in _SIGNED, right if above else left
    value = _read(constant.data, constant.sort.width, signed)
    if op in _STRICT:
        value += -1 if above else 1
    return (left if above else right, signed, above), value
