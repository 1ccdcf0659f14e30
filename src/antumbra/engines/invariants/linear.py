"""Terms as sums; of bit-vectors, their low bits: what can be said of a value without some of its variables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from antumbra import terms as T
from antumbra.engines.invariants.numbers import Numbers
from antumbra.terms import Term

#: addends of a sum that is looked at
MOST_ADDENDS = 40
#: steps of a walk over a term
MOST_STEPS = 400


def addends(term: Term) -> tuple[dict[Term, int], int] | None:
    """The term as Σ factor·part + constant, of words modulo their width; None if it has too many parts."""
    parts: dict[Term, int] = {}
    constant = 0
    words = term.sort.kind == "bv"
    width = term.width if words else 0
    # a narrower item has a factor that shifts its missing bits out
    work = [(term, 1)]
    steps = 0
    while work:
        item, factor = work.pop()
        steps += 1
        if steps > MOST_STEPS or len(parts) > MOST_ADDENDS:
            return None
        match item.op, item.args:
            case T.CONST, _:
                constant += factor * item.data
            case ((T.BVADD | T.ADD), several):
                work += [(a, factor) for a in several]
            case ((T.BVSUB | T.SUB), (a, b)):
                work += [(a, factor), (b, -factor)]
            case ((T.BVNEG | T.NEG), (a,)):
                work.append((a, -factor))
            case ((T.BVMUL | T.MUL), (a, b)) if b.op is T.CONST:
                work.append((a, factor * b.data))
            case ((T.BVMUL | T.MUL), (b, a)) if b.op is T.CONST:
                work.append((a, factor * b.data))
            case T.BVSHL, (a, b) if b.op is T.CONST and b.data < item.width:
                work.append((a, factor << b.data))
            case T.CONCAT, (high, low):
                work += [(high, factor << low.width), (T.zero_extend(width - low.width, low), factor)]
            case T.EXTRACT, (whole,) if item.data[1] == 0 and item.width < whole.width <= width:
                work.append((whole, factor))
            case _:
                part = T.zero_extend(width - item.width, item) if words and item.width < width else item
                parts[part] = parts.get(part, 0) + factor
    if words:
        limit = 1 << width
        return {part: f % limit for part, f in parts.items() if f % limit}, constant % limit
    return {part: f for part, f in parts.items() if f}, constant


def total(parts: Iterable[tuple[Term, Any]], constant: Any, like: Term) -> Term:
    """The sum of parts, as a term of the sort of ``like``."""
    numbers = Numbers(like.sort)
    result = numbers.constant(constant)
    for part, factor in parts:
        result = numbers.plus(result, numbers.times(part, factor))
    return result


def twos(factor: int, width: int) -> int:
    """How often two divides a factor, at most ``width`` times."""
    return width if factor == 0 else min(width, (factor & -factor).bit_length() - 1)
