"""Conditions with fewer operators, equal in value: what C's statements are made from.

Signed division goes through magnitudes. Overflow of wide numbers is seen in wider ones. Reads of tables become choices.
Mathematical integers become bit-vectors that are wide enough for every value: a parameter that is one has 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from antumbra import terms as T
from antumbra.terms import ArrayValue, Term
from antumbra.terms.term import Op

#: bits of a C number
WORD: Final = 64
#: bits of a number, entries of a table, operators of a condition; beyond that C says less
WIDEST: Final = 4096
MOST_ENTRIES: Final = 1024
LARGEST: Final = 100_000


class Refused(Exception):  # noqa: N818 - an answer, no error
    """C does not say this: the reason, in words of our own."""


def lowered(condition: Term, done: dict[Term, Term]) -> Term:
    """The condition over the variables that stand for its own. Raises Refused.

    ``done``: what is known already, variables at least; what is new is added.
    """
    most = len(done) + LARGEST
    for term in T.subterms(condition):
        if term in done:
            continue
        if len(done) > most:
            raise Refused("the condition is too large")
        if term.op is T.VAR:
            raise Refused(f"an input of sort {term.sort.kind} has no C type")
        if term.sort.kind == "array":
            if term.op not in (T.CONST, T.STORE, T.CONST_ARRAY, T.ITE):
                raise Refused("a map has no C form")
            done[term] = _again(term, done)
        else:
            done[term] = _lower(term, done)
        if (width := done[term].sort.width) > WIDEST:
            raise Refused(f"a number has {width} bits")
    return done[condition]


def _lower(term: Term, done: Mapping[Term, Term]) -> Term:
    op, args = term.op, term.args
    if op is T.SELECT:
        return _selected(done[args[0]], done[args[1]]) if len(args) == 2 else _refuse("a map of several arguments")
    if term.sort is T.INT or (args and args[0].sort is T.INT) or op is T.BV2NAT:
        return _integers(term, done)
    rule = _RULES.get(op)
    if rule is not None:
        return rule(*(done[a] for a in args))
    return _again(term, done)


def _again(term: Term, done: Mapping[Term, Term]) -> Term:
    if term.sort.kind not in ("bool", "bv", "fp", "rm", "array") or term.op in T.BINDERS or term.op is T.APPLY:
        _refuse(f"{term.op.name} has no C form")
    args = tuple(done[a] for a in term.args)
    return term if args == term.args else T.intern(term.op, args, term.data)


def _refuse(reason: str) -> Term:
    raise Refused(reason)


# ---------------------------------------------------------------- bit-vectors


def _is_negative(a: Term) -> Term:
    return T.eq(T.extract(a.width - 1, a.width - 1, a), T.bv(1, 1))


def _magnitude(a: Term) -> Term:
    return T.ite(_is_negative(a), T.bvneg(a), a)


def _sdiv(a: Term, b: Term) -> Term:
    zero, one = T.bv(0, a.width), T.bv(1, a.width)
    quotient = T.intern(T.BVUDIV, (_magnitude(a), _magnitude(b)))
    turned = T.xor(_is_negative(a), _is_negative(b))
    by_zero = T.ite(_is_negative(a), one, T.bvneg(one))
    return T.ite(T.eq(b, zero), by_zero, T.ite(turned, T.bvneg(quotient), quotient))


def _srem(a: Term, b: Term) -> Term:
    rest = T.intern(T.BVUREM, (_magnitude(a), _magnitude(b)))
    return T.ite(T.eq(b, T.bv(0, a.width)), a, T.ite(_is_negative(a), T.bvneg(rest), rest))


_Binary = Callable[[Term, Term], Term]


def _overflow(op: Op, make: _Binary, more: Callable[[int], int], *, sign: bool = True) -> _Binary:
    """Does a wide operation leave its width? Narrow ones have helpers."""
    extend = T.sign_extend if sign else T.zero_extend

    def rule(a: Term, b: Term) -> Term:
        if a.width <= WORD:
            return T.intern(op, (a, b))
        by = more(a.width)
        result = make(extend(by, a), extend(by, b))
        return T.ne(result, extend(by, T.extract(a.width - 1, 0, result)))

    return rule


_RULES: Final[dict[Op, Callable[..., Term]]] = {
    T.BVSDIV: _sdiv,
    T.BVSREM: _srem,
    T.BVSADDO: _overflow(T.BVSADDO, T.bvadd, lambda _: 1),
    T.BVSSUBO: _overflow(T.BVSSUBO, T.bvsub, lambda _: 1),
    T.BVSMULO: _overflow(T.BVSMULO, T.bvmul, lambda width: width),
    T.BVUMULO: _overflow(T.BVUMULO, T.bvmul, lambda width: width, sign=False),
}

# ---------------------------------------------------------------- tables


def _selected(array: Term, index: Term) -> Term:
    """What a table holds at an index, as choices from the last store to the first."""
    values: dict[Term, Term] = {}
    for part in T.subterms(array):
        if part.sort is not array.sort:
            continue
        if part.op is T.CONST:
            values[part] = _entry(part, index)
        elif part.op is T.CONST_ARRAY:
            values[part] = part.args[0]
        elif part.op is T.STORE and len(part.args) == 3:
            values[part] = T.ite(T.eq(index, part.args[1]), part.args[2], values[part.args[0]])
        elif part.op is T.ITE:
            values[part] = T.ite(part.args[0], values[part.args[1]], values[part.args[2]])
        else:
            _refuse("a map has no C form")
    return values[array]


def _entry(table: Term, index: Term) -> Term:
    value: ArrayValue = table.data
    sort, element = table.sort.index[0], table.sort.element
    if element is None or sort.kind != "bv" or element.kind not in ("bv", "bool") or len(value.entries) > MOST_ENTRIES:
        raise Refused("a table has no C form")
    found = T.const(value.default, element)
    for key in sorted(value.entries):
        found = T.ite(T.eq(index, T.const(key, sort)), T.const(value.entries[key], element), found)
    return found


# ---------------------------------------------------------------- mathematical integers


def _integers(term: Term, done: Mapping[Term, Term]) -> Term:
    """An operation on integers, which are signed bit-vectors of various widths."""
    op = term.op
    if op is T.CONST:
        return T.bv(term.data, term.data.bit_length() + 1)
    args = [done[a] for a in term.args]
    match op:
        case T.ADD | T.SUB | T.MUL:
            width = args[0].width + args[1].width if op is T.MUL else max(a.width for a in args) + 1
            make = {T.ADD: T.bvadd, T.SUB: T.bvsub, T.MUL: T.bvmul}[op]
            return make(*(_signed(a, width) for a in args))
        case T.NEG:
            return T.bvneg(_signed(args[0], args[0].width + 1))
        case T.ABS:
            return _magnitude(_signed(args[0], args[0].width + 1))
        case T.DIV | T.MOD:
            return _euclidean(op, *args)
        case T.ITE:
            width = max(a.width for a in args[1:])
            return T.ite(args[0], _signed(args[1], width), _signed(args[2], width))
        case T.BV2NAT:
            return T.zero_extend(1, args[0])
        case T.INT2BV:
            return T.extract(term.width - 1, 0, _signed(args[0], max(args[0].width, term.width)))
        case T.EQ | T.LT | T.LE | T.DISTINCT:
            width = max(a.width for a in args)
            compare = {T.LT: T.BVSLT, T.LE: T.BVSLE}.get(op, op)
            return T.intern(compare, tuple(_signed(a, width) for a in args))
        case _:
            return _refuse(f"{op.name} has no C form")


def _signed(a: Term, width: int) -> Term:
    return T.sign_extend(width - a.width, a) if width > a.width else a


def _euclidean(op: Op, a: Term, b: Term) -> Term:
    """SMT-LIB's div and mod: the rest is never negative; by zero 0, and the dividend."""
    width = max(a.width, b.width) + 1
    a, b = _signed(a, width), _signed(b, width)
    zero, one = T.bv(0, width), T.bv(1, width)
    rest = _srem(a, b)
    if op is T.MOD:
        found = T.ite(_is_negative(rest), T.bvadd(rest, _magnitude(b)), rest)
        return T.ite(T.eq(b, zero), a, found)
    quotient = _sdiv(a, b)
    step = T.ite(_is_negative(b), one, T.bvneg(one))
    return T.ite(T.eq(b, zero), zero, T.ite(_is_negative(rest), T.bvadd(quotient, step), quotient))
