"""What code that is not ours knows of a state's memory, and may change.

An object that has become known stays so: its content is EXTERNAL from then on, whatever is written into it.
"""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program.model import Region, Source
from antumbra.records import replace
from antumbra.semantics.memory.lifetimes import drop_content
from antumbra.semantics.memory.objects import Content, Object
from antumbra.semantics.memory.reachable import reachable
from antumbra.semantics.state import State
from antumbra.terms import Term


def told(state: State, address: Any) -> bool:
    """The outside gets to know an address: what it leads to becomes unknown. Whether a function is among it."""
    return _unknown(state, reachable(state, address))


def changes(state: State) -> bool:
    """What is known outside becomes unknown, and what can be reached from there. Whether a function is among it."""
    known = [item for item in state.objects.all() if item.alive and item.content is Content.EXTERNAL]
    found = [_unknown(state, reachable(state, item.base)) for item in known]
    return any(found)


def is_traceable(state: State, address: Any) -> bool:
    """Can it be said what an address may lead to? A pointer from outside leads to nothing that is not known there."""
    if address.__class__ is not Term or reachable(state, address):
        return True
    known = {unknown.variable for unknown in state.unknowns() if unknown.source is Source.EXTERNAL}
    return T.free_variables(address) <= known


def _unknown(state: State, items: list[Object]) -> bool:
    for item in items:
        if item.region in (Region.CONSTANT, Region.CODE):
            continue
        drop_content(state, item)
        if item.content is not Content.EXTERNAL:
            state.put_object(replace(item, content=Content.EXTERNAL))
    return any(item.region is Region.CODE for item in items)
