"""A number line: stretches of one input, each of one kind where that was shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from antumbra.records import dataclass
from antumbra.report.bounds.picture.parts import borders as B
from antumbra.report.bounds.picture.parts.axis import Axis, Number, Span
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.parts.space import Space

#: cuts of a line, and rounds of looking for more
_MOST_CUTS: Final = 64
_ROUNDS: Final = 5
#: a stretch between two mixed ones is told apart from them if it has more values
_LONELY: Final = 16


@dataclass(frozen=True, slots=True)
class Stretch:
    span: Span
    kind: Kind


def window_of(axis: Axis, numbers: Sequence[Number], points: Sequence[Number]) -> Span:
    """What is drawn of an axis: all of it, or around what the conditions and tests name."""
    if axis.least is not None and axis.greatest is not None:
        return Span(axis.least, axis.greatest)
    named = [*numbers, *points] or [0]
    low, high = min(*named, 0), max(*named, 0)
    pad = max(4, (high - low) // 6)
    return Span(low - pad, high + pad)


def stretches(space: Space, numbers: Sequence[Number], points: Sequence[Number]) -> list[Stretch]:
    """All of a space with one axis, from its least value to its greatest; what has no end is a stretch too."""
    (axis,) = space.axes
    window = window_of(axis, numbers, points)
    cuts = set(_first_cuts(space, axis, window, numbers))
    done: dict[Span, Kind] = {}
    for _ in range(_ROUNDS):
        spans = _spans(axis, window, cuts)
        for span in spans:
            if span not in done:
                done[span] = space.whole((span,))
        more: set[Number] = set()
        if len(cuts) < _MOST_CUTS and not axis.dense:
            for span in spans:
                if done[span] is Kind.MIXED:
                    more.update(_inner_cuts(space, span, window))
        if more <= cuts:
            break
        cuts.update(sorted(more - cuts)[: _MOST_CUTS - len(cuts)])
    spans = _spans(axis, window, cuts)
    for span in spans:
        if span not in done:
            done[span] = space.whole((span,))
    return list(merged(_without_lonely([Stretch(span, done[span]) for span in spans])))


def _spans(axis: Axis, window: Span, cuts: set[Number]) -> list[Span]:
    if axis.least is None and window.low is not None and window.high is not None:
        beyond = {window.low, window.high if axis.dense else window.high + 1}
        return B.between(axis, None, None, cuts | beyond)
    return B.between(axis, axis.least, axis.greatest, cuts)


def _first_cuts(space: Space, axis: Axis, window: Span, numbers: Sequence[Number]) -> Iterator[Number]:
    if axis.infinities is not None:
        yield from (axis.infinities[0], axis.infinities[1] + 1)
    if axis.least is not None and axis.least < 0:
        yield 0
    if axis.dense:
        yield from numbers
        return

    def kind_at(position: Number) -> Kind:
        return space.at((position,))

    ends = window.finite
    if ends is None or (axis.least is not None and B.is_dense(kind_at, *ends)):
        return
    yield from B.changes(kind_at, B.probes(axis, window, numbers), most=_MOST_CUTS)


def _inner_cuts(space: Space, span: Span, window: Span) -> Iterator[Number]:
    """Where to cut a mixed stretch: at borders that samples or a solver show, unless there are very many."""
    ends = (window if span.finite is None else span).finite
    if ends is None:
        return

    def kind_at(position: Number) -> Kind:
        return space.at((position,))

    low, high = ends
    if space.open or B.is_dense(kind_at, low, high):
        return
    (axis,) = space.axes
    found = B.changes(kind_at, B.probes(axis, Span(low, high), ()), most=B.BUSY + 1)
    if found:
        yield from found[: B.BUSY]
        return
    kind = kind_at(low)
    other = None if kind is Kind.MIXED else space.other(kind, (span,))
    if other is not None and kind_at(other[0]) is not kind:
        position = other[0]
        if low < position:
            yield B.halved(kind_at, low, position, kind)
        if position < high:
            yield B.halved(kind_at, position, high, kind_at(position))


def _without_lonely(parts: list[Stretch]) -> list[Stretch]:
    """What is lonely among mixed stretches is mixed too."""
    found = list(parts)
    for at in range(1, len(parts) - 1):
        span = parts[at].span
        lonely = span.low is not None and span.high is not None and span.high - span.low < _LONELY
        if lonely and parts[at - 1].kind is parts[at + 1].kind is Kind.MIXED:
            found[at] = Stretch(span, Kind.MIXED)
    return found


def merged(parts: Sequence[Stretch]) -> Iterator[Stretch]:
    """Neighbours of one kind are one stretch."""
    start = 0
    for at, part in enumerate(parts):
        if at + 1 == len(parts) or parts[at + 1].kind is not part.kind:
            first, last = parts[start].span, part.span
            span = last if start == at else Span(first.low, last.high, first.above_low, last.below_high)
            yield Stretch(span, part.kind)
            start = at + 1
