"""Where an expression has no value: an index outside its array, the head of an empty channel.

Conditions are read from left to right, and only as far as they matter: ``k <= N && a[k] = 0`` has a value everywhere.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.cases import chosen, lifted
from antumbra.frontends.guarded.expressions import channels, condition, holds, number, values
from antumbra.frontends.guarded.scope import Scope
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Need:
    """What must hold, or there is an error of the protocol."""

    good: Term
    message: str
    place: Location

    def when(self, where: Term) -> Need:
        return Need(T.implies(where, self.good), self.message, self.place)


def needs(expression: S.Expression | S.Nondet, scope: Scope) -> list[Need]:
    """What must hold for the expression to have a value."""
    match expression:
        case S.Binary("&&" | "||" | "=>" as operator, left, right, _):
            found, later = needs(left, scope), needs(right, scope)
            if later:
                first = condition(left, scope)
                found += [need.when(T.not_(first) if operator == "||" else first) for need in later]
            return found
        case S.Binary(_, left, right, _):
            return needs(left, scope) + needs(right, scope)
        case S.Unary(_, operand, _):
            return needs(operand, scope)
        case S.Quantified():
            return _quantified(expression, scope)
        case S.Name():
            return of_name(expression, scope)
        case S.At(_, process, index, place):
            return _index(process, index, None if index is None else _indices(process, scope), scope, place)
        case S.Call():
            return _call(expression, scope)
        case _:
            return []


def _quantified(expression: S.Quantified, scope: Scope) -> list[Need]:
    inner = [scope.binding(expression.variable, value) for value in values(expression.over, scope)]
    inner = [one for one in inner if expression.where is None or holds(expression.where, one)]
    each = [needs(expression.body, one) for one in inner]
    found: list[Need] = []
    before: Term = T.TRUE
    for one, later in zip(inner if any(each) else (), each, strict=False):
        found += [need.when(before) for need in later]
        now = condition(expression.body, one)
        before = T.and_(before, now if expression.universal else T.not_(now))
    return found


def of_name(name: S.Name, scope: Scope) -> list[Need]:
    found: list[Need] = []
    if name.process and name.process_index is not None:
        found += _index(name.process, name.process_index, _indices(name.process, scope), scope, name.place)
    if name.index is not None:
        process, owner = name.process, scope.index
        if name.process:
            owner = scope.templates[name.process].indices[0]
        elif scope.inside and scope.elements(scope.inside, scope.index, name.name):
            process = scope.inside
        else:
            process, owner = "", None
        found += _index(name.name, name.index, scope.elements(process, owner, name.name), scope, name.place)
    return found


def of_channel(name: S.Name, scope: Scope) -> list[Need]:
    elements = [k for k in scope.channels.get(name.name, {}) if k is not None]
    return _index(name.name, name.index, elements, scope, name.place)


def _call(expression: S.Call, scope: Scope) -> list[Need]:
    found = of_channel(expression.channel, scope)
    if expression.function == "head":
        length = chosen([(where, c.length.read) for where, c in channels(expression.channel, scope)])
        some = lifted(T.lt, T.integer(0), length)
        found.append(Need(some, f"head({expression.channel.name}) of an empty channel", expression.place))
    return found


def _indices(process: str, scope: Scope) -> list[int]:
    return [k for k in scope.templates[process].indices if k is not None]


def _index(
    name: str, index: S.Expression | None, elements: list[int] | None, scope: Scope, place: Location
) -> list[Need]:
    """The index has a value itself, and one of the elements. One that is known was looked at when the file was read."""
    if index is None or not elements:
        return []
    found = needs(index, scope)
    term = number(index, scope)
    if term.op is T.CONST:
        return found
    low, high = T.integer(elements[0]), T.integer(elements[-1])
    inside = T.and_(lifted(T.le, low, term), lifted(T.le, term, high))
    return [*found, Need(inside, f"the index of {name} is outside {elements[0]}..{elements[-1]}", place)]
