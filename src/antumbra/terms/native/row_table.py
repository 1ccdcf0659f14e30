"""Memory for states, links and the table of states; it grows when there may be no room for another expansion."""

from __future__ import annotations

import ctypes
import mmap
from array import array
from collections.abc import Callable, Sequence
from typing import Final

from antumbra.terms.native.machine_code import Compiled
from antumbra.terms.native.rows import NOWHERE, Answer, Head

#: states there is room for in the beginning
FEW: Final = 1 << 14
#: numbers of states are 32 bits, 0 in the table is none
MOST: Final = (1 << 32) - 2


class Area:
    """Words of memory, all zero in the beginning; pages that nothing is written to cost nothing."""

    def __init__(self, size: int) -> None:
        self._map = mmap.mmap(-1, max(size, mmap.PAGESIZE))
        self._first = ctypes.c_char.from_buffer(self._map)
        self.address = ctypes.addressof(self._first)
        self.size = size

    def words(self) -> memoryview:
        return memoryview(self._map).cast("Q")


class Table:
    """The states that were met, in the order of a breadth-first search. ``grows`` is told how many bytes it takes more,
    and may raise."""

    def __init__(self, code: Compiled, words: int, successors: int, grows: Callable[[int], None]) -> None:
        self._code = code
        self._words = words
        self._successors = successors
        self._grows = grows
        self._head = (ctypes.c_uint64 * len(Head))()
        self._functions = {name: code.function(name) for name in ("run", "enter", "find", "rehash")}
        self._capacity = 0
        self._resize(max(FEW, 4 * successors))

    # ---------------------------------------------------------------- room

    def _resize(self, capacity: int) -> None:
        """Room for so many states; the table is at most half full."""
        if capacity > MOST:
            raise MemoryError("more states than numbers for them")
        slots = 1 << (2 * capacity - 1).bit_length()
        self._grows(capacity * 8 * (self._words + 1) + slots * 4)
        head, count = self._head, self.count
        states, links = Area(capacity * 8 * self._words), Area(capacity * 8)
        if count:
            ctypes.memmove(states.address, head[Head.STATES], count * 8 * self._words)
            ctypes.memmove(links.address, head[Head.LINKS], count * 8)
        self._states, self._links = states, links
        self._slots = Area(slots * 4)
        head[Head.STATES], head[Head.LINKS] = states.address, links.address
        head[Head.TABLE], head[Head.MASK] = self._slots.address, slots - 1
        head[Head.FULL] = capacity - self._successors
        self._capacity = capacity
        self._call("rehash")

    def _call(self, name: str) -> int:
        return self._functions[name](ctypes.addressof(self._head))

    # ---------------------------------------------------------------- states

    @property
    def count(self) -> int:
        return self._head[Head.COUNT]

    @property
    def next(self) -> int:
        """The first state whose successors were not visited yet."""
        return self._head[Head.NEXT]

    @property
    def edges(self) -> int:
        return self._head[Head.EDGES]

    def row(self, number: int) -> tuple[int, ...]:
        return tuple(self.rows[number * self._words : (number + 1) * self._words])

    @property
    def rows(self) -> memoryview:
        """All states, one after the other; not to be kept while it grows."""
        return self._states.words()[: self.count * self._words]

    def link(self, number: int) -> tuple[int, int] | None:
        """The state before and the transition between them; None for an initial state."""
        link = self._links.words()[number]
        return None if link == NOWHERE else (link & 0xFFFFFFFF, link >> 32)

    def enter(self, rows: Sequence[Sequence[int]]) -> None:
        """Initial states."""
        while self.count + len(rows) > self._head[Head.FULL]:
            self._resize(2 * self._capacity)
        self._asked(array("Q", [word for row in rows for word in row]), len(rows), "enter")

    def find(self, rows: array[int]) -> array[int]:
        """The numbers of states; one that is not there has a number that no state has."""
        found = array("Q", bytes(8 * (len(rows) // self._words)))
        self._head[Head.FOUND] = found.buffer_info()[0]
        self._asked(rows, len(found), "find")
        return found

    def _asked(self, rows: array[int], count: int, name: str) -> None:
        self._head[Head.ROWS], self._head[Head.ASKED] = rows.buffer_info()[0], count
        self._call(name)

    def go_on(self, states: int) -> Answer:
        """Visit the successors of so many more states."""
        self._head[Head.PAUSE] = self.next + states
        while (answer := Answer(self._call("run"))) is Answer.ROOM:
            self._resize(2 * self._capacity)
        return answer
