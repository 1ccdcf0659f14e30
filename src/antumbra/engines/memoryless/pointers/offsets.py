"""Sets of offsets into an object: some that are listed, or all that leave one remainder by a power of two.

A power of two, because only such remainders survive arithmetic that wraps around.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from antumbra import terms as T
from antumbra.records import dataclass
from antumbra.terms import Term

#: offsets that are listed one by one
MOST_LISTED: Final = 16


@dataclass(frozen=True, slots=True)
class Offsets:
    """``listed``, or with a modulus all offsets that are ``residue`` modulo it."""

    listed: frozenset[int]
    residue: int = 0
    modulus: int = 0

    def moved(self, by: Offsets) -> Offsets:
        """Every sum of one of these and one of the others."""
        if not self.modulus and not by.modulus:
            return of(one + other for one in self.listed for other in by.listed)
        one, other = self.strided(), by.strided()
        modulus = min(one.modulus or other.modulus, other.modulus or one.modulus)
        return _stride(one.residue + other.residue, modulus)

    def joined(self, other: Offsets) -> Offsets:
        if not self.modulus and not other.modulus:
            return self if other.listed <= self.listed else of(self.listed | other.listed)
        one, two = self.strided(), other.strided()
        modulus = min(m for m in (one.modulus, two.modulus) if m)
        return _stride(one.residue, _power(modulus | (one.residue - two.residue)))

    def strided(self) -> Offsets:
        """A superset with a residue; its modulus is 0 if there is one offset only."""
        if self.modulus:
            return self
        first = min(self.listed)
        differences = 0
        for offset in self.listed:
            differences |= offset - first
        if not differences:
            return Offsets(frozenset(), first, 0)
        return _stride(first, _power(differences))

    def __len__(self) -> int:
        return 1 << 30 if self.modulus else len(self.listed)


def of(listed: Iterable[int]) -> Offsets:
    found = Offsets(frozenset(listed))
    return found.strided() if len(found.listed) > MOST_LISTED else found


START: Final = Offsets(frozenset({0}))


def _power(number: int) -> int:
    """The largest power of two that divides it."""
    return number & -number


def _stride(residue: int, modulus: int) -> Offsets:
    return Offsets(frozenset(), residue % modulus, modulus)


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def index(term: Term) -> Offsets:
    """What is known of a number that is added to a pointer."""
    found: dict[Term, Offsets] = {}
    for part in T.subterms(term):
        if part.sort.kind == "bv":
            found[part] = _index(part, found)
    return found[term]


def _index(part: Term, found: dict[Term, Offsets]) -> Offsets:
    args = part.args
    width = part.width
    match part.op:
        case T.CONST:
            return Offsets(frozenset({signed(part.data, width)}))
        case T.BVADD:
            return found[args[0]].moved(found[args[1]])
        case T.BVMUL if args[0].op is T.CONST or args[1].op is T.CONST:
            factor, other = args if args[0].op is T.CONST else args[::-1]
            return _times(found[other], signed(factor.data, width))
        case T.BVSUB:
            return found[args[0]].moved(_times(found[args[1]], -1))
        case T.BVNEG:
            return _times(found[args[0]], -1)
        case T.BVSHL if args[1].op is T.CONST and args[1].data < width:
            return _times(found[args[0]], 1 << args[1].data)
        case T.CONCAT:
            low = args[1].width
            inner = found[args[1]]
            if len(inner) == 1:
                return _stride(min(inner.listed), 1 << low)
            stride = inner.strided()
            return _stride(stride.residue, min(stride.modulus, 1 << low))
        case T.SIGN_EXTEND | T.ZERO_EXTEND:
            stride = found[args[0]].strided()
            return _stride(stride.residue, min(stride.modulus or 1 << args[0].width, 1 << args[0].width))
        case T.EXTRACT if part.data[1] == 0:
            stride = found[args[0]].strided()
            return _stride(stride.residue, min(stride.modulus or 1 << width, 1 << width))
        case T.ITE:
            return found[args[1]].joined(found[args[2]])
        case _:
            return _stride(0, 1)


def _times(offsets: Offsets, factor: int) -> Offsets:
    if not factor:
        return START
    if not offsets.modulus:
        return of(offset * factor for offset in offsets.listed)
    return _stride(offsets.residue * factor, offsets.modulus * _power(factor))
