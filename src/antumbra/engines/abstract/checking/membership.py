"""A symbolic state as a formula over the variables of the program."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.engines.abstract.exploring.states import State
from antumbra.terms import Term


def formula_of(state: State, data: Sequence[Term]) -> Term:
    """Which values of ``data`` the state holds: its symbolic constants are solved for, or quantified."""
    solved: dict[Term, Term] = {}
    rest: list[Term] = []
    for variable, whole in zip(data, state.values, strict=True):
        value = T.substitute(whole, solved)
        found = _solve(variable, value)
        if found is None:
            rest.append(T.eq(variable, value))
            continue
        name, answer = found
        solved = {k: T.substitute(v, {name: answer}) for k, v in solved.items()}
        solved[name] = answer
    body = T.and_(T.TRUE, *(T.substitute(x, solved) for x in (*state.condition, *rest)))
    left = sorted((c for c in T.free_variables(body) if _is_constant(c)), key=lambda c: c.id)
    return T.exists(left, body) if left else body


def _is_constant(variable: Term) -> bool:
    return str(variable.data).startswith("$ ")


def _solve(variable: Term, value: Term) -> tuple[Term, Term] | None:
    """``variable = value`` as a definition of one of the value's symbolic constants."""
    if value.op is T.VAR:
        return (value, variable) if _is_constant(value) else None
    if value.sort is not T.INT:
        return None
    for name, factor in _factors(value).items():
        if name.op is T.VAR and _is_constant(name) and factor in (1, -1):
            # value = factor * name + others, where others is the value at name = 0
            others = T.substitute(value, {name: T.integer(0)})
            return name, T.mul(T.sub(variable, others), T.integer(factor))
    return None


def _factors(value: Term) -> dict[Term, int]:
    """How often each part that is not linear itself counts in a sum."""
    found: dict[Term, int] = {}
    pending = [(value, 1)]
    while pending:
        node, factor = pending.pop()
        if node.op is T.ADD:
            pending += [(a, factor) for a in node.args]
        elif node.op is T.SUB:
            pending += [(node.args[0], factor), (node.args[1], -factor)]
        elif node.op is T.NEG:
            pending.append((node.args[0], -factor))
        elif node.op is T.MUL and node.args[1].op is T.CONST:
            pending.append((node.args[0], factor * int(node.args[1].data)))
        elif node.op is not T.CONST:
            found[node] = found.get(node, 0) + factor
            if any(_is_constant(v) for v in T.free_variables(node)) and node.op is not T.VAR:
                # A symbolic constant inside a part that is not linear: nothing can be solved for.
                return {}
    return found
