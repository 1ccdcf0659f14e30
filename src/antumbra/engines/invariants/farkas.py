"""Interpolants of linear arithmetic: the part that one side has in a sum of inequalities that contradicts itself.

By Farkas's lemma, inequalities without a rational solution have a sum (with factors that are not negative, of equations
any) that says ``1 <= 0``. What the second side adds to it speaks of what both know only, follows from that side, and
contradicts the first. What is no comparison of numbers is left out on either side, which makes both weaker: where they
no longer exclude each other then, or only in whole numbers, there is no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, lcm
from typing import Any

from antumbra import terms as T
from antumbra.engines.invariants.linear import addends
from antumbra.engines.invariants.numbers import Numbers
from antumbra.records import dataclass
from antumbra.solvers import Backend, Sat, Unsat, make_backend
from antumbra.terms import Term

#: conjunctions that a side may be a choice of
MOST_CUBES = 6
#: inequalities of one
MOST_PARTS = 60
#: steps of a question
STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Part:
    """``Σ factor · term + constant``, of one sort, is at most zero, below it if ``strict``, or zero if ``equal``."""

    factors: tuple[tuple[Term, Any], ...]
    constant: Any
    sort: T.Sort
    equal: bool = False
    strict: bool = False

    def term(self) -> Term:
        """Over reals, whatever the sort."""
        total = _real_sum(((_real(t), f) for t, f in self.factors), self.constant)
        zero = T.real(0)
        return T.eq(total, zero) if self.equal else T.lt(total, zero) if self.strict else T.le(total, zero)


Cube = tuple[Part, ...]


def interpolant(first: Sequence[Term], second: Sequence[Term]) -> Term | None:
    """``I`` with ``first => I`` and ``I => not second`` over what both know; None if none is found."""
    ones, others = cubes(first), cubes(second)
    known = {v for term in first for v in T.free_variables(term)}
    solver = make_backend("z3")
    found: list[Term] = []
    for other in others:
        excluded: list[Term] = []
        for one in ones:
            sums = _farkas(solver, one, other)
            if sums is None:
                return None
            if not all(T.free_variables(t) <= known for part in sums for t, _ in part.factors):
                return None
            excluded.append(T.and_(*(_said(part) for part in sums)))
        found.append(T.not_(T.and_(*excluded)))
    return T.and_(*found)


# ---------------------------------------------------------------- formulas as choices of conjunctions


def cubes(conditions: Iterable[Term]) -> list[Cube]:
    """One of them holds if all conditions do."""
    found: list[Cube] = [()]
    for condition in conditions:
        more = _cubes(condition)
        if len(found) * len(more) <= MOST_CUBES:
            found = [(*a, *b) for a in found for b in more]
    return [cube[:MOST_PARTS] for cube in found]


def _cubes(condition: Term) -> list[Cube]:
    """Conjunctions of one condition, () for what is not said in numbers. Iterative: conditions are deep."""
    done: dict[tuple[Term, bool], list[Cube]] = {}
    work = [(condition, True)]
    while work:
        term, positive = item = work[-1]
        if item in done:
            work.pop()
            continue
        below = [(t, positive is (term.op is not T.NOT)) for t in term.args] if term.op in _JUNCTIONS else []
        missing = [x for x in below if x not in done]
        if missing:
            work += missing
            continue
        done[item] = _joined(term, positive, [done[x] for x in below]) if below else _atom(term, positive)
        work.pop()
    return done[condition, True]


_JUNCTIONS = (T.AND, T.OR, T.NOT)


def _joined(term: Term, positive: bool, parts: list[list[Cube]]) -> list[Cube]:
    if term.op is T.NOT:
        return parts[0]
    if (term.op is T.OR) is positive:
        either = [cube for part in parts for cube in part]
        return either if len(either) <= MOST_CUBES else [()]
    found: list[Cube] = [()]
    for part in parts:
        if len(found) * len(part) <= MOST_CUBES:
            found = [(*a, *b) for a, b in product(found, part)]
    return found


def _atom(atom: Term, positive: bool) -> list[Cube]:
    if atom.op is T.CONST:
        return [()] if bool(atom.data) is positive else []
    if atom.op not in (T.LE, T.LT, T.EQ) or atom.args[0].sort.kind not in ("int", "real"):
        return [()]
    a, b = atom.args
    if atom.op is T.EQ:
        if positive:
            return _one(a, b, equal=True)
        return [*_one(a, b, strict=True), *_one(b, a, strict=True)]
    return _one(a, b, strict=atom.op is T.LT) if positive else _one(b, a, strict=atom.op is T.LE)


def _one(a: Term, b: Term, *, equal: bool = False, strict: bool = False) -> list[Cube]:
    """``a <= b``, ``a < b`` or ``a = b``."""
    found = addends(T.sub(a, b))
    if found is None:
        return [()]
    factors, constant = found
    if strict and a.sort is T.INT:
        constant, strict = constant + 1, False
    return [(Part(tuple(factors.items()), constant, a.sort, equal, strict),)]


# ---------------------------------------------------------------- sums that contradict themselves


def _farkas(solver: Backend, one: Cube, other: Cube) -> list[Part] | None:
    """What the other side adds to a contradiction, one sum of each sort; None if there is none."""
    terms = {part.term(): part for part in (*one, *other)}
    answer = solver.check(list(terms), steps=STEPS)
    if not isinstance(answer, Unsat):
        return None
    core = set(answer.core)
    mine = [p for p in one if p.term() in core]
    theirs = [p for p in other if p.term() in core and p not in mine]
    parts = [*mine, *theirs]
    scales = [T.var(f"scale {i}", T.REAL) for i in range(len(parts))]
    sums: dict[Term, list[tuple[Term, Any]]] = {}
    for part, scale in zip(parts, scales, strict=True):
        for t, f in part.factors:
            sums.setdefault(_real(t), []).append((scale, f))
    zero = T.real(0)
    wanted = [T.eq(_real_sum(entries, 0), zero) for entries in sums.values()]
    wanted += [T.le(zero, scale) for part, scale in zip(parts, scales, strict=True) if not part.equal]
    rest = _real_sum(((scale, part.constant) for part, scale in zip(parts, scales, strict=True)), 0)
    strict = [(scale, 1) for part, scale in zip(parts, scales, strict=True) if part.strict]
    wanted.append(T.lt(zero, T.add(rest, _real_sum(strict, 0)) if strict else rest))
    wanted.append(T.le(zero, rest))
    found = solver.check(wanted, steps=STEPS)
    if not isinstance(found, Sat):
        return None
    values = [found.model[scale] for scale in scales]
    return _summed(theirs, values[len(mine) :])


def _summed(parts: Sequence[Part], scales: Sequence[Any]) -> list[Part]:
    """The sums of parts of each sort, with whole factors."""
    found: list[Part] = []
    for sort in dict.fromkeys(part.sort for part in parts):
        chosen = [(p, s) for p, s in zip(parts, scales, strict=True) if p.sort is sort and s]
        factors: dict[Term, Any] = {}
        for part, scale in chosen:
            for t, f in part.factors:
                factors[t] = factors.get(t, 0) + scale * f
        factors = {t: f for t, f in factors.items() if f}
        constant = sum(scale * part.constant for part, scale in chosen)
        whole = lcm(*(f.denominator for f in factors.values()))
        made = tuple((t, f * whole) for t, f in factors.items())
        equal = all(part.equal for part, _ in chosen)
        strict = any(part.strict for part, _ in chosen)
        found.append(Part(made, constant * whole, sort, equal, strict))
    return found


def _said(part: Part) -> Term:
    """The inequality, in the words of its sort; a bound of whole numbers is one."""
    numbers = Numbers(part.sort)
    factors, constant = dict(part.factors), part.constant
    if not factors:
        return T.boolean(constant == 0 if part.equal else constant < 0 if part.strict else constant <= 0)
    if part.sort is T.INT:
        shared = gcd(*(int(f) for f in factors.values()))
        factors = {t: int(f) // shared for t, f in factors.items()}
        constant /= Fraction(shared)
        if part.equal and constant.denominator != 1:
            return T.FALSE
        constant = constant.__ceil__()
    a = numbers.total([max(f, 0) for f in factors.values()], list(factors), max(constant, 0))
    b = numbers.total([max(-f, 0) for f in factors.values()], list(factors), max(-constant, 0))
    if part.equal:
        return T.eq(a, b)
    return T.lt(a, b) if part.strict else T.le(a, b)


# ---------------------------------------------------------------- everything as reals


def _real(term: Term) -> Term:
    """One real variable for each term, whatever it is."""
    return T.var(f"term {term.id}", T.REAL)


def _real_sum(entries: Iterable[tuple[Term, Any]], constant: Any) -> Term:
    total = T.real(constant)
    for term, factor in entries:
        total = T.add(total, T.mul(term, T.real(factor)))
    return total
