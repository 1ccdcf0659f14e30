"""What code that is not ours knows of a state's memory, and may change.

An object that has become known stays so: its content is EXTERNAL from then on, whatever is written into it. Objects of
functions may share a page and are found by it, so knowing one of them is knowing those beside it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from antumbra import terms as T
from antumbra.program.model import Region, Source
from antumbra.semantics import lifetime
from antumbra.semantics.objects import Content, Object
from antumbra.semantics.state import State
from antumbra.terms import Term


def told(state: State, address: Any) -> bool:
    """The outside gets to know an address: what it reaches becomes unknown. False if it may be the address of anything.

    A pointer that itself comes from outside leads to nothing that is not known there.
    """
    items = lifetime.reachable(state, address)
    _unknown(state, items)
    return bool(items) or address.__class__ is not Term or _from_outside(state, address)


def changes(state: State) -> None:
    """What is known outside becomes unknown, and what can be reached from there."""
    for item in state.objects.all():
        if item.alive and item.content is Content.EXTERNAL:
            _unknown(state, lifetime.reachable(state, item.base))


def knows(state: State, address: Any) -> bool:
    item = state.objects.find(address) if address.__class__ is int else None
    return item is not None and item.content is Content.EXTERNAL


def _unknown(state: State, items: list[Object]) -> None:
    for item in items:
        if item.region is Region.CONSTANT:
            continue
        if item.region is not Region.CODE:
            lifetime.drop_content(state, item)
        if item.content is not Content.EXTERNAL:
            state.put_object(replace(item, content=Content.EXTERNAL))


def _from_outside(state: State, address: Term) -> bool:
    free = T.free_variables(address)
    known = {unknown.variable for unknown in state.unknowns() if unknown.source is Source.EXTERNAL}
    return free <= known
