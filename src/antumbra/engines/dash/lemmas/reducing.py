"""Guesses at a place without what follows from their equations: fewer and smaller questions."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.engines.dash.states import under
from antumbra.engines.invariants.linear import addends, total
from antumbra.engines.invariants.numbers import KINDS, Numbers
from antumbra.terms import Term

_ORDERS = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.LT, T.LE)
_SUMS = (T.BVADD, T.BVSUB, T.ADD, T.SUB)


def reduced(conditions: Sequence[Term]) -> dict[Term, Term]:
    """Conditions that say the same together, each with the one it comes from."""
    solved: dict[Term, tuple[Term, Term]] = {}
    rest: list[Term] = []
    for condition in conditions:
        found = _solved(under(condition, {v: t for v, (t, _) in solved.items()}))
        if found is None:
            rest.append(condition)
            continue
        variable, value = found
        solved = {v: (under(t, {variable: value}), c) for v, (t, c) in solved.items()}
        solved[variable] = (value, condition)
    values = {v: t for v, (t, _) in solved.items()}
    result = {T.eq(v, t): c for v, (t, c) in solved.items()}
    for condition in rest:
        term = _plain(under(condition, values))
        if term is not T.TRUE and term not in result:
            result[term] = condition
    return result


def _solved(equation: Term) -> tuple[Term, Term] | None:
    """An equation as the value of one of its variables."""
    if equation.op is T.VAR:
        return equation, T.TRUE
    if equation.op is T.NOT and equation.args[0].op is T.VAR:
        return equation.args[0], T.FALSE
    if equation.op is not T.EQ or equation.args[0].sort.kind not in KINDS:
        return None
    a, b = equation.args
    numbers = Numbers(a.sort)
    parts = addends(numbers.minus(a, b))
    if parts is None:
        return None
    factors, constant = parts
    for part, factor in reversed(factors.items()):
        sign = -numbers.number(factor)
        if (
            part.op is T.VAR
            and sign in (1, -1)
            and all(part not in T.free_variables(p) for p in factors if p is not part)
        ):
            others = [(p, sign * f) for p, f in factors.items() if p is not part]
            return part, total(others, sign * constant, a)
    return None


def _plain(condition: Term) -> Term:
    """Sums are put together; a choice between opposites is none."""
    if condition.op is T.OR:
        parts = [_plain(part) for part in condition.args]
        return T.TRUE if any(T.not_(part) in parts for part in parts) else T.or_(*parts)
    if condition.op in _ORDERS or (condition.op is T.EQ and condition.args[0].sort.kind in KINDS):
        a, b = (_summed(x) for x in condition.args)
        return T.make(condition.op, (a, b), condition.data)
    return condition


def _summed(term: Term) -> Term:
    found = addends(term) if term.op in _SUMS else None
    return term if found is None else total(found[0].items(), found[1], term)
