"""Bit-vector arithmetic, simplified as it is built.

Sums keep at most one constant, as the last argument of the outermost ``bvadd``: an address is always
``symbolic part + constant``. Multiplication by a power of two is a shift.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra.terms import bits
from antumbra.terms.leaves import bv, bv_of
from antumbra.terms.operators import (
    BVADD,
    BVMUL,
    BVNEG,
    BVNOT,
    BVSDIV,
    BVSHL,
    BVSLT,
    BVSREM,
    BVSUB,
    BVUDIV,
    BVUREM,
    CONCAT,
    CONST,
    EXTRACT,
    ITE,
    SIGN_EXTEND,
    ZERO_EXTEND,
)
from antumbra.terms.simplify.bits import (
    MODULAR,
    bvand,
    bvlshr,
    bvnot,
    bvshl,
    check_one,
    check_pair,
    const_arms,
    extract,
    into_arms,
    zero_extend,
)
from antumbra.terms.simplify.boolean import ite
from antumbra.terms.term import Term, intern


def add_const(a: Term, k: int) -> Term:
    """a + k for an int k already reduced to the width of a."""
    if k == 0:
        return a
    op = a.op
    sort = a.sort
    if op is BVADD:
        last = a.args[1]
        if last.op is CONST:
            k = (last.data + k) & sort.mask
            a = a.args[0]
            if k == 0:
                return a
    elif op is CONST:
        return bv_of(a.data + k, sort)
    elif op is ITE:
        if const_arms(a):
            return into_arms(a, lambda arm: bv_of(arm.data + k, sort))
    elif op is BVNOT:
        return add_const(bvneg(a.args[0]), (k - 1) & sort.mask)
    return intern(BVADD, (a, intern(CONST, (), k, sort)))


def bvadd(a: Term, b: Term) -> Term:
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("bvadd", a, b)
    if b.op is CONST:
        return add_const(a, b.data)
    op = a.op
    if op is CONST:
        return add_const(b, a.data)
    if op is BVADD:
        last = a.args[1]
        if last.op is CONST:
            return add_const(bvadd(a.args[0], b), last.data)
    elif op is BVNEG:
        return bvsub(b, a.args[0])
    elif op is BVSUB:
        if a.args[1] is b:
            return a.args[0]
    elif op is BVNOT and a.args[0] is b:
        return bv_of(-1, a.sort)
    op = b.op
    if op is BVADD:
        last = b.args[1]
        if last.op is CONST:
            return add_const(bvadd(a, b.args[0]), last.data)
    elif op is BVNEG:
        return bvsub(a, b.args[0])
    elif op is BVSUB:
        if b.args[1] is a:
            return b.args[0]
    elif op is BVNOT and b.args[0] is a:
        return bv_of(-1, a.sort)
    if a is b:
        return bvshl(a, bv_of(1, a.sort)) if a.width > 1 else bv_of(0, a.sort)
    return intern(BVADD, (a, b) if a.id < b.id else (b, a))


def bvsub(a: Term, b: Term) -> Term:
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("bvsub", a, b)
    if a is b:
        return bv_of(0, a.sort)
    if b.op is CONST:
        return add_const(a, -b.data & a.sort.mask)
    op = a.op
    if op is CONST:
        return add_const(bvneg(b), a.data)
    if op is BVADD:
        x, y = a.args
        if y.op is CONST:
            return add_const(bvsub(x, b), y.data)
        if x is b:
            return y
        if y is b:
            return x
    elif op is BVSUB and a.args[0] is b:
        return bvneg(a.args[1])
    op = b.op
    if op is BVADD:
        x, y = b.args
        if y.op is CONST:
            return add_const(bvsub(a, x), -y.data & a.sort.mask)
        if x is a:
            return bvneg(y)
        if y is a:
            return bvneg(x)
    elif op is BVNEG:
        return bvadd(a, b.args[0])
    elif op is BVSUB and b.args[0] is a:
        return b.args[1]
    return intern(BVSUB, (a, b))


def bvneg(a: Term) -> Term:
    op = a.op
    if op is CONST:
        check_one("bvneg", a)
        return bv_of(-a.data, a.sort)
    if op is BVNEG:
        return a.args[0]
    if op is BVSUB:
        return bvsub(a.args[1], a.args[0])
    if op is BVADD and a.args[1].op is CONST:
        return add_const(bvneg(a.args[0]), -a.args[1].data & a.sort.mask)
    if op is BVNOT:
        return add_const(a.args[0], 1)
    if op is ITE and const_arms(a):
        return into_arms(a, bvneg)
    if a.sort.mask == 1:
        return a
    return intern(BVNEG, (a,))


def bvmul(a: Term, b: Term) -> Term:
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("bvmul", a, b)
    if a.op is CONST:
        a, b = b, a
    if b.op is CONST:
        return _mul_const(a, b)
    if a.op is BVNEG and b.op is BVNEG:
        return bvmul(a.args[0], b.args[0])
    for power, other in ((b, a), (a, b)):
        exponent, more = _power(power)
        if exponent is not None:
            return bvshl(bvshl(other, exponent), bv_of(more, a.sort))
    return intern(BVMUL, (a, b) if a.id < b.id else (b, a))


def _power(t: Term) -> tuple[Term | None, int]:
    """``1 << k``, and that shifted on by a constant, as (k, constant)."""
    more = 0
    if t.op is CONCAT and t.args[1].op is CONST and t.args[1].data == 0 and t.args[0].op is EXTRACT:
        more = t.args[1].width
        inner, low = t.args[0].args[0], t.args[0].data[1]
        if low != 0 or inner.sort is not t.sort:
            return None, 0
        t = inner
    return (t.args[1], more) if t.op is BVSHL and t.args[0].op is CONST and t.args[0].data == 1 else (None, 0)


def _mul_const(a: Term, b: Term) -> Term:
    k, sort = b.data, a.sort
    op = a.op
    if op is CONST:
        return bv_of(a.data * k, sort)
    if k == 0:
        return b
    if k == 1:
        return a
    if k & (k - 1) == 0:
        return bvshl(a, bv_of(k.bit_length() - 1, sort))
    if k == sort.mask:
        return bvneg(a)
    if op is BVADD and a.args[1].op is CONST:
        return add_const(bvmul(a.args[0], b), (a.args[1].data * k) & sort.mask)
    if op is BVMUL and a.args[1].op is CONST:
        return bvmul(a.args[0], bv_of(a.args[1].data * k, sort))
    if op is BVNEG:
        return bvmul(a.args[0], bv_of(-k, sort))
    if op is ITE and const_arms(a):
        return into_arms(a, lambda arm: bv_of(arm.data * k, sort))
    return intern(BVMUL, (a, b))


MODULAR.update({BVADD: bvadd, BVSUB: bvsub, BVMUL: bvmul})

# ---- division. By zero: SMT-LIB's results


def bvudiv(a: Term, b: Term) -> Term:
    check_pair("bvudiv", a, b)
    if b.op is CONST:
        k = b.data
        if a.op is CONST:
            return bv_of(a.data // k if k else -1, a.sort)
        if k == 0:
            return bv_of(-1, a.sort)
        if k & (k - 1) == 0:
            return bvlshr(a, bv_of(k.bit_length() - 1, a.sort))
        narrow = _narrow(bvudiv, a, k, bv_of(0, a.sort))
        if narrow is not None:
            return narrow
    exponent, more = _power(b)
    if exponent is not None and not more and exponent.op is ZERO_EXTEND and 1 << exponent.args[0].width <= a.width:
        # the exponent is smaller than the width, so the divisor is not 0
        return bvlshr(a, exponent)
    return intern(BVUDIV, (a, b))


def bvurem(a: Term, b: Term) -> Term:
    check_pair("bvurem", a, b)
    if a is b:
        return bv_of(0, a.sort)
    if b.op is CONST:
        k = b.data
        if a.op is CONST:
            return bv_of(a.data % k if k else a.data, a.sort)
        if k == 0:
            return a
        if k & (k - 1) == 0:
            size = k.bit_length() - 1
            return zero_extend(a.width - size, extract(size - 1, 0, a)) if size else bv_of(0, a.sort)
        narrow = _narrow(bvurem, a, k, a)
        if narrow is not None:
            return narrow
    exponent, more = _power(b)
    if exponent is not None and not more:
        # for the divisor 0 too: the mask is then all ones
        return bvand(a, add_const(b, a.sort.mask))
    return intern(BVUREM, (a, b))


def _narrow(build: Callable[[Term, Term], Term], a: Term, k: int, beyond: Term) -> Term | None:
    """Division of an extended or chosen value by a constant k > 0; ``beyond`` if k exceeds all its values."""
    if a.op is ZERO_EXTEND:
        inner = a.args[0]
        if k > inner.sort.mask:
            return beyond
        return zero_extend(a.data, build(inner, bv(k, inner.width)))
    if a.op is ITE and const_arms(a):
        return into_arms(a, lambda arm: build(arm, bv_of(k, a.sort)))
    return None


def bvsdiv(a: Term, b: Term) -> Term:
    check_pair("bvsdiv", a, b)
    if b.op is CONST:
        k = b.data
        width = a.width
        if a.op is CONST:
            return bv_of(bits.sdiv(width, a.data, k), a.sort)
        if k == 0:
            return ite(intern(BVSLT, (a, b)), bv_of(1, a.sort), bv_of(-1, a.sort))
        if k == a.sort.mask:
            return bvneg(a)
        if k == 1:
            return a
        if a.op is ZERO_EXTEND and not k >> (width - 1):
            return bvudiv(a, b)
        if a.op is ITE and const_arms(a):
            return into_arms(a, lambda arm: bv_of(bits.sdiv(width, arm.data, k), a.sort))
    elif a.op is ZERO_EXTEND and b.op is ZERO_EXTEND:
        return bvudiv(a, b)
    return intern(BVSDIV, (a, b))


def bvsrem(a: Term, b: Term) -> Term:
    check_pair("bvsrem", a, b)
    if a is b:
        return bv_of(0, a.sort)
    if b.op is CONST:
        k = b.data
        width = a.width
        if a.op is CONST:
            return bv_of(bits.srem(width, a.data, k), a.sort)
        if k == 0:
            return a
        if k in (1, a.sort.mask):
            return bv_of(0, a.sort)
        if a.op is ZERO_EXTEND and not k >> (width - 1):
            return bvurem(a, b)
        if a.op is ITE and const_arms(a):
            return into_arms(a, lambda arm: bv_of(bits.srem(width, arm.data, k), a.sort))
    elif a.op is ZERO_EXTEND and b.op is ZERO_EXTEND:
        return bvurem(a, b)
    return intern(BVSREM, (a, b))


# ---- sums as symbolic part and constant


def offset_form(t: Term) -> tuple[Term | None, int]:
    """t as (symbolic part, constant); the part is None for a constant."""
    if t.op is BVADD and t.args[1].op is CONST:
        return t.args[0], t.args[1].data
    if t.op is CONST:
        return None, t.data
    return t, 0


_EXTENSIONS: Final = frozenset((ZERO_EXTEND, SIGN_EXTEND))


def always_different(a: Term, b: Term) -> bool:
    """Whether two bit-vectors differ in every model, as far as their form shows it at once."""
    if a is b:
        return False
    part, offset = offset_form(a)
    other, shift = offset_form(b)
    if part is other:
        return offset != shift
    if part is not None and other is not None and not offset and not shift and a.op in _EXTENSIONS and a.op is b.op:
        x, y = a.args[0], b.args[0]
        return x.sort is y.sort and offset_form(x)[0] is offset_form(y)[0]
    return False


__all__ = [
    "add_const",
    "always_different",
    "bvadd",
    "bvmul",
    "bvneg",
    "bvnot",
    "bvsdiv",
    "bvsrem",
    "bvsub",
    "bvudiv",
    "bvurem",
    "offset_form",
]
