"""States that share nothing with their twins: what a fork costs without persistent data."""

from __future__ import annotations

from typing import Any

from antumbra.semantics.memory.maps import MapValue
from antumbra.semantics.state import State
from antumbra.solvers.chain import trie


def unshare(state: State) -> None:
    """Copy everything that a state shares with the one it was forked from, terms excepted."""
    state.path = state.path.copied()
    state.inputs = _linked(state.inputs)
    state.trace = _linked(state.trace)
    state.choices = _linked(state.choices)
    state.variables = [_value(value) for value in state.variables]
    frames: list[Any] = []
    frame = state.frame
    while frame is not None:
        frames.append(frame)
        frame = frame[2]
    for region, saved, _, objects, site in reversed(frames):
        frame = (region, tuple(_value(value) for value in saved), frame, objects, site)
    state.frame = frame


def _value(value: Any) -> Any:
    if value.__class__ is not MapValue:
        return value
    return MapValue(value.base, value.part, trie.copied(value.writes))


def _linked(link: Any) -> Any:
    """A linked list of tuples whose last item is the rest, copied."""
    items: list[Any] = []
    while link is not None:
        items.append(link[:-1])
        link = link[-1]
    result: Any = None
    for item in reversed(items):
        result = (*item, result)
    return result
