"""Parts of expressions and statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from antumbra.frontends.boogie.syntax import trees as s
from antumbra.frontends.boogie.syntax.trees import IfStatement, Statement, WhileStatement


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
        case s.CodeExpression():
            where = [b.where for b in e.locals if b.where is not None]
            return [*where, *(part for statement in statements_in(e.body) for part in expressions_in(statement))]
        case _:
            return ()


def expressions_in(statement: Statement) -> Sequence[s.Expression]:
    """The expressions of a statement, without those of statements inside it."""
    match statement:
        case s.AssertStatement() | s.AssumeStatement():
            return (statement.condition,)
        case s.AssignStatement():
            return (*statement.targets, *statement.values)
        case s.UnpackStatement():
            return (*statement.targets, statement.value)
        case s.HavocStatement():
            return statement.names
        case s.CallStatement():
            return [e for e in (*statement.arguments, *statement.results) if e is not None]
        case s.ParallelCall():
            return [e for call in statement.calls for e in expressions_in(call)]
        case s.ReturnStatement():
            return () if statement.value is None else (statement.value,)
        case IfStatement():
            return () if statement.guard is None else (statement.guard,)
        case WhileStatement():
            guard = [] if statement.guard is None else [statement.guard]
            return [*guard, *(i.condition for i in statement.invariants)]
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
