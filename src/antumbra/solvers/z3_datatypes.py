"""Datatypes in Z3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import z3  # pyright: ignore[reportMissingTypeStubs]

from antumbra.solvers.answers import UnsupportedTerm
from antumbra.terms.datatypes import Constructor, DatatypeValue, constructors_of, datatype_value, related
from antumbra.terms.sorts import Sort

#: Z3's binding has no types to check against
z: Final[Any] = z3


def declared(sort: Sort, translate: Callable[[Sort], Any]) -> dict[Sort, Any]:
    """Z3's sorts for a datatype and those that contain it as it contains them; ``translate`` gives all others."""
    group = [d for d in related(sort) if sort in related(d)]
    open_: dict[Sort, Any] = {d: z.Datatype(d.name) for d in group}

    def reference(s: Sort) -> Any:
        if s in open_:
            return open_[s]
        return _inside(s)

    def _inside(s: Sort) -> Any:
        """A sort that may hold values of the datatypes: they are not there yet, so by name."""
        if s in open_:
            return z.DatatypeSort(s.name)
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
        raise UnsupportedTerm(f"Z3 does not take the datatype {sort!r}: {error}") from error
    return dict(zip(open_, made, strict=True))


def construct(sort: Any, constructor: Constructor, arguments: Sequence[Any]) -> Any:
    made = sort.constructor(constructor.number)
    return made(*arguments)


def read(value: Any, sort: Sort, part: Callable[[Any, Sort], Any]) -> DatatypeValue:
    """One of Z3's values as ours."""
    declaration = value.decl()
    for constructor in constructors_of(sort):
        if declaration.name() == f"{sort.name}.{constructor.name}":
            fields = [part(value.arg(i), s) for i, s in enumerate(constructor.sorts)]
            return datatype_value(constructor, fields)
    raise UnsupportedTerm(f"Z3's value {value} is not built by a constructor")
