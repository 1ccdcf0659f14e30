"""What the content of an object becomes: variables, or arrays.

Accesses to an object that overlap are about one part of it. If all are at offsets that are known, a part is a variable
(of a family an array by the number of the object). Else offsets are known by their remainders, and a part is an array:
its index is the offset (of a family behind the number of the object), without the bits of the remainder.

A part holds numbers or pointers. What was written as the one and is read as the other is unknown, but for zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import Final

from antumbra.engines.memoryless.pointers.offsets import Offsets
from antumbra.engines.memoryless.pointers.sites import Site
from antumbra.records import dataclass, field

#: bytes of one part; larger ones are not worth a variable
MOST_BYTES: Final = 64
#: parts of one object that are variables
MOST_PARTS: Final = 256


class Kind(Enum):
    NUMBER = auto()
    POINTER = auto()
    SMEARED = auto()  #: both, in ways that are not followed: nothing is known of it


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes ``start`` … ``start + width`` of an object; in an array of each period."""

    start: int
    width: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Shape:
    """``period``: 0 if parts are variables, else bytes from one element of the arrays to the next, a power of two."""

    period: int
    parts: tuple[Part, ...]

    def part(self, offset: int) -> Part | None:
        """The part that a byte is in."""
        at = offset % self.period if self.period else offset
        return next((p for p in self.parts if p.start <= at < p.start + p.width), None)


@dataclass(slots=True)
class Accesses:
    """How an object is accessed: (offsets, bytes, whether it is a pointer)."""

    found: dict[tuple[Offsets, int, bool], None] = field(default_factory=dict[tuple[Offsets, int, bool], None])

    def add(self, offsets: Offsets, width: int, pointer: bool) -> bool:
        key = (offsets, width, pointer)
        if key in self.found:
            return False
        self.found[key] = None
        return True


def shape(site: Site, accesses: Iterable[tuple[Offsets, int, bool]]) -> Shape:
    found = list(accesses)
    size = site.known_size
    moduli = [offsets.modulus for offsets, _, _ in found if offsets.modulus]
    if not moduli:
        ranges = [(at, width, p) for offsets, width, p in found for at in sorted(offsets.listed)]
        # outside the object there is nothing
        inside = [r for r in ranges if r[0] >= 0 and (size is None or r[0] + r[1] <= size)]
        parts = _parts(inside)
        if len(parts) <= MOST_PARTS and all(p.width <= MOST_BYTES for p in parts):
            return Shape(0, parts)
        moduli = [MOST_BYTES]
    period = min(moduli)
    widest = max((width for _, width, _ in found), default=1)
    while True:
        # a period that no access leaves
        ranges = [
            (at % period, width, p)
            for offsets, width, p in found
            for at in ([offsets.residue] if offsets.modulus else sorted(offsets.listed))
        ]
        if all(at + width <= period for at, width, _ in ranges):
            return Shape(period, _parts(ranges))
        if period == 1:
            break
        period //= 2
        if period < widest:
            period = 1
    pointers = any(p for _, _, p in found)
    return Shape(1, (Part(0, 1, Kind.SMEARED if pointers else Kind.NUMBER),))


def _parts(ranges: Iterable[tuple[int, int, bool]]) -> tuple[Part, ...]:
    """Ranges that overlap, together."""
    groups: list[tuple[int, int, set[tuple[int, int, bool]]]] = []
    for start, width, pointer in sorted(ranges):
        if groups and start < groups[-1][1]:
            first, end, members = groups[-1]
            members.add((start, width, pointer))
            groups[-1] = (first, max(end, start + width), members)
        else:
            groups.append((start, start + width, {(start, width, pointer)}))
    return tuple(Part(start, end - start, _kind(start, end - start, members)) for start, end, members in groups)


def _kind(start: int, width: int, members: set[tuple[int, int, bool]]) -> Kind:
    pointers = {(at, bytes_) for at, bytes_, pointer in members if pointer}
    if not pointers:
        return Kind.NUMBER
    return Kind.POINTER if pointers == {(start, width)} else Kind.SMEARED
