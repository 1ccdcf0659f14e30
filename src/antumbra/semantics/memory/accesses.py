"""Loads and stores that generated code could not answer from a page at once.

A concrete address is decided here: is there a live object, is the access inside it. A symbolic one is resolved to the
objects that it can point into. With several of them the state forks, one object each (``Several``): what follows is
then about one object, which solvers find much easier than a choice of objects. Only operations on many bytes merge
instead: a load becomes a choice of values, a store writes conditionally to each object.

Within one object, a symbolic offset into a small one becomes a choice between its cells. A larger one turns into array
form.
"""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.semantics.memory import cells
from antumbra.semantics.memory.arrays import aligned, read_array, write_array
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.memory.pages import WIDTHS
from antumbra.semantics.memory.problems import describe, problem
from antumbra.semantics.memory.resolution import Several, Target, require_inside, resolve
from antumbra.semantics.runtime import from_term, ite
from antumbra.semantics.state import State
from antumbra.terms import Term

#: an object with more elements than this turns into an array when its offset is symbolic
MOST_PLACES = 4
#: bytes of an object that is read by array or choice without asking first whether the offset has one value only
SMALL = 64


def load(state: State, address: Any, width: int, site: int) -> Any:
    """``width`` bytes at an address, as an unsigned value; resolution.Several if the state must fork."""
    if address.__class__ is not int:
        return _load_at_term(state, address, width, site)
    return _load_at_number(state, address, width, site)


def load_merged(state: State, address: Any, width: int, site: int) -> Any:
    """The same, but never Several."""
    if address.__class__ is not int:
        return _load_choice(state, address, width, site)
    return _load_at_number(state, address, width, site)


def store(state: State, address: Any, value: Any, width: int, site: int) -> Several | None:
    """Write ``width`` bytes; Several, and nothing is written, if the state must fork first."""
    if address.__class__ is not int:
        return _store_at_term(state, address, value, width, site)
    _store_at_number(state, address, value, width, site)
    return None


def store_merged(state: State, address: Any, value: Any, width: int, site: int) -> None:
    """The same, but without forking."""
    if address.__class__ is not int:
        _store_each(state, address, value, width, site)
    else:
        _store_at_number(state, address, value, width, site)


# ---------------------------------------------------------------- concrete addresses


def _load_at_number(state: State, address: int, width: int, site: int) -> Any:
    item = access(state, address, width, site, write=False)
    if item.base in state.arrays:
        return read_array(state, item, address - item.base, width, site)
    return cells.read(state, item, address, width, site)


def _store_at_number(state: State, address: int, value: Any, width: int, site: int) -> None:
    item = access(state, address, width, site, write=True)
    if item.base in state.arrays:
        write_array(state, item, address - item.base, value, width, site)
    else:
        cells.write(state, address, value, width, site)


def access(  # noqa: RET503 - fail does not return
    state: State, address: int, width: int, site: int, *, write: bool
) -> Object:
    """The object that an access is inside of; otherwise the path ends with an error."""
    item = state.objects.find(address)
    if item is not None and item.alive:
        offset = address - item.base
        if item.size.__class__ is int:
            if offset + width <= item.size and (item.region is not Region.CODE):
                if write and item.region is Region.CONSTANT:
                    state.machine.fail(state, "valid-deref", f"write to constant {describe(item)}", site)
                return item
        else:
            require_inside(state, item, offset, width, site)
            return item
    state.machine.fail(state, "valid-deref", problem(item, address, width, write=write), site)


# ---------------------------------------------------------------- symbolic addresses


def _load_at_term(state: State, address: Term, width: int, site: int) -> Any:
    """The value, or Several."""
    targets = resolve(state, address, width, site, write=False)
    if len(targets) > 1:
        return Several([target.condition for target in targets])
    target = _settled(state, targets[0])
    return _read(state, target, width, site)


def _store_at_term(state: State, address: Term, value: Any, width: int, site: int) -> Several | None:
    """None when it is done."""
    targets = resolve(state, address, width, site, write=True)
    if len(targets) > 1:
        return Several([target.condition for target in targets])
    target = _settled(state, targets[0])
    _write(state, target, value, width, site)
    return None


def _settled(state: State, target: Target) -> Target:
    """The one object of an access; with its offset as a number, if it has only one value and that spares an array."""
    item, offset = target.item, target.offset
    state.resolved = item
    if item.base in state.arrays or (item.size.__class__ is int and item.size <= SMALL) or offset.op is T.CONST:
        return target
    place = T.const(T.evaluate(offset, state.path.model), offset.sort)
    if not state.machine.must(state, T.eq(offset, place)):
        return target
    state.resolved = item.base + place.data
    return Target(target.condition, item, place)


def _load_choice(state: State, address: Term, width: int, site: int) -> Any:
    """The value, as a choice if several objects are possible."""
    targets = resolve(state, address, width, site, write=False)
    result: Any = None
    for target in reversed(targets):
        value = _read(state, target, width, site)
        result = value if result is None else ite(T.bv_sort(8 * width), target.condition, value, result)
    return result


def _store_each(state: State, address: Term, value: Any, width: int, site: int) -> None:
    targets = resolve(state, address, width, site, write=True)
    for target in targets:
        stored = value
        if len(targets) > 1:
            stored = ite(T.bv_sort(8 * width), target.condition, value, _read(state, target, width, site))
        _write(state, target, stored, width, site)


def _read(state: State, target: Target, width: int, site: int) -> Any:
    item, offset = target.item, target.offset
    if item.base in state.arrays:
        return read_array(state, item, offset, width, site)
    if offset.op is T.CONST:
        return cells.read(state, item, item.base + offset.data, width, site)
    places = _places(state, item, offset, width)
    if places is None:
        return read_array(state, item, offset, width, site)
    sort = T.bv_sort(8 * width)
    result: Any = None
    for place in reversed(places):
        value = cells.read(state, item, item.base + place, width, site)
        result = value if result is None else ite(sort, _at(offset, place), value, result)
    return result


def _write(state: State, target: Target, value: Any, width: int, site: int) -> None:
    item, offset = target.item, target.offset
    if item.base in state.arrays:
        write_array(state, item, offset, value, width, site)
    elif offset.op is T.CONST:
        cells.write(state, item.base + offset.data, value, width, site)
    elif (places := _places(state, item, offset, width)) is None:
        write_array(state, item, offset, value, width, site)
    else:
        sort = T.bv_sort(8 * width)
        for place in places:
            old = cells.read(state, item, item.base + place, width, site)
            cells.write(state, item.base + place, ite(sort, _at(offset, place), value, old), width, site)


def _at(offset: Term, place: int) -> Any:
    return from_term(T.eq(offset, T.const(place, offset.sort)))


def _places(state: State, item: Object, offset: Term, width: int) -> list[int] | None:
    """The offsets that an aligned access into a small object can have, None if they are too many."""
    if width not in WIDTHS or item.size.__class__ is not int or not aligned(offset, width):
        return None
    if item.size // width > MOST_PLACES:
        return None
    low, high = state.machine.chain.range(state.path, offset)
    first = -(-low // width) * width
    return list(range(first, min(high, item.size - width) + 1, width))
