"""Growing a region from one point: inputs that do not matter are dropped, intervals widened as far as runs agree.

First inputs are dropped, one after the other: does the side stay for other values of it? Then sums and differences of
two inputs: where points that keep them keep the side, one bound takes the place of two. Then each input that is left.
Steps double, then halve. Whatever contradicts in the end, cuts the region back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from antumbra.bounds.cfc import Side
from antumbra.strategies.characterize.proposing.features import Feature, linear, plain
from antumbra.strategies.characterize.proposing.points import Points, Sample
from antumbra.strategies.characterize.proposing.regions import Interval, Proposal, Region
from antumbra.strategies.characterize.proposing.sampling import any_number, corners
from antumbra.strategies.characterize.proposing.space import Point
from antumbra.terms import Term

#: values that are tried of an input before it is dropped, and members of the region at each width and at the end
DROP_TRIES: Final = 24
WIDEN_TRIES: Final = 4
LAST_TRIES: Final = 60
#: repairs of a region that a run contradicts
MOST_REPAIRS: Final = 24


@dataclass(frozen=True, slots=True)
class Growth:
    """``dropped``: parameters that seem not to matter in the region. ``runs``: how many it took."""

    proposal: Proposal
    dropped: tuple[Term, ...]
    runs: int


@dataclass(slots=True)
class _Bound:
    """One bounded direction: ``i`` moves, and with it ``j`` by ``sign``, if there is one, as much the other way."""

    feature: Feature
    i: int
    low: int
    high: int
    j: int | None = None
    sign: int = 0


def grow(points: Points, values: Mapping[Term, int], constants: Sequence[int] = (), seed: int = 0) -> Growth | None:
    """A region around a point. None where the point's own run tells no side, or it is outside of the domain."""
    base = points.add(points.space.point(values))
    if base is None or base.side is None:
        return None
    random = Random(seed)  # noqa: S311 - no secret
    return _Grower(points, base, base.side, constants, random).grown()


class _Grower:
    def __init__(self, points: Points, base: Sample, side: Side, constants: Sequence[int], random: Random) -> None:
        self._points = points
        self._axes = points.space.axes
        self._base = base
        self._side = side
        self._random = random
        self._corners = [corners(axis, constants) for axis in self._axes]
        self._free: set[int] = set()
        self._bounds: list[_Bound] = []
        self._before = points.runner.runs

    def grown(self) -> Growth:
        for i in range(len(self._axes)):
            self._drop(i)
        kept = [i for i in range(len(self._axes)) if i not in self._free]
        paired: set[int] = set()
        for i, j in combinations(kept, 2):
            if not paired & {i, j} and self._relate(i, j):
                paired |= {i, j}
        for i in kept:
            if i not in paired:
                number = self._base.point[i]
                bound = _Bound(plain(self._axes[i]), i, number, number)
                self._bounds.append(bound)
                self._widen(bound, self._axes[i].low, self._axes[i].high)
        self._repair()
        region = self._region()
        inside = [s for s in self._points.samples if s.side is not None and region.has(s.values)]
        failures = {s.labelled.failure for s in inside}
        failure = self._base.labelled.failure if len(failures) == 1 else None
        dropped = tuple(self._axes[i].variable for i in sorted(self._free))
        proposal = Proposal(region.condition(), self._side, failure, len(inside))
        return Growth(proposal, dropped, self._points.runner.runs - self._before)

    def _region(self) -> Region:
        return Region({bound.feature: Interval(bound.low, bound.high) for bound in self._bounds})

    def _stays(self, point: Point) -> bool:
        sample = self._points.run(point)
        if sample is None:
            return self._points.known(point) is None and not self._points.exhausted
        return sample.side is self._side

    def _number(self, i: int) -> int:
        if self._random.random() < 0.5:
            return self._random.choice(self._corners[i])
        return any_number(self._axes[i], self._random)

    # ------------------------------------------------------------ dropping

    def _drop(self, i: int) -> None:
        self._free.add(i)
        if not all(self._stays(self._freed(self._base.point)) for _ in range(DROP_TRIES)):
            self._free.discard(i)

    def _freed(self, point: Point) -> Point:
        return tuple(self._number(i) if i in self._free else number for i, number in enumerate(point))

    # ------------------------------------------------------------ two at once

    def _relate(self, i: int, j: int) -> bool:
        """Does the side stay where a sum or a difference does? Then that is bounded, and the two are free."""
        one, other = self._axes[i], self._axes[j]
        kinds = {axis.variable.sort.kind for axis in (one, other)}
        if one.float_sort or other.float_sort or len(kinds) > 1 or "bool" in kinds:
            return False
        for sign in (-1, 1):
            feature = linear([(1, one), (sign, other)], 0)
            number = self._base.point[i] + sign * self._base.point[j]
            bound = _Bound(feature, i, number, number, j, sign)
            if all(self._stays(point) for point in self._along(bound, number, DROP_TRIES)):
                self._bounds.append(bound)
                ends = [one.low, one.high]
                others = sorted((sign * other.low, sign * other.high))
                self._widen(bound, ends[0] + others[0], ends[1] + others[1])
                return True
        return False

    def _along(self, bound: _Bound, number: int, tries: int) -> Iterator[Point]:
        """Points whose feature has this number; what is not bounded is anything, the other bounds hold."""
        found = 0
        for attempt in range(4 * tries):
            point = self._member() if attempt else self._base.point
            moved = self._moved(point, bound, number, any_place=attempt > 1)
            if moved is not None:
                found += 1
                yield moved
                if found >= tries:
                    return

    def _moved(self, point: Point, bound: _Bound, number: int, *, any_place: bool) -> Point | None:
        i, j = bound.i, bound.j
        if j is None:
            return (*point[:i], number, *point[i + 1 :])
        one, other = self._axes[i], self._axes[j]
        y = self._number(j) if any_place else point[j]
        x = number - bound.sign * y
        if not one.low <= x <= one.high:
            x = min(max(x, one.low), one.high)
            y = bound.sign * (number - x)
            if not other.low <= y <= other.high:
                return None
        changed = list(point)
        changed[i], changed[j] = x, y
        return tuple(changed)

    # ------------------------------------------------------------ widening

    def _widen(self, bound: _Bound, lowest: int, highest: int) -> None:
        for up in (True, False):
            step, grows = 1, True
            while step:
                number = bound.high + step if up else bound.low - step
                if grows and not lowest <= number <= highest:
                    number = highest if up else lowest
                    if number == (bound.high if up else bound.low):
                        break
                if lowest <= number <= highest and self._agreed(bound, number):
                    if up:
                        bound.high = number
                    else:
                        bound.low = number
                    step = step * 2 if grows else step // 2
                else:
                    grows, step = False, step // 2

    def _agreed(self, bound: _Bound, number: int) -> bool:
        return all(self._stays(point) for point in self._along(bound, number, WIDEN_TRIES))

    def _member(self) -> Point:
        """A point within all bounds."""
        point = self._freed(self._base.point)
        for bound in self._bounds:
            kind = self._random.random()
            if kind < 0.4:
                number = self._random.randint(bound.low, bound.high)
            else:
                number = bound.low if kind < 0.7 else bound.high
            moved = self._moved(point, bound, number, any_place=True)
            point = point if moved is None else moved
        return point

    # ------------------------------------------------------------ cutting back

    def _repair(self) -> None:
        for _ in range(MOST_REPAIRS):
            wrong = self._contradiction()
            if wrong is None:
                return
            self._cut_back(wrong)
        while (wrong := self._known_contradiction()) is not None:
            self._cut_back(wrong)

    def _known_contradiction(self) -> Sample | None:
        region = self._region()
        for sample in self._points.samples:
            if sample.side is not None and sample.side is not self._side and region.has(sample.values):
                return sample
        return None

    def _contradiction(self) -> Sample | None:
        known = self._known_contradiction()
        if known is not None:
            return known
        for _ in range(LAST_TRIES):
            sample = self._points.run(self._member())
            if sample is not None and sample.side is not None and sample.side is not self._side:
                return sample
        return None

    def _cut_back(self, wrong: Sample) -> None:
        """Keep the point out by the bound that loses least; bind an input again where no bound can."""
        best: tuple[float, _Bound, int] | None = None
        for bound in self._bounds:
            there = bound.feature.number(wrong.values)
            here = bound.feature.number(self._base.values)
            if there == here:
                continue
            lost = (bound.high - there if there > here else there - bound.low) / (bound.high - bound.low + 1)
            if best is None or lost < best[0]:
                best = lost, bound, there
        if best is not None:
            _, bound, there = best
            if there > bound.feature.number(self._base.values):
                bound.high = there - 1
            else:
                bound.low = there + 1
            return
        i = next(i for i, number in enumerate(wrong.point) if number != self._base.point[i])
        self._free.discard(i)
        number = self._base.point[i]
        bound = _Bound(plain(self._axes[i]), i, number, number)
        self._bounds.append(bound)
        if self._points.exhausted:
            return
        self._widen(bound, self._axes[i].low, self._axes[i].high)
