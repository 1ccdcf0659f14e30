"""Points to begin with: corner values, numbers of the program and their neighbours, random numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Final

from antumbra.strategies.characterize.proposing.points import Sample
from antumbra.strategies.characterize.proposing.space import Axis, Point, Space

#: corner values of an axis that meet those of others in every combination
MOST_CORNERS: Final = 12
#: corner values that all inputs take at once
LIKE_CORNERS: Final = 24
#: combinations of corner values
MOST_COMBINATIONS: Final = 200


def corners(axis: Axis, constants: Sequence[int]) -> list[int]:
    """Numbers of an axis where programs often change their mind, the most likely first."""
    found = dict.fromkeys((0, 1, -1, axis.low, axis.high, 2, axis.low + 1, axis.high - 1))
    for constant in constants:
        found.update(dict.fromkeys((constant, constant + 1, constant - 1, -constant)))
        if axis.low == 0 and constant < 0:
            found[constant + axis.high + 1] = None
    for bits in range(2, axis.width or 16):
        found.update(dict.fromkeys((1 << bits, (1 << bits) - 1, (1 << bits) + 1, -(1 << bits))))
    return [number for number in found if axis.low <= number <= axis.high]


def any_number(axis: Axis, random: Random) -> int:
    """Of every magnitude about as often."""
    if random.random() < 0.4:
        return random.randint(axis.low, axis.high)
    size = random.getrandbits(random.randint(1, (axis.high - axis.low).bit_length()))
    number = size if random.random() < 0.6 else -size
    return min(max(number, axis.low), axis.high)


def first_points(space: Space, constants: Sequence[int], count: int, random: Random) -> Iterator[Point]:
    """Combinations of corner values, all inputs alike, then mixtures of those and random numbers."""
    all_corners = [corners(axis, constants) for axis in space.axes]
    most = MOST_CORNERS
    while most > 1 and most ** len(space.axes) > MOST_COMBINATIONS:
        most -= 1
    if most ** len(space.axes) <= MOST_COMBINATIONS:
        yield from product(*(some[:most] for some in all_corners))
    # all inputs alike, as far as they can be: counts of inputs, and comparisons between them, are decided there
    for number in dict.fromkeys(number for some in all_corners for number in some[:LIKE_CORNERS]):
        yield tuple(min(max(number, axis.low), axis.high) for axis in space.axes)
    spoken = [_spoken(axis, constants) or some for axis, some in zip(space.axes, all_corners, strict=True)]
    for number in range(count):
        # random numbers, mixtures with corner values, and with numbers of the program
        chance, choices = ((0.0, all_corners), (0.5, all_corners), (0.75, spoken))[number % 3]
        yield tuple(
            random.choice(some) if random.random() < chance else any_number(axis, random)
            for axis, some in zip(space.axes, choices, strict=True)
        )


def _spoken(axis: Axis, constants: Sequence[int]) -> list[int]:
    """Numbers of the program, and their neighbours."""
    near = dict.fromkeys(number for constant in constants for number in (constant, constant + 1, constant - 1))
    return [number for number in near if axis.low <= number <= axis.high]


def uniform(space: Space, random: Random) -> Point:
    return tuple(random.randint(axis.low, axis.high) for axis in space.axes)


class Members:
    """Random members of a region: steps along axes from members that are known, some as far as the region goes."""

    def __init__(self, space: Space, constants: Sequence[int], random: Random) -> None:
        self._space = space
        self._random = random
        self._corners = [corners(axis, constants) for axis in space.axes]

    def near(self, base: Sample, inside: Callable[[Point], bool]) -> Point | None:
        """Another member of the region of ``base``, or None by bad luck."""
        random = self._random
        point = base.point
        for _ in range(random.randint(1, len(point) + 1)):
            i = random.randrange(len(point))
            if random.random() < 0.3:
                point = self._farthest(point, i, inside)
                continue
            there = (*point[:i], self._number(i, point[i]), *point[i + 1 :])
            if inside(there):
                point = there
        return point if point != base.point else None

    def _number(self, i: int, here: int) -> int:
        random, axis = self._random, self._space.axes[i]
        kind = random.random()
        if kind < 0.35:
            return any_number(axis, random)
        if kind < 0.55:
            return random.choice(self._corners[i])
        step = random.getrandbits(random.randint(1, (axis.high - axis.low).bit_length())) + 1
        return min(max(here + random.choice((step, -step)), axis.low), axis.high)

    def _farthest(self, point: Point, i: int, inside: Callable[[Point], bool]) -> Point:
        """As far along an axis as steps that double, and then halve, stay in the region."""
        axis = self._space.axes[i]
        up = self._random.random() < 0.5
        best, step, grows = point[i], 1, True
        while step:
            number = best + step if up else best - step
            if axis.low <= number <= axis.high and inside((*point[:i], number, *point[i + 1 :])):
                best = number
                step = step * 2 if grows else step // 2
            else:
                grows, step = False, step // 2
        return (*point[:i], best, *point[i + 1 :])
