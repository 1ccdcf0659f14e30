"""What a set of samples has in common, in words: guesses that are made from below.

Each sample is one valuation of some columns. The guess is the strongest that holds for all samples in a family of
conditions: linear equations, bounds of sums and differences (widened to constants of the program once there are
a few samples), order, small sets, and equations and bounds on either side of the conditions that the program itself
tests. A guess that fails gives a sample more; chains of guesses end soon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from antumbra import terms as T
from antumbra.engines.invariants.affine_hull import AffineHull
from antumbra.terms import Term

#: samples from which bounds are widened
FEW = 3
#: lowest bits that equations may be about
PARITIES = 2
#: factors of equations
LARGEST_FACTOR = 1 << 10
#: values of a column that are listed
MOST_LISTED = 3
#: columns whose sums and differences are looked at
MOST_COMBINED = 7
#: conditions of the program that samples are split by
MOST_SPLITS = 6

Sample = tuple[int, ...]


class Hull:
    """``columns`` are variables; of those that are no bit-vectors or Booleans nothing is said, nor of ``idle`` ones.

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
        #: what was too hard to decide
        self.banned: set[Term] = set()
        #: columns of one width, by position
        self._groups: dict[int, list[int]] = {}
        for i, column in enumerate(self.columns):
            if column.sort.kind == "bv" and i not in self._idle:
                self._groups.setdefault(column.width, []).append(i)

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
            found = dict.fromkeys((*self._plain(samples), *self._sums(samples), *self._orders(samples)))
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
            for conclusion in self._plain(side)
            if conclusion not in known
        ]

    def _plain(self, samples: list[Sample]) -> Iterator[Term]:
        """Single columns, and equations."""
        if not samples:
            yield T.FALSE
            return
        for i, column in enumerate(self.columns):
            values = sorted({sample[i] for sample in samples})
            if column.sort is T.BOOL:
                if len(values) == 1:
                    yield column if values[0] else T.not_(column)
                continue
            if column.sort.kind != "bv" or i in self._idle:
                continue
            if len(values) <= MOST_LISTED:
                yield T.or_(*(T.eq(column, T.const(value, column.sort)) for value in values))
            else:
                yield from self._bounds(column, [_signed(s[i], column.width) for s in samples], len(samples))
                high = self._above(values[-1], 1 << column.width)
                if high < (1 << column.width) - 1:
                    yield T.bvule(column, T.const(high, column.sort))
        for width, places in self._groups.items():
            hull = AffineHull(len(places), width)
            for sample in samples:
                hull.add([sample[i] for i in places])
            for constant, *factors in hull.equations:
                low = min((f & -f).bit_length() for f in factors if f) - 1
                if len(samples) > FEW and 0 < low < width - PARITIES:
                    continue  # a chain of such equations is as long as a word has bits
                if any(abs(_signed(f, width)) >> low > LARGEST_FACTOR for f in factors):
                    continue  # holds for what was seen by chance, and is hard to decide
                yield self._equation(
                    width, constant, list(zip(factors, (self.columns[i] for i in places), strict=True))
                )

    def _equation(self, width: int, constant: int, parts: list[tuple[int, Term]]) -> Term:
        total: Term = T.bv(constant, width)
        for factor, column in parts:
            if factor:
                total = T.bvadd(total, T.bvmul(column, T.bv(factor, width)))
        return T.eq(total, T.bv(0, width))

    def _sums(self, samples: list[Sample]) -> Iterator[Term]:
        """Bounds of sums and differences of two columns, and of three if one of them is aimed at."""
        if len(samples) <= FEW:
            return  # their equations say as much
        for width, places in self._groups.items():
            places = places[-MOST_COMBINED:]
            for count in (2, 3):
                for chosen in combinations(places, count):
                    if count == 3 and not self._aims.intersection(chosen):
                        continue
                    for signs in range(1 << (count - 1)):
                        factors = [1, *(-1 if signs >> k & 1 else 1 for k in range(count - 1))]
                        form = _form(factors, [self.columns[i] for i in chosen])
                        values = [
                            _signed(sum(f * sample[i] for f, i in zip(factors, chosen, strict=True)), width)
                            for sample in samples
                        ]
                        yield from self._bounds(form, values, len(samples), ())

    def _bounds(
        self, form: Term, values: list[int], count: int, thresholds: Sequence[int] | None = None
    ) -> Iterator[Term]:
        """Bounds of a form; widened, they stop at thresholds, at its first value and around zero."""
        low, high = min(values), max(values)
        half = 1 << (form.width - 1)
        if count > FEW:
            stops = (-1, 0, 1, values[0], *(self._thresholds if thresholds is None else thresholds))
            low = max((t for t in stops if t <= low), default=-half)
            high = min((t for t in stops if t >= high), default=half - 1)
        if low > -half:
            yield T.bvsle(T.const(low % (2 * half), form.sort), form)
        if high < half - 1:
            yield T.bvsle(form, T.const(high % (2 * half), form.sort))

    def _above(self, value: int, limit: int) -> int:
        """The next threshold, unsigned."""
        return min((t for t in self._thresholds if value <= t < limit), default=limit - 1)

    def _orders(self, samples: list[Sample]) -> Iterator[Term]:
        if len(samples) <= FEW:
            return
        for width, places in self._groups.items():
            for i, j in combinations(places[-MOST_COMBINED:], 2):
                x, y = self.columns[i], self.columns[j]
                signed = [(_signed(s[i], width), _signed(s[j], width)) for s in samples]
                if all(a <= b for a, b in signed):
                    yield T.bvsle(x, y)
                if all(a >= b for a, b in signed):
                    yield T.bvsle(y, x)
                if all(s[i] <= s[j] for s in samples):
                    yield T.bvule(x, y)
                if all(s[i] >= s[j] for s in samples):
                    yield T.bvule(y, x)


def _form(factors: Sequence[int], columns: Sequence[Term]) -> Term:
    total = columns[0]
    for factor, column in zip(factors[1:], columns[1:], strict=True):
        total = T.bvadd(total, column) if factor > 0 else T.bvsub(total, column)
    return total


def _signed(value: int, width: int) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value
