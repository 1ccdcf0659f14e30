"""Where something changes along an axis: the numbers of the conditions, and borders found by halving.

What is found here only decides where pictures are cut and labelled. What the parts between the cuts are is decided
elsewhere (``space``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from antumbra import terms as T
from antumbra.report.bounds.picture.parts.axis import Axis, Form, Number, Span
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.terms import Term

#: samples along an axis, besides the numbers of the conditions
_SAMPLES: Final = 32
#: numbers of conditions that are looked at
_MOST_NUMBERS: Final = 80
#: changes that samples show before an axis counts as too busy to be cut at each
BUSY: Final = 12


def numbers_in(axis: Axis, conditions: Iterable[Term]) -> list[Number]:
    """Positions on the axis that conditions name, as they are and, where they have bits, as these may be read."""
    found: dict[Number, None] = {}
    for part in T.subterms(*conditions):
        if part.op is T.CONST:
            for position in _positions(axis, part):
                if (axis.least is None or position >= axis.least) and (
                    axis.greatest is None or position <= axis.greatest
                ):
                    found[position] = None
    ordered = sorted(found)
    if len(ordered) > _MOST_NUMBERS:
        step = len(ordered) / _MOST_NUMBERS
        ordered = [ordered[int(i * step)] for i in range(_MOST_NUMBERS)]
    return ordered


def _positions(axis: Axis, constant: Term) -> Iterator[Number]:
    kind, value = constant.sort.kind, constant.data
    match axis.form:
        case Form.INT if kind == "int":
            yield value
        case Form.REAL if kind in ("real", "int"):
            yield Fraction(value)
        case Form.FLOAT if constant.sort.width == axis.width and kind in ("fp", "bv"):
            yield axis.position(value)
        case Form.SIGNED | Form.UNSIGNED if kind == "bv" and constant.sort.width > 1:
            yield value
            yield value - (1 << constant.sort.width)
        case _:
            return


def cuts_at(axis: Axis, numbers: Iterable[Number]) -> list[Number]:
    """A cut is the first position of what comes after it; behind each number and before it may be one."""
    if axis.dense:
        return list(numbers)
    found = {number + step for number in numbers for step in (0, 1)}
    return sorted(n for n in found if axis.least is None or axis.greatest is None or axis.least < n <= axis.greatest)


def probes(axis: Axis, window: Span, numbers: Sequence[Number]) -> list[Number]:
    """Positions where it is worth looking: around numbers of the conditions, near the ends, and spread out."""
    ends = window.finite
    if ends is None:
        raise ValueError("a window has two ends")
    low, high = ends
    if axis.dense:
        points = [low, *numbers, high]
        between = [Fraction(a + b) / 2 for a, b in pairwise(points)]
        return sorted({*points, *between})
    found = {low, high, *(n + step for n in numbers for step in (-1, 0, 1))}
    width = high - low
    found.update(low + (width * i) // _SAMPLES + _jitter(i, width) for i in range(1, _SAMPLES))
    if width > 4 * _SAMPLES:
        for power in range(0, int(width).bit_length() - 1, 2):
            found.update((low + (1 << power), high - (1 << power)))
            if low < 0 < high:
                found.update((1 << power, -(1 << power)))
    return sorted(n for n in found if low <= n <= high)


def _jitter(number: int, width: Number) -> int:
    """So that samples do not all hit the same remainder."""
    reach = int(width) // (4 * _SAMPLES)
    return (number * 2_654_435_761 % 1_000_003) % reach if reach else 0


def changes(kind_at: Callable[[Number], Kind], points: Sequence[Number], *, most: int) -> list[Number]:
    """Cuts (first positions of something else) between samples, of integers; the first ``most``."""
    found: list[Number] = []
    kinds = [kind_at(point) for point in points]
    for (low, before), (high, after) in pairwise(zip(points, kinds, strict=True)):
        if before is not after:
            found.append(halved(kind_at, low, high, before))
            if len(found) == most:
                break
    return found


def halved(kind_at: Callable[[Number], Kind], low: Number, high: Number, before: Kind) -> Number:
    """A position in ``low`` < p <= ``high`` with something else just below it; ``low`` is ``before``, ``high`` not."""
    while high - low > 1:
        middle = (low + high) // 2
        if kind_at(middle) is before:
            low = middle
        else:
            high = middle
    return high


def is_dense(kind_at: Callable[[Number], Kind], low: Number, high: Number) -> bool:
    """Whether neighbours differ again and again in several places, as for remainders and bits."""
    if high - low < 64:
        return False
    busy = 0
    for part in (1, 3, 5, 7):
        start = low + (high - low) * part // 8
        kinds = [kind_at(start + i) for i in range(12)]
        busy += sum(a is not b for a, b in pairwise(kinds)) >= 3
    return busy >= 2


def straight(lines: Sequence[Sequence[Number]], *, most: int) -> list[Number]:
    """Of the borders along parallel lines, those that neighbouring lines share."""
    weights: dict[Number, int] = {}
    for one, after in pairwise(lines):
        for cut in one:
            if cut in after:
                weights[cut] = weights.get(cut, 0) + 1
    return sorted(weights, key=lambda cut: (-weights[cut], abs(cut), cut))[:most]


def small_parts(lines: Sequence[Sequence[Number]], small: Number) -> list[Number]:
    """The ends of what is so small (at most ``small``) that nobody would see it, neighbours taken together."""
    parts = sorted((low, high) for line in lines for low, high in pairwise(line) if high - low <= small)
    joined: list[tuple[Number, Number]] = []
    for low, high in parts:
        if joined and low - joined[-1][1] <= small:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return [end for low, high in joined if high - low <= 2 * small for end in (low, high)]


def between(axis: Axis, low: Number | None, high: Number | None, cuts: Iterable[Number]) -> list[Span]:
    """The spans into which cuts part an axis; of reals a cut is a span of its own."""
    inner = sorted({c for c in cuts if (low is None or c > low) and (high is None or c <= high)})
    if axis.dense:
        ends = [low, *inner, high]
        found: list[Span] = []
        for start, end in pairwise(ends):
            if start is not None and start is not low:
                found.append(Span(start, start))
            if start is None or end is None or start != end:
                found.append(Span(start, end, start is not None and start is not low, end is not None))
        return found
    firsts = [low, *inner]
    lasts = [*(c - 1 for c in inner), high]
    return [Span(a, b) for a, b in zip(firsts, lasts, strict=True)]
