"""The conjuncts of a path's condition that matter for its end, as far as runs tell.

A path ends alike for all of its inputs, but not every branch on it matters for that. Members of the condition without
some conjuncts are run: where all of them end like the path, these seem not to matter. Halves are tried first, then
smaller parts, as in delta debugging. Nothing here is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Side
from antumbra.program.restricting.assuming import conjuncts
from antumbra.strategies.characterize.proposing.points import Points, Sample
from antumbra.strategies.characterize.proposing.sampling import Members, corners
from antumbra.strategies.characterize.proposing.space import Point
from antumbra.terms import Term

#: members that are run before conjuncts are dropped
TRIES: Final = 24

_Holds = Callable[[Mapping[Term, int]], object]


class Dropping:
    """``points``: what was run, and how much more may be. ``constants``: numbers that runs are likely to depend on."""

    def __init__(self, points: Points, constants: Sequence[int] = (), seed: int = 0) -> None:
        self._points = points
        self._members = Members(points.space, constants, Random(seed))  # noqa: S311 - no secret
        self._corners = [corners(axis, constants) for axis in points.space.axes]
        self._holds: dict[Term, _Holds] = {}

    def essential(self, condition: Term, values: Mapping[Term, int]) -> tuple[Side, list[Term]] | None:
        """The conjuncts without which some run ends otherwise than that of ``values``, and which side that is on. None
        where that run has no side, or is not one of the condition's."""
        base = self._points.add(self._points.space.point(values))
        kept = list(conjuncts(condition))
        if base is None or base.side is None or not self._inside(kept, base.values):
            return None
        size = len(kept)
        while size:
            start = 0
            while start < len(kept):
                rest = kept[:start] + kept[start + size :]
                if self._alike(rest, kept[start : start + size], base):
                    kept = rest
                else:
                    start += size
            size //= 2
        return base.side, kept

    def _alike(self, parts: Sequence[Term], dropped: Sequence[Term], base: Sample) -> bool:
        """Do all members that were run, and some more, end like the base?"""
        for sample in self._points.samples:
            if sample.side is not base.side and self._inside(parts, sample.values):
                return False

        def inside(point: Point) -> bool:
            values = self._points.space.values(point)
            return self._points.space.inside(values) and self._inside(parts, values)

        here = base
        others = (self._members.near(here, inside) for _ in range(TRIES))
        for point in chain(self._beyond(dropped, base, inside), others):
            if point is None:
                continue
            sample = self._points.run(point)
            if sample is None or sample.side is not base.side:
                return False  # also where no steps are left, or the run does not tell
            here = sample
        return True

    def _beyond(self, dropped: Sequence[Term], base: Sample, inside: Callable[[Point], bool]) -> Iterator[Point]:
        """Neighbours of the base that do not meet a conjunct which is dropped: first those that differ in one input."""
        axes = self._points.space.axes
        for part in dropped:
            free = T.free_variables(part)
            for i, axis in enumerate(axes):
                for number in self._corners[i] if axis.variable in free else ():
                    point = (*base.point[:i], number, *base.point[i + 1 :])
                    if not self._compiled(part)(self._points.space.values(point)) and inside(point):
                        yield point
                        break

    def _inside(self, parts: Sequence[Term], values: Mapping[Term, int]) -> bool:
        return all(self._compiled(part)(values) for part in parts)

    def _compiled(self, part: Term) -> _Holds:
        found = self._holds.get(part)
        if found is None:
            found = self._holds[part] = T.compiled(part)
        return found
