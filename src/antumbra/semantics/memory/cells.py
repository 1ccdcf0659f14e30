"""Objects in cell form: values in the cells of pages.

What unwritten bytes hold is made when they are first read.
"""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program.widths import POINTER_4, POINTER_8, is_pointer
from antumbra.semantics.memory import addresses
from antumbra.semantics.memory.objects import SOURCES, Content, Object
from antumbra.semantics.memory.pages import EMPTY, NUMBERS, PAGE_BITS, READ_ONLY, Page
from antumbra.semantics.runtime import concat, extract
from antumbra.semantics.state import State, Wanted

PAGE_SIZE = 1 << PAGE_BITS


def own_page(state: State, number: int) -> Page:
    """The page, copied first if another state may see it."""
    page = state.pages[number]
    if page.owner is not state.token:
        owner = READ_ONLY if page.owner is READ_ONLY else state.token
        page = Page(owner) if page is EMPTY else page.copy(owner)
        state.pages[number] = page
    return page


def _is_cell(address: int, width: int) -> bool:
    return (is_pointer(width) or width in NUMBERS) and (address & (PAGE_SIZE - 1)) + width <= PAGE_SIZE


def write(state: State, address: int, value: Any, width: int, site: int = 0) -> None:
    """Put a value into cells, inside an object in cell form."""
    if _is_cell(address, width):
        page = own_page(state, address >> PAGE_BITS)
        cells = page.cells(width)
        if address not in cells:
            clear(state, page, address, width, site)
        cells[address] = value
        return
    if is_pointer(width):
        value = addresses.number_of(state, value, site)
    for offset, piece_width in _pieces(address, width):
        piece = extract(8 * (offset + piece_width) - 1, 8 * offset, value)
        write(state, address + offset, piece, piece_width, site)


def _pieces(address: int, width: int) -> list[tuple[int, int]]:
    """(offset, width) of aligned power-of-two parts that stay within pages."""
    result: list[tuple[int, int]] = []
    offset = 0
    while offset < width:
        size = 8
        while size > width - offset or (address + offset) % size:
            size >>= 1
        result.append((offset, size))
        offset += size
    return result


def clear(state: State, page: Page, address: int, width: int, site: int = 0) -> None:
    """Remove what overlaps [address, address + width); bytes outside it stay, as single bytes."""
    end = address + width
    for cell_width, cells in (
        (8, page.c8),
        (4, page.c4),
        (2, page.c2),
        (POINTER_8, page.p8),
        (POINTER_4, page.p4),
    ):
        if not cells:
            continue
        for start in range(address - cell_width + 1, end):
            value = cells.pop(start, None)
            if value is not None and (start < address or start + cell_width > end):
                if is_pointer(cell_width):
                    value = addresses.number_of(state, value, site)
                for index in range(cell_width):
                    if not address <= start + index < end:
                        page.c1[start + index] = extract(8 * index + 7, 8 * index, value)
    if page.c1:
        for byte in range(address, end):
            page.c1.pop(byte, None)


def read(state: State, item: Object, address: int, width: int, site: int = 0) -> Any:
    """The value of cells of an object in cell form, making unknowns where nothing was written."""
    number = address >> PAGE_BITS
    if _is_cell(address, width):
        page = state.pages[number]
        value = page.cells(width).get(address)
        if value is not None:
            return value
        if not _any_cell(page, address, width):
            return _unwritten(state, item, address, width)
        value = _compose(state, item, address, width, site)
        if is_pointer(width):
            value = addresses.loaded(state, value, site)
        elif _any_pointer(page, address, width):
            return value  # it stays a pointer
        # the same bytes as one cell: the next access of this width finds it
        page = own_page(state, number)
        clear(state, page, address, width, site)
        page.cells(width)[address] = value
        return value
    if all(not _any_cell(state.pages[(address + o) >> PAGE_BITS], address + o, w) for o, w in _pieces(address, width)):
        return _unwritten(state, item, address, width)
    value = _compose(state, item, address, width, site)
    return addresses.loaded(state, value, site) if is_pointer(width) else value


def _any_pointer(page: Page, address: int, width: int) -> bool:
    if not page.p8 and not page.p4:
        return False
    found = (page.covering(a) for a in range(address, address + width))
    return any(cell is not None and is_pointer(cell[1]) for cell in found)


def _any_cell(page: Page, address: int, width: int) -> bool:
    return page is not EMPTY and any(page.covering(a) is not None for a in range(address, address + width))


def _compose(state: State, item: Object, address: int, width: int, site: int) -> Any:
    """The number that the parts of cells make that cover a range, low bytes first."""
    value: Any = None
    bits = 0
    position, end = address, address + width
    while position < end:
        cell = state.pages[position >> PAGE_BITS].covering(position)
        if cell is None:
            part, part_width = _unwritten(state, item, position, 1), 1
        else:
            start, cell_width, whole = cell
            if is_pointer(cell_width):
                whole = addresses.number_of(state, whole, site)
            low = position - start
            part_width = min(cell_width - low, end - position)
            part = whole if part_width == cell_width + 0 else extract(8 * (low + part_width) - 1, 8 * low, whole)
        value = part if value is None else concat(8 * part_width, bits, part, value)
        bits += 8 * part_width
        position += part_width
    return value


def _unwritten(state: State, item: Object, address: int, width: int) -> Any:
    """What bytes hold that were never written; from now on they hold just that."""
    if item.content is Content.ZERO:
        if _is_cell(address, width):
            number = address >> PAGE_BITS
            page = state.pages[number]
            if page is EMPTY:
                page = own_page(state, number)
            # zero is what every state that shares this page would read: no copy needed
            page.cells(width)[address] = 0
        return 0
    value = fresh_bytes(state, item, address - item.base, width)
    write(state, address, value, width)
    return value


def fresh_bytes(state: State, item: Object, offset: int, width: int) -> Any:
    """A new unknown for unwritten bytes of an object."""
    source = SOURCES[item.content]
    sort, text = T.bv_sort(8 * width), f"{width} bytes at {offset}"
    return state.machine.fresh(state, Wanted(sort, source, item.name, text, item.location, item.group, offset))
