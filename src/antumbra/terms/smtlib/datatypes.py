"""SMT-LIB text of datatypes. Constructors are ``T.C`` and fields ``T.C.f``: names that no other datatype uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from antumbra.terms.datatypes import Constructor, constructors_of, datatype_value, define, is_defined
from antumbra.terms.leaves import const
from antumbra.terms.operators import CONST, CONSTRUCT, FIELD, IS
from antumbra.terms.sorts import Sort
from antumbra.terms.term import Term, intern


def constructor_name(c: Constructor) -> str:
    return f"{c.datatype.name}.{c.name}"


def field_name(c: Constructor, position: int) -> str:
    return f"{c.datatype.name}.{c.name}.{c.fields[position]}"


def define_read(sort: Sort, constructors: Sequence[tuple[str, Sequence[tuple[str, Sort]]]]) -> None:
    """Constructors as a script names them."""
    if is_defined(sort):
        return
    cut: list[tuple[str, list[tuple[str, Sort]]]] = []
    for name, fields in constructors:
        own = [(field.removeprefix(f"{name}."), s) for field, s in fields]
        cut.append((name.removeprefix(f"{sort.name}."), own))
    define(sort, cut)


def applications(sort: Sort) -> dict[str, Callable[[list[Term]], Term]]:
    """Constructors and fields by their names in a script, as functions of their arguments, nothing simplified."""
    result: dict[str, Callable[[list[Term]], Term]] = {}
    for c in constructors_of(sort):
        result[constructor_name(c)] = lambda values, c=c: _made(c, values)
        for position in range(len(c.sorts)):
            data = (c, position)
            result[field_name(c, position)] = lambda values, d=data: intern(FIELD, tuple(values), d)
    return result


def _made(c: Constructor, values: Sequence[Any]) -> Term:
    if all(v.op is CONST for v in values):
        return const(datatype_value(c, [v.data for v in values]), c.datatype)
    return intern(CONSTRUCT, tuple(values), c)


def tester(sort: Sort, name: str) -> Callable[[list[Term]], Term] | None:
    for c in constructors_of(sort):
        if constructor_name(c) == name:
            return lambda values: intern(IS, tuple(values), c)
    return None
