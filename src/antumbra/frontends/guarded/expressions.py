"""What expressions mean: terms over the variables of the program."""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.scope import MOST, Cell, Scope
from antumbra.program.source import Location
from antumbra.terms import Term

_COMPARE: dict[str, Callable[[Term, Term], Term]] = {"<": T.lt, "<=": T.le, ">": T.gt, ">=": T.ge}
_JOIN: dict[str, Callable[[Term, Term], Term]] = {"&&": T.and_, "||": T.or_, "=>": T.implies}


def condition(expression: S.Expression, scope: Scope) -> Term:
    return _sorted(expression, scope, T.BOOL, "a condition")


def number(expression: S.Expression, scope: Scope) -> Term:
    return _sorted(expression, scope, T.INT, "a number")


def constant(expression: S.Expression, scope: Scope, what: str) -> int:
    """A number that is known when the file is read."""
    term = number(expression, scope)
    if term.op is not T.CONST:
        raise InputError(f"{what} must not depend on a variable", expression.place)
    return int(term.data)


def values(over: S.Range, scope: Scope) -> range:
    """The numbers of a range, which must not be too many."""
    low, high = (constant(e, scope, "the bound of a range") for e in (over.low, over.high))
    if high - low >= MOST:
        raise InputError(f"the range {low}..{high} is too long; expected at most {MOST} numbers", over.place)
    return range(low, high + 1)


def _sorted(expression: S.Expression, scope: Scope, sort: T.Sort, what: str) -> Term:
    term = meaning(expression, scope)
    if term.sort is not sort:
        found = "a condition" if term.sort is T.BOOL else "a number"
        raise InputError(f"expected {what}, found {found}", expression.place)
    return term


def meaning(expression: S.Expression, scope: Scope) -> Term:
    """The term of an expression. The parser bounds how deep expressions are."""
    match expression:
        case S.Number(value, _):
            return T.integer(value)
        case S.Truth(value, _):
            return T.boolean(value)
        case S.Name():
            return _name(expression, scope)
        case S.At():
            return at(expression, scope)
        case S.Unary("!", operand, _):
            return T.not_(condition(operand, scope))
        case S.Unary(_, operand, _):
            return T.neg(number(operand, scope))
        case S.Binary():
            return _binary(expression, scope)
        case S.Quantified(universal, variable, over, where, body, _):
            parts: list[Term] = []
            for value in values(over, scope):
                inner = scope.binding(variable, value)
                if where is None or holds(where, inner):
                    parts.append(condition(body, inner))
            return T.and_(T.TRUE, *parts) if universal else T.or_(T.FALSE, *parts)


def holds(where: S.Expression, scope: Scope) -> bool:
    """A condition on indices alone."""
    term = condition(where, scope)
    if term.op is not T.CONST:
        raise InputError("a where condition must not depend on a variable", where.place)
    return bool(term.data)


def _binary(expression: S.Binary, scope: Scope) -> Term:
    left, operator, right = expression.left, expression.operator, expression.right
    if operator in _JOIN:
        return _JOIN[operator](condition(left, scope), condition(right, scope))
    if operator in _COMPARE:
        return _COMPARE[operator](number(left, scope), number(right, scope))
    if operator in ("=", "!="):
        a, b = meaning(left, scope), meaning(right, scope)
        if a.sort is not b.sort:
            raise InputError(f"{operator} compares a number with a condition", expression.place)
        return T.eq(a, b) if operator == "=" else T.not_(T.eq(a, b))
    a, b = number(left, scope), number(right, scope)
    if operator == "*":
        if a.op is not T.CONST and b.op is not T.CONST:
            raise InputError("the product is not linear; expected a constant on one side of '*'", expression.place)
        return T.mul(a, b)
    return T.add(a, b) if operator == "+" else T.sub(a, b)


def _name(name: S.Name, scope: Scope) -> Term:
    if not name.process and name.index is None:
        value = scope.bound.get(name.name, scope.parameters.get(name.name))
        if value is not None:
            return T.integer(value)
    return cell(name, scope).read


def cell(name: S.Name, scope: Scope) -> Cell:
    """The variable that a name stands for: the process's own before a global one."""
    element = None if name.index is None else constant(name.index, scope, "an index")
    if name.process:
        process, index = instance(name.process, name.process_index, scope, name.place)
        return scope.cell(process, index, name.name, element, name.place)
    if scope.inside and any(k[:3] == (scope.inside, scope.index, name.name) for k in scope.cells):
        return scope.cell(scope.inside, scope.index, name.name, element, name.place)
    if name.name in scope.bound or name.name in scope.parameters:
        raise InputError(f"{name.name!r} is a constant; expected a variable", name.place)
    return scope.cell("", None, name.name, element, name.place)


def instance(name: str, index: S.Expression | None, scope: Scope, place: Location) -> tuple[str, int | None]:
    template = scope.template(name, place)
    if template.indices == (None,):
        if index is not None:
            raise InputError(f"process {name} has no parameter; expected it without an index", place)
        return name, None
    if index is None:
        raise InputError(f"process {name} has a parameter; expected an index, such as {name}[1]", place)
    number_ = constant(index, scope, "the index of a process")
    if number_ not in template.indices:
        first, last = template.indices[0], template.indices[-1]
        raise InputError(f"{name}[{number_}] does not exist; expected an index from {first} to {last}", place)
    return name, number_


def at(expression: S.At, scope: Scope) -> Term:
    place = expression.place
    if expression.process:
        process, index = instance(expression.process, expression.index, scope, place)
    elif scope.inside:
        process, index = scope.inside, scope.index
    else:
        raise InputError(f"expected a process before @, such as P@{expression.location}", place)
    template = scope.template(process, place)
    target = scope.location(template, expression.location, place)
    counter = scope.cells.get((process, index, "@", None))
    if counter is None:
        raise InputError(f"process {process} has no locations", place)
    return T.eq(counter.term, T.bv(target, counter.term.width))
