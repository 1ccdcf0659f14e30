"""What a value may point to, and what can be reached from there."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program.widths import is_pointer
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.state import State
from antumbra.terms import Term


def contents(state: State, item: Object) -> list[Any]:
    """Every value stored in an object that could be a pointer."""
    known = state.arrays.get(item.base)
    if known is not None:
        return [known[1]]
    return [
        value
        for number in state.pages_of(item)
        for _, width, value in state.pages[number]
        if is_pointer(width) or value.__class__ is not int
    ]


def pointees(state: State, value: Any) -> list[Object]:
    """Objects that a value may point into; of a term, all whose place or address occurs in it."""
    if value.__class__ is int:
        item = state.objects.find(value)
        return [item] if item is not None else []
    if value.__class__ is not Term:
        return []
    result: list[Object] = []
    bases = {placed.variable: placed.base for placed in state.addresses.values()}
    for part in T.subterms(value):
        if part in bases and (item := state.objects.find(bases[part])) is not None:
            result.append(item)
        if part.op is not T.CONST:
            continue
        constants = [part.data] if part.data.__class__ is int else list(getattr(part.data, "entries", {}).values())
        found = [state.objects.find(constant) for constant in constants if constant.__class__ is int]
        result.extend(item for item in found if item is not None)
    return result


def possible_pointees(state: State, value: Any) -> list[Object]:
    """The same, and all objects where a value may be any address, in a state that stands for others."""
    unknown = state.machine.any_addresses
    if unknown and value.__class__ is Term and not unknown.isdisjoint(T.free_variables(value)):
        return list(state.objects.all())
    return pointees(state, value)


def reachable(state: State, address: Any) -> list[Object]:
    """Objects that can be reached from a pointer, the pointed-to object first."""
    result: list[Object] = []
    seen: set[int] = set()
    work = possible_pointees(state, address)
    while work:
        item = work.pop()
        if item.base in seen or not item.alive:
            continue
        seen.add(item.base)
        result.append(item)
        for value in contents(state, item):
            work.extend(possible_pointees(state, value))
    return result
