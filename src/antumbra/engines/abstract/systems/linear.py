"""The normal form of predicates: ``c1·x1 + … <= k`` or ``= k``, first coefficient positive, coefficients coprime.

A literal is such an atom or its negation. Whatever is not linear arithmetic over integers (bit-vector comparisons,
Boolean variables) is an atom as it stands. Everything is cached by term: terms are interned.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import Final

from antumbra import terms as T
from antumbra.terms import Term

#: (variable, coefficient) by variable number, and the constant
Form = tuple[tuple[tuple[Term, int], ...], int]

_CACHE: Final = 1 << 20


@lru_cache(maxsize=_CACHE)
def form_of(term: Term) -> Form:
    """A term of sort INT as a linear form; what is not linear counts as a variable."""
    sums: dict[Term, int] = {}
    constant = 0
    stack = [(term, 1)]
    while stack:
        node, factor = stack.pop()
        op = node.op
        if op is T.CONST:
            constant += factor * int(node.data)
        elif op is T.ADD:
            stack += [(a, factor) for a in node.args]
        elif op is T.SUB:
            stack += [(node.args[0], factor), (node.args[1], -factor)]
        elif op is T.NEG:
            stack.append((node.args[0], -factor))
        elif op is T.MUL and node.args[1].op is T.CONST:
            stack.append((node.args[0], factor * int(node.args[1].data)))
        else:
            sums[node] = sums.get(node, 0) + factor
    kept = sorted(((v, c) for v, c in sums.items() if c), key=_number)
    return tuple(kept), constant


def _number(entry: tuple[Term, int]) -> tuple[str, int]:
    """By name, so that a predicate looks the same whatever was built before it."""
    term = entry[0]
    return (str(term.data), 0) if term.op is T.VAR else ("~", term.id)


@lru_cache(maxsize=_CACHE)
def sum_of(entries: tuple[tuple[Term, int], ...], constant: int = 0) -> Term:
    """The one term for a linear form."""
    total: Term | None = None
    for variable, coefficient in entries:
        part = T.mul(variable, T.integer(coefficient))
        total = part if total is None else T.add(total, part)
    return T.integer(constant) if total is None else T.add(total, T.integer(constant))


@lru_cache(maxsize=_CACHE)
def normal(term: Term) -> Term:
    """The normal form of a term of any sort: linear sums, and formulas over normal atoms."""
    if term.sort is T.INT:
        if term.op in (T.CONST, T.VAR):
            return term
        return sum_of(*form_of(term))
    if term.sort is not T.BOOL:
        return term
    done: dict[Term, Term] = {}
    stack = [term]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        if node.op in (T.AND, T.OR, T.NOT) or (node.op is T.ITE and node.sort is T.BOOL) or _is_iff(node):
            missing = [a for a in node.args if a not in done]
            if missing:
                stack += missing
                continue
            done[node] = T.make(node.op, tuple(done[a] for a in node.args), node.data)
        else:
            done[node] = _comparison(node)
        stack.pop()
    return done[term]


def _is_iff(node: Term) -> bool:
    return node.op is T.EQ and node.args[0].sort is T.BOOL


def _comparison(node: Term) -> Term:
    """A literal of the normal form, if ``node`` compares integers."""
    if node.op not in (T.LE, T.LT, T.EQ) or node.args[0].sort is not T.INT:
        return node
    entries, constant = form_of(T.sub(node.args[0], node.args[1]))
    bound = -constant - (1 if node.op is T.LT else 0)
    if not entries:
        return T.boolean(bound == 0 if node.op is T.EQ else bound >= 0)
    divisor = 0
    for _, coefficient in entries:
        divisor = gcd(divisor, coefficient)
    negative = entries[0][1] < 0
    scale = -divisor if negative else divisor
    scaled = tuple((v, c // scale) for v, c in entries)
    if node.op is T.EQ:
        return T.FALSE if bound % divisor else equal(scaled, bound // scale)
    if not negative:
        return at_most(scaled, bound // divisor)
    return T.not_(at_most(scaled, -(bound // divisor) - 1))


@lru_cache(maxsize=_CACHE)
def at_most(entries: tuple[tuple[Term, int], ...], bound: int) -> Term:
    term = T.le(sum_of(entries), T.integer(bound))
    _ATOMS[term] = ("le", entries, bound)
    _ATOMS[T.not_(term)] = ("gt", entries, bound)
    return term


@lru_cache(maxsize=_CACHE)
def equal(entries: tuple[tuple[Term, int], ...], bound: int) -> Term:
    term = T.eq(sum_of(entries), T.integer(bound))
    _ATOMS[term] = ("eq", entries, bound)
    _ATOMS[T.not_(term)] = ("ne", entries, bound)
    return term


Parts = tuple[str, tuple[tuple[Term, int], ...], int]
_ATOMS: Final[dict[Term, Parts]] = {}


def parts_of(literal: Term) -> Parts | None:
    """``(relation, entries, bound)`` of a normal literal over integers; relation is le, gt, eq or ne."""
    return _ATOMS.get(literal)


@lru_cache(maxsize=_CACHE)
def positive(literal: Term) -> tuple[Term, bool]:
    """The atom of a literal, and whether the literal is the atom itself."""
    parts = _ATOMS.get(literal)
    if parts is not None:
        relation, entries, bound = parts
        if relation == "gt":
            return at_most(entries, bound), False
        if relation == "ne":
            return equal(entries, bound), False
        return literal, True
    return (literal.args[0], False) if literal.op is T.NOT else (literal, True)


@lru_cache(maxsize=_CACHE)
def atoms_of(formula: Term) -> tuple[Term, ...]:
    """The atoms of a normal formula, in a fixed order."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [formula]
    while stack:
        node = stack.pop()
        if node in seen or node.op is T.CONST:
            continue
        seen.add(node)
        if parts_of(node) is None and (
            node.op in (T.AND, T.OR, T.NOT) or (node.op is T.ITE and node.sort is T.BOOL) or _is_iff(node)
        ):
            stack += reversed(node.args)
        else:
            found.setdefault(positive(node)[0])
    return tuple(found)


@lru_cache(maxsize=_CACHE)
def skeleton(formula: Term) -> Term:
    """The formula with a Boolean variable for each atom (``switch``), so that truth values can be put in."""
    done: dict[Term, Term] = {}
    stack = [formula]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        if parts_of(node) is None and (
            node.op in (T.AND, T.OR, T.NOT) or (node.op is T.ITE and node.sort is T.BOOL) or _is_iff(node)
        ):
            missing = [a for a in node.args if a not in done]
            if missing:
                stack += missing
                continue
            done[node] = T.make(node.op, tuple(done[a] for a in node.args), node.data)
        elif node.op is T.CONST:
            done[node] = node
        else:
            atom, sign = positive(node)
            done[node] = switch(atom) if sign else T.not_(switch(atom))
        stack.pop()
    return done[formula]


@lru_cache(maxsize=_CACHE)
def switch(atom: Term) -> Term:
    return T.var(f"atom {atom.id}", T.BOOL)
