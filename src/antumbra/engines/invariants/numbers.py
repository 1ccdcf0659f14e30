"""Numbers of a sort: machine words, whole numbers, reals. How sums and bounds of them are said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra import terms as T
from antumbra.engines.invariants.affine_hull import AffineHull, LinearHull
from antumbra.records import dataclass
from antumbra.terms import Sort, Term


@dataclass(frozen=True, slots=True)
class Numbers:
    """Words are signed here."""

    sort: Sort

    @property
    def words(self) -> bool:
        return self.sort.kind == "bv"

    @property
    def lowest(self) -> int | None:
        """None where there is none."""
        return -(1 << (self.sort.width - 1)) if self.words else None

    @property
    def highest(self) -> int | None:
        return (1 << (self.sort.width - 1)) - 1 if self.words else None

    def number(self, value: Any) -> Any:
        """What a value of the sort, or a sum of such, counts as."""
        if not self.words:
            return value
        value &= self.sort.mask
        return value - (1 << self.sort.width) if value >> (self.sort.width - 1) else value

    def constant(self, value: Any) -> Term:
        return T.const(value % (1 << self.sort.width) if self.words else value, self.sort)

    def plus(self, a: Term, b: Term) -> Term:
        return T.bvadd(a, b) if self.words else T.add(a, b)

    def minus(self, a: Term, b: Term) -> Term:
        return T.bvsub(a, b) if self.words else T.sub(a, b)

    def times(self, a: Term, factor: Any) -> Term:
        return T.bvmul(a, self.constant(factor)) if self.words else T.mul(a, self.constant(factor))

    def total(self, factors: Sequence[Any], terms: Sequence[Term], constant: Any) -> Term:
        """A constant and multiples of terms."""
        result = self.constant(constant)
        for factor, term in zip(factors, terms, strict=True):
            if factor:
                result = self.plus(result, self.times(term, factor))
        return result

    def at_most(self, a: Term, b: Term) -> Term:
        return T.bvsle(a, b) if self.words else T.le(a, b)

    def hull(self, size: int) -> AffineHull | LinearHull:
        """The equations of points with so many coordinates."""
        return AffineHull(size, self.sort.width) if self.words else LinearHull(size)


#: sorts of numbers
KINDS = ("bv", "int", "real")
