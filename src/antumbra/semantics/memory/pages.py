"""Memory as pages of cells, copied on write.

A page holds values by address in one dictionary per width (1, 2, 4, 8 bytes of a number, 4 or 8 bytes of a pointer).
Cells of a page never overlap. A cell exists only where the object that owns the page is alive and covers
it, so generated code needs no other check than finding the cell: ``M[a >> 12].c4.get(a)``.
Whatever it does not find goes to :mod:`antumbra.semantics.memory.accesses`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from antumbra.program.spacing import PAGE_BITS
from antumbra.program.widths import POINTER_4, POINTER_8, PointerWidth

__all__ = ["EMPTY", "NULL_PAGE", "NUMBERS", "PAGE_BITS", "READ_ONLY", "WIDTHS", "Page", "PageTable"]

#: widths of cells that hold numbers
NUMBERS = (8, 4, 2, 1)
#: widths of all cells
WIDTHS = (*NUMBERS, POINTER_8, POINTER_4)
#: addresses below this are taken for null pointers
NULL_PAGE = 0x1000


class Page:
    """Cells by address, per width. Writable only by the state whose token is ``owner``."""

    __slots__ = ("c1", "c2", "c4", "c8", "owner", "p4", "p8")

    def __init__(self, owner: object) -> None:
        self.c1: dict[int, Any] = {}
        self.c2: dict[int, Any] = {}
        self.c4: dict[int, Any] = {}
        self.c8: dict[int, Any] = {}
        self.p4: dict[int, Any] = {}
        self.p8: dict[int, Any] = {}
        self.owner = owner

    def cells(self, width: int) -> dict[int, Any]:
        if width.__class__ is PointerWidth:
            return self.p8 if width is POINTER_8 or width > 4 else self.p4
        match width:
            case 1:
                return self.c1
            case 2:
                return self.c2
            case 4:
                return self.c4
            case _:
                return self.c8

    def copy(self, owner: object) -> Page:
        page = Page.__new__(Page)
        page.c1 = self.c1.copy()
        page.c2 = self.c2.copy()
        page.c4 = self.c4.copy()
        page.c8 = self.c8.copy()
        page.p4 = self.p4.copy() if self.p4 else {}
        page.p8 = self.p8.copy() if self.p8 else {}
        page.owner = owner
        return page

    def __iter__(self) -> Iterator[tuple[int, int, Any]]:
        """(address, width, value) of every cell, by width then in order of insertion."""
        for width, cells in ((1, self.c1), (2, self.c2), (4, self.c4), (8, self.c8)):
            for address, value in cells.items():
                yield address, width, value
        for width, cells in ((POINTER_4, self.p4), (POINTER_8, self.p8)):
            for address, value in cells.items():
                yield address, width, value

    def count(self) -> int:
        """How many cells there are."""
        return len(self.c1) + len(self.c2) + len(self.c4) + len(self.c8) + len(self.p4) + len(self.p8)

    def covering(self, address: int) -> tuple[int, int, Any] | None:
        """The cell that holds the byte at ``address``."""
        value = self.c1.get(address)
        if value is not None:
            return address, 1, value
        for width, cells in (
            (8, self.c8),
            (POINTER_8, self.p8),
            (4, self.c4),
            (POINTER_4, self.p4),
            (2, self.c2),
        ):
            if cells:
                for start in range(address, address - width, -1):
                    value = cells.get(start)
                    if value is not None:
                        return start, width, value
        return None


#: what an unmapped page looks like: nothing is found there, so the slow path decides
EMPTY = Page(None)

#: owner of the pages of constants: no state's token, so that generated code never writes there by itself
READ_ONLY = object()


class PageTable(dict[int, Page]):
    """Page number → page; unmapped pages read as EMPTY and are not entered."""

    __slots__ = ()

    def __missing__(self, number: int) -> Page:
        return EMPTY
