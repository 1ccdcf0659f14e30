"""Values that an assumption fixes: after ``assume size == 256`` a variable that held this unknown is 256."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.terms import Term


def settle(variables: list[Any], condition: Term) -> None:
    """Global variables whose value the condition fixes get that value.

    Everything computed from them is then smaller, and often constant; the path keeps the condition.
    """
    for i, current in enumerate(variables):
        if current.__class__ is Term and current.sort is T.BOOL:
            if current is condition:
                variables[i] = True
            elif T.not_(current) is condition:
                variables[i] = False
    parts = [condition]
    for part in parts:
        match part.op, part.args:
            case T.AND, _:
                parts.extend(part.args)
                continue
            case T.EQ, (left, right) if right.op is T.CONST:
                value = right.data
            case T.EQ, (right, left) if right.op is T.CONST:
                value = right.data
            case T.NOT, (left,):
                value = False
            case _:
                left, value = part, True
        for i, current in enumerate(variables):
            if current is left:
                variables[i] = value
