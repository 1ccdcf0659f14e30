"""Conjunctions without the comparisons that others of them imply.

A path through a loop says of its counter's limit that it is above 0, above 1, above 2 and so on. Of comparisons of one
term with constants, in one order, only the tightest are needed.
"""

from __future__ import annotations

from collections.abc import Iterable

from antumbra.terms import operators as O
from antumbra.terms.term import Term

_SIGNED = (O.BVSLT, O.BVSLE)
_UNSIGNED = (O.BVULT, O.BVULE)
_STRICT = (O.BVSLT, O.BVULT)


def tightest(conditions: Iterable[Term]) -> list[Term]:
    """Some of the conditions, in their order, that are together the same as all of them."""
    found = list(conditions)
    best: dict[tuple[Term, bool, bool], tuple[int, Term]] = {}
    keys: list[tuple[Term, bool, bool] | None] = []
    for condition in found:
        read = _bound(condition)
        keys.append(None if read is None else read[0])
        if read is not None:
            key, value = read
            known = best.get(key)
            if known is None or (value < known[0] if key[2] else value > known[0]):
                best[key] = (value, condition)
    return [c for c, key in zip(found, keys, strict=True) if key is None or best[key][1] is c]


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
    value: int = constant.data
    if signed and value >> (constant.sort.width - 1):
        value -= 1 << constant.sort.width
    if op in _STRICT:
        value += -1 if above else 1
    return (left if above else right, signed, above), value
