"""Memory objects: where they lie, how large they are, what their unwritten bytes hold."""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum
from typing import Any, Final

from antumbra.program.model import Region, Source
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.semantics.memory.pages import PAGE_BITS
from antumbra.terms import Term


class Content(Enum):
    """What a byte holds that was never written."""

    ZERO = "zero"
    UNINITIALISED = "uninitialised"  #: one unknown value, made at the first read
    INPUT = "input"  #: part of an input (klee_make_symbolic)
    EXTERNAL = "external"  #: left by a function without a body, which knows the object from then on


#: what unknown bytes come from; of what is zero, nothing is unknown
SOURCES: Final = {
    Content.UNINITIALISED: Source.UNINITIALISED,
    Content.INPUT: Source.INPUT,
    Content.EXTERNAL: Source.EXTERNAL,
}


@dataclass(frozen=True, slots=True)
class Object:
    """One object. ``size`` is an int or a term of pointer width; ``base`` starts a page.

    Objects are equal if a program cannot tell them apart: fields with ``compare=False`` only serve reports and tests.
    """

    base: int
    size: Any
    region: Region
    content: Content
    name: str = field(default="", compare=False)
    location: Location | None = field(default=None, compare=False)
    alive: bool = True
    #: which input the bytes belong to, with ``Content.INPUT``; unwritten bytes are unknown whatever input that is
    group: int = field(default=-1, compare=False)
    #: pages kept for it, its guard page not counted
    pages: int = 1
    #: what its address as a number is a multiple of
    align: int = 1
    #: the first free page when its life ended
    ended: int = 0
    #: its life began or ended within the call that made it: it need not have lived when others did
    scoped: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """An object with an address. ``ended``: the first free page when its life ended, None while it lives."""

    base: int
    size: Any
    region: Region
    variable: Term
    address: Term
    ended: int | None
    #: what is known of the address
    known: tuple[Term, ...] = ()
    #: its life may have begun, or ended, at other times than ``base`` and ``ended`` say
    scoped: bool = False


class Objects:
    """All objects of a state, by address, as one value: equal if all of them are. Hashed once."""

    __slots__ = ("_hash", "items", "symbolic")

    def __init__(self, items: tuple[Object, ...]) -> None:
        self.items = items
        #: has one of them a size that is a term?
        self.symbolic = any(item.size.__class__ is not int for item in items)
        # sizes and life tell most tables apart; equality looks at everything
        self._hash = hash(tuple([(item.base, item.size, item.alive) for item in items]))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return other.__class__ is Objects and self._hash == hash(other) and self.items == getattr(other, "items", None)

    def __hash__(self) -> int:
        return self._hash


#: objects of at most this many pages are entered under each of them
DIRECT_PAGES = 64


class ObjectTable:
    """Objects by page. Addresses only grow, so large objects are found by bisection."""

    __slots__ = ("_described", "by_page", "large")

    def __init__(self, by_page: dict[int, Object] | None = None, large: tuple[int, ...] = ()) -> None:
        self._described: Objects | None = None
        self.by_page: dict[int, Object] = {} if by_page is None else by_page
        #: base addresses of objects with more than DIRECT_PAGES pages, ascending
        self.large = large

    def copy(self) -> ObjectTable:
        return ObjectTable(self.by_page.copy(), self.large)

    def put(self, item: Object) -> None:
        """Enter an object, or replace the one with the same base."""
        self._described = None
        first = item.base >> PAGE_BITS
        if item.pages <= DIRECT_PAGES:
            for number in range(first, first + item.pages):
                self.by_page[number] = item
        else:
            if first not in self.by_page:
                at = bisect_right(self.large, item.base)
                self.large = (*self.large[:at], item.base, *self.large[at:])
            self.by_page[first] = item

    def remove(self, item: Object) -> None:
        """Forget an object altogether: its addresses point nowhere."""
        self._described = None
        first = item.base >> PAGE_BITS
        if item.pages <= DIRECT_PAGES:
            for number in range(first, first + item.pages):
                del self.by_page[number]
        else:
            self.large = tuple(base for base in self.large if base != item.base)
            del self.by_page[first]

    def find(self, address: int) -> Object | None:
        """The object whose pages, or the guard page behind them, hold the address; dead ones too."""
        number = address >> PAGE_BITS
        item = self.by_page.get(number)
        if item is not None:
            return item
        if self.large:
            at = bisect_right(self.large, address)
            if at:
                item = self.by_page[self.large[at - 1] >> PAGE_BITS]
                if number < (item.base >> PAGE_BITS) + item.pages:
                    return item
        return None

    def all(self) -> list[Object]:
        """Every object once, by address."""
        seen: dict[int, Object] = {}
        for item in self.by_page.values():
            seen[item.base] = item
        return [seen[base] for base in sorted(seen)]

    def described(self) -> Objects:
        """All objects as a value that can be compared with that of other tables."""
        found = self._described
        if found is None:
            found = self._described = Objects(tuple(self.all()))
        return found
