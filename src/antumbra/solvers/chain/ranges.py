"""Interval arithmetic over terms: cheap, sound unsigned bounds from the bounds of the variables.

A Boolean has bounds within (0, 1), a float that is surely finite bounds in the order of floats (``float_ranges``).
Nothing here is exact; what is not known is the full range. Other values have no bounds (None).
"""

# ruff: noqa: ARG001 - the rules in a table have one signature

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from antumbra.solvers.chain.float_ranges import FLOAT_RULES, constant_range
from antumbra.terms import operators as o
from antumbra.terms.term import Op, Term

#: inclusive
Range = tuple[int, int]
Lookup = Callable[[Term], Range | None]

_FALSE: Final[Range] = (0, 0)
_TRUE: Final[Range] = (1, 1)
_EITHER: Final[Range] = (0, 1)

#: terms larger than this get the full range above the limit: callers want an answer in microseconds
NODE_LIMIT: Final = 400


def range_of(term: Term, lookup: Lookup, memo: dict[Term, Range | None] | None = None) -> Range | None:
    """Bounds of ``term``; ``memo`` may be shared between calls with the same ``lookup``."""
    known: dict[Term, Range | None] = {} if memo is None else memo
    if term in known:
        return known[term]
    stack = [term]
    budget = NODE_LIMIT
    while stack:
        node = stack[-1]
        if node in known:
            stack.pop()
            continue
        op = node.op
        if op is o.VAR:
            known[node] = lookup(node)
        elif op is o.CONST:
            data = node.data
            if node.sort.mask or node.sort.kind == "bool":
                known[node] = (int(data), int(data))
            else:
                known[node] = constant_range(node) if node.sort.kind == "fp" else None
        elif op is o.SELECT and node.args[0].op is o.CONST and node.sort.mask:
            table = node.args[0].data
            values = (table.default, *table.entries.values())
            known[node] = (min(values), max(values))
        elif op not in _RULES or budget <= 0:
            known[node] = full(node)
        else:
            missing = [a for a in node.args if a not in known]
            if missing:
                budget -= len(missing)
                stack.extend(missing)
                continue
            parts = [known[a] for a in node.args if a.sort.kind != "rm"]
            known[node] = full(node) if None in parts else _RULES[op](node, parts)
        stack.pop()
    return known[term]


def stated(conditions: Iterable[Term]) -> dict[Term, Range | None]:
    """What conditions say outright of terms that are not variables: ``t = c``, ``t < c``, ``c <= t`` (unsigned)."""
    found: dict[Term, Range | None] = {}
    for condition in conditions:
        op = condition.op
        if op not in (o.EQ, o.BVULT, o.BVULE):
            continue
        left, right = condition.args
        if not left.sort.mask or (left.op is o.CONST) is (right.op is o.CONST):
            continue
        term, value = (right, left.data) if left.op is o.CONST else (left, right.data)
        if term.op is o.VAR:
            continue
        strict = op is o.BVULT
        if op is o.EQ:
            low, high = value, value
        elif left.op is o.CONST:
            low, high = value + strict, term.sort.mask
        else:
            low, high = 0, value - strict
        known = found.get(term)
        found[term] = (low, high) if known is None else (max(low, known[0]), min(high, known[1]))
    return found


def full(term: Term) -> Range | None:
    """The bounds of a term's sort."""
    sort = term.sort
    if sort.mask:
        return (0, sort.mask)
    return _EITHER if sort.kind == "bool" else None


def _not(t: Term, p: list[Any]) -> Range:
    return (1 - p[0][1], 1 - p[0][0])


def _and(t: Term, p: list[Any]) -> Range:
    return (min(low for low, _ in p), min(high for _, high in p))


def _or(t: Term, p: list[Any]) -> Range:
    return (max(low for low, _ in p), max(high for _, high in p))


def _ite(t: Term, p: list[Any]) -> Range:
    c, a, b = p
    if c == _TRUE:
        return a
    if c == _FALSE:
        return b
    return (min(a[0], b[0]), max(a[1], b[1]))


def _eq(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    if ah < bl or bh < al:
        return _FALSE
    # the two zeros have one place in the order, and are not the same value
    one = al == ah == bl == bh and (al != 0 or t.args[0].sort.kind != "fp")
    return _TRUE if one else _EITHER


def _ult(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    return _TRUE if ah < bl else _FALSE if al >= bh else _EITHER


def _ule(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    return _TRUE if ah <= bl else _FALSE if al > bh else _EITHER


def _biased(r: Range, width: int) -> Range:
    """Signed order as unsigned order: the sign bit flipped."""
    half = 1 << (width - 1)
    low, high = r
    if low < half <= high:
        return (0, 2 * half - 1)
    return (low + half, high + half) if high < half else (low - half, high - half)


def _slt(t: Term, p: list[Any]) -> Range:
    w = t.args[0].width
    return _ult(t, [_biased(p[0], w), _biased(p[1], w)])


def _sle(t: Term, p: list[Any]) -> Range:
    w = t.args[0].width
    return _ule(t, [_biased(p[0], w), _biased(p[1], w)])


def _wrapped(t: Term, low: int, high: int) -> Range:
    """Bounds modulo 2^width of an integer in [low, high]."""
    mask = t.sort.mask
    if high - low <= mask and low & mask <= high & mask:
        return (low & mask, high & mask)
    return (0, mask)


def _add(t: Term, p: list[Any]) -> Range:
    return _wrapped(t, p[0][0] + p[1][0], p[0][1] + p[1][1])


def _sub(t: Term, p: list[Any]) -> Range:
    return _wrapped(t, p[0][0] - p[1][1], p[0][1] - p[1][0])


def _mul(t: Term, p: list[Any]) -> Range:
    return _wrapped(t, p[0][0] * p[1][0], p[0][1] * p[1][1])


def _neg(t: Term, p: list[Any]) -> Range:
    return _wrapped(t, -p[0][1], -p[0][0])


def _bvnot(t: Term, p: list[Any]) -> Range:
    return (t.sort.mask - p[0][1], t.sort.mask - p[0][0])


def _udiv(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    if bl == 0:
        return (al // bh if bh else t.sort.mask, t.sort.mask)
    return (al // bh, ah // bl)


def _urem(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    if bl == 0:
        return (0, ah)
    if ah < bl:
        return (al, ah)
    if bl == bh and al // bl == ah // bl:
        return (al % bl, ah % bl)
    return (0, min(ah, bh - 1))


def _nonnegative(t: Term, p: list[Any]) -> bool:
    half = 1 << (t.width - 1)
    return all(high < half for _, high in p)


def _sdiv(t: Term, p: list[Any]) -> Range:
    return _udiv(t, p) if _nonnegative(t, p) and p[1][0] > 0 else (0, t.sort.mask)


def _srem(t: Term, p: list[Any]) -> Range:
    return _urem(t, p) if _nonnegative(t, p) and p[1][0] > 0 else (0, t.sort.mask)


def _bvand(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    if al == ah and bl == bh:
        return (al & bl, al & bl)
    return (0, min(ah, bh))


def _bvor(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    return (max(al, bl), (1 << (ah | bh).bit_length()) - 1)


def _bvxor(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    if al == ah and bl == bh:
        return (al ^ bl, al ^ bl)
    return (0, (1 << (ah | bh).bit_length()) - 1)


def _shl(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    if bh >= t.width:
        return (0, t.sort.mask)
    return _wrapped(t, al << bl, ah << bh)


def _lshr(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    return (al >> bh if bh < t.width else 0, ah >> bl if bl < t.width else 0)


def _ashr(t: Term, p: list[Any]) -> Range:
    (al, ah), (bl, bh) = p
    half = 1 << (t.width - 1)
    last = t.width - 1
    bl, bh = min(bl, last), min(bh, last)
    if ah < half:
        return (al >> bh, ah >> bl)
    if al >= half:
        top = t.sort.mask + 1
        return (((al - top) >> bl) + top, ((ah - top) >> bh) + top)
    return (0, t.sort.mask)


def _concat(t: Term, p: list[Any]) -> Range:
    shift = t.args[1].width
    return (p[0][0] << shift | p[1][0], p[0][1] << shift | p[1][1])


def _extract(t: Term, p: list[Any]) -> Range:
    low = t.data[1]
    return _wrapped(t, p[0][0] >> low, p[0][1] >> low)


def _zero_extend(t: Term, p: list[Any]) -> Range:
    return p[0]


def _sign_extend(t: Term, p: list[Any]) -> Range:
    low, high = p[0]
    inner = t.args[0].width
    if high < 1 << (inner - 1):
        return (low, high)
    added = t.sort.mask + 1 - (1 << inner)
    if low >= 1 << (inner - 1):
        return (low + added, high + added)
    return (0, t.sort.mask)


_RULES: Final[dict[Op, Callable[[Term, list[Any]], Range | None]]] = {
    o.NOT: _not,
    o.AND: _and,
    o.OR: _or,
    o.ITE: _ite,
    o.EQ: _eq,
    o.BVULT: _ult,
    o.BVULE: _ule,
    o.BVSLT: _slt,
    o.BVSLE: _sle,
    o.BVADD: _add,
    o.BVSUB: _sub,
    o.BVMUL: _mul,
    o.BVNEG: _neg,
    o.BVNOT: _bvnot,
    o.BVUDIV: _udiv,
    o.BVUREM: _urem,
    o.BVSDIV: _sdiv,
    o.BVSREM: _srem,
    o.BVAND: _bvand,
    o.BVOR: _bvor,
    o.BVXOR: _bvxor,
    o.BVSHL: _shl,
    o.BVLSHR: _lshr,
    o.BVASHR: _ashr,
    o.CONCAT: _concat,
    o.EXTRACT: _extract,
    o.ZERO_EXTEND: _zero_extend,
    o.SIGN_EXTEND: _sign_extend,
    **FLOAT_RULES,
}
