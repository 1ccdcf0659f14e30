"""What expressions mean: terms over the variables of the program."""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.frontends.errors import InputError, suggestion
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.cases import chosen, lifted
from antumbra.frontends.guarded.scope import MOST, Cell, Channel, Scope
from antumbra.program.source import Location
from antumbra.terms import Term

_COMPARE: dict[str, Callable[[Term, Term], Term]] = {"<": T.lt, "<=": T.le, ">": T.gt, ">=": T.ge}
_JOIN: dict[str, Callable[[Term, Term], Term]] = {"&&": T.and_, "||": T.or_, "=>": T.implies}


def condition(expression: S.Expression, scope: Scope) -> Term:
    return _sorted(expression, scope, T.BOOL, "a condition")


def number(expression: S.Expression, scope: Scope) -> Term:
    enumeration = enumeration_of(expression, scope)
    if enumeration:
        raise InputError(f"expected a number, found a value of {enumeration}", expression.place)
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
        case S.Call():
            return call(expression, scope)
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


def enumeration_of(expression: S.Expression, scope: Scope) -> str:
    """The enumeration whose value an expression is; empty for numbers and conditions."""
    match expression:
        case S.Name():
            if not expression.process and expression.index is None:
                value = scope.value_of(expression.name)
                if value is not None:
                    return value[0]
                if expression.name in scope.bound or expression.name in scope.parameters:
                    return ""
            return cells(expression, scope)[0][1].enumeration
        case S.Call("head"):
            return _head(expression, scope)[0][1].enumeration
        case _:
            return ""


def _binary(expression: S.Binary, scope: Scope) -> Term:
    left, operator, right = expression.left, expression.operator, expression.right
    if operator in _JOIN:
        return _JOIN[operator](condition(left, scope), condition(right, scope))
    if operator in _COMPARE:
        return lifted(_COMPARE[operator], number(left, scope), number(right, scope))
    if operator in ("=", "!="):
        a, b = meaning(left, scope), meaning(right, scope)
        kinds = [_kind(left, a, scope), _kind(right, b, scope)]
        if kinds[0] != kinds[1]:
            raise InputError(f"{operator} compares {kinds[0]} with {kinds[1]}", expression.place)
        same = lifted(T.eq, a, b)
        return same if operator == "=" else T.not_(same)
    a, b = number(left, scope), number(right, scope)
    if operator == "*":
        if a.op is not T.CONST and b.op is not T.CONST:
            raise InputError("the product is not linear; expected a constant on one side of '*'", expression.place)
        return T.mul(a, b)
    if operator == "%":
        if b.op is not T.CONST or int(b.data) < 1:
            raise InputError("expected a positive constant on the right of '%'", right.place)
        return T.mod(a, b)
    return T.add(a, b) if operator == "+" else T.sub(a, b)


def _kind(expression: S.Expression, term: Term, scope: Scope) -> str:
    enumeration = enumeration_of(expression, scope)
    return f"a value of {enumeration}" if enumeration else "a condition" if term.sort is T.BOOL else "a number"


def _name(name: S.Name, scope: Scope) -> Term:
    if not name.process and name.index is None:
        value = scope.bound.get(name.name, scope.parameters.get(name.name))
        if value is not None:
            return T.integer(value)
        known = scope.value_of(name.name)
        if known is not None:
            return T.integer(known[1])
    return chosen([(where, cell.read) for where, cell in cells(name, scope)])


def cells(name: S.Name, scope: Scope) -> list[tuple[Term, Cell]]:
    """The variables that a name may stand for, each with the condition under which it does: the process's own before a
    global one. Indices that depend on variables make several."""
    if name.process:
        owners = instances(name.process, name.process_index, scope, name.place)
    elif scope.inside and any(k[:3] == (scope.inside, scope.index, name.name) for k in scope.cells):
        owners = [(T.TRUE, scope.inside, scope.index)]
    elif name.name in scope.bound or name.name in scope.parameters or scope.value_of(name.name):
        raise InputError(f"{name.name!r} is a constant; expected a variable", name.place)
    else:
        owners = [(T.TRUE, "", None)]
    found: list[tuple[Term, Cell]] = []
    for here, process, owner in owners:
        index = None if name.index is None else number(name.index, scope)
        if index is None or index.op is T.CONST:
            element = None if index is None else int(index.data)
            found.append((here, scope.cell(process, owner, name.name, element, name.place)))
            continue
        elements = scope.elements(process, owner, name.name)
        if not elements:
            scope.cell(process, owner, name.name, 0, name.place)  # says what is wrong
        for element in elements:
            where = T.and_(here, lifted(T.eq, index, T.integer(element)))
            found.append((where, scope.cell(process, owner, name.name, element, name.place)))
    return found


def instances(
    name: str, index: S.Expression | None, scope: Scope, place: Location
) -> list[tuple[Term, str, int | None]]:
    """The processes that are meant, each with the condition under which it is."""
    template = scope.template(name, place)
    if template.indices == (None,):
        if index is not None:
            raise InputError(f"process {name} has no parameter; expected it without an index", place)
        return [(T.TRUE, name, None)]
    if index is None:
        raise InputError(f"process {name} has a parameter; expected an index, such as {name}[1]", place)
    term = number(index, scope)
    if term.op is not T.CONST:
        return [(lifted(T.eq, term, T.integer(k)), name, k) for k in template.indices if k is not None]
    number_ = int(term.data)
    if number_ not in template.indices:
        first, last = template.indices[0], template.indices[-1]
        raise InputError(f"{name}[{number_}] does not exist; expected an index from {first} to {last}", place)
    return [(T.TRUE, name, number_)]


def at(expression: S.At, scope: Scope) -> Term:
    place = expression.place
    if expression.process:
        meant = instances(expression.process, expression.index, scope, place)
    elif scope.inside:
        meant = [(T.TRUE, scope.inside, scope.index)]
    else:
        raise InputError(f"expected a process before @, such as P@{expression.location}", place)
    found: list[Term] = []
    for here, process, index in meant:
        template = scope.template(process, place)
        target = scope.location(template, expression.location, place)
        counter = scope.cells.get((process, index, "@", None))
        if counter is None:
            raise InputError(f"process {process} has no locations", place)
        found.append(T.and_(here, T.eq(counter.term, T.bv(target, counter.term.width))))
    return T.or_(T.FALSE, *found)


# -------------------------------------------------------------------- channels


def channels(name: S.Name, scope: Scope) -> list[tuple[Term, Channel]]:
    """The channels that a name may stand for, each with the condition under which it does."""
    known = scope.channels.get(name.name)
    if known is None:
        hint = suggestion(name.name, list(scope.channels))
        raise InputError(f"unknown channel {name.name!r}{hint}", name.place)
    if None in known:
        if name.index is not None:
            raise InputError(f"there is one channel {name.name!r}; expected it without an index", name.place)
        return [(T.TRUE, known[None])]
    elements = [k for k in known if k is not None]
    if name.index is None:
        raise InputError(
            f"there are several channels {name.name!r}; expected an index, such as {name.name}[{elements[0]}]",
            name.place,
        )
    index = number(name.index, scope)
    if index.op is not T.CONST:
        return [(lifted(T.eq, index, T.integer(k)), known[k]) for k in elements]
    found = known.get(int(index.data))
    if found is None:
        raise InputError(
            f"{name.name}[{index.data}] does not exist; expected an index from {elements[0]} to {elements[-1]}",
            name.place,
        )
    return [(T.TRUE, found)]


def call(expression: S.Call, scope: Scope) -> Term:
    if expression.function == "head":
        return chosen([(where, cell.read) for where, cell in _head(expression, scope)])
    lengths = [(where, c.length.read, len(c.slots)) for where, c in channels(expression.channel, scope)]
    if expression.function == "len":
        return chosen([(where, length) for where, length, _ in lengths])
    empty = expression.function == "empty"
    return T.or_(
        T.FALSE,
        *(T.and_(where, T.eq(length, T.integer(0 if empty else most))) for where, length, most in lengths),
    )


def _head(expression: S.Call, scope: Scope) -> list[tuple[Term, Cell]]:
    found: list[tuple[Term, Cell]] = []
    for where, channel in channels(expression.channel, scope):
        message = channel.slots[0]
        if not 1 <= expression.field <= len(message):
            raise InputError(
                f"a message of {channel.name} has {len(message)} values; expected a number from 1", expression.place
            )
        found.append((where, message[expression.field - 1]))
    return found
