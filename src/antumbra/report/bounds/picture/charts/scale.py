"""Positions of an axis in pixels: one scale where that can be read, else each stretch to a scale of its own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log2
from typing import Final

from antumbra.records import dataclass
from antumbra.report.bounds.picture.parts.axis import Axis, Number, Span

#: pixels that a stretch has at least, and a single real number
LEAST: Final = 22.0
_DOT: Final = 8.0
#: and a stretch that is marked as compressed
_MARKED: Final = 16.0
#: what the length of a stretch counts for at most, in powers of two
_LONGEST: Final = 12.0
_BUSY: Final = 2.5


@dataclass(frozen=True, slots=True)
class Part:
    """A span of the axis between two pixels, linear inside."""

    span: Span
    start: float
    end: float

    @property
    def gap(self) -> float:
        """Where it is marked that values have less room: not in the middle, where zero often is."""
        return self.start + 0.36 * (self.end - self.start)

    @property
    def density(self) -> float:
        """Pixels for one value."""
        return (self.end - self.start) / float(_count(self.span)) if self.span.finite is not None else 0.0


@dataclass(frozen=True, slots=True)
class Scale:
    axis: Axis
    parts: tuple[Part, ...]
    #: all parts have the same scale
    linear: bool

    @property
    def length(self) -> float:
        return self.parts[-1].end

    def pixels(self, span: Span) -> tuple[float, float]:
        """Where a span inside one part begins and ends."""
        part = self._part(span)
        ends = part.span.finite
        if ends is None or (self.axis.dense and part.span.single):
            return part.start, part.end
        step = 0 if self.axis.dense else 1
        count = ends[1] - ends[0] + step
        start = 0.0 if span.low is None else float((span.low - ends[0]) / count)
        end = 1.0 if span.high is None else float((span.high - ends[0] + step) / count)
        size = part.end - part.start
        return part.start + start * size, part.start + end * size

    def centre(self, position: Number) -> float:
        start, end = self.pixels(Span(position, position))
        return (start + end) / 2

    def border(self, one: Number, other: Number) -> float:
        """Where two neighbours meet."""
        return (
            self.centre(max(one, other)) if self.axis.dense else self.pixels(Span(max(one, other), max(one, other)))[0]
        )

    def compressed(self) -> list[Part]:
        """The parts in which a value has far less room than elsewhere."""
        if self.linear:
            return []
        most = max(part.density for part in self.parts)
        return [part for part in self.parts if part.density < most / 2 and part.end - part.start >= _MARKED]

    def _part(self, span: Span) -> Part:
        """The one that the middle of the span is in: at their ends spans of reals may be open."""
        low, high = span.low, span.high
        if low is None or high is None:
            inner = high - 1 if high is not None else low + 1 if low is not None else None
        else:
            inner = Fraction(low + high) / 2 if self.axis.dense else low
        if inner is None:
            return self.parts[0]
        return next((part for part in self.parts if _holds(part.span, inner)), self.parts[-1])


def scaled(axis: Axis, spans: Sequence[Span], busy: Sequence[bool], length: float) -> Scale:
    """``spans`` are all that is drawn, in order; ``busy`` ones get more room."""
    plain = _linear(axis, spans, length)
    sizes = plain if plain is not None else _weighted(axis, spans, busy, length)
    parts: list[Part] = []
    at = 0.0
    for span, size in zip(spans, sizes, strict=True):
        parts.append(Part(span, at, at + size))
        at += size
    return Scale(axis, tuple(parts), plain is not None)


def _linear(axis: Axis, spans: Sequence[Span], length: float) -> list[float] | None:
    if any(span.finite is None for span in spans):
        return None
    counts = [_count(span) for span in spans]
    total = sum(counts)
    sizes = [float(count / total) * length for count in counts]
    if len(spans) == 1:
        return sizes
    return sizes if not axis.dense and min(sizes) >= LEAST else None


def _weighted(axis: Axis, spans: Sequence[Span], busy: Sequence[bool], length: float) -> list[float]:
    """By the logarithm of the number of values, but each as wide as can be read."""
    floors = [_DOT if axis.dense and span.single else LEAST for span in spans]
    weights: list[float] = []
    for span, much in zip(spans, busy, strict=True):
        size = _LONGEST / 2 if span.finite is None else min(_LONGEST, max(0.0, log2(_count(span) or 1)))
        weights.append((2.0 + size) * (_BUSY if much else 1.0))
    room = length - sum(floors)
    if room <= 0:
        return [floor * length / sum(floors) for floor in floors]
    total = sum(weights)
    return [floor + room * weight / total for floor, weight in zip(floors, weights, strict=True)]


def _count(span: Span) -> Number:
    """How many values; of reals how far."""
    ends = span.finite
    if ends is None:
        return 0
    if span.above_low or span.below_high:
        return ends[1] - ends[0]
    return ends[1] - ends[0] + 1


def _holds(span: Span, position: Number) -> bool:
    low, high = span.low, span.high
    above = low is None or (position > low if span.above_low else position >= low)
    return above and (high is None or (position < high if span.below_high else position <= high))
