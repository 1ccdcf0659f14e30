"""Bit-vector equalities with constants, comparisons and overflow predicates, simplified as they are built.

Between a term and a constant only ``bvult``/``bvslt`` occur (``x <= c`` is ``x < c + 1``); ``bvule``/``bvsle``
only between two terms that are not constant. The negation of a comparison is a comparison.
"""

from __future__ import annotations

from collections.abc import Callable

from antumbra.terms import bits
from antumbra.terms.leaves import FALSE, TRUE, boolean, bv, bv_of
from antumbra.terms.operators import (
    BVADD,
    BVMUL,
    BVNEG,
    BVNOT,
    BVSADDO,
    BVSLE,
    BVSLT,
    BVSMULO,
    BVSSUBO,
    BVSUB,
    BVULE,
    BVULT,
    BVUMULO,
    BVXOR,
    CONCAT,
    CONST,
    EQ,
    ITE,
    SIGN_EXTEND,
    ZERO_EXTEND,
)
from antumbra.terms.simplify.bits import bvnot, check_pair, concat_parts, const_arms, into_arms, zero_extend
from antumbra.terms.simplify.boolean import EQ_CONST_RULES, EQ_RULES, NEGATIONS, and_, eq, ne, not_, or_
from antumbra.terms.simplify.bv import add_const
from antumbra.terms.term import Term, intern

# ---- equality with a constant


def _peel(a: Term, k: int) -> tuple[Term, int] | None:
    """One invertible operator taken off the left side of a = k: (a', k'), or None."""
    op = a.op
    if op is BVADD or op is BVXOR or op is BVMUL:
        last = a.args[1]
        if last.op is not CONST:
            return None
        if op is BVADD:
            return a.args[0], (k - last.data) & a.sort.mask
        if op is BVXOR:
            return a.args[0], k ^ last.data
        if last.data & 1:
            return a.args[0], k * pow(last.data, -1, 1 << a.width) & a.sort.mask
        return None
    if op is BVNOT:
        return a.args[0], k ^ a.sort.mask
    if op is BVNEG:
        return a.args[0], -k & a.sort.mask
    return None


def _eq_bv_const(a: Term, b: Term) -> Term | None:
    """a = constant. The loop takes off operator after operator: hash computations nest thousands of them."""
    k: int = b.data
    start = a
    while True:
        op = a.op
        if op is ZERO_EXTEND or op is SIGN_EXTEND:
            inner = a.args[0]
            low = k & inner.sort.mask
            whole = low if op is ZERO_EXTEND else bits.signed(inner.width, low) & a.sort.mask
            if whole != k:
                return FALSE
            a, k = inner, low
            continue
        peeled = _peel(a, k)
        if peeled is None:
            break
        a, k = peeled
    op = a.op
    if op is CONCAT:
        equalities: list[Term] = []
        top = a.width
        for part in concat_parts(a):
            top -= part.width
            piece = eq(part, bv(k >> top, part.width))
            if piece is FALSE:
                return FALSE
            equalities.append(piece)
        return and_(*equalities)
    if op is ITE:
        rule = EQ_CONST_RULES[ITE](a, bv_of(k, a.sort))
        if rule is not None:
            return rule
    elif (op is BVSUB or op is BVXOR) and k == 0:
        return eq(a.args[0], a.args[1])
    if a is start:
        return None
    return eq(a, bv_of(k, a.sort)) if a.op is CONST else intern(EQ, (a, bv_of(k, a.sort)))


for _op in (ZERO_EXTEND, SIGN_EXTEND, BVADD, BVXOR, BVMUL, BVNOT, BVNEG, CONCAT, BVSUB):
    EQ_CONST_RULES[_op] = _eq_bv_const


def _eq_add(a: Term, b: Term) -> Term | None:
    """x + c = x + d, x + c = y + d, x + y = x."""
    x, y = a.args
    if y.op is CONST:
        if b.op is BVADD and b.args[1].op is CONST:
            other = b.args[0]
            if other is x:
                return FALSE  # interned: equal offsets would be equal terms
            return eq(add_const(x, (y.data - b.args[1].data) & a.sort.mask), other)
        return FALSE if b is x else None
    if b is x:
        return eq(y, bv_of(0, a.sort))
    if b is y:
        return eq(x, bv_of(0, a.sort))
    if b.op is BVADD:
        for p, q in ((x, y), (y, x)):
            if p is b.args[0]:
                return eq(q, b.args[1])
            if p is b.args[1]:
                return eq(q, b.args[0])
    return None


def _eq_unary(a: Term, b: Term) -> Term | None:
    """f(x) = f(y) for a one-to-one f; not x = x never."""
    if b.op is a.op and b.data == a.data and b.args[0].sort is a.args[0].sort:
        return eq(a.args[0], b.args[0])
    if a.op is BVNOT and a.args[0] is b:
        return FALSE
    return None


def _eq_concat(a: Term, b: Term) -> Term | None:
    """Part by part where the parts lie at the same places; an extension has a part of zeros."""
    if b.op is ZERO_EXTEND:
        right = [bv(0, b.data), *concat_parts(b.args[0])]
    elif b.op is CONCAT:
        right = concat_parts(b)
    else:
        return None
    left = concat_parts(a)
    if [p.width for p in left] != [p.width for p in right]:
        return None
    equalities: list[Term] = []
    for x, y in zip(left, right, strict=True):
        piece = eq(x, y)
        if piece is FALSE:
            return FALSE
        equalities.append(piece)
    return and_(*equalities)


EQ_RULES[BVADD] = _eq_add
EQ_RULES[CONCAT] = _eq_concat
for _op in (BVNOT, BVNEG, ZERO_EXTEND, SIGN_EXTEND):
    EQ_RULES[_op] = _eq_unary

# ---- unsigned comparison


def _sign_flipped(t: Term) -> Term | None:
    """x when t is x with its sign bit flipped: an unsigned comparison of such is a signed one of x."""
    if (t.op is BVXOR or t.op is BVADD) and t.args[1].op is CONST:
        k = t.args[1].data
        if k & (k - 1) == 0 and k.bit_length() == t.width:
            return t.args[0]
    return None


def _ult(a: Term, b: Term) -> Term | None:
    """a < b simplified, or None when no rule speaks."""
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("a comparison", a, b)
    if b.op is CONST:
        return _ult_right(a, b.data)
    if a.op is CONST:
        return _ult_left(a.data, b)
    if a is b:
        return FALSE
    op = a.op
    if op is b.op:
        if op is ZERO_EXTEND:
            x, y = a.args[0], b.args[0]
            width = max(x.width, y.width)
            return bvult(zero_extend(width - x.width, x), zero_extend(width - y.width, y))
        if op is SIGN_EXTEND:
            if a.args[0].sort is b.args[0].sort:
                return bvult(a.args[0], b.args[0])
        elif op is BVNOT:
            return bvult(b.args[0], a.args[0])
        elif op is CONCAT:
            if a.args[0] is b.args[0]:
                return bvult(a.args[1], b.args[1])
            if a.args[1] is b.args[1]:
                return bvult(a.args[0], b.args[0])
        elif op is BVXOR or op is BVADD:
            x, y = _sign_flipped(a), _sign_flipped(b)
            if x is not None and y is not None:
                return bvslt(x, y)
    return None


def _ult_right(a: Term, k: int) -> Term | None:
    """a < k."""
    op = a.op
    if op is CONST:
        return boolean(a.data < k)
    if k == 0:
        return FALSE
    if k == 1:
        return eq(a, bv_of(0, a.sort))
    if op is ZERO_EXTEND:
        inner = a.args[0]
        return TRUE if k > inner.sort.mask else bvult(inner, bv(k, inner.width))
    if op is ITE:
        if const_arms(a):
            return into_arms(a, lambda arm: boolean(arm.data < k))
    elif op is BVNOT:
        return bvult(bv_of(~k, a.sort), a.args[0])
    elif op is CONCAT:
        split = _concat_below(a, k)
        if split is not None:
            top, limit = split
            return TRUE if limit > top.sort.mask else bvult(top, bv(limit, top.width))
    else:
        x = _sign_flipped(a)
        if x is not None:
            return bvslt(x, bv_of(k ^ (1 << (a.width - 1)), a.sort))
    if k == a.sort.mask:
        return ne(a, bv_of(k, a.sort))
    return None


def _concat_below(a: Term, k: int) -> tuple[Term, int] | None:
    """concat(top, c) < k as top < limit, where the low part does not matter or is constant."""
    top, low = a.args
    high, rest = k >> low.width, k & low.sort.mask
    if rest == 0:
        return top, high
    if low.op is CONST:
        return top, high + (low.data < rest)
    return None


def _ult_left(k: int, b: Term) -> Term | None:
    """k < b."""
    mask = b.sort.mask
    if k == mask:
        return FALSE
    if k == 0:
        return ne(b, bv_of(0, b.sort))
    op = b.op
    if op is ZERO_EXTEND:
        inner = b.args[0]
        return FALSE if k >= inner.sort.mask else bvult(bv(k, inner.width), inner)
    if op is ITE:
        if const_arms(b):
            return into_arms(b, lambda arm: boolean(k < arm.data))
    elif op is BVNOT:
        return bvult(b.args[0], bv_of(~k, b.sort))
    elif op is CONCAT:
        split = _concat_below(b, k + 1)
        if split is not None:
            top, limit = split
            return FALSE if limit > top.sort.mask else not_(bvult(top, bv(limit, top.width)))
    else:
        y = _sign_flipped(b)
        if y is not None:
            return bvslt(bv_of(k ^ (1 << (b.width - 1)), b.sort), y)
    if k == mask - 1:
        return eq(b, bv_of(mask, b.sort))
    return None


def bvult(a: Term, b: Term) -> Term:
    result = _ult(a, b)
    return intern(BVULT, (a, b)) if result is None else result


def bvule(a: Term, b: Term) -> Term:
    if b.op is CONST:
        if b.data == b.sort.mask:
            check_pair("bvule", a, b)
            return TRUE
        return bvult(a, bv_of(b.data + 1, b.sort))
    if a.op is CONST:
        if a.data == 0:
            check_pair("bvule", a, b)
            return TRUE
        return bvult(bv_of(a.data - 1, a.sort), b)
    result = _ult(b, a)
    return intern(BVULE, (a, b)) if result is None else not_(result)


def bvugt(a: Term, b: Term) -> Term:
    return bvult(b, a)


def bvuge(a: Term, b: Term) -> Term:
    return bvule(b, a)


# ---- signed comparison


def _slt(a: Term, b: Term) -> Term | None:
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("a comparison", a, b)
    if b.op is CONST:
        return _slt_right(a, bits.signed(b.width, b.data))
    if a.op is CONST:
        return _slt_left(bits.signed(a.width, a.data), b)
    if a is b:
        return FALSE
    op = a.op
    if op is b.op:
        if op is ZERO_EXTEND:
            return _ult(a, b)
        if op is SIGN_EXTEND:
            if a.args[0].sort is b.args[0].sort:
                return bvslt(a.args[0], b.args[0])
        elif op is BVNOT:
            return bvslt(b.args[0], a.args[0])
        elif op is BVXOR or op is BVADD:
            x, y = _sign_flipped(a), _sign_flipped(b)
            if x is not None and y is not None:
                return bvult(x, y)
    return None


def _slt_right(a: Term, k: int) -> Term | None:
    """a < k, signed; k as a signed number."""
    op = a.op
    width = a.width
    least = -1 << (width - 1)
    if op is CONST:
        return boolean(bits.signed(width, a.data) < k)
    if k == least:
        return FALSE
    if k == least + 1:
        return eq(a, bv_of(least, a.sort))
    if op is ZERO_EXTEND:
        return FALSE if k <= 0 else bvult(a, bv_of(k, a.sort))
    if op is SIGN_EXTEND:
        inner = a.args[0]
        bound = 1 << (inner.width - 1)
        if k >= bound:
            return TRUE
        return FALSE if k <= -bound else bvslt(inner, bv(k, inner.width))
    if op is ITE:
        if const_arms(a):
            return into_arms(a, lambda arm: boolean(bits.signed(width, arm.data) < k))
    elif op is BVNOT:
        return bvslt(bv_of(~k, a.sort), a.args[0])
    else:
        x = _sign_flipped(a)
        if x is not None:
            return bvult(x, bv_of(k - least, a.sort))
    if k == -1 - least:
        return ne(a, bv_of(k, a.sort))
    return None


def _slt_left(k: int, b: Term) -> Term | None:
    """k < b, signed; k as a signed number."""
    op = b.op
    width = b.width
    least = -1 << (width - 1)
    if k == -1 - least:
        return FALSE
    if k == least:
        return ne(b, bv_of(least, b.sort))
    if op is ZERO_EXTEND:
        return TRUE if k < 0 else bvult(bv_of(k, b.sort), b)
    if op is SIGN_EXTEND:
        inner = b.args[0]
        bound = 1 << (inner.width - 1)
        if k < -bound:
            return TRUE
        return FALSE if k >= bound - 1 else bvslt(bv(k, inner.width), inner)
    if op is ITE:
        if const_arms(b):
            return into_arms(b, lambda arm: boolean(k < bits.signed(width, arm.data)))
    elif op is BVNOT:
        return bvslt(b.args[0], bv_of(~k, b.sort))
    else:
        y = _sign_flipped(b)
        if y is not None:
            return bvult(bv_of(k - least, b.sort), y)
    if k == -2 - least:
        return eq(b, bv_of(k + 1, b.sort))
    return None


def bvslt(a: Term, b: Term) -> Term:
    result = _slt(a, b)
    return intern(BVSLT, (a, b)) if result is None else result


def bvsle(a: Term, b: Term) -> Term:
    if b.op is CONST:
        if b.data == b.sort.mask >> 1:
            check_pair("bvsle", a, b)
            return TRUE
        return bvslt(a, bv_of(b.data + 1, b.sort))
    if a.op is CONST:
        if a.data == (a.sort.mask >> 1) + 1:
            check_pair("bvsle", a, b)
            return TRUE
        return bvslt(bv_of(a.data - 1, a.sort), b)
    result = _slt(b, a)
    return intern(BVSLE, (a, b)) if result is None else not_(result)


def bvsgt(a: Term, b: Term) -> Term:
    return bvslt(b, a)


def bvsge(a: Term, b: Term) -> Term:
    return bvsle(b, a)


def _negate_with(build: Callable[[Term, Term], Term]) -> Callable[[Term], Term]:
    return lambda t: build(t.args[1], t.args[0])


NEGATIONS.update(
    {
        BVULT: _negate_with(bvule),
        BVULE: _negate_with(bvult),
        BVSLT: _negate_with(bvsle),
        BVSLE: _negate_with(bvslt),
    }
)

# ---- overflow


def bvuaddo(a: Term, b: Term) -> Term:
    """a + b exceeds the width: b > not a."""
    return bvult(bvnot(a), b)


def bvusubo(a: Term, b: Term) -> Term:
    return bvult(a, b)


def bvnego(a: Term) -> Term:
    """-a overflows as a signed number."""
    return eq(a, bv_of(1 << (a.width - 1), a.sort))


def bvsaddo(a: Term, b: Term) -> Term:
    check_pair("bvsaddo", a, b)
    if a.op is CONST:
        a, b = b, a
    if b.op is CONST:
        return _outside(a, *_sum_range(a.width, bits.signed(a.width, b.data)))
    return intern(BVSADDO, (a, b) if a.id < b.id else (b, a))


def _sum_range(width: int, k: int) -> tuple[int, int]:
    """The signed a for which a + k fits."""
    least, most = -1 << (width - 1), (1 << (width - 1)) - 1
    return least - min(k, 0), most - max(k, 0)


def bvssubo(a: Term, b: Term) -> Term:
    check_pair("bvssubo", a, b)
    width = a.width
    least, most = -1 << (width - 1), (1 << (width - 1)) - 1
    if a is b:
        return FALSE
    if b.op is CONST:
        k = bits.signed(width, b.data)
        return _outside(a, least + max(k, 0), most + min(k, 0))
    if a.op is CONST:
        k = bits.signed(width, a.data)
        return _outside(b, max(k - most, least), min(k - least, most))
    return intern(BVSSUBO, (a, b))


def _outside(a: Term, low: int, high: int) -> Term:
    """a < low or a > high, signed."""
    return or_(bvslt(a, bv_of(low, a.sort)), bvslt(bv_of(high, a.sort), a))


def bvumulo(a: Term, b: Term) -> Term:
    check_pair("bvumulo", a, b)
    if a.op is CONST:
        a, b = b, a
    if b.op is CONST:
        return FALSE if b.data == 0 else bvult(bv_of(a.sort.mask // b.data, a.sort), a)
    return intern(BVUMULO, (a, b) if a.id < b.id else (b, a))


def bvsmulo(a: Term, b: Term) -> Term:
    check_pair("bvsmulo", a, b)
    if a.op is CONST:
        a, b = b, a
    if b.op is CONST:
        width = a.width
        least, most = -1 << (width - 1), (1 << (width - 1)) - 1
        k = bits.signed(width, b.data)
        if k == 0:
            return FALSE
        # least <= a * k <= most, divided by k
        low, high = (-(-least // k), most // k) if k > 0 else (-(-most // k), least // k)
        return _outside(a, low, min(high, most))
    return intern(BVSMULO, (a, b) if a.id < b.id else (b, a))
