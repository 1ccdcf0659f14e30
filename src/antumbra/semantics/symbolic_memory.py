"""Symbolic addresses, symbolic sizes, and objects kept as one array term.

A symbolic address is resolved to the objects it can point into, by its structure (``constant + x``,
ite) where that tells, else by asking the solver. That the address is valid at all is checked first, and
assumed after. With several objects the state forks, one object each (``Several``): what follows is then about
one object, which solvers find much easier than a choice of objects. Only operations on many bytes merge
instead: a load becomes a choice of values, a store writes conditionally to each object.

Within one object, a symbolic offset into a small one becomes a choice between its cells. A larger one turns
into array form: an array term from byte offsets to elements of 1, 2, 4 or 8 bytes (elements wider than a
byte lie at multiples of their width).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from antumbra import terms as T
from antumbra.program.model import Region, Source
from antumbra.program.widths import is_pointer
from antumbra.semantics import addresses, memory
from antumbra.semantics.objects import Content, Object
from antumbra.semantics.pages import PAGE_BITS, WIDTHS
from antumbra.semantics.runtime import concat, extract, from_term, ite, to_term
from antumbra.semantics.state import State
from antumbra.terms import Term

#: how many objects one pointer may reach before the path is given up
MOST_OBJECTS = 64
#: an object with more elements than this turns into an array when its offset is symbolic
MOST_PLACES = 4
#: bytes of an object that is read by array or choice without asking first whether the offset has one value only
SMALL = 64
#: most elements that are converted one by one
MOST_ELEMENTS = 1 << 14


@dataclass(frozen=True, slots=True)
class Target:
    """One object that an address may point into, under a condition."""

    condition: Any  # bool or term
    item: Object
    offset: Term


@dataclass(frozen=True, slots=True)
class Several:
    """An access that can hit several objects: the state must fork, one condition (bool or term) each."""

    conditions: list[Any]


def load(state: State, address: Term, width: int, site: int) -> Any:
    """The value, or Several."""
    targets = resolve(state, address, width, site, write=False)
    if len(targets) > 1:
        return Several([target.condition for target in targets])
    target = _settled(state, targets[0])
    return _read(state, target, width, site)


def store(state: State, address: Term, value: Any, width: int, site: int) -> Several | None:
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


def load_merged(state: State, address: Term, width: int, site: int) -> Any:
    """The value, as a choice if several objects are possible."""
    targets = resolve(state, address, width, site, write=False)
    result: Any = None
    for target in reversed(targets):
        value = _read(state, target, width, site)
        result = value if result is None else ite(T.bv_sort(8 * width), target.condition, value, result)
    return result


def store_merged(state: State, address: Term, value: Any, width: int, site: int) -> None:
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
        return memory.read(state, item, item.base + offset.data, width, site)
    places = _places(state, item, offset, width)
    if places is None:
        return read_array(state, item, offset, width, site)
    sort = T.bv_sort(8 * width)
    result: Any = None
    for place in reversed(places):
        value = memory.read(state, item, item.base + place, width, site)
        result = value if result is None else ite(sort, _at(offset, place), value, result)
    return result


def _write(state: State, target: Target, value: Any, width: int, site: int) -> None:
    item, offset = target.item, target.offset
    if item.base in state.arrays:
        write_array(state, item, offset, value, width, site)
    elif offset.op is T.CONST:
        memory.write(state, item.base + offset.data, value, width, site)
    elif (places := _places(state, item, offset, width)) is None:
        write_array(state, item, offset, value, width, site)
    else:
        sort = T.bv_sort(8 * width)
        for place in places:
            old = memory.read(state, item, item.base + place, width, site)
            memory.write(state, item.base + place, ite(sort, _at(offset, place), value, old), width, site)


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


# ---------------------------------------------------------------- resolution


def inside(item: Object, offset: Term, width: Any) -> Term:
    """The condition that ``width`` bytes at ``offset`` lie in the object."""
    sort = offset.sort
    if is_pointer(width):
        width = int(width)
    if width.__class__ is int and item.size.__class__ is int:
        if width > item.size:
            return T.FALSE
        return T.bvule(offset, T.const(item.size - width, sort))
    size, length = to_term(item.size, sort), to_term(width, sort)
    return T.and_(T.bvule(length, size), T.bvule(offset, T.bvsub(size, length)))


def require_inside(state: State, item: Object, offset: int, width: int, site: int) -> None:
    """A concrete offset into an object of symbolic size."""
    pointer = T.bv_sort(state.machine.pointer_width)
    condition = inside(item, T.const(offset, pointer), width)
    state.machine.require(
        state, condition, "valid-deref", lambda _: f"access at offset {offset} of {memory.describe(item)}", site
    )


def resolve(state: State, address: Term, width: Any, site: int, *, write: bool) -> list[Target]:
    """The objects an access can be inside of. Reports the inputs for which it is in none."""
    candidates = by_structure(state, address)
    unknown = candidates is None
    if candidates is None:
        candidates = _by_solver(state, address, site)
    usable = [
        c
        for c in candidates
        if c.item.alive and c.item.region is not Region.CODE and not (write and c.item.region is Region.CONSTANT)
    ]
    targets = [
        Target(from_term(T.and_(to_term(c.condition, T.BOOL), inside(c.item, c.offset, width))), c.item, c.offset)
        for c in usable
    ]
    valid = T.or_(*(to_term(t.condition, T.BOOL) for t in targets)) if targets else T.FALSE

    def explain(model: Any) -> str:
        place = T.evaluate(address, model)
        size = T.evaluate(width, model) if width.__class__ is Term else width
        return memory.problem(state.objects.find(place), place, size, write=write)

    if unknown and not targets:
        # the path says which address is bad: a library's object that is not known here is not
        not_null = T.bvuge(address, T.const(memory.NULL_PAGE, address.sort))
        state.machine.require(state, not_null, "valid-deref", explain, site)
    state.machine.require(state, valid, "valid-deref", explain, site)
    if len(targets) > 1:
        targets = [t for t in targets if state.machine.possible(state, to_term(t.condition, T.BOOL))]
    return targets


def by_structure(state: State, address: Term) -> list[Target] | None:
    """Leaves ``constant + x`` of the address, each with the object that the constant points into."""
    result: list[Target] = []
    work: list[tuple[Term, Term, Term | None]] = [(T.TRUE, address, None)]
    while work:
        condition, term, rest = work.pop()
        if len(result) + len(work) > MOST_OBJECTS:
            return None
        if term.op is T.ITE:
            choice, left, right = term.args
            work.append((T.and_(condition, T.not_(choice)), right, rest))
            work.append((T.and_(condition, choice), left, rest))
            continue
        constant, other = _split(term)
        if constant is not None and (item := _base_object(state, constant)) is not None:
            whole = term if rest is None else T.bvadd(term, rest)
            offset = T.bvsub(whole, T.const(item.base, whole.sort))
            result.append(Target(from_term(condition), item, offset))
        elif other is not None and constant is not None and other.op is T.ITE:
            step = T.const(constant, term.sort)
            work.append((condition, other, step if rest is None else T.bvadd(step, rest)))
        elif term.op is T.BVADD and (part := _pointer_part(state, term)) is not None:
            pointer, step = part
            work.append((condition, pointer, step if rest is None else T.bvadd(step, rest)))
        elif term.op is T.CONST and term.data < memory.NULL_PAGE:
            continue  # a null pointer: no object, so the validity check excludes it
        else:
            return None
    return result


def _base_object(state: State, constant: int) -> Object | None:
    """The object that a constant in an address points into. Small numbers are offsets, not addresses of code."""
    item = state.objects.find(constant)
    return None if item is None or item.region is Region.CODE else item


def _split(term: Term) -> tuple[int | None, Term | None]:
    """``constant + other`` of a sum, a constant, or nothing."""
    if term.op is T.CONST:
        return term.data, None
    if term.op is T.BVADD:
        for constant, other in (term.args, term.args[::-1]):
            if constant.op is T.CONST:
                return constant.data, other
    return None, None


def _pointer_part(state: State, total: Term) -> tuple[Term, Term] | None:
    """In ``a + b``, the side whose leaves are addresses of objects, and the other side."""
    for pointer, step in (total.args, total.args[::-1]):
        inner = pointer
        while inner.op is T.ITE:
            inner = inner.args[1] if inner.args[1].op is not T.CONST or inner.args[1].data else inner.args[2]
        constant, _ = _split(inner)
        if constant is not None and _base_object(state, constant) is not None:
            return pointer, step
    return None


def _by_solver(state: State, address: Term, site: int) -> list[Target]:
    """Ask for values of the address until all objects that it can reach are known."""
    result: list[Target] = []
    excluded: list[Term] = []
    while True:
        model = state.machine.some_model(state, T.and_(*excluded) if excluded else T.TRUE, site)
        if model is None:
            return result
        place = T.evaluate(address, model)
        item = state.objects.find(place)
        if item is None or not item.alive:
            # not an object: exclude the whole page, so that the next answer is another place
            page = T.const(place >> PAGE_BITS << PAGE_BITS, address.sort)
            excluded.append(T.bvugt(T.bvsub(address, page), T.const((1 << PAGE_BITS) - 1, address.sort)))
            if place < memory.NULL_PAGE:
                continue
            # wild addresses are too many to list; that one exists is all the validity check needs
            return [*result, *_all_objects(state, address, result)]
        offset = T.bvsub(address, T.const(item.base, address.sort))
        result.append(Target(True, item, offset))
        if len(result) > MOST_OBJECTS:
            state.machine.give_up(state, f"pointer with more than {MOST_OBJECTS} objects", site)
        # its guard page too: an address there is in no object
        excluded.append(T.bvuge(offset, T.const((item.pages + 1) << PAGE_BITS, address.sort)))


def _all_objects(state: State, address: Term, known: list[Target]) -> list[Target]:
    """Every other live object that an unconstrained pointer can reach."""
    have = {target.item.base for target in known}
    result: list[Target] = []
    for item in state.objects.all():
        if item.base in have or not item.alive or item.region is Region.CODE:
            continue
        offset = T.bvsub(address, T.const(item.base, address.sort))
        if len(result) + len(known) > MOST_OBJECTS:
            state.machine.give_up(state, f"pointer with more than {MOST_OBJECTS} objects", 0)
        result.append(Target(True, item, offset))
    return result


# ---------------------------------------------------------------- array form


def index_width(state: State, item: Object) -> int:
    """Bits of an array index: 32 unless the object may be larger."""
    return 32 if item.size.__class__ is int and item.size < 1 << 31 else state.machine.pointer_width


def read_array(state: State, item: Object, offset: Any, width: int, site: int) -> Any:
    element, array = as_array(state, item, offset, width, site)
    index_sort = array.sort.index[0]
    index = _convert(offset, index_sort.width)
    if element == width:
        return from_term(T.select(array, index))
    value: Any = None
    for number in range(width):
        part = from_term(T.select(array, T.bvadd(index, T.const(number, index_sort))))
        value = part if value is None else concat(8, 8 * number, part, value)
    return addresses.loaded(state, value, site) if is_pointer(width) else value


def write_array(state: State, item: Object, offset: Any, value: Any, width: int, site: int) -> None:
    element, array = as_array(state, item, offset, width, site)
    index_sort = array.sort.index[0]
    index = _convert(offset, index_sort.width)
    if element == width:
        array = T.store(array, index, to_term(value, T.bv_sort(8 * width)))
    else:
        if is_pointer(width):
            value = addresses.number_of(state, value, site)
        for number in range(width):
            part = extract(8 * number + 7, 8 * number, value)
            array = T.store(array, T.bvadd(index, T.const(number, index_sort)), to_term(part, T.bv_sort(8)))
    state.arrays[item.base] = (element, array)


def _convert(offset: Any, width: int) -> Term:
    if offset.__class__ is int:
        return T.bv(offset, width)
    return T.extract(width - 1, 0, offset) if offset.width > width else offset


def as_array(state: State, item: Object, offset: Any, width: int, site: int) -> tuple[int, Term]:
    """The object in array form, with elements that fit an access of ``width`` bytes at ``offset``.

    Elements of one byte are bytes of numbers; larger ones are numbers or pointers, as their width says.
    """
    fits = width in WIDTHS and aligned(offset, width)
    known = state.arrays.get(item.base)
    if known is None:
        largest = state.machine.largest_array
        if largest is not None and item.size.__class__ is int and item.size > largest:
            state.machine.give_up(state, "an unknown offset into a large object", site)
        known = from_cells(state, item, width if fits else 1, site)
        state.arrays[item.base] = known
        for number in state.pages_of(item):
            del state.pages[number]
    element, array = known
    if element == 1 or (fits and element == width):
        return known
    if item.size.__class__ is not int or item.size // element > MOST_ELEMENTS:
        state.machine.give_up(state, "accesses of different widths at symbolic offsets of a large object", site)
    index_sort = array.sort.index[0]
    result: Term = T.const_array(T.array_sort(index_sort, T.bv_sort(8)), T.bv(0, 8))
    for start in range(0, item.size, element):
        whole = from_term(T.select(array, T.const(start, index_sort)))
        if is_pointer(element):
            whole = addresses.number_of(state, whole, site)
        for number in range(element):
            part = to_term(extract(8 * number + 7, 8 * number, whole), T.bv_sort(8))
            result = T.store(result, T.const(start + number, index_sort), part)
    state.arrays[item.base] = (1, result)
    return 1, result


def from_cells(state: State, item: Object, width: int, site: int = 0) -> tuple[int, Term]:
    """The object as an array of elements, ``width`` bytes each if its cells allow that."""
    cells = [
        (address - item.base, cell_width, value)
        for number in state.pages_of(item)
        for address, cell_width, value in sorted(state.pages[number], key=lambda cell: cell[0])
    ]
    # a last element that would reach past the end cannot be an element
    whole = item.size.__class__ is not int or item.size % width == 0
    if item.content is Content.ZERO:
        cells = [cell for cell in cells if cell[2].__class__ is not int or cell[2]]
    if not whole or any(w != width or o % width for o, w, _ in cells):
        numbers = [(o, w, addresses.number_of(state, v, site) if is_pointer(w) else v) for o, w, v in cells]
        cells = [(o + i, 1, extract(8 * i + 7, 8 * i, value)) for o, w, value in numbers for i in range(w)]
        width = 1
    sort = T.array_sort(T.bv_sort(index_width(state, item)), T.bv_sort(8 * width))
    written = item.size.__class__ is int and width * len(cells) == item.size
    if written or item.content is Content.ZERO:
        constants = {offset: value for offset, _, value in cells if value.__class__ is int}
        array = T.array_value(sort, 0, constants)
    else:
        source = {
            Content.UNINITIALISED: Source.UNINITIALISED,
            Content.INPUT: Source.INPUT,
            Content.EXTERNAL: Source.EXTERNAL,
        }[item.content]
        size = item.size if item.size.__class__ is int else 0
        array = state.machine.fresh(
            state, sort, source, item.name, f"{size} bytes", item.location, item.group, 0, bits=8 * size
        )
        if array.__class__ is not Term:
            array = T.const(array, sort)
        for offset, _, value in cells:
            if value.__class__ is int:
                array = T.store(array, T.const(offset, sort.index[0]), to_term(value, T.bv_sort(8 * width)))
    for offset, _, value in cells:
        if value.__class__ is not int:
            array = T.store(array, T.const(offset, sort.index[0]), value)
    return width, array


def aligned(offset: Any, width: int) -> bool:
    """Is the offset surely a multiple of ``width`` (a power of two)?"""
    if offset.__class__ is int:
        return offset % width == 0
    bits = width.bit_length() - 1
    return _trailing_zeros(offset, bits) >= bits


def _trailing_zeros(term: Term, enough: int) -> int:
    """A lower bound on the number of zero bits at the low end, at most ``enough``."""
    if enough == 0:
        return 0
    op = term.op
    if op is T.CONST:
        value = term.data
        return enough if value == 0 else min(enough, (value & -value).bit_length() - 1)
    if op is T.BVADD or op is T.BVSUB or op is T.BVOR:
        return min(_trailing_zeros(a, enough) for a in term.args)
    if op is T.BVMUL:
        return min(enough, sum(_trailing_zeros(a, enough) for a in term.args))
    if op is T.BVAND:
        return max(_trailing_zeros(a, enough) for a in term.args)
    if op is T.BVSHL and term.args[1].op is T.CONST:
        return min(enough, _trailing_zeros(term.args[0], enough) + term.args[1].data)
    if op is T.ITE:
        return min(_trailing_zeros(a, enough) for a in term.args[1:])
    if op is T.CONCAT:
        low = term.args[1]
        if low.op is T.CONST and low.data == 0:
            return min(enough, low.width + _trailing_zeros(term.args[0], enough))
        return _trailing_zeros(low, enough)
    if op is T.ZERO_EXTEND or op is T.SIGN_EXTEND or op is T.BVNEG:
        return _trailing_zeros(term.args[0], enough)
    if op is T.EXTRACT and term.data[1] == 0:
        return _trailing_zeros(term.args[0], enough)
    return 0
