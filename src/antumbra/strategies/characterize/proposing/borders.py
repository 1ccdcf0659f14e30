"""Borders: between a point that fails and one that does not, two neighbours of which one fails.

From one point to the other, one coordinate after the other: somewhere the side changes, on a line along one axis, and
bisection finds where. What it finds pins every threshold down, whatever the condition speaks of.
"""

from __future__ import annotations

from random import Random

from antumbra.strategies.characterize.proposing.points import Points, Sample


def border(points: Points, one: Sample, other: Sample, random: Random) -> tuple[Sample, Sample] | None:
    """Two points of different sides that differ by one step on one axis; None where a run on the way tells nothing."""
    order = [i for i, (a, b) in enumerate(zip(one.point, other.point, strict=True)) if a != b]
    random.shuffle(order)
    here = one
    for i in order:
        point = (*here.point[:i], other.point[i], *here.point[i + 1 :])
        there = points.run(point)
        if there is None or there.side is None:
            return None
        if there.side is not one.side:
            return _bisected(points, here, there, i)
        here = there
    return None


def _bisected(points: Points, one: Sample, other: Sample, i: int) -> tuple[Sample, Sample] | None:
    while abs(one.point[i] - other.point[i]) > 1:
        middle = (one.point[i] + other.point[i]) // 2
        between = points.run((*one.point[:i], middle, *one.point[i + 1 :]))
        if between is None or between.side is None:
            return None
        if between.side is one.side:
            one = between
        else:
            other = between
    return one, other
