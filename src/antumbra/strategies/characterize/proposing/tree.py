"""A decision tree over labelled points: cut until the points of each part are on one side.

The choice of a cut looks one step ahead: of the few best, the one after which the next cuts leave least.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from antumbra.strategies.characterize.proposing.points import Sample
from antumbra.strategies.characterize.proposing.regions import Cut, Region
from antumbra.strategies.characterize.proposing.splitting import Columns, Split, entropy

#: cuts among which the step ahead decides
CANDIDATES: Final = 5
#: parts of a tree; what is mixed beyond that stays so
MOST_LEAVES: Final = 64


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part with the samples of it, and which of two classes they are (None: both, and no cut tells them apart)."""

    region: Region
    samples: tuple[Sample, ...]
    one: bool | None


def learn(columns: Columns, region: Region, samples: Sequence[Sample], ones: Sequence[bool]) -> list[Leaf]:
    """The leaves of a tree. ``ones``: the class of each sample."""
    leaves: list[Leaf] = []
    work = [(region, list(samples), list(ones))]
    parts = 1
    while work:
        here, some, classes = work.pop()
        if len(set(classes)) <= 1:
            leaves.append(Leaf(here, tuple(some), classes[0] if classes else None))
            continue
        chosen = _choose(columns, some, classes) if parts < MOST_LEAVES else None
        if chosen is None:
            leaves.append(Leaf(here, tuple(some), None))
            continue
        parts += 1
        for holds in (False, True):
            part = _part(chosen.cut, holds, some, classes)
            work.append((here.cut(chosen.cut, holds), *part))
    return leaves


def _part(
    cut: Cut, holds: bool, samples: Sequence[Sample], ones: Sequence[bool]
) -> tuple[list[Sample], list[bool]]:
    number = cut.feature.number
    kept = [at for at, sample in enumerate(samples) if cut.holds(number(sample.values)) is holds]
    return [samples[at] for at in kept], [ones[at] for at in kept]


def _choose(columns: Columns, samples: Sequence[Sample], ones: Sequence[bool]) -> Split | None:
    found = columns.split(samples, ones, CANDIDATES)
    if len(found) < 2 or not found[0].left:
        return found[0] if found else None
    return min(found, key=lambda split: split.said + _ahead(columns, split, samples, ones))


def _ahead(columns: Columns, split: Split, samples: Sequence[Sample], ones: Sequence[bool]) -> float:
    """Bits of both parts after one more cut of each."""
    total = 0.0
    for holds in (False, True):
        some, classes = _part(split.cut, holds, samples, ones)
        mixed = entropy(len(classes) - sum(classes), sum(classes))
        if mixed:
            best = columns.split(some, classes, 1)
            mixed = min(mixed, best[0].bits) if best else mixed
        total += mixed
    return total
