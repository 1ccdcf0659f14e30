"""memcpy, memmove and memset, and the builtin operations on whole objects."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.widths import is_pointer
from antumbra.records import dataclass, replace
from antumbra.semantics.ends import Ended
from antumbra.semantics.memory import addresses, cells, lifetimes, outside
from antumbra.semantics.memory.accesses import access, load_merged, store_merged
from antumbra.semantics.memory.arrays import read_array, write_array
from antumbra.semantics.memory.objects import Content, Object
from antumbra.semantics.memory.pages import PAGE_BITS
from antumbra.semantics.memory.problems import problem
from antumbra.semantics.memory.resolution import Target, by_structure, inside, resolve
from antumbra.semantics.runtime import extract, from_term, ite, to_term
from antumbra.semantics.state import State, Unknown, Wanted
from antumbra.terms import Term

#: most bytes that are handled one by one when an address or the size is symbolic
MOST_BYTES = 1 << 12
#: most bytes of a symbolic size that may be more than that: the others are left out
FEW_BYTES = 1 << 8


def copy(state: State, destination: Any, source: Any, size: Any, site: int) -> None:
    """memmove."""
    if size.__class__ is not int:
        _symbolic_size(state, destination, source, None, size, site)
        return
    if size == 0:
        return
    if destination.__class__ is int and source.__class__ is int:
        origin = access(state, source, size, site, write=False)
        target = access(state, destination, size, site, write=True)
        if origin.base not in state.arrays and target.base not in state.arrays:
            _copy_cells(state, origin, target, source, destination, size, site)
            return
    _check_size(state, size, site)
    values = [load_merged(state, _plus(source, i), 1, site) for i in range(size)]
    for i, value in enumerate(values):
        store_merged(state, _plus(destination, i), value, 1, site)


def fill(state: State, destination: Any, byte: Any, size: Any, site: int) -> None:
    """memset."""
    if size.__class__ is not int:
        _symbolic_size(state, destination, None, byte, size, site)
        return
    if size == 0:
        return
    if destination.__class__ is int:
        item = access(state, destination, size, site, write=True)
        if item.base not in state.arrays or (destination == item.base and size == item.size):
            _fill_cells(state, item, destination, byte, size, site)
            return
    _check_size(state, size, site)
    for i in range(size):
        store_merged(state, _plus(destination, i), byte, 1, site)


def _plus(address: Any, offset: int) -> Any:
    if address.__class__ is int:
        return address + offset
    return address if offset == 0 else from_term(T.bvadd(address, T.const(offset, address.sort)))


def _check_size(state: State, size: int, site: int) -> None:
    if size > MOST_BYTES:
        state.machine.give_up(state, f"copy or fill of {size} bytes at a symbolic address", site)


@dataclass(frozen=True, slots=True)
class _Range:
    """Bytes from an offset (an int or a term) of one object on; no object where the length must be zero."""

    item: Object | None
    offset: Any


def _symbolic_size(state: State, destination: Any, source: Any, byte: Any, size: Term, site: int) -> None:
    """Byte by byte under the condition that the size goes so far. The whole range must be valid."""
    machine = state.machine
    origin = None if source is None else _range(state, source, size, site, write=False)
    target = _range(state, destination, size, site, write=True)
    low, high = machine.chain.range(state.path, size)
    if high > low:
        # the objects' sizes bound it better than the term's own range
        high = min(high, _room(state, target), high if origin is None else _room(state, origin))
    if high > MOST_BYTES:
        few = T.bvule(size, T.const(FEW_BYTES, size.sort))
        machine.expect(state, few, f"copy or fill of up to {high} bytes, a symbolic number", site, Ended.UNSUPPORTED)
        high = FEW_BYTES
    values: list[Any] = []
    conditions: list[Any] = []
    for i in range(high):
        condition = True if i < low else from_term(T.bvugt(size, T.const(i, size.sort)))
        if condition is not True and not machine.possible(state, to_term(condition, T.BOOL)):
            break
        conditions.append(condition)
        values.append(byte if origin is None else _read_byte(state, origin, i, site))
    for i, (value, condition) in enumerate(zip(values, conditions, strict=True)):
        old = None if condition is True else _read_byte(state, target, i, site)
        _write_byte(state, target, i, value if condition is True else ite(T.bv_sort(8), condition, value, old), site)


def _range(state: State, address: Any, size: Term, site: int, *, write: bool) -> _Range:
    """Where a range starts; the inputs for which it is not valid are reported and left out."""
    zero = T.eq(size, T.const(0, size.sort))
    if address.__class__ is not int:
        if state.machine.must(state, zero):
            return _Range(None, 0)
        targets = resolve(state, address, size, site, write=write)
        if len(targets) > 1:
            state.machine.give_up(state, "copy or fill that may concern several objects", site)
        return _Range(targets[0].item, targets[0].offset)
    item = state.objects.find(address)
    usable = item is not None and item.alive and not (write and item.region is Region.CONSTANT)
    valid = zero
    if usable and item is not None and item.region is not Region.CODE:
        valid = T.or_(zero, inside(item, T.const(address - item.base, size.sort), size))

    def explain(model: Any) -> str:
        return problem(state.objects.find(address), address, T.evaluate(size, model), write=write)

    state.machine.require(state, valid, "valid-deref", explain, site)
    return _Range(item if usable else None, 0 if item is None else address - item.base)


def _room(state: State, place: _Range) -> int:
    """An upper bound on the bytes of a range."""
    item = place.item
    if item is None:
        return 0
    size = item.size if item.size.__class__ is int else state.machine.chain.range(state.path, item.size)[1]
    return max(0, size - place.offset) if place.offset.__class__ is int else size


def _in_cells(state: State, place: _Range) -> bool:
    item = place.item
    return (
        item is not None
        and place.offset.__class__ is int
        and item.size.__class__ is int
        and item.base not in state.arrays
    )


def _read_byte(state: State, place: _Range, i: int, site: int) -> Any:
    """A byte that only counts while it lies in the range."""
    item = place.item
    if item is None:
        return 0
    if not _in_cells(state, place):
        return read_array(state, item, _plus(place.offset, i), 1, site)
    offset = place.offset + i
    return cells.read(state, item, item.base + offset, 1, site) if offset < item.size else 0


def _write_byte(state: State, place: _Range, i: int, value: Any, site: int) -> None:
    item = place.item
    if item is None:
        return
    if not _in_cells(state, place):
        write_array(state, item, _plus(place.offset, i), value, 1, site)
    elif place.offset + i < item.size:
        cells.write(state, item.base + place.offset + i, value, 1, site)


# ---------------------------------------------------------------- whole cells


def _copy_cells(
    state: State, origin: Object, target: Object, source: int, destination: int, size: int, site: int
) -> None:
    shift = destination - source
    end = source + size
    found: list[tuple[int, int, Any]] = []
    covered = 0
    for number in range(source >> PAGE_BITS, ((end - 1) >> PAGE_BITS) + 1):
        page = state.pages[number]
        small = size < 64 and page.count() > 4 * size
        for address, width, value in _cells_between(page, source, end) if small else page:
            low, high = max(address, source), min(address + width, end)
            if low >= high:
                continue
            covered += high - low
            if high - low == width + 0:
                found.append((address, width, value))
            else:
                if is_pointer(width):
                    value = addresses.number_of(state, value, site)
                for byte in range(low, high):
                    at = 8 * (byte - address)
                    found.append((byte, 1, extract(at + 7, at, value)))
    if covered < size and not _same_default(origin, target):
        for address, width in _gaps(found, source, end):
            if origin.content is Content.ZERO:
                found.append((address, width, 0))
            else:
                found.append((address, width, cells.read(state, origin, address, width, site)))
        covered = size
    if covered < size:
        _erase(state, destination, size, site)
    for address, width, value in found:
        cells.write(state, address + shift, value, width, site)


def _cells_between(page: Any, start: int, end: int) -> list[tuple[int, int, Any]]:
    result: list[tuple[int, int, Any]] = []
    position = start
    while position < end:
        cell = page.covering(position)
        if cell is None:
            position += 1
        else:
            result.append(cell)
            position = cell[0] + cell[1]
    return result


def _same_default(origin: Object, target: Object) -> bool:
    """Do unwritten bytes mean the same in both? Copies of uninitialised bytes are unknown again."""
    unknown = (Content.UNINITIALISED,)
    return (origin.content is Content.ZERO and target.content is Content.ZERO) or (
        origin.content in unknown and target.content in unknown
    )


def _gaps(found: list[tuple[int, int, Any]], start: int, end: int) -> list[tuple[int, int]]:
    """Aligned pieces of [start, end) that no cell covers."""
    result: list[tuple[int, int]] = []
    position = start
    for address, width, _ in [*sorted(found, key=lambda cell: cell[0]), (end, 0, 0)]:
        while position < address:
            piece = 8
            while piece > address - position or position % piece:
                piece >>= 1
            result.append((position, piece))
            position += piece
        position = address + width
    return result


def _erase(state: State, address: int, size: int, site: int) -> None:
    """Bytes become unwritten again."""
    end = address + size
    for number in range(address >> PAGE_BITS, ((end - 1) >> PAGE_BITS) + 1):
        page = cells.own_page(state, number)
        low, high = max(address, number << PAGE_BITS), min(end, (number + 1) << PAGE_BITS)
        cells.clear(state, page, low, high - low, site)


def _fill_cells(state: State, item: Object, address: int, byte: Any, size: int, site: int) -> None:
    # that the outside knows an object is in its content, and stays there
    whole = address == item.base and size == item.size and item.content is not Content.EXTERNAL
    if byte.__class__ is int and byte == 0 and whole:
        lifetimes.drop_content(state, item)
        state.put_object(replace(item, content=Content.ZERO))
        return
    if item.base in state.arrays:
        lifetimes.drop_content(state, item)
    if byte.__class__ is not int:
        for i in range(size):
            cells.write(state, address + i, byte, 1, site)
        return
    for position, width in _gaps([], address, address + size):
        cells.write(state, position, int.from_bytes(bytes([byte]) * width, "little"), width, site)


# ---------------------------------------------------------------- builtins


def builtin(state: State, command: P.Builtin, arguments: tuple[Any, ...], site: int) -> Any:
    """One of program.model.BUILTINS; returns the value of its target, if it has one."""
    machine = state.machine
    match command.name:
        case "make_symbolic":
            _make_symbolic(state, command, arguments[0], arguments[1], site)
        case "havoc_memory":
            if not outside.is_traceable(state, arguments[0]):
                machine.give_up(state, "external function with a pointer that may point anywhere", site)
            return int(outside.told(state, arguments[0]))
        case "havoc_number":
            return int(outside.told(state, arguments[0]))
        case "havoc_escaped":
            return int(outside.changes(state))
        case "object_size" | "object_base":
            item = _object(state, arguments[0], site)
            return item.size if command.name == "object_size" else item.base
        case "number_of":
            return addresses.number_of(state, arguments[0], site)
        case "pointer_of":
            return addresses.pointer_of(state, arguments[0], site)
        case "reused":
            addresses.reused(state, arguments[0], arguments[1])
        case "begin_life":
            lifetimes.begin_life(state, arguments[0], site)
        case "end_life":
            lifetimes.end_life(state, arguments[0], site)
        case "stack_mark":
            return lifetimes.stack_mark(state)
        case "stack_restore":
            lifetimes.stack_restore(state, arguments[0], site)
        case "is_symbolic":
            return int(arguments[0].__class__ is Term)
        case "accessible":
            return _accessible(state, arguments[0], arguments[1], site, write=command.text == P.WRITTEN)
        case "check_access":
            size = arguments[1]
            if size.__class__ is int and arguments[0].__class__ is int:
                access(state, arguments[0], size, site, write=False)
            else:
                pointer = T.bv_sort(machine.pointer_width)
                _range(state, arguments[0], to_term(size, pointer), site, write=False)
        case _:
            pass
    return None


def _accessible(state: State, address: Any, size: Any, site: int, *, write: bool) -> Any:
    """1 if the range lies in an object that may be accessed so, 0 if it does not; whatever it is, nothing fails."""
    sort = T.bv_sort(state.machine.pointer_width)
    if address.__class__ is int:
        item = state.objects.find(address)
        found = [] if item is None else [Target(True, item, T.const(address - item.base, sort))]
    else:
        found = by_structure(state, address)
        if found is None:
            state.machine.give_up(state, "whether memory behind a pointer that may point anywhere is valid", site)
    barred = (Region.CODE, Region.CONSTANT) if write else (Region.CODE,)
    valid = [
        T.and_(to_term(target.condition, T.BOOL), inside(target.item, target.offset, size))
        for target in found
        if target.item.alive and target.item.region not in barred
    ]
    return from_term(T.ite(T.or_(*valid) if valid else T.FALSE, T.const(1, sort), T.const(0, sort)))


def _object(state: State, address: Any, site: int) -> Object:
    if address.__class__ is not int:
        found = state.machine.values(state, address, 1)
        if found.rest is not None:
            state.machine.give_up(state, "size of the object of a symbolic pointer", site)
        address = found.values[0]
    item = state.objects.find(address)
    if item is None or not item.alive:
        state.machine.fail(state, "valid-deref", problem(item, address, 0, write=False), site)
    return item


def _make_symbolic(state: State, command: P.Builtin, address: Any, size: Any, site: int) -> None:
    machine = state.machine
    if address.__class__ is not int or size.__class__ is not int:
        machine.give_up(state, "klee_make_symbolic with a symbolic address or size", site)
    if size == 0:
        return
    item = access(state, address, size, site, write=True)
    group = state.input_count
    name, caller = command.text or item.name, machine.caller(state, command.location)
    state.add_input(Unknown(None, P.Source.INPUT, name, "bytes", command.location, 8 * size, group, caller=caller))
    if address == item.base and size == item.size and item.content is not Content.EXTERNAL:
        lifetimes.drop_content(state, item)
        state.put_object(replace(item, content=Content.INPUT, group=group, name=name))
        return
    for position, width in _gaps([], address, address + size):
        sort, offset = T.bv_sort(8 * width), position - address
        wanted = Wanted(sort, P.Source.INPUT, command.text, f"{width} bytes", command.location, group, offset)
        value = machine.fresh(state, wanted)
        store_merged(state, position, value, width, site)
