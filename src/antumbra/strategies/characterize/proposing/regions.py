"""Regions: conjunctions of bounds on features, said as shortly as they can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from antumbra import terms as T
from antumbra.bounds.cfc import Failure, Side
from antumbra.records import dataclass, field
from antumbra.strategies.characterize.proposing.features import Feature
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Proposal:
    """A region and the side that it seems to be on: something to prove. ``failure``: of MUST, where all points that are
    known fail alike. ``points``: labelled points in it. ``share``: of random points. ``sure``: some run says so; else
    no run in it was over."""

    condition: Term
    side: Side
    failure: Failure | None = None
    points: int = 0
    share: float = 0.0
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Cut:
    """``feature <= number``, or with ``equal`` ``feature == number``."""

    feature: Feature
    number: int
    equal: bool

    def holds(self, number: int) -> bool:
        return number == self.number if self.equal else number <= self.number


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``low`` to ``high``, which are None where nothing bounds them, without some numbers."""

    low: int | None = None
    high: int | None = None
    without: tuple[int, ...] = ()

    def has(self, number: int) -> bool:
        return (
            (self.low is None or self.low <= number)
            and (self.high is None or number <= self.high)
            and number not in self.without
        )

    def tightened(self) -> Interval:
        """Numbers that are left out at an end are behind the end."""
        low, high = self.low, self.high
        without = {number for number in self.without if Interval(low, high).has(number)}
        while low is not None and low in without:
            low += 1
        while high is not None and high in without:
            high -= 1
        left = tuple(sorted(number for number in without if Interval(low, high).has(number)))
        return Interval(low, high, left)


@dataclass(frozen=True, slots=True)
class Region:
    """Intervals of features, in the order in which they were bounded."""

    bounds: Mapping[Feature, Interval] = field(default_factory=dict[Feature, Interval])

    def cut(self, cut: Cut, holds: bool) -> Region:
        feature, number = cut.feature, cut.number
        old = self.bounds.get(feature, Interval(feature.low, feature.high))
        if cut.equal:
            new = Interval(number, number) if holds else Interval(old.low, old.high, (*old.without, number))
        elif holds:
            new = Interval(old.low, number if old.high is None else min(old.high, number), old.without)
        else:
            new = Interval(number + 1 if old.low is None else max(old.low, number + 1), old.high, old.without)
        return Region({**self.bounds, feature: new.tightened()})

    def has(self, values: Mapping[Term, Any]) -> bool:
        return all(interval.has(feature.number(values)) for feature, interval in self.bounds.items())

    def condition(self) -> Term:
        parts: list[Term] = []
        for feature, interval in self.bounds.items():
            parts += said(feature, interval)
        return T.and_(T.TRUE, *parts)


def said(feature: Feature, interval: Interval) -> Iterator[Term]:
    low, high = interval.low, interval.high
    if low is not None and high is not None and low > high:
        yield T.FALSE
    elif low is not None and low == high:
        yield feature.equals(low)
    else:
        if low is not None and low != feature.low:
            yield feature.at_least(low)
        if high is not None and high != feature.high:
            yield feature.at_most(high)
        for number in interval.without:
            yield T.not_(feature.equals(number))
