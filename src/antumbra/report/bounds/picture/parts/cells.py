"""Boxes that are not of one kind, cut in halves until they are, or too small to be seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

from antumbra.records import dataclass
from antumbra.report.bounds.picture.parts.axis import Axis, Form, Number, Span
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.parts.space import Box, Space, middle

#: of one picture
MOST_CELLS: Final = 4_000


@dataclass(frozen=True, slots=True)
class Cell:
    box: Box
    kind: Kind


#: how long a span of an axis (by its number) is in the picture
Length = Callable[[int, Span], float]


def cells(space: Space, roots: Sequence[Box], length: Length, *, finest: float, most: int = MOST_CELLS) -> list[Cell]:
    """The roots, refined breadth first. A cell that is still mixed at the end is said to be so."""
    done: list[Cell] = []
    waiting = deque(box for root in roots for box in _apart_at_zero(space.axes, root))
    while waiting:
        box = waiting.popleft()
        kind = space.whole(box)
        parts: list[Box] = []
        if kind is Kind.MIXED and len(done) + len(waiting) < most and not space.weary:
            parts = _halves(space.axes, box, length, finest)
        if parts:
            waiting.extend(parts)
        else:
            done.append(Cell(box, kind))
    return done


def _halves(axes: Sequence[Axis], box: Box, length: Length, finest: float) -> list[Box]:
    """Both axes at once, those that can still be cut; empty if none can."""
    sides: list[list[Span]] = []
    for number, (axis, span) in enumerate(zip(axes, box, strict=True)):
        cut = length(number, span) >= 2 * finest
        sides.append(_halved(axis, span) if cut else [span])
    return list(product(*sides)) if any(len(side) > 1 for side in sides) else []


def _halved(axis: Axis, span: Span) -> list[Span]:
    ends = span.finite
    if ends is None or span.single:
        return [span]
    low, high = ends
    at: Number = middle(axis, low, high)
    if axis.dense:
        return [Span(low, at, span.above_low, below_high=True), Span(at, high, below_high=span.below_high)]
    return [Span(low, at), Span(at + 1, high)]


def _apart_at_zero(axes: Sequence[Axis], box: Box) -> list[Box]:
    """Interval arithmetic knows unsigned numbers, and those of a span across zero are all there are."""
    sides: list[list[Span]] = []
    for axis, span in zip(axes, box, strict=True):
        low, high = span.low, span.high
        bits = axis.form in (Form.SIGNED, Form.FLOAT)
        if bits and low is not None and high is not None and low < 0 <= high:
            sides.append([Span(low, -1), Span(0, high)])
        else:
            sides.append([span])
    return list(product(*sides))
