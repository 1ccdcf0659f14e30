"""Objects in array form: an array term from byte offsets to elements of 1, 2, 4 or 8 bytes.

Elements wider than a byte lie at multiples of their width.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra import terms as T
from antumbra.program.widths import is_pointer
from antumbra.semantics.memory import addresses
from antumbra.semantics.memory.objects import SOURCES, Content, Object
from antumbra.semantics.memory.pages import WIDTHS
from antumbra.semantics.runtime import concat, extract, from_term, to_term
from antumbra.semantics.state import State, Wanted
from antumbra.terms import Term

#: most elements that are converted one by one
MOST_ELEMENTS = 1 << 14
#: how deep an offset is looked into for zero bits
DEEPEST_OFFSET = 12


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
        source = SOURCES[item.content]
        size = item.size if item.size.__class__ is int else 0
        wanted = Wanted(sort, source, item.name, f"{size} bytes", item.location, item.group, bits=8 * size)
        array = state.machine.fresh(state, wanted)
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


def _trailing_zeros(term: Term, enough: int, depth: int = DEEPEST_OFFSET) -> int:
    """A lower bound on the number of zero bits at the low end, at most ``enough``. Nothing is known of what lies
    deeper: values of loops are terms as deep as the loops are long."""
    if enough == 0 or depth == 0:
        return 0
    op, below = term.op, depth - 1
    if op is T.CONST:
        value = term.data
        return enough if value == 0 else min(enough, (value & -value).bit_length() - 1)
    if op is T.BVADD or op is T.BVSUB or op is T.BVOR:
        return _least(term.args, enough, below)
    if op is T.BVMUL:
        return min(enough, sum(_trailing_zeros(a, enough, below) for a in term.args))
    if op is T.BVAND:
        return max(_trailing_zeros(a, enough, below) for a in term.args)
    if op is T.BVSHL and term.args[1].op is T.CONST:
        return min(enough, _trailing_zeros(term.args[0], enough, below) + term.args[1].data)
    if op is T.ITE:
        return _least(term.args[1:], enough, below)
    if op is T.CONCAT:
        low = term.args[1]
        if low.op is T.CONST and low.data == 0:
            return min(enough, low.width + _trailing_zeros(term.args[0], enough, below))
        return _trailing_zeros(low, enough, below)
    if op is T.ZERO_EXTEND or op is T.SIGN_EXTEND or op is T.BVNEG:
        return _trailing_zeros(term.args[0], enough, below)
    if op is T.EXTRACT and term.data[1] == 0:
        return _trailing_zeros(term.args[0], enough, below)
    return 0


def _least(terms: Sequence[Term], enough: int, depth: int) -> int:
    """Of the first ones, each asked only for as many as those before it have."""
    for term in terms:
        enough = _trailing_zeros(term, enough, depth)
    return enough
