"""Integer and real arithmetic, simplified as it is built.

As for bit-vectors: one constant per sum, last; between an integer and a constant only ``<=`` occurs.
Division by zero has a fixed value here (SMT-LIB leaves it open), stated by an ite around the operator.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from antumbra.terms.leaves import FALSE, TRUE, boolean, bv, const, integer, real
from antumbra.terms.operators import (
    ABS,
    ADD,
    BV2NAT,
    CONST,
    DIV,
    INT2BV,
    IS_INT,
    LE,
    LT,
    MOD,
    MUL,
    NEG,
    REAL_DIV,
    SUB,
    TO_INT,
    TO_REAL,
)
from antumbra.terms.simplify.bits import const_arms, extract, into_arms, zero_extend
from antumbra.terms.simplify.boolean import EQ_CONST_RULES, EQ_RULES, NEGATIONS, eq, fold, ite
from antumbra.terms.sorts import INT, REAL
from antumbra.terms.term import SortError, Term, intern


def _check(name: str, a: Term, b: Term) -> None:
    if a.sort is not b.sort or (a.sort is not INT and a.sort is not REAL):
        raise SortError(f"{name} does not take ({a.sort!r}, {b.sort!r})")


def _add_const(a: Term, k: Any) -> Term:
    if k == 0:
        return a
    if a.op is CONST:
        return const(a.data + k, a.sort)
    if a.op is ADD and a.args[1].op is CONST:
        return _add_const(a.args[0], a.args[1].data + k)
    if const_arms(a):
        return into_arms(a, lambda arm: const(arm.data + k, a.sort))
    return intern(ADD, (a, const(k, a.sort)))


def add(*terms: Term) -> Term:
    """The sum of one or more terms."""
    result = terms[0]
    for term in terms[1:]:
        result = _add(result, term)
    return result


def _add(a: Term, b: Term) -> Term:
    _check("addition", a, b)
    if b.op is CONST:
        return _add_const(a, b.data)
    if a.op is CONST:
        return _add_const(b, a.data)
    if a.op is ADD and a.args[1].op is CONST:
        return _add_const(_add(a.args[0], b), a.args[1].data)
    if b.op is ADD and b.args[1].op is CONST:
        return _add_const(_add(a, b.args[0]), b.args[1].data)
    if b.op is NEG:
        return sub(a, b.args[0])
    if a.op is NEG:
        return sub(b, a.args[0])
    if a.op is SUB and a.args[1] is b:
        return a.args[0]
    if b.op is SUB and b.args[1] is a:
        return b.args[0]
    if a is b:
        return mul(a, const(2, a.sort))
    return intern(ADD, (a, b) if a.id < b.id else (b, a))


def sub(a: Term, b: Term) -> Term:
    _check("subtraction", a, b)
    if a is b:
        return const(0, a.sort)
    if b.op is CONST:
        return _add_const(a, -b.data)
    if a.op is CONST:
        return _add_const(neg(b), a.data)
    if a.op is ADD:
        x, y = a.args
        if y.op is CONST:
            return _add_const(sub(x, b), y.data)
        if x is b or y is b:
            return y if x is b else x
    if b.op is ADD:
        x, y = b.args
        if y.op is CONST:
            return _add_const(sub(a, x), -y.data)
        if x is a or y is a:
            return neg(y if x is a else x)
    if b.op is NEG:
        return _add(a, b.args[0])
    if b.op is SUB and b.args[0] is a:
        return b.args[1]
    return intern(SUB, (a, b))


def neg(a: Term) -> Term:
    if a.op is CONST:
        _check("negation", a, a)
        return const(-a.data, a.sort)
    if a.op is NEG:
        return a.args[0]
    if a.op is SUB:
        return sub(a.args[1], a.args[0])
    if a.op is ADD and a.args[1].op is CONST:
        return _add_const(neg(a.args[0]), -a.args[1].data)
    if a.op is MUL and a.args[1].op is CONST:
        return mul(a.args[0], const(-a.args[1].data, a.sort))
    return intern(NEG, (a,))


def mul(*terms: Term) -> Term:
    """The product of one or more terms."""
    result = terms[0]
    for term in terms[1:]:
        result = _mul(result, term)
    return result


def _mul(a: Term, b: Term) -> Term:
    _check("multiplication", a, b)
    if a.op is CONST:
        a, b = b, a
    if b.op is not CONST:
        return intern(MUL, (a, b) if a.id < b.id else (b, a))
    k = b.data
    if a.op is CONST:
        return const(a.data * k, a.sort)
    if k == 0:
        return b
    if k == 1:
        return a
    if k == -1:
        return neg(a)
    if a.op is NEG:
        return _mul(a.args[0], const(-k, a.sort))
    if a.op is ADD and a.args[1].op is CONST:
        return _add_const(_mul(a.args[0], b), a.args[1].data * k)
    if a.op is MUL and a.args[1].op is CONST:
        return _mul(a.args[0], const(a.args[1].data * k, a.sort))
    if const_arms(a):
        return into_arms(a, lambda arm: const(arm.data * k, a.sort))
    return intern(MUL, (a, b))


def div(a: Term, b: Term) -> Term:
    """Euclidean division; 0 when b is 0."""
    if b.op is CONST:
        if a.op is CONST:
            return fold(DIV, (a, b))
        if b.data == 0:
            DIV.sort_of((a, b), None)
            return b
        if b.data == 1:
            DIV.sort_of((a, b), None)
            return a
        return intern(DIV, (a, b))
    quotient = intern(DIV, (a, b))
    return ite(eq(b, integer(0)), integer(0), quotient)


def mod(a: Term, b: Term) -> Term:
    """The remainder of :func:`div`: 0 <= mod < |b|; a itself when b is 0."""
    if b.op is CONST:
        if a.op is CONST:
            return fold(MOD, (a, b))
        if b.data == 0:
            MOD.sort_of((a, b), None)
            return a
        if b.data in (1, -1):
            MOD.sort_of((a, b), None)
            return integer(0)
        return intern(MOD, (a, b))
    rest = intern(MOD, (a, b))
    return ite(eq(b, integer(0)), a, rest)


def abs_(a: Term) -> Term:
    if a.op is NEG or a.op is ABS:
        return intern(ABS, (a.args[0],))
    return fold(ABS, (a,))


def real_div(a: Term, b: Term) -> Term:
    """Division of reals; 0 when b is 0."""
    if b.op is CONST:
        REAL_DIV.sort_of((a, b), None)
        return b if b.data == 0 else mul(a, real(1 / b.data))
    quotient = intern(REAL_DIV, (a, b))
    return ite(eq(b, real(0)), real(0), quotient)


def lt(a: Term, b: Term) -> Term:
    _check("comparison", a, b)
    if a is b:
        return FALSE
    if a.op is CONST and b.op is CONST:
        return boolean(a.data < b.data)
    if a.sort is INT:
        if b.op is CONST:
            return le(a, integer(b.data - 1))
        if a.op is CONST:
            return le(integer(a.data + 1), b)
    moved = _moved(a, b)
    if moved is not None:
        return lt(*moved)
    if const_arms(a) and b.op is CONST:
        return into_arms(a, lambda arm: boolean(arm.data < b.data))
    if const_arms(b) and a.op is CONST:
        return into_arms(b, lambda arm: boolean(a.data < arm.data))
    return intern(LT, (a, b))


def le(a: Term, b: Term) -> Term:
    _check("comparison", a, b)
    if a is b:
        return TRUE
    if a.op is CONST and b.op is CONST:
        return boolean(a.data <= b.data)
    moved = _moved(a, b)
    if moved is not None:
        return le(*moved)
    if const_arms(a) and b.op is CONST:
        return into_arms(a, lambda arm: boolean(arm.data <= b.data))
    if const_arms(b) and a.op is CONST:
        return into_arms(b, lambda arm: boolean(a.data <= arm.data))
    return intern(LE, (a, b))


def _moved(a: Term, b: Term) -> tuple[Term, Term] | None:
    """Both sides less a constant of one of them: x + c against k, x + c against x or y + d."""
    for left, right, swapped in ((a, b, False), (b, a, True)):
        if left.op is ADD and left.args[1].op is CONST:
            offset_here = left.args[1].data
            if right.op is CONST or right is left.args[0] or (right.op is ADD and right.args[1].op is CONST):
                x, y = left.args[0], _add_const(right, -offset_here)
                if right is left.args[0]:
                    x, y = const(0, a.sort), const(-offset_here, a.sort)
                elif right.op is not CONST and right.args[0] is x:
                    x, y = const(0, a.sort), const(right.args[1].data - offset_here, a.sort)
                return (y, x) if swapped else (x, y)
    return None


def gt(a: Term, b: Term) -> Term:
    return lt(b, a)


def ge(a: Term, b: Term) -> Term:
    return le(b, a)


NEGATIONS[LT] = lambda t: le(t.args[1], t.args[0])
NEGATIONS[LE] = lambda t: lt(t.args[1], t.args[0])


def to_real(a: Term) -> Term:
    return fold(TO_REAL, (a,))


def to_int(a: Term) -> Term:
    """The greatest integer not above a."""
    return a.args[0] if a.op is TO_REAL else fold(TO_INT, (a,))


def is_int(a: Term) -> Term:
    return TRUE if a.op is TO_REAL else fold(IS_INT, (a,))


def int2bv(width: int, a: Term) -> Term:
    """a modulo 2^width as a bit-vector."""
    if a.op is BV2NAT:
        inner = a.args[0]
        if width <= inner.width:
            return extract(width - 1, 0, inner)
        return zero_extend(width - inner.width, inner)
    return fold(INT2BV, (a,), width)


def bv2nat(a: Term) -> Term:
    """The unsigned number of a bit-vector."""
    return fold(BV2NAT, (a,))


# ---- equalities


def _eq_const(a: Term, b: Term) -> Term | None:
    """x + c = k and the like; the loop takes off one operator after the other."""
    k: Any = b.data
    start = a
    while True:
        if a.op is ADD and a.args[1].op is CONST:
            a, k = a.args[0], k - a.args[1].data
        elif a.op is NEG:
            a, k = a.args[0], -k
        elif a.op is MUL and a.args[1].op is CONST:
            factor = a.args[1].data
            if a.sort is INT:
                if k % factor:
                    return FALSE
                k //= factor
            else:
                k = Fraction(k) / factor
            a = a.args[0]
        else:
            break
    if a.op is SUB and k == 0:
        return eq(a.args[0], a.args[1])
    if a.op is TO_REAL:
        return eq(a.args[0], integer(k.numerator)) if k.denominator == 1 else FALSE
    if a.op is BV2NAT:
        inner = a.args[0]
        return eq(inner, bv(k, inner.width)) if 0 <= k <= inner.sort.mask else FALSE
    return None if a is start else eq(a, const(k, a.sort))


for _op in (ADD, NEG, MUL, SUB, TO_REAL, BV2NAT):
    EQ_CONST_RULES[_op] = _eq_const


def _eq_add(a: Term, b: Term) -> Term | None:
    x, y = a.args
    if y.op is CONST:
        if b.op is ADD and b.args[1].op is CONST:
            return FALSE if b.args[0] is x else eq(_add_const(x, y.data - b.args[1].data), b.args[0])
        return FALSE if b is x else None
    if b is x or b is y:
        return eq(y if b is x else x, const(0, a.sort))
    return None


EQ_RULES[ADD] = _eq_add
