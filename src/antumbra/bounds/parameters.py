"""Inputs as reports name them: by the variable of the source that receives them, each by a name of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.bounds.cfc import Parameter
from antumbra.bounds.identifiers import identifier
from antumbra.bounds.receivers import receivers
from antumbra.program import model as P
from antumbra.program.c_types import FIXED, is_signed
from antumbra.program.inputs import InputName, InputPlace
from antumbra.terms import Sort

#: characters of a name; what is told in parentheses comes on top
LONGEST: Final = 80
#: C types by width, where the program says nothing of the type
_BY_WIDTH: Final = {1: "_Bool", 8: "unsigned char", 16: "short", 32: "int", 64: "long long"}


def parameters(inputs: Sequence[InputName], program: P.Program) -> tuple[Parameter, ...]:
    """Parameters for inputs, which are in the order in which a run first reads them."""
    inputs = tuple(dict.fromkeys(inputs))
    known = receivers(program)
    roots = {named.place: _root(named.place, known) for named in inputs}
    told = _told_apart(roots)
    names: set[str] = set()
    identifiers: set[str] = set()
    made: list[Parameter] = []
    for named in inputs:
        root = roots[named.place]
        element = root if named.offset is None else f"{root}[{named.offset}]"
        type_name = type_of(named.place)
        made.append(
            Parameter(
                named,
                _unique(_full(element, told[named.place], named.number), names),
                identifier(element, identifiers, named.number),
                type_name,
                signed(type_name, named.place.sort),
            )
        )
    return tuple(made)


def _root(place: InputPlace, known: dict[InputPlace, str]) -> str:
    """The variable's name; that of the function, of the object, where no variable is known."""
    name = known.get(place) or place.name or "input"
    return name if len(name) <= LONGEST else name[:LONGEST] + "…"


def _told_apart(roots: dict[InputPlace, str]) -> dict[InputPlace, str]:
    """What tells a place from others whose name is the same: the line, or more where that is not enough."""
    groups: dict[str, list[InputPlace]] = {}
    for place, root in roots.items():
        groups.setdefault(root, []).append(place)
    told = dict.fromkeys(roots, "")
    for group in groups.values():
        if len(group) == 1:
            continue
        for column in (False, True):
            texts = [_place_text(place, column=column) for place in group]
            if len(set(texts)) == len(texts):
                break
        told.update(zip(group, texts, strict=True))
    return told


def _place_text(place: InputPlace, *, column: bool) -> str:
    where = place.location
    if where is None or not where.line:
        return ""
    return f"line {where.line}:{where.column}" if column and where.column else f"line {where.line}"


def _full(element: str, place: str, number: int) -> str:
    parts = [part for part in (place, f"call {number}" if number > 1 else "") if part]
    return f"{element} ({', '.join(parts)})" if parts else element


def _unique(name: str, taken: set[str]) -> str:
    chosen, more = name, 2
    while chosen in taken:
        chosen, more = f"{name} #{more}", more + 1
    taken.add(chosen)
    return chosen


def type_of(place: InputPlace) -> str:
    """The type as the source calls it; by the width where all that is known is the sort."""
    sort = place.sort
    if place.type_name:
        return place.type_name
    if sort.kind == "bv":
        return _BY_WIDTH.get(sort.width, f"bv{sort.width}")
    return "_Bool" if sort.kind == "bool" else repr(sort)


def signed(type_name: str, sort: Sort) -> bool:
    if sort.kind == "bv":
        return is_signed(FIXED.get(type_name, (type_name, 0))[0])
    return sort.kind in ("int", "real")
