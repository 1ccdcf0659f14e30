"""Datatypes: fields of one name have one type, and every datatype has a value that can be built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t


def datatype_errors(datatypes: Sequence[s.DatatypeDeclaration]) -> Iterator[tuple[s.Place, str]]:
    """Complaints about datatypes whose fields have types."""
    for datatype in datatypes:
        yield from _field_types(datatype)
    built = _built(datatypes)
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


def _built(datatypes: Sequence[s.DatatypeDeclaration]) -> set[s.DatatypeDeclaration]:
    """Datatypes with a constructor whose fields need only datatypes that have such a constructor."""
    built: set[s.DatatypeDeclaration] = set()
    missing: dict[s.Constructor, set[s.DatatypeDeclaration]] = {}
    waiting: dict[s.DatatypeDeclaration, list[tuple[s.Constructor, s.DatatypeDeclaration]]] = {}
    ready: list[s.DatatypeDeclaration] = []
    for datatype in datatypes:
        for constructor in datatype.constructors:
            needed = {d for field in constructor.fields for d in _needed(field.type)}
            missing[constructor] = needed
            for d in needed:
                waiting.setdefault(d, []).append((constructor, datatype))
            if not needed:
                ready.append(datatype)
    while ready:
        done = ready.pop()
        if done in built:
            continue
        built.add(done)
        for constructor, datatype in waiting.get(done, ()):
            missing[constructor].discard(done)
            if not missing[constructor]:
                ready.append(datatype)
    return built


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
