"""The cut of a set of labelled points that is worth most: least description of the cut and of the sides behind it.

Minimum description length: saying a cut costs bits (a feature and a number), and so does saying which points of each
part are on which side (their entropy). Simple features win where they do as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log2
from typing import Final

from antumbra.records import dataclass
from antumbra.strategies.characterize.proposing.constants import Taste
from antumbra.strategies.characterize.proposing.features import Feature
from antumbra.strategies.characterize.proposing.points import Points, Sample
from antumbra.strategies.characterize.proposing.regions import Cut

#: bits of a cut, whatever it speaks of; of testing for one number where an order would do
CUT_BITS: Final = 2.0
EQUAL_BITS: Final = 0.5
#: effort of looking at one number of a feature (engines.effort)
LOOK: Final = 0.5


@lru_cache(maxsize=65536)
def entropy(zeros: int, ones: int) -> float:
    """Bits that tell which of so many points are which."""
    if not zeros or not ones:
        return 0.0
    both = zeros + ones
    return both * log2(both) - zeros * log2(zeros) - ones * log2(ones)


@dataclass(frozen=True, slots=True)
class Split:
    """A cut with the bits of it (``said``) and of the parts (``left``)."""

    cut: Cut
    said: float
    left: float

    @property
    def bits(self) -> float:
        return self.said + self.left


class Columns:
    """Numbers of features at samples, calculated once."""

    def __init__(self, features: Sequence[Feature], taste: Taste, points: Points) -> None:
        self.features = features
        self.taste = taste
        self.points = points
        self._numbers: list[dict[int, int]] = [{} for _ in features]

    def up_to(self, cost: float) -> int:
        """How many features, the cheapest first, have at most this cost."""
        return sum(feature.cost <= cost for feature in self.features)

    def split(self, samples: Sequence[Sample], ones: Sequence[bool], most: int, features: int) -> list[Split]:
        """The best cuts, one of each of the first so many features, the best first."""
        found: list[Split] = []
        total_ones = sum(ones)
        total = len(samples)
        for feature, known in zip(self.features[:features], self._numbers, strict=False):
            counts: dict[int, list[int]] = {}
            number_of = feature.number
            for sample, one in zip(samples, ones, strict=True):
                number = known.get(sample.number)
                if number is None:
                    number = known[sample.number] = number_of(sample.values)
                entry = counts.get(number)
                if entry is None:
                    counts[number] = entry = [0, 0]
                entry[one] += 1
            if len(counts) > 1:
                best = self._best(feature, counts, total - total_ones, total_ones)
                if best is not None:
                    found.append(best)
        self.points.work += LOOK * total * features
        found.sort(key=lambda split: split.bits)
        return found[:most]

    def _best(self, feature: Feature, counts: dict[int, list[int]], zeros: int, ones: int) -> Split | None:
        numbers = sorted(counts)
        best: tuple[float, int, int, bool] | None = None
        z = o = 0
        for at, number in enumerate(numbers):
            here_z, here_o = counts[number]
            if feature.equality or not (here_z and here_o):
                left = entropy(here_z, here_o) + entropy(zeros - here_z, ones - here_o) + EQUAL_BITS
                if best is None or left < best[0]:
                    best = left, number, number, True
            z, o = z + here_z, o + here_o
            if feature.equality or at + 1 == len(numbers):
                continue
            left = entropy(z, o) + entropy(zeros - z, ones - o)
            if best is None or left < best[0]:
                best = left, number, numbers[at + 1] - 1, False
        if best is None:
            return None
        left, low, high, equal = best
        if feature.truth:
            return Split(Cut(feature, 1, True), CUT_BITS + feature.cost, left - EQUAL_BITS)
        number = low if equal else self.taste.choose(low, high)
        # a test for the first or the last number is a bound
        if equal and number in (feature.low, feature.high):
            equal, number = False, number if number == feature.low else number - 1
        said = CUT_BITS + feature.cost + self.taste.cost(number) + EQUAL_BITS * equal
        return Split(Cut(feature, number, equal), said, left - EQUAL_BITS * equal)
