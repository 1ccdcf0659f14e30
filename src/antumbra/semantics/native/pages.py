"""Pages of memory as bytes, for machine code; beside each byte what it is.

A page comes in when the code asks for it: cells that hold numbers become bytes, all others stay closed, and so do
bytes behind the end of the object. What was written goes back into cells: the same ones, and new ones where nothing was
written before. Cells that the code would have to cut it leaves alone, so there is never less of a cell than before.
"""

from __future__ import annotations

import ctypes
from array import array
from itertools import compress
from typing import Any, Final

from antumbra.program.model import Region
from antumbra.semantics.memory.addresses import home
from antumbra.semantics.memory.cells import own_page
from antumbra.semantics.memory.objects import Content, Object
from antumbra.semantics.memory.pages import EMPTY, PAGE_BITS, WIDTHS, Page
from antumbra.semantics.native.writing import (
    CLOSED,
    EDGE,
    ENTRIES,
    FACTOR,
    PAGE,
    SHIFT,
    TABLE_WORDS,
    UNKNOWN,
    ZERO,
    Word,
    marks,
)
from antumbra.semantics.state import State

#: pages at once: 128 MB
MOST_PAGES: Final = 1 << 14
_MARKS: Final = {width: marks(width) for width in WIDTHS}
#: for each first byte of a cell: 1 where it is, 0 elsewhere
_STARTS: Final = {width: bytes(1 if byte == mark[0] else 0 for byte in range(256)) for width, mark in _MARKS.items()}
_FORMATS: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}
_WORD: Final = (1 << 64) - 1
_NOTHING: Final = _WORD


class Held:
    """A page that the code has: its bytes, then what they are."""

    __slots__ = ("bytes", "memory", "number", "written")

    def __init__(self, number: int) -> None:
        self.memory = (ctypes.c_uint8 * (2 * PAGE + EDGE))()
        self.bytes = memoryview(self.memory).cast("B")
        self.bytes[2 * PAGE :] = bytes([CLOSED]) * EDGE
        self.number = number
        self.written = False


class Pages:
    """The pages of one run, and the two tables in the code's array."""

    def __init__(self, words: memoryview) -> None:
        self._words = words
        self._held: dict[int, Held] = {}
        self._free: list[Held] = []
        for table in (Word.TABLES, Word.TABLES + TABLE_WORDS):
            for entry in range(ENTRIES):
                words[table + 2 * entry] = _NOTHING
        #: cells that were copied, in or out, since somebody last asked
        self.copied = 0

    def wanted(self, state: State, address: int, *, write: bool) -> bool:
        """Enter the page of an address. False: that is nothing for the code."""
        number = address >> PAGE_BITS
        held = self._held.get(number)
        if held is None:
            if len(self._held) >= MOST_PAGES:
                return False
            held = self._take(state, number, address)
            if held is None:
                return False
            self._held[number] = held
        if write and not held.written:
            item = state.objects.find(address)
            if item is None or item.region is Region.CONSTANT:
                return False
            held.written = True
        table = Word.TABLES + (TABLE_WORDS if write else 0)
        entry = table + 2 * ((number * FACTOR & _WORD) >> SHIFT)
        self._words[entry] = number
        self._words[entry + 1] = ctypes.addressof(held.memory)
        return True

    def _take(self, state: State, number: int, address: int) -> Held | None:
        item = state.objects.find(address)
        if item is None:
            # beside an object pointers are compared, but nothing is there to be read
            beside = home(state, address)
            if beside is None or beside.region is Region.CODE:
                return None
            held = self._fresh(number)
            held.bytes[PAGE : 2 * PAGE] = bytes([CLOSED]) * PAGE
            return held
        if not item.alive or item.region is Region.CODE:
            return None
        if item.size.__class__ is not int or item.base in state.arrays:
            return None
        held = self._fresh(number)
        _read(held, item, state.pages[number])
        self.copied += PAGE // 64 + state.pages[number].count()
        return held

    def _fresh(self, number: int) -> Held:
        if not self._free:
            return Held(number)
        held = self._free.pop()
        held.number, held.written = number, False
        held.bytes[:PAGE] = bytes(PAGE)
        return held

    def put_back(self, state: State) -> None:
        """Into the state's cells; the tables are empty then."""
        for held in self._held.values():
            if held.written:
                self.copied += _write(held, state)
        self.drop()

    def drop(self) -> None:
        """Empty the tables."""
        for number in self._held:
            entry = 2 * ((number * FACTOR & _WORD) >> SHIFT)
            for table in (Word.TABLES, Word.TABLES + TABLE_WORDS):
                self._words[table + entry] = _NOTHING
        self._free += self._held.values()
        self._held.clear()


def _read(held: Held, item: Object, page: Page) -> None:
    """A page of an object as bytes."""
    data = held.bytes
    base = held.number << PAGE_BITS
    default = ZERO if item.content is Content.ZERO else UNKNOWN
    end = max(0, min(PAGE, item.base + item.size - base))
    data[PAGE : 2 * PAGE] = bytes([default]) * end + bytes([CLOSED]) * (PAGE - end)
    if page is EMPTY:
        return
    for width in WIDTHS:
        cells = page.cells(width)
        if not cells:
            continue
        mark, size = _MARKS[width], int(width)
        for address, value in cells.items():
            at = address - base
            if value.__class__ is int:
                data[at : at + size] = value.to_bytes(size, "little")
                data[PAGE + at : PAGE + at + size] = mark
            else:
                data[PAGE + at : PAGE + at + size] = bytes([CLOSED]) * size


def _write(held: Held, state: State) -> int:
    """All cells of a page that hold numbers; how many."""
    base = held.number << PAGE_BITS
    kinds = bytes(held.bytes[PAGE : 2 * PAGE])
    widths = [width for width in WIDTHS if _MARKS[width][0] in kinds]
    if not widths:
        return 0
    page = own_page(state, held.number)
    found = 0
    for width in widths:
        size = int(width)
        starts = list(compress(range(PAGE), kinds.translate(_STARTS[width])))
        values: list[Any]
        if size == 1 or not any(at % size for at in starts):
            words = array(_FORMATS[size], bytes(held.bytes[:PAGE]))
            values = [words[at // size] for at in starts]
        else:
            values = [int.from_bytes(held.bytes[at : at + size], "little") for at in starts]
        page.cells(width).update(zip([base + at for at in starts], values, strict=True))
        found += len(starts)
    return found
