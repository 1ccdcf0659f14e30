"""Unknown values that an assumption fixes: ``assume size == 256`` makes a variable that holds this unknown 256."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.terms import Term


def settle(variables: list[Any], condition: Term) -> None:
    """Global variables whose value is an unknown that the condition fixes get that value.

    Everything computed from them is then smaller, and often constant; the path keeps the condition.
    """
    parts = [condition]
    for part in parts:
        if part.op is T.AND:
            parts.extend(part.args)
            continue
        match part.op, part.args:
            case T.VAR, _:
                unknown, value = part, True
            case T.NOT, (inner,) if inner.op is T.VAR:
                unknown, value = inner, False
            case T.EQ, (left, right) if left.op is T.VAR and right.op is T.CONST:
                unknown, value = left, right.data
            case T.EQ, (left, right) if right.op is T.VAR and left.op is T.CONST:
                unknown, value = right, left.data
            case _:
                continue
        for i, current in enumerate(variables):
            if current is unknown:
                variables[i] = value
