"""What a term is whatever its functions and quantifiers mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from antumbra.terms.operators import AND, APPLY, BINDERS, CONST, ITE, NOT, OR, VAR
from antumbra.terms.term import Term
from antumbra.terms.values import default_value

_OPEN: Final = object()


def surely(term: Term, env: Mapping[Any, Any]) -> Any:
    """The value of ``term`` if the variables alone decide it, else None.

    An application of a function without meaning has no value, nor has what depends on it; ``and``, ``or``
    and ``ite`` may have one all the same. A variable that ``env`` lacks has its sort's zero.
    """
    values: dict[Term, Any] = {}
    stack = [term]
    while stack:
        t = stack[-1]
        if t in values:
            stack.pop()
            continue
        op = t.op
        if op is CONST:
            values[t] = t.data
        elif op is VAR:
            values[t] = env[t] if t in env else default_value(t.sort)
        elif op is APPLY or op in BINDERS:
            values[t] = _OPEN
        elif op is ITE:
            first = t.args[0]
            if first not in values:
                stack.append(first)
                continue
            test = values[first]
            arms = t.args[1:] if test is _OPEN else (t.args[1] if test else t.args[2],)
            missing = [a for a in arms if a not in values]
            if missing:
                stack.extend(missing)
                continue
            results = [values[a] for a in arms]
            values[t] = results[0] if results[0] is results[-1] or results[0] == results[-1] else _OPEN
        elif op is AND or op is OR:
            pending = _junction(t, values, op is OR)
            if pending is not None:
                stack.append(pending)
                continue
        else:
            missing = [a for a in t.args if a not in values]
            if missing:
                stack.extend(missing)
                continue
            arguments = [values[a] for a in t.args]
            if any(a is _OPEN for a in arguments):
                values[t] = _OPEN
            elif op is NOT:
                values[t] = not arguments[0]
            elif op.evaluate is None:
                values[t] = _OPEN
            else:
                values[t] = op.evaluate(t.sort, t.data, [a.sort for a in t.args], *arguments)
        stack.pop()
    found = values[term]
    return None if found is _OPEN else found


def _junction(t: Term, values: dict[Term, Any], absorbing: bool) -> Term | None:
    """Enter the value of a conjunction or disjunction; an argument that must be known first is returned instead."""
    undecided = False
    for a in t.args:
        value = values.get(a)
        if value is None:
            return a
        if value is _OPEN:
            undecided = True
        elif value is absorbing:
            values[t] = absorbing
            return None
    values[t] = _OPEN if undecided else not absorbing
    return None
