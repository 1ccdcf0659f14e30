"""Sets of unsigned integers as interned unions of intervals: what a path knows about one variable.

A set is a flat, strictly increasing tuple of bounds (low0, end0, low1, end1, …) with exclusive ends,
so membership is the parity of one bisection and the complement flips the first and last bound. A
:class:`Domain` is such a set, interned, so that splits are cached by identity.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

Bounds = tuple[int, ...]


class Domain:
    """An interned set of values of a variable. Compare with ``is``; build with :func:`domain`."""

    __slots__ = ("bounds", "high", "low", "single", "witness")

    def __init__(self, bounds: Bounds) -> None:
        self.bounds: Final = bounds
        self.low: Final = bounds[0] if bounds else 0
        #: the greatest element
        self.high: Final = bounds[-1] - 1 if bounds else -1
        self.single: Final = len(bounds) == 2 and bounds[1] - bounds[0] == 1
        #: the element a model takes when nothing else decides: the least, so 0 where it can be
        self.witness: Final = self.low

    @property
    def size(self) -> int:
        """How many elements."""
        return sum(self.bounds[1::2]) - sum(self.bounds[::2])

    def __contains__(self, value: int) -> bool:
        return bisect_right(self.bounds, value) & 1 == 1

    def __iter__(self) -> Iterator[int]:
        bounds = self.bounds
        for i in range(0, len(bounds), 2):
            yield from range(bounds[i], bounds[i + 1])

    def __repr__(self) -> str:
        b = self.bounds
        return "{" + ", ".join(f"{b[i]}..{b[i + 1] - 1}" for i in range(0, len(b), 2)) + "}"

    def subset_of(self, other: Domain) -> bool:
        """Whether every element is in ``other``."""
        if self is other:
            return True
        mine, theirs = self.bounds, other.bounds
        for i in range(0, len(mine), 2):
            j = bisect_right(theirs, mine[i])
            if not j & 1 or mine[i + 1] > theirs[j]:
                return False
        return True


#: domains remembered before the table is emptied
TABLE_LIMIT: Final = 200_000

_domains: Final[dict[Bounds, Domain]] = {}


def domain(bounds: Bounds) -> Domain:
    """The one domain with these bounds."""
    found = _domains.get(bounds)
    if found is None:
        if not bounds:
            return EMPTY
        if len(_domains) >= TABLE_LIMIT:
            # two objects for one set cost a cache miss, nothing more
            _domains.clear()
        found = _domains[bounds] = Domain(bounds)
    return found


#: the one empty domain: no other has no elements
EMPTY: Final = Domain(())


def intersection(a: Bounds, b: Bounds) -> Bounds:
    """Elements of both."""
    if len(a) == 2 and len(b) == 2:
        low = max(b[0], a[0])
        end = min(b[1], a[1])
        return (low, end) if low < end else ()
    out: list[int] = []
    i = j = 0
    while i < len(a) and j < len(b):
        low = max(b[j], a[i])
        if a[i + 1] < b[j + 1]:
            end = a[i + 1]
            i += 2
        else:
            end = b[j + 1]
            j += 2
        if low < end:
            out.append(low)
            out.append(end)
    return tuple(out)


def complement(a: Bounds, top: int) -> Bounds:
    """Elements of [0, top) that are not in ``a``, which must lie within it."""
    if not a:
        return (0, top)
    front = a[1:] if a[0] == 0 else (0, *a)
    return front[:-1] if front[-1] == top else (*front, top)


def difference(a: Bounds, b: Bounds) -> Bounds:
    """Elements of ``a`` that are not in ``b``."""
    if not a or not b:
        return a
    return intersection(a, complement(b, max(a[-1], b[-1])))


def union(a: Bounds, b: Bounds) -> Bounds:
    """Elements of either."""
    if not a:
        return b
    if not b:
        return a
    top = max(a[-1], b[-1])
    return complement(intersection(complement(a, top), complement(b, top)), top)


def normal(intervals: Iterable[tuple[int, int]]) -> Bounds:
    """Bounds of a union of (low, end) intervals in any order."""
    out: list[int] = []
    for low, end in sorted(intervals):
        if low >= end:
            continue
        if out and low <= out[-1]:
            if end > out[-1]:
                out[-1] = end
        else:
            out.append(low)
            out.append(end)
    return tuple(out)


def of_values(values: Iterable[int]) -> Bounds:
    """Bounds of the set of ascending ``values``."""
    out: list[int] = []
    for value in values:
        if out and out[-1] == value:
            out[-1] = value + 1
        else:
            out.append(value)
            out.append(value + 1)
    return tuple(out)


def shifted(a: Bounds, by: int, top: int) -> Bounds:
    """{(v + by) mod top}, for 0 <= by < top."""
    if by == 0 or not a:
        return a
    low: list[tuple[int, int]] = []
    for i in range(0, len(a), 2):
        start, end = a[i] + by, a[i + 1] + by
        if start >= top:
            low.append((start - top, end - top))
        elif end > top:
            low.append((start, top))
            low.append((0, end - top))
        else:
            low.append((start, end))
    return normal(low)


def mirrored(a: Bounds, top: int) -> Bounds:
    """{top - 1 - v}: what bitwise negation does."""
    return tuple(top - bound for bound in reversed(a))
