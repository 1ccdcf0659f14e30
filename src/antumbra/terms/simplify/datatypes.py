"""Datatypes, simplified as they are built."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.terms.datatypes import Constructor, constructors_of, datatype_value
from antumbra.terms.leaves import FALSE, TRUE, boolean, const
from antumbra.terms.operators import CONST, CONSTRUCT, FIELD, IS, ITE
from antumbra.terms.simplify.boolean import EQ_CONST_RULES, EQ_RULES, and_, eq, ite
from antumbra.terms.term import SortError, Term, intern


def construct(constructor: Constructor, arguments: Sequence[Term]) -> Term:
    """The constructor's value for these fields."""
    args = tuple(arguments)
    if len(args) != len(constructor.sorts):
        raise SortError(f"{constructor.name} takes {len(constructor.sorts)} arguments, not {len(args)}")
    result = intern(CONSTRUCT, args, constructor)
    if all(a.op is CONST for a in args):
        return const(datatype_value(constructor, [a.data for a in args]), constructor.datatype)
    return result


def _made(value: Term) -> Constructor | None:
    """The constructor that a term shows."""
    if value.op is CONSTRUCT:
        return value.data
    return value.data.constructor if value.op is CONST else None


def field(constructor: Constructor, position: int, value: Term) -> Term:
    """A field of a value that ``constructor`` made; of another value it is unspecified."""
    if _made(value) is constructor:
        if value.op is CONSTRUCT:
            return value.args[position]
        return const(value.data.fields[position], constructor.sorts[position])
    if value.op is ITE and any(_made(a) is not None for a in value.args[1:]):
        condition, then, otherwise = value.args
        return ite(condition, field(constructor, position, then), field(constructor, position, otherwise))
    return intern(FIELD, (value,), (constructor, position))


def is_(constructor: Constructor, value: Term) -> Term:
    """Was the value made by this constructor?"""
    if value.sort is not constructor.datatype:
        raise SortError(f"is {constructor.name} does not take {value.sort!r}")
    made = _made(value)
    if made is not None:
        return boolean(made is constructor)
    if len(constructors_of(constructor.datatype)) == 1:
        return TRUE
    if value.op is ITE and any(_made(a) is not None for a in value.args[1:]):
        condition, then, otherwise = value.args
        return ite(condition, is_(constructor, then), is_(constructor, otherwise))
    return intern(IS, (value,), constructor)


def _eq_made(a: Term, b: Term) -> Term | None:
    """Values are equal if their constructors and fields are. By a loop: lists are long."""
    parts: list[Term] = []
    stack = [(a, b)]
    while stack:
        left, right = stack.pop()
        one, other = _made(left) if left.sort.kind == "datatype" else None, None
        if one is not None:
            other = _made(right)
        if one is None or other is None:
            if (left, right) == (a, b):
                return None
            parts.append(eq(left, right))
        elif one is not other:
            return FALSE
        else:
            stack.extend((field(one, i, left), field(one, i, right)) for i in reversed(range(len(one.sorts))))
    return and_(*parts) if parts else TRUE


EQ_RULES[CONSTRUCT] = _eq_made
EQ_CONST_RULES[CONSTRUCT] = _eq_made
