"""Pointers as numbers, and numbers as pointers.

At run time a pointer is a place in a layout of our own. Where the program asks for its number, the object that it
points into gets an unknown address: aligned, where objects lie (``program.spacing``), not wrapping around, apart from
all objects that live at the same time and have such an address too. The number is that address plus the offset. So
nothing depends on our layout, and objects whose lives do not overlap may have the same address.

The way back replaces the unknown addresses by the places in our layout. That is right if the number is an address plus
something that does not depend on addresses; otherwise the path is given up.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.program.spacing import address_limit, lowest_address, next_page
from antumbra.records import replace
from antumbra.semantics.ends import Ended
from antumbra.semantics.memory.objects import Object, Placed
from antumbra.semantics.memory.pages import PAGE_BITS
from antumbra.semantics.memory.resolution import MOST_OBJECTS, Target, around, by_structure
from antumbra.semantics.runtime import from_term, ite, to_term
from antumbra.semantics.state import State
from antumbra.solvers import PathCondition
from antumbra.solvers import Unknown as SolverUnknown
from antumbra.terms import Term

#: objects with an address that a new one is said to be apart from; leaving some out only allows more layouts
MOST_APART = 24

_PAGE = 1 << PAGE_BITS
_STRAY = "a pointer is computed that is far outside its object"


# ---------------------------------------------------------------- where a pointer belongs


def home(state: State, pointer: int) -> Object | None:
    """The object that a pointer was made from: the one it is in, or behind or before it (how far: see ``around``)."""
    find = state.objects.find
    item = find(pointer) or find(pointer - _PAGE) or find(pointer + _PAGE) or around(state, pointer)
    if item is not None and item.region is Region.CODE:
        return _code(state, item, pointer)
    return item


def _code(state: State, item: Object, pointer: int) -> Object:
    """Pieces of code share a page."""
    starts = state.machine.code
    at = bisect_right(starts, pointer)
    return replace(item, base=starts[max(0, at - 1)])


def in_layout(state: State, pointer: int) -> bool:
    """May a place be, or have been, an object's?"""
    return state.machine.first_address <= pointer < state.next_page << PAGE_BITS


def _in_layout(state: State, pointer: Term) -> Term:
    first = state.machine.first_address
    span = T.const((state.next_page << PAGE_BITS) - first, pointer.sort)
    return T.bvult(T.bvsub(pointer, T.const(first, pointer.sort)), span)


def strictly_inside(item: Object, pointer: int) -> bool:
    if not item.alive:
        return False
    if item.region is Region.CODE:
        return pointer == item.base
    return item.size.__class__ is int and 0 <= pointer - item.base < item.size


def stay(state: State, old: Any, new: Any, site: int) -> tuple[int, int] | None:
    """A pointer was computed from another: it must not come to the place of an object that it does not belong to.

    Between objects that there are, no object will ever be. Returns the places for which the same is true of the old
    pointer; None if they are not known.
    """
    if state.fixed is not None:
        return None
    if old.__class__ is not int or new.__class__ is not int:
        return _stay_of_terms(state, old, new, site)
    item, found = home(state, old), home(state, new)
    if found is not None:
        strays = item is None or item.base != found.base
    else:
        strays = new >= state.next_page << PAGE_BITS and not _set_aside(state, new)
    if strays:
        state.machine.fail(state, "def-behavior", _STRAY, site)
    return (old, old + 1) if item is None else _span(item)


def _set_aside(state: State, place: int) -> bool:
    """No object will be made there. Not where an engine reads from allocations which place is the next."""
    if state.machine.compiler.trace:
        return False
    state.next_page = next_page(place >> PAGE_BITS, 1, state.machine.pointer_width)
    return True


def _stay_of_terms(state: State, old: Any, new: Any, site: int) -> tuple[int, int] | None:
    before, after = _homes(state, old), _homes(state, new)
    only = _span(next(iter(before.values()))) if before is not None and len(before) == 1 else None
    if before is None or after is None:
        sort = T.bv_sort(state.machine.pointer_width)
        place = to_term(new, sort)
        stays = _belongs(place, only) if only is not None else _stays_somewhere(state, to_term(old, sort), place, site)
        state.machine.require(state, stays, "def-behavior", lambda _: _STRAY, site)
    elif not after.keys() <= before.keys():
        state.machine.fail(state, "def-behavior", _STRAY, site)
    return only


def _stays_somewhere(state: State, old: Term, new: Term, site: int) -> Term:
    """Wherever the old pointer is, the new one belongs there."""
    targets = _by_place(state, old, site)
    stays = [T.implies(to_term(target.condition, T.BOOL), _belongs(new, _span(target.item))) for target in targets]
    elsewhere = T.or_(*(to_term(target.condition, T.BOOL) for target in targets), T.not_(_in_layout(state, new)))
    return T.and_(elsewhere, *stays)


def _belongs(pointer: Term, span: tuple[int, int]) -> Term:
    distance = T.bvsub(pointer, T.const(span[0], pointer.sort))
    return T.bvult(distance, T.const(span[1] - span[0], pointer.sort))


def _homes(state: State, pointer: Any) -> dict[int, Object] | None:
    """The objects that a pointer was made from, by their places; None if that is not known."""
    if pointer.__class__ is int:
        item = home(state, pointer)
        return {} if item is None else {item.base: item}
    targets = by_structure(state, pointer)
    return None if targets is None else {target.item.base: target.item for target in targets}


def _span(item: Object) -> tuple[int, int]:
    """The places that belong to an object: see :func:`home`."""
    return item.base - _PAGE, item.base + ((item.pages + 1) << PAGE_BITS)


# ---------------------------------------------------------------- pointer to number


def number_of(state: State, pointer: Any, site: int) -> Any:
    """The number that a pointer is."""
    if state.fixed is not None:
        return pointer
    if pointer.__class__ is not int:
        return _number_of_term(state, pointer, site)
    item = home(state, pointer)
    if item is None:
        if in_layout(state, pointer):
            state.machine.give_up(state, "the number of a pointer to no object, or to one whose life has ended", site)
        return pointer
    return _number(state, item, T.const(pointer - item.base, T.bv_sort(state.machine.pointer_width)), site)


def _number(state: State, item: Object, offset: Term, site: int) -> Any:
    return from_term(T.bvadd(_address(state, item, site), offset))


def _number_of_term(state: State, pointer: Term, site: int) -> Any:
    """A choice between the objects that a symbolic pointer can point into."""
    targets = by_structure(state, pointer)
    if targets is None:
        targets = _by_place(state, pointer, site)
    result: Any = pointer
    for target in reversed(targets):
        number = _number(state, target.item, target.offset, site)
        result = ite(pointer.sort, target.condition, number, result)
    return result


def _by_place(state: State, pointer: Term, site: int) -> list[Target]:
    """Whatever object the pointer may be in; a place that belongs to none is not analysed."""
    machine = state.machine
    found: list[Target] = []
    items = [item for item in state.objects.all() if item.region is not Region.CODE]
    code = next((item for item in state.objects.all() if item.region is Region.CODE), None)
    if code is not None:
        items += [replace(code, base=start) for start in machine.code]
    for item in items:
        span = 1 if item.region is Region.CODE else (item.pages + 1) << PAGE_BITS
        offset = T.bvsub(pointer, T.const(item.base, pointer.sort))
        condition = T.bvult(offset, T.const(span, pointer.sort))
        if machine.possible(state, condition):
            found.append(Target(from_term(condition), item, offset))
        if len(found) > MOST_OBJECTS:
            machine.give_up(state, f"pointer with more than {MOST_OBJECTS} objects", site)
    somewhere = T.or_(*(to_term(target.condition, T.BOOL) for target in found)) if found else T.FALSE
    known = T.or_(somewhere, T.not_(_in_layout(state, pointer)))
    machine.expect(state, known, "the number of a pointer to no object", site, Ended.UNSUPPORTED)
    return found


def _address(state: State, item: Object, site: int) -> Term:
    """The unknown address of an object."""
    known = state.addresses.get(item.base)
    if known is not None:
        return known.address
    width = state.machine.pointer_width
    bits = item.align.bit_length() - 1
    variable = T.var(f"address {item.base:x} {bits}", T.bv_sort(width - bits))
    address = T.concat(variable, T.bv(0, bits)) if bits else variable
    ended = None if item.alive else item.ended
    placed = Placed(item.base, item.size, item.region, variable, address, ended, (), item.scoped)
    sort = address.sort
    last = T.bvsub(T.const(address_limit(width) - 1, sort), to_term(item.size, sort))
    conditions = [T.bvule(T.const(lowest_address(width) >> bits, variable.sort), variable), T.bvule(address, last)]
    others = [other for other in state.addresses.values() if _must_be_apart(placed, other)]
    conditions += [_apart(placed, other) for other in others[-MOST_APART:]]
    for condition in conditions:
        _assume(state, condition, site)
    state.addresses = {**state.addresses, item.base: replace(placed, known=tuple(conditions))}
    return address


def _must_be_apart(one: Placed, other: Placed) -> bool:
    """Do two objects live at the same time? Equal constants may be one."""
    if one.region is Region.CONSTANT and other.region is Region.CONSTANT:
        return False
    if one.scoped or other.scoped:
        # whether they lived together before is not known, and nothing is said of them
        return one.ended is None and other.ended is None
    first, second = (one, other) if one.base < other.base else (other, one)
    # places only grow: what was made after the end lies behind what was free then
    return first.ended is None or second.base >> PAGE_BITS < first.ended


def _apart(one: Placed, other: Placed) -> Term:
    before = T.bvule(T.bvadd(one.address, _extent(one)), other.address)
    return T.or_(before, T.bvule(T.bvadd(other.address, _extent(other)), one.address))


def _extent(placed: Placed) -> Term:
    """The bytes that no other object has: at least one, so that empty objects differ."""
    sort = placed.address.sort
    if placed.size.__class__ is int:
        return T.const(max(placed.size, 1), sort)
    return T.ite(T.eq(placed.size, T.const(0, sort)), T.const(1, sort), placed.size)


def _assume(state: State, condition: Term, site: int) -> None:
    machine = state.machine
    if condition is T.TRUE:
        return
    path = machine.chain.assume(state.path, condition)
    if path is None:
        machine.cut(state, Ended.ADDRESS_SPACE, "no room for all objects", site)
    if isinstance(path, SolverUnknown):
        machine.cut(state, Ended.SOLVER, path.reason, site)
    state.path = path


def end_life(state: State, base: int, page: int) -> None:
    """An object's life is over: what is made from ``page`` on may lie where it was."""
    known = state.addresses.get(base)
    if known is not None:
        state.addresses = {**state.addresses, base: replace(known, ended=page)}


def end_scope(state: State, base: int) -> None:
    """A stack object lives no longer, and may again."""
    known = state.addresses.get(base)
    if known is not None:
        state.addresses = {**state.addresses, base: replace(known, ended=0, scoped=True)}


def begin_life(state: State, base: int, site: int) -> None:
    """A stack object lives again: apart from all others that live now."""
    known = state.addresses.get(base)
    if known is None:
        return
    placed = replace(known, ended=None, scoped=True)
    others = [other for other in state.addresses.values() if other.base != base and _must_be_apart(placed, other)]
    conditions = [_apart(placed, other) for other in others[-MOST_APART:]]
    for condition in conditions:
        _assume(state, condition, site)
    said = tuple(dict.fromkeys((*known.known, *conditions)))
    state.addresses = {**state.addresses, base: replace(placed, known=said)}


def reused(state: State, old: Any, new: Any) -> None:
    """An object that was made before another ended may lie where that was: realloc need not move."""
    if old.__class__ is not int or new.__class__ is not int:
        return
    item, later = state.objects.find(old), state.objects.find(new)
    if item is None or later is None or item.alive:
        return
    page = later.base >> PAGE_BITS
    state.put_object(replace(item, ended=page))
    end_life(state, item.base, page)


# ---------------------------------------------------------------- number to pointer


def pointer_of(state: State, number: Any, site: int) -> Any:
    """The pointer that a number is."""
    if state.fixed is not None:
        return number
    machine = state.machine
    if number.__class__ is int:
        if in_layout(state, number):
            machine.give_up(state, f"a pointer made from the number {number:#x}", site)
        return number
    if not _used(state, number):
        # where our objects lie says nothing of such a number
        elsewhere = T.not_(_in_layout(state, number))
        machine.expect(state, elsewhere, "a pointer made from an unknown number", site, Ended.UNSUPPORTED)
        return number
    return _pointer_of_term(state, number, site)


def loaded(state: State, number: Any, site: int) -> Any:
    """A number in memory that is read as a pointer. Unknown bytes are an unknown pointer."""
    if state.fixed is None and number.__class__ is Term and not _used(state, number):
        return number
    return pointer_of(state, number, site)


def _used(state: State, number: Term) -> list[Placed]:
    """Objects whose addresses occur in a number."""
    if not state.addresses:
        return []
    free = T.free_variables(number)
    return [placed for placed in state.addresses.values() if placed.variable in free]


def _pointer_of_term(state: State, number: Term, site: int) -> Any:
    if number.op is T.ITE:
        condition, left, right = number.args
        sides = (from_term(left), from_term(right))
        return ite(number.sort, condition, *(pointer_of(state, side, site) for side in sides))
    used = _used(state, number)
    pointer = T.substitute(number, {placed.variable: _place(placed) for placed in used})
    right = [
        T.eq(T.bvsub(number, placed.address), T.bvsub(pointer, T.const(placed.base, number.sort))) for placed in used
    ]
    right.append(T.and_(T.eq(number, pointer), T.not_(_in_layout(state, pointer))))
    if not state.machine.must(state, T.or_(*right)):
        state.machine.give_up(state, "a pointer made from a number that depends on where an object lies", site)
    return from_term(pointer)


def _place(placed: Placed) -> Term:
    """The value of an address's variable in our layout."""
    sort = placed.variable.sort
    return T.const(placed.base >> (placed.address.width - sort.width), sort)


def matter(state: State, path: PathCondition) -> bool:
    """Is a path taken for some places of objects only?"""
    if not state.addresses:
        return False
    variables = frozenset(placed.variable for placed in state.addresses.values())
    known = {condition for placed in state.addresses.values() for condition in placed.known}
    return any(c not in known and not variables.isdisjoint(T.free_variables(c)) for c in path.conditions())
