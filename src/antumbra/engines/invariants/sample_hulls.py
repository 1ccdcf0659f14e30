"""What a set of samples has in common, in words: guesses that are made from below.

Each sample is one valuation of some columns. The guess is the strongest that holds for all samples in a family of
conditions: linear equations, remainders, bounds of sums and differences (widened to constants of the program once there
are a few samples), order, small sets, and equations and bounds on either side of the conditions that the program itself
tests. A guess that fails gives a sample more; chains of guesses end soon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import gcd
from typing import Any

from antumbra import terms as T
from antumbra.engines.invariants.affine_hull import AffineHull, LinearHull
from antumbra.engines.invariants.numbers import KINDS, Numbers
from antumbra.terms import Term

#: samples from which bounds are widened
FEW = 3
#: lowest bits that equations may be about
PARITIES = 2
#: factors of equations
LARGEST_FACTOR = 1 << 10
#: what whole numbers are divided by
LARGEST_DIVISOR = 64
#: values of a column that are listed
MOST_LISTED = 3
#: columns whose sums and differences are looked at
MOST_COMBINED = 7
#: conditions of the program that samples are split by
MOST_SPLITS = 6

Sample = tuple[Any, ...]


class Hull:
    """``columns`` are variables; of those that are no numbers or Booleans nothing is said, nor of ``idle`` ones.

    ``aims``: those that sums of three are about; both by position. ``thresholds``: constants (as signed numbers) that
    bounds stop at. ``splits``: conditions over columns."""

    def __init__(
        self,
        columns: Sequence[Term],
        aims: Sequence[int],
        thresholds: Sequence[int],
        splits: Sequence[Term],
        idle: Sequence[int] = (),
    ) -> None:
        self.columns = tuple(columns)
        self._aims = frozenset(aims)
        self._idle = frozenset(idle)
        self._thresholds = tuple(sorted({-1, 0, 1, *thresholds}))
        self._splits = tuple(splits)[:MOST_SPLITS]
        self.samples: dict[Sample, None] = {}
        self._conditions: list[Term] | None = None
        #: equations of samples on a side of a split, and how many of them they are of
        self._hulls: dict[tuple[object, ...], tuple[AffineHull | LinearHull, int]] = {}
        #: what was too hard to decide
        self.banned: set[Term] = set()
        #: columns of one sort, by position
        self._groups: dict[Numbers, list[int]] = {}
        for i, column in enumerate(self.columns):
            if column.sort.kind in KINDS and i not in self._idle:
                self._groups.setdefault(Numbers(column.sort), []).append(i)

    def add(self, sample: Sample) -> None:
        self.samples[sample] = None
        self._conditions = None

    def ban(self, condition: Term) -> None:
        """Say this no more."""
        self.banned.add(condition)
        self._conditions = None

    def constant(self, position: int) -> int | None:
        """The only value of a column, if it has only one."""
        values = {sample[position] for sample in self.samples}
        return values.pop() if len(values) == 1 else None

    def conditions(self) -> list[Term]:
        """What all samples satisfy. Without samples, nothing does."""
        if self._conditions is None:
            samples = list(self.samples)
            found = dict.fromkeys((*self._plain(samples, None), *self._sums(samples), *self._orders(samples)))
            for split in self._splits:
                found.update(dict.fromkeys(self._split(split, samples, found)))
            self._conditions = [c for c in found if c is not T.TRUE and c not in self.banned]
        return self._conditions

    def _split(self, split: Term, samples: list[Sample], known: dict[Term, None]) -> list[Term]:
        sides: tuple[list[Sample], list[Sample]] = ([], [])
        for sample in samples:
            value = T.evaluate(split, dict(zip(self.columns, sample, strict=True)))
            sides[not value].append(sample)
        return [
            T.or_(T.not_(condition), conclusion)
            for side, condition in ((sides[0], split), (sides[1], T.not_(split)))
            if len(side) < len(samples)
            for conclusion in self._plain(side, condition)
            if conclusion not in known
        ]

    def _plain(self, samples: list[Sample], side: Term | None) -> Iterator[Term]:
        """Single columns, and equations. ``side``: the condition that the samples satisfy."""
        if not samples:
            yield T.FALSE
            return
        for i, column in enumerate(self.columns):
            values = sorted({sample[i] for sample in samples})
            if column.sort is T.BOOL:
                if len(values) == 1:
                    yield column if values[0] else T.not_(column)
                continue
            if column.sort.kind not in KINDS or i in self._idle:
                continue
            numbers = Numbers(column.sort)
            if len(values) <= MOST_LISTED:
                yield T.or_(*(T.eq(column, numbers.constant(value)) for value in values))
                continue
            yield from self._bounds(column, [numbers.number(s[i]) for s in samples], len(samples))
            if numbers.words:
                high = self._above(values[-1], 1 << column.width)
                if high < (1 << column.width) - 1:
                    yield T.bvule(column, T.const(high, column.sort))
        yield from self._equal(samples, side)

    def _equal(self, samples: list[Sample], side: Term | None) -> Iterator[Term]:
        """Equations."""
        for numbers, places in self._groups.items():
            yield from self._equations(numbers, places, samples, side)

    def _grown(
        self, numbers: Numbers, places: Sequence[int], samples: list[Sample], *key: object
    ) -> AffineHull | LinearHull:
        """The hull of some columns; samples only ever get more."""
        name = (numbers, tuple(places), *key)
        hull, count = self._hulls.get(name) or (numbers.hull(len(places)), 0)
        for sample in samples[count:]:
            hull.add([sample[i] for i in places])
        self._hulls[name] = hull, len(samples)
        return hull

    def _equations(
        self, numbers: Numbers, places: list[int], samples: list[Sample], side: Term | None
    ) -> Iterator[Term]:
        hull = self._grown(numbers, places, samples, side)
        columns = [self.columns[i] for i in places]
        fixed: set[int] = set()
        for constant, *factors in hull.equations:
            if numbers.words:
                low = min((f & -f).bit_length() for f in factors if f) - 1
                if len(samples) > FEW and 0 < low < numbers.sort.width - PARITIES:
                    continue  # a chain of such equations is as long as a word has bits
                if any(abs(numbers.number(f)) >> low > LARGEST_FACTOR for f in factors):
                    continue  # holds for what was seen by chance, and is hard to decide
            elif any(abs(f) > LARGEST_FACTOR for f in factors):
                continue
            fixed.add(max(i for i, factor in enumerate(factors) if factor))
            yield T.eq(numbers.total(factors, columns, constant), numbers.constant(0))
        if numbers.sort is T.INT:
            free = [place for i, place in enumerate(places) if i not in fixed]
            yield from self._remainders(free, samples, side)

    def _remainders(self, places: list[int], samples: list[Sample], side: Term | None) -> Iterator[Term]:
        """Of whole numbers by what all of them differ by, and of sums by powers of two."""
        if len(samples) <= FEW:
            return
        for i in places:
            first = samples[0][i]
            divisor = gcd(*(sample[i] - first for sample in samples))
            if 1 < divisor <= LARGEST_DIVISOR:
                yield T.eq(T.mod(self.columns[i], T.integer(divisor)), T.integer(first % divisor))
        if len(places) < 2:
            return
        for constant, *factors in self._grown(Numbers(T.bv_sort(PARITIES)), places, samples, side).equations:
            if sum(map(bool, factors)) > 1:
                total = Numbers(T.INT).total(factors, [self.columns[i] for i in places], constant)
                yield T.eq(T.mod(total, T.integer(1 << PARITIES)), T.integer(0))

    def _sums(self, samples: list[Sample]) -> Iterator[Term]:
        """Bounds of sums and differences of two columns, and of three if one of them is aimed at."""
        if len(samples) <= FEW:
            return  # their equations say as much
        for numbers, places in self._groups.items():
            places = places[-MOST_COMBINED:]
            for count in (2, 3):
                for chosen in combinations(places, count):
                    if count == 3 and not self._aims.intersection(chosen):
                        continue
                    for signs in range(1 << (count - 1)):
                        factors = [1, *(-1 if signs >> k & 1 else 1 for k in range(count - 1))]
                        form = _form(numbers, factors, [self.columns[i] for i in chosen])
                        values = [
                            numbers.number(sum(f * sample[i] for f, i in zip(factors, chosen, strict=True)))
                            for sample in samples
                        ]
                        yield from self._bounds(form, values, len(samples), ())

    def _bounds(
        self, form: Term, values: list[Any], count: int, thresholds: Sequence[int] | None = None
    ) -> Iterator[Term]:
        """Bounds of a form; widened, they stop at thresholds, at its first value and around zero."""
        low: Any = min(values)
        high: Any = max(values)
        numbers = Numbers(form.sort)
        if count > FEW:
            stops = (-1, 0, 1, values[0], *(self._thresholds if thresholds is None else thresholds))
            low = max((t for t in stops if t <= low), default=numbers.lowest)
            high = min((t for t in stops if t >= high), default=numbers.highest)
        if low != numbers.lowest:
            yield numbers.at_most(numbers.constant(low), form)
        if high != numbers.highest:
            yield numbers.at_most(form, numbers.constant(high))

    def _above(self, value: int, limit: int) -> int:
        """The next threshold, unsigned."""
        return min((t for t in self._thresholds if value <= t < limit), default=limit - 1)

    def _orders(self, samples: list[Sample]) -> Iterator[Term]:
        if len(samples) <= FEW:
            return
        for numbers, places in self._groups.items():
            for i, j in combinations(places[-MOST_COMBINED:], 2):
                x, y = self.columns[i], self.columns[j]
                signed = [(numbers.number(s[i]), numbers.number(s[j])) for s in samples]
                if all(a <= b for a, b in signed):
                    yield numbers.at_most(x, y)
                if all(a >= b for a, b in signed):
                    yield numbers.at_most(y, x)
                if not numbers.words:
                    continue
                if all(s[i] <= s[j] for s in samples):
                    yield T.bvule(x, y)
                if all(s[i] >= s[j] for s in samples):
                    yield T.bvule(y, x)


def _form(numbers: Numbers, factors: Sequence[int], columns: Sequence[Term]) -> Term:
    total = columns[0]
    for factor, column in zip(factors[1:], columns[1:], strict=True):
        total = numbers.plus(total, column) if factor > 0 else numbers.minus(total, column)
    return total
