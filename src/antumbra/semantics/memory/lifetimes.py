"""Objects come and go: allocation, free, the end of a scope or of a procedure."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.spacing import next_page
from antumbra.records import replace
from antumbra.semantics.memory import addresses, cells
from antumbra.semantics.memory.objects import Content, Object
from antumbra.semantics.memory.pages import EMPTY, PAGE_BITS, READ_ONLY, Page
from antumbra.semantics.memory.problems import describe
from antumbra.semantics.memory.reachable import possible_pointees
from antumbra.semantics.memory.resolution import MOST_OBJECTS, Several
from antumbra.semantics.runtime import from_term, ite
from antumbra.semantics.state import State
from antumbra.solvers import Values
from antumbra.terms import Term


def largest(pointer_width: int) -> int:
    """Objects above this size cannot be had: malloc gives null."""
    return 1 << (40 if pointer_width == 64 else 28)


def alloc(state: State, size: Any, command: P.Alloc, site: int) -> Any:
    """The address of a new object."""
    machine = state.machine
    cap = largest(machine.pointer_width)
    content = Content.ZERO if command.zeroed else Content.UNINITIALISED
    if size.__class__ is int:
        if size > cap:
            if command.region is Region.HEAP:
                return 0
            machine.give_up(state, f"local object of {size} bytes", site)
        base = place(state, size)
        add(state, base, size, size, command.region, content, command.name, command.location, command.align)
        return base
    low, high = machine.chain.range(state.path, size)
    if low == high:
        return alloc(state, low, command, site)
    reserve = min(high, cap)
    base = place(state, reserve)
    add(state, base, size, reserve, command.region, content, command.name, command.location, command.align)
    if high <= cap:
        return base
    fits = T.bvule(size, T.const(cap, size.sort))
    if command.region is Region.HEAP:
        return ite(size.sort, from_term(fits), base, 0)
    machine.expect(state, fits, f"local object of more than {cap} bytes", site)
    return base


def place(state: State, size: int) -> int:
    """A free address with room for ``size`` bytes, and nothing near it."""
    pages = max(1, (size + (1 << PAGE_BITS) - 1) >> PAGE_BITS)
    first = state.next_page
    state.next_page = next_page(first, pages, state.machine.pointer_width)
    if state.next_page >> (state.machine.pointer_width - PAGE_BITS):
        state.machine.exhausted(state)
    return first << PAGE_BITS


def add(
    state: State,
    base: int,
    size: Any,
    reserve: int,
    region: Region,
    content: Content,
    name: str,
    location: Any,
    align: int = 1,
) -> None:
    pages = max(1, (reserve + (1 << PAGE_BITS) - 1) >> PAGE_BITS)
    state.put_object(Object(base, size, region, content, name, location, pages=pages, align=align))
    if region is Region.STACK:
        state.locals = (base, state.locals)


def drop_content(state: State, item: Object) -> None:
    """Forget all cells of an object."""
    state.arrays.pop(item.base, None)
    for number in state.pages_of(item):
        del state.pages[number]


def kill(state: State, item: Object) -> None:
    """An object dies. Heap objects are remembered, to tell a double free from a wild pointer."""
    drop_content(state, item)
    if state.addresses:
        addresses.end_life(state, item.base, state.next_page)
    if item.region is Region.STACK:
        state.remove_object(item)
    else:
        state.put_object(replace(item, alive=False, ended=state.next_page))


def begin_life(state: State, address: Any, site: int) -> None:
    """A stack object lives, as if it were new."""
    item = _local(state, address, site)
    _note(state, item)
    _begin(state, item, site)


def _begin(state: State, item: Object, site: int) -> None:
    drop_content(state, item)
    state.put_object(_lived(item, True))
    if state.addresses:
        addresses.begin_life(state, item.base, site)


def end_life(state: State, address: Any, site: int) -> None:
    """A stack object lives no longer. It keeps its place: it may live again."""
    item = _local(state, address, site)
    _note(state, item)
    _end(state, item)


def new_life(state: State, address: Any, live: tuple[Any, ...], site: int) -> int:
    """A stack object lives, as if it were new. ``live``: the values of local variables that are used after.

    It stays where it was, so that the rounds of a loop are alike, unless a pointer is left that does not point to it.
    """
    item = _local(state, address, site)
    if item.size.__class__ is not int or not _pointed_to(state, item, live):
        _note(state, item)
        _begin(state, item, site)
        return item.base
    _note(state, None)
    _end(state, item)
    base = place(state, item.size)
    add(state, base, item.size, item.size, Region.STACK, Content.UNINITIALISED, item.name, item.location, item.align)
    _begin(state, _local(state, base, site), site)
    return base


def _pointed_to(state: State, item: Object, live: tuple[Any, ...]) -> bool:
    """Does anything hold a pointer to an object, or a number that is one?"""
    first = item.base >> PAGE_BITS
    last = first + item.pages
    named = item.base in state.addresses

    def leads(value: Any) -> bool:
        if value.__class__ is int:
            return first <= value >> PAGE_BITS <= last
        return value.__class__ is Term and any(found.base == item.base for found in possible_pointees(state, value))

    if any(map(leads, live)) or any(map(leads, state.variables)):
        return True
    if any(leads(array) for _, array in state.arrays.values()):
        return True
    for page in state.pages.values():
        if (page.p8 and any(map(leads, page.p8.values()))) or (page.p4 and any(map(leads, page.p4.values()))):
            return True
        if named and any(leads(value) for _, _, value in page if value.__class__ is Term):
            return True
    return False


def _end(state: State, item: Object) -> None:
    drop_content(state, item)
    # nothing of the life that ended is left: states of different rounds of a loop are the same
    state.put_object(_lived(item, False))
    if state.addresses:
        addresses.end_scope(state, item.base)


def _lived(item: Object, alive: bool) -> Object:
    """A stack object whose life began or ended. Written out, since loops do this in every round."""
    return Object(
        item.base,
        item.size,
        item.region,
        Content.UNINITIALISED,
        item.name,
        item.location,
        alive,
        pages=item.pages,
        align=item.align,
        scoped=True,
    )


def _local(state: State, address: Any, site: int) -> Object:
    """The stack object that starts at an address."""
    item = state.objects.find(address) if address.__class__ is int else None
    if item is None or item.base != address or item.region is not Region.STACK:
        state.machine.give_up(state, "the scope of something that is no local object", site)
    return item


def _note(state: State, item: Object | None) -> None:
    """For engines that read what was executed: the object before its life changed, None if it went elsewhere."""
    if state.machine.compiler.trace:
        state.log.append(item)


def stack_mark(state: State) -> int:
    """Places only grow: what is made from now on lies at the mark or behind it."""
    return state.next_page << PAGE_BITS


def stack_restore(state: State, mark: Any, site: int) -> None:
    """Stack objects that the running procedure made since a mark are gone."""
    if mark.__class__ is not int:
        state.machine.give_up(state, "the stack is restored to a symbolic place", site)
    while state.locals is not None and state.locals[0] >= mark:
        base, state.locals = state.locals
        item = state.objects.find(base)
        if item is not None:
            kill(state, item)


def free(state: State, address: Any, site: int) -> Several | None:
    """free(): null is fine, else the start of a live heap object. Several, nothing freed, if the state must fork."""
    machine = state.machine
    if address.__class__ is not int:
        found = machine.values(state, address, MOST_OBJECTS)
        if found.rest is not None or len(found.values) > 1:
            return _several(state, address, found, site)
        address = found.values[0]
    if address == 0:
        return None
    item = state.objects.find(address)
    if item is None:
        machine.fail(state, "valid-free", f"free of an invalid pointer ({address:#x})", site)
    if item.region is not Region.HEAP:
        machine.fail(state, "valid-free", f"free of {describe(item)}, which is not on the heap", site)
    if not item.alive:
        machine.fail(state, "valid-free", f"double free of {describe(item)}", site)
    if address != item.base:
        machine.fail(state, "valid-free", f"free at offset {address - item.base} of {describe(item)}", site)
    kill(state, item)
    return None


def _several(state: State, address: Term, found: Values, site: int) -> Several:
    """The values of a symbolic pointer that free takes; all others are reported, those not listed included."""
    if found.rest is None:
        fine = [value for value in found.values if _can_be_freed(state, value)]
    else:
        fine = [0, *(item.base for item in state.objects.all() if _can_be_freed(state, item.base))]
    conditions = {value: T.eq(address, T.const(value, address.sort)) for value in fine}
    state.machine.require(
        state, T.or_(*conditions.values()), "valid-free", lambda _: "free of an invalid pointer", site
    )
    # whoever forks by them says what becomes of the rest
    return Several([conditions[value] for value in found.values if value in conditions])


def _can_be_freed(state: State, address: int) -> bool:
    if address == 0:
        return True
    item = state.objects.find(address)
    return item is not None and item.alive and item.base == address and item.region is Region.HEAP


def leave_procedure(state: State) -> None:
    """The running procedure's stack objects die."""
    link = state.locals
    while link is not None:
        base, link = link
        item = state.objects.find(base)
        if item is not None:
            kill(state, item)
    state.locals = None


def place_statics(state: State, program: P.Program) -> None:
    """Globals, constants and functions, at the addresses that the front end gave them."""
    for static in program.objects:
        content = Content.EXTERNAL if static.unknown else Content.ZERO
        reserve = max(static.size, 1)
        add(state, static.address, static.size, reserve, static.region, content, static.name, None, static.align)
        for offset, width, value in static.cells:
            cells.write(state, static.address + offset, value, width)
        if static.region is Region.CONSTANT:
            _protect(state, static.address, reserve)
    state.next_page = program.layout.first_free >> PAGE_BITS


def _protect(state: State, address: int, size: int) -> None:
    """Make sure that every write to a constant is looked at: its pages belong to no state."""
    for number in range(address >> PAGE_BITS, (address + size - 1 >> PAGE_BITS) + 1):
        page = state.pages[number]
        if page is EMPTY:
            page = state.pages[number] = Page(READ_ONLY)
        page.owner = READ_ONLY
