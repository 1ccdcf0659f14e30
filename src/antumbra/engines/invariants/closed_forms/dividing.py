"""Quotients by constants as unknowns: ``x / c`` is the q for which ``x = c·q + r`` with ``r < c``, without wrapping.

Solvers find that by sums; a circuit that divides is far harder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra import terms as T
from antumbra.terms import Term
from antumbra.terms.ring import Ring

_DIVISIONS: Final = (T.BVUDIV, T.BVUREM)


def without_quotients(asked: Sequence[Term]) -> list[Term]:
    """Conditions that hold together for some values if and only if those asked about do."""
    known: dict[Term, Term] = {}
    pairs: dict[tuple[Term, Term], tuple[Term, Term]] = {}
    for term in T.subterms(*asked):
        args = tuple(known.get(a, a) for a in term.args)
        if term.op in _DIVISIONS and args[1].op is T.CONST and args[1].data:
            if (args[0], args[1]) not in pairs:
                number = len(pairs)
                # no program has variables of such names
                made = [T.var(f"{what} {number} of a division", term.sort) for what in ("quotient", "rest")]
                pairs[args[0], args[1]] = made[0], made[1]
            known[term] = pairs[args[0], args[1]][term.op is T.BVUREM]
        elif any(one is not other for one, other in zip(args, term.args, strict=True)):
            known[term] = T.intern(term.op, args, term.data)
    return _stated([known.get(term, term) for term in asked], pairs)


def _stated(asked: Sequence[Term], pairs: dict[tuple[Term, Term], tuple[Term, Term]]) -> list[Term]:
    """With what quotients and rests are. A dividend of one variable is written as c·q + r: sums then cancel out."""
    facts: list[Term] = []
    values: dict[Term, Term] = {}
    for (dividend, divisor), (quotient, rest) in pairs.items():
        facts.append(T.bvult(rest, divisor))
        variable, more = _shifted(dividend)
        if variable is None or variable in values:
            facts.append(_whole(dividend, divisor, quotient, rest))
            continue
        product = T.bvmul(quotient, divisor)
        values[variable] = T.bvsub(T.bvadd(product, rest), T.bv(more, dividend.width))
        facts += _no_wrap(divisor, quotient, rest)
    if not values:
        return [*facts, *asked]
    ring = Ring()
    return [ring.normalised(T.substitute(term, values)) for term in (*facts, *asked)]


def _shifted(term: Term) -> tuple[Term | None, int]:
    """A variable and what is added to it."""
    if term.op is T.VAR:
        return term, 0
    if term.op is T.BVADD and len(term.args) == 2:
        one, other = term.args if term.args[1].op is T.CONST else reversed(term.args)
        if one.op is T.VAR and other.op is T.CONST:
            return one, other.data
    return None, 0


def _no_wrap(divisor: Term, quotient: Term, rest: Term) -> list[Term]:
    """c·q + r is less than all numbers of its width are."""
    width = divisor.width
    most, left = divmod((1 << width) - 1, divisor.data)
    last = T.bv(most, width)
    return [T.bvule(quotient, last), T.or_(T.bvult(quotient, last), T.bvule(rest, T.bv(left, width)))]


def _whole(dividend: Term, divisor: Term, quotient: Term, rest: Term) -> Term:
    """In as many bits that nothing wraps around."""
    width = dividend.width
    wide = width + divisor.data.bit_length() + 1
    x, q, r = (T.zero_extend(wide - width, term) for term in (dividend, quotient, rest))
    return T.eq(x, T.bvadd(T.bvmul(q, T.bv(divisor.data, wide)), r))
