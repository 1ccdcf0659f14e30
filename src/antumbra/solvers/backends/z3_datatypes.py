"""Datatypes in Z3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from antumbra.solvers.answers import UnsupportedTerm
from antumbra.solvers.backends.z3_context import z
from antumbra.terms.datatypes import (
    Constructor,
    DatatypeValue,
    constructors_of,
    datatype_value,
    mutual,
    unfolded_size,
)
from antumbra.terms.sorts import Sort

#: Z3 unfolds datatypes that are not recursive when it is told of them
LARGEST = 100_000


def declare(sort: Sort, known: dict[Sort, Any], translate: Callable[[Sort], Any], context: Any) -> None:
    """Z3's sorts for a datatype and all that it contains, into ``known``; ``translate`` gives all others."""
    if unfolded_size(sort) > LARGEST:
        raise UnsupportedTerm(f"the datatype {sort!r} is too large for Z3")
    for group in mutual(sort):  # so that none has to wait for another, however many there are
        if group[0] not in known:
            known.update(_declared(group, translate, context))


def _declared(group: list[Sort], translate: Callable[[Sort], Any], context: Any) -> dict[Sort, Any]:
    """Datatypes that contain each other."""
    open_: dict[Sort, Any] = {d: z.Datatype(d.name, context) for d in group}

    def reference(s: Sort) -> Any:
        if s in open_:
            return open_[s]
        return _inside(s)

    def _inside(s: Sort) -> Any:
        """A sort that may hold values of the datatypes: they are not there yet, so by name."""
        if s in open_:
            return z.DatatypeSort(s.name, ctx=context)
        if s.kind == "array" and s.element is not None:
            return z.ArraySort(*(_inside(i) for i in s.index), _inside(s.element))
        return translate(s)

    for datatype, declaration in open_.items():
        for c in constructors_of(datatype):
            fields = zip(c.fields, c.sorts, strict=True)
            # names of constructors and fields are Z3's own: two datatypes may use the same
            prefix = f"{datatype.name}.{c.name}"
            declaration.declare(prefix, *((f"{prefix}.{name}", reference(s)) for name, s in fields))
    try:
        made = z.CreateDatatypes(*open_.values())
    except z.Z3Exception as error:
        raise UnsupportedTerm(f"Z3 does not take the datatype {group[0]!r}: {error}") from error
    return dict(zip(open_, made, strict=True))


def construct(sort: Any, constructor: Constructor, arguments: Sequence[Any]) -> Any:
    made = sort.constructor(constructor.number)
    return made(*arguments)


def written(
    value: DatatypeValue,
    known: dict[DatatypeValue, Any],
    sort_of: Callable[[Sort], Any],
    part: Callable[[Any, Sort], Any],
) -> Any:
    """One of our values as Z3's. ``known``: those that were written, since values share their parts."""
    stack = [value]
    while stack:
        top = stack[-1]
        if top in known:
            stack.pop()
            continue
        missing = [f for f in top.fields if isinstance(f, DatatypeValue) and f not in known]
        if missing:
            stack.extend(missing)
            continue
        c = top.constructor
        fields = [
            known[f] if isinstance(f, DatatypeValue) else part(f, s) for f, s in zip(top.fields, c.sorts, strict=True)
        ]
        known[top] = construct(sort_of(c.datatype), c, fields)
    return known[value]


def read(value: Any, sort: Sort, known: dict[int, tuple[Any, Any]], part: Callable[[Any, Sort], Any]) -> Any:
    """One of Z3's values as ours. ``known``: Z3's number of a value → the value, which keeps its number, and ours."""
    stack = [(value, sort)]
    while stack:
        top, top_sort = stack[-1]
        number = top.get_id()
        if number in known:
            stack.pop()
            continue
        constructor = _constructor_of(top, top_sort)
        arguments = list(zip((top.arg(i) for i in range(top.num_args())), constructor.sorts, strict=True))
        missing = [(a, s) for a, s in arguments if s.kind == "datatype" and a.get_id() not in known]
        if missing:
            stack.extend(missing)
            continue
        fields = [known[a.get_id()][1] if s.kind == "datatype" else part(a, s) for a, s in arguments]
        known[number] = (top, datatype_value(constructor, fields))
    return known[value.get_id()][1]


def _constructor_of(value: Any, sort: Sort) -> Constructor:
    name = value.decl().name()
    for constructor in constructors_of(sort):
        if name == f"{sort.name}.{constructor.name}":
            return constructor
    raise UnsupportedTerm("Z3's value is not built by a constructor")
