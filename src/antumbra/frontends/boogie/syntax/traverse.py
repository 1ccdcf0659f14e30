"""Parts of expressions and statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from antumbra.frontends.boogie.syntax import expressions as s
from antumbra.frontends.boogie.syntax.statements import IfStatement, Statement, WhileStatement


def children(e: s.Expression) -> Sequence[s.Expression]:
    """The direct subexpressions."""
    match e:
        case s.Unary() | s.Old() | s.Coercion() | s.ExtractBits() | s.FieldAccess() | s.IsConstructor():
            return (e.operand,)
        case s.Binary():
            return (e.left, e.right)
        case s.Apply():
            return e.arguments
        case s.Select():
            return (e.map, *e.indices)
        case s.Update():
            return (e.map, *e.indices, e.value)
        case s.IfThenElse():
            return (e.condition, e.then, e.otherwise)
        case s.Quantifier():
            return (e.body, *(p for trigger in e.triggers for p in trigger.expressions))
        case s.Let():
            return (*e.values, e.body)
        case s.FieldUpdate():
            return (e.operand, e.value)
        case _:
            return ()


def walk(e: s.Expression) -> list[s.Expression]:
    """An expression and all parts of it, in no useful order."""
    result: list[s.Expression] = []
    stack = [e]
    while stack:
        node = stack.pop()
        result.append(node)
        stack.extend(children(node))
    return result


def statements_in(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Statements and those inside them, in the order of the text."""
    stack = [iter(statements)]
    while stack:
        statement = next(stack[-1], None)
        if statement is None:
            stack.pop()
            continue
        yield statement
        match statement:
            case IfStatement():
                if statement.otherwise is not None:
                    stack.append(iter(statement.otherwise))
                stack.append(iter(statement.then))
            case WhileStatement():
                stack.append(iter(statement.body))
            case _:
                pass
