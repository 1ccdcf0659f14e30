"""Datatypes: fields of one name have one type, and every datatype has a value that can be built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie import types as t


def datatype_errors(datatypes: Sequence[s.DatatypeDeclaration]) -> Iterator[tuple[s.Place, str]]:
    """Complaints about datatypes whose fields have types."""
    for datatype in datatypes:
        yield from _field_types(datatype)
    built: set[s.DatatypeDeclaration] = set()
    growing = True
    while growing:
        more = [d for d in datatypes if d not in built and any(_buildable(c, built) for c in d.constructors)]
        built |= set(more)
        growing = bool(more)
    for datatype in datatypes:
        if datatype not in built:
            yield datatype.place, f"datatype is not well-founded, it has no value: {datatype.name}"


def _field_types(datatype: s.DatatypeDeclaration) -> Iterator[tuple[s.Place, str]]:
    known: dict[str, tuple[s.Constructor, t.Type]] = {}
    for constructor in datatype.constructors:
        for field in constructor.fields:
            first = known.setdefault(field.name, (constructor, field.type))
            if not t.unify(first[1], field.type):
                other = f"identically-named field in constructor {first[0].name}"
                yield field.place, f"type mismatch between field {field.name} and {other}"


def _buildable(constructor: s.Constructor, built: set[s.DatatypeDeclaration]) -> bool:
    return all(d in built for field in constructor.fields for d in _needed(field.type))


def _needed(type_: t.Type) -> Iterator[s.DatatypeDeclaration]:
    """Datatypes of which a value of this type needs values. Boogie counts indices and elements of maps among them."""
    type_ = t.prune(type_)
    match type_:
        case t.Constructed():
            if isinstance(type_.declaration, s.DatatypeDeclaration):
                yield type_.declaration
        case t.Map():
            for part in (*type_.domain, type_.range):
                yield from _needed(part)
        case _:
            return
