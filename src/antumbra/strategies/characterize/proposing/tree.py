"""A decision tree over labelled points: cut until the points of each part are on one side.

The choice of a cut looks one step ahead: of the few best, the one after which the next cuts leave least.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from antumbra.records import dataclass
from antumbra.strategies.characterize.proposing.points import Sample
from antumbra.strategies.characterize.proposing.regions import Cut, Region
from antumbra.strategies.characterize.proposing.splitting import Columns, Split, entropy

#: cuts among which the step ahead decides
CANDIDATES: Final = 5
#: parts of a tree; what is mixed beyond that, or when all steps are taken, stays so
MOST_LEAVES: Final = 64
#: costs of features, for one tree after the other
TIERS: Final = (2.5, 5.0, inf)
#: bits of a leaf that is mixed, besides telling its points
MIXED_BITS: Final = 50.0


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part with the samples of it, and which of two classes they are (None: both, and no cut tells them apart)."""

    region: Region
    samples: tuple[Sample, ...]
    one: bool | None


@dataclass(frozen=True, slots=True)
class Tree:
    """``bits``: its description length. ``whole``: no points of different classes were left together."""

    leaves: tuple[Leaf, ...]
    bits: float

    @property
    def whole(self) -> bool:
        return all(leaf.one is not None for leaf in self.leaves)


def learn_simplest(columns: Columns, region: Region, samples: Sequence[Sample], ones: Sequence[bool]) -> Tree:
    """Trees of more and more kinds of features, and of them the one that is said in least."""
    best: Tree | None = None
    for cost in TIERS:
        features = columns.up_to(cost)
        tree = learn(columns, region, samples, ones, features, inf if best is None else best.bits)
        if tree is not None and (best is None or tree.bits < best.bits):
            best = tree
    if best is None:
        raise RuntimeError("no bound holds for the first tree")
    return best


def learn(
    columns: Columns, region: Region, samples: Sequence[Sample], ones: Sequence[bool], features: int, most_bits: float
) -> Tree | None:
    """A tree over the first so many features. ``ones``: the class of each sample. None beyond ``most_bits``."""
    leaves: list[Leaf] = []
    work = [(region, list(samples), list(ones))]
    parts, bits = 1, 0.0
    while work:
        here, some, classes = work.pop()
        if len(set(classes)) <= 1:
            leaves.append(Leaf(here, tuple(some), classes[0] if classes else None))
            continue
        enough = parts >= MOST_LEAVES or columns.points.exhausted
        chosen = None if enough else _choose(columns, some, classes, features)
        if chosen is None:
            bits += MIXED_BITS + entropy(len(classes) - sum(classes), sum(classes))
            leaves.append(Leaf(here, tuple(some), None))
            continue
        parts += 1
        bits += chosen.said
        if bits >= most_bits:
            return None
        for holds in (False, True):
            part = _part(chosen.cut, holds, some, classes)
            work.append((here.cut(chosen.cut, holds), *part))
    return Tree(tuple(leaves), bits)


def _part(cut: Cut, holds: bool, samples: Sequence[Sample], ones: Sequence[bool]) -> tuple[list[Sample], list[bool]]:
    number = cut.feature.number
    kept = [at for at, sample in enumerate(samples) if cut.holds(number(sample.values)) is holds]
    return [samples[at] for at in kept], [ones[at] for at in kept]


def _choose(columns: Columns, samples: Sequence[Sample], ones: Sequence[bool], features: int) -> Split | None:
    found = columns.split(samples, ones, CANDIDATES, features)
    if len(found) < 2 or not found[0].left:
        return found[0] if found else None
    return min(found, key=lambda split: split.said + _ahead(columns, split, samples, ones, features))


def _ahead(columns: Columns, split: Split, samples: Sequence[Sample], ones: Sequence[bool], features: int) -> float:
    """Bits of both parts after one more cut of each."""
    total = 0.0
    for holds in (False, True):
        some, classes = _part(split.cut, holds, samples, ones)
        mixed = entropy(len(classes) - sum(classes), sum(classes))
        if mixed:
            best = columns.split(some, classes, 1, features)
            mixed = min(mixed, best[0].bits) if best else mixed
        total += mixed
    return total
