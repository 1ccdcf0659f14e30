"""The value of a term under an environment, by a loop over its distinct subterms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra.terms.operators import APPLY, CONST, VAR, FunctionDeclaration
from antumbra.terms.term import Term
from antumbra.terms.values import ArrayValue, default_value


class EvaluationError(ValueError):
    """The term has a part without a computable value: a quantifier or a lambda."""


def evaluate(term: Term, env: Mapping[Any, Any], default: Any = None, known: dict[Term, Any] | None = None) -> Any:
    """The value of ``term``.

    ``env`` maps variables to values (and FunctionDeclarations to the ArrayValue or callable that
    interprets them). A variable it lacks has the value ``default``, or its sort's zero. ``known`` keeps the values of
    subterms for further calls with the same ``env``.
    """
    values: dict[Term, Any] = {} if known is None else known
    stack = [term]
    while stack:
        t = stack[-1]
        if t in values:
            stack.pop()
            continue
        missing = [a for a in t.args if a not in values]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        op = t.op
        if op is CONST:
            values[t] = t.data
        elif op is VAR:
            if t in env:
                values[t] = env[t]
            else:
                values[t] = default_value(t.sort) if default is None else default
        elif op is APPLY:
            values[t] = apply_value(t.data, env, [values[a] for a in t.args])
        elif op.evaluate is None:
            raise EvaluationError(f"{op.name} has no computable value")
        else:
            args = t.args
            values[t] = op.evaluate(t.sort, t.data, [a.sort for a in args], *[values[a] for a in args])
    return values[term]


def apply_value(declaration: FunctionDeclaration, env: Mapping[Any, Any], arguments: list[Any]) -> Any:
    """The value of an application of an uninterpreted function."""
    meaning = env.get(declaration)
    if meaning is None:
        return default_value(declaration.result)
    if isinstance(meaning, ArrayValue):
        return meaning.get(arguments[0] if len(arguments) == 1 else tuple(arguments))
    return meaning(*arguments)
