"""How far apart objects lie in the address space that we chose.

On 64 bits each object has a window of its own, with an empty one behind it, and starts at an irregular place in it: an
index that leaves an object does not come to another by accident. On 32 bits there is no room for that: the first
thousand objects lie a megabyte apart, the next sixteen thousand 64 kilobytes, the rest with one empty page behind each.
"""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.terms import Term

PAGE_BITS: Final = 12
#: bits of an address within a window, on 64 bits
WINDOW_BITS: Final = 36
_WINDOW_PAGES: Final = WINDOW_BITS - PAGE_BITS
#: pages by which objects are put off the start of their window, and an odd factor that makes this irregular
_SCATTER: Final = (1 << 20) - 1
_FACTOR: Final = 0x9E3779B1
#: on 32 bits: up to which page there are how many empty pages behind an object, and up to how many more
_ZONES: Final = ((0x40000, 192, 127), (0x80000, 12, 7))


def next_page(first: int, pages: int, pointer_width: int) -> int:
    """The page where the next object starts, behind one of ``pages`` pages at page ``first``."""
    end = first + pages
    if pointer_width == 64:
        return _start((end >> _WINDOW_PAGES) + 2)
    if pointer_width == 32:
        for limit, gap, more in _ZONES:
            if end + gap + more < limit:
                return end + gap + (end * _FACTOR >> 8 & more)
    return end + 1


def _start(window: int) -> int:
    """The page where the object of a window starts, on 64 bits."""
    return (window << _WINDOW_PAGES) + (window * _FACTOR >> 8 & _SCATTER)


def starts_around(place: int) -> list[int]:
    """The pages where an object starts that lies no more than half a window away, if there is one; on 64 bits."""
    window = place >> WINDOW_BITS
    return [_start(number) for number in (window, window + 1, window - 1)]


def first_address(pointer_width: int) -> int:
    """Where the first object starts; pages below it are nobody's."""
    return next_page(0, 0, pointer_width) << PAGE_BITS if pointer_width == 64 else 0x10000


def is_roomy(pointer_width: int) -> bool:
    """Whether no index leads from one object to another. Elsewhere a front end says what a pointer is computed from."""
    return pointer_width == 64


def overlap(name: str, one: Term, size: Term, other: Term, length: Term) -> Term:
    """One of program.model.OVERLAPS, of places: ranges within objects share bytes only in one of them."""
    zero = T.const(0, size.sort)
    some = T.not_(T.or_(T.eq(size, zero), T.eq(length, zero)))
    near = T.or_(T.bvult(T.bvsub(other, one), size), T.bvult(T.bvsub(one, other), length))
    return T.and_(some, near, T.not_(T.eq(one, other)) if name == "overlap_in_part" else T.TRUE)


def lowest_address(pointer_width: int) -> int:
    """Below this no object lies when the program runs: on 64 bits Linux loads nothing there, else it is null's page.

    So a pointer that is less than this before its object is less than one into it.
    """
    return 1 << 22 if pointer_width == 64 else 1 << PAGE_BITS


def address_limit(pointer_width: int) -> int:
    """Up from here no object lies when the program runs: on 64 bits that half is the system's, else a page is free."""
    return 1 << 63 if pointer_width == 64 else (1 << pointer_width) - (1 << PAGE_BITS)


def window_bits(pointer_width: int) -> int:
    """Addresses that agree above this many bits are never in two objects, if all objects are placed by this module."""
    return WINDOW_BITS if pointer_width == 64 else PAGE_BITS
