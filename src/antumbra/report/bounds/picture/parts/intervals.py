"""What conditions are in all of a box, by interval arithmetic: surely true, surely false, or not known.

Bit-vectors are the solver chain's rules (solvers.chain.ranges). Mathematical integers, reals, and comparisons of floats
are added here: their comparisons get bounds, and from there on they are Booleans like others.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import Final

from antumbra.records import dataclass
from antumbra.solvers.chain.ranges import Range, full, range_of
from antumbra.terms import operators as O
from antumbra.terms import subterms
from antumbra.terms.term import Term

#: of numbers; ends may be infinite
Numbers = tuple[int | Fraction | float, int | Fraction | float]

_ANY: Final[Numbers] = (-inf, inf)
_EITHER: Final[Range] = (0, 1)
_COMPARISONS: Final = frozenset({O.LT, O.LE, O.EQ})
_FLOAT_COMPARISONS: Final = frozenset({O.FP_LT, O.FP_LE, O.FP_EQ})


@dataclass(frozen=True, slots=True)
class Floats:
    """Values between two places in the order of values, where both zeros have the same place; ``nan``: or NaN."""

    low: int
    high: int
    nan: bool


class Bounds:
    """Bounds of all parts of some conditions, for one box after the other."""

    def __init__(self, *conditions: Term) -> None:
        self._parts: Final = list(subterms(*conditions))

    @property
    def size(self) -> int:
        return len(self._parts)

    def of(self, bits: Mapping[Term, Range], numbers: Mapping[Term, Numbers]) -> dict[Term, Range | None]:
        """``bits``: unsigned bounds of variables that are bit-vectors or Booleans; what is in neither is unknown."""
        memo: dict[Term, Range | None] = {}
        known: dict[Term, Numbers] = {}
        floats: dict[Term, Floats] = {}
        for part in self._parts:
            kind = part.sort.kind
            if kind in ("int", "real"):
                known[part] = _numbers(part, known, memo, numbers)
            elif kind == "fp":
                found = _floats(part, memo)
                if found is not None:
                    floats[part] = found
            elif part.op in _COMPARISONS and part.args[0].sort.kind in ("int", "real"):
                memo[part] = _compared(part, known[part.args[0]], known[part.args[1]])
            elif part.op in _FLOAT_COMPARISONS:
                memo[part] = _floats_compared(part, floats.get(part.args[0]), floats.get(part.args[1]))
            elif part.op is O.FP_IS_NAN:
                one = floats.get(part.args[0])
                memo[part] = (0, 0) if one is not None and not one.nan else _EITHER
            elif kind in ("bool", "bv"):
                range_of(part, lambda variable: bits.get(variable, full(variable)), memo)
        return memo


def _numbers(
    term: Term, known: Mapping[Term, Numbers], memo: Mapping[Term, Range | None], given: Mapping[Term, Numbers]
) -> Numbers:
    op = term.op
    if op is O.VAR:
        return given.get(term, _ANY)
    if op is O.CONST:
        return (term.data, term.data)
    if op is O.BV2NAT:
        return memo.get(term.args[0]) or (0, term.args[0].sort.mask)
    if op is O.ITE:
        (al, ah), (bl, bh) = known[term.args[1]], known[term.args[2]]
        return (min(al, bl), max(ah, bh))
    parts = [known[a] for a in term.args if a in known]
    if len(parts) != len(term.args):
        return _ANY
    try:
        return _combined(term, parts)
    except OverflowError:
        return _ANY


def _combined(term: Term, parts: list[Numbers]) -> Numbers:
    low, high = parts[0]
    match term.op:
        case O.ADD:
            return (low + parts[1][0], high + parts[1][1])
        case O.SUB:
            return (low - parts[1][1], high - parts[1][0])
        case O.NEG:
            return (-high, -low)
        case O.MUL:
            products = [0 if 0 in (a, b) else a * b for a in parts[0] for b in parts[1]]
            return (min(products), max(products))
        case O.TO_REAL:
            return (low, high)
        case O.MOD if parts[1][0] == parts[1][1] and parts[1][0] > 0:
            by = parts[1][0]
            if abs(low) != inf and abs(high) != inf and low // by == high // by:
                return (low % by, high % by)
            return (0, by - 1)
        case O.DIV if parts[1][0] == parts[1][1] and parts[1][0] > 0:
            by = parts[1][0]
            return (low if low == -inf else low // by, high if high == inf else high // by)
        case _:
            return _ANY


def _compared(term: Term, a: Numbers, b: Numbers) -> Range:
    match term.op:
        case O.LT:
            return (1, 1) if a[1] < b[0] else (0, 0) if a[0] >= b[1] else _EITHER
        case O.LE:
            return (1, 1) if a[1] <= b[0] else (0, 0) if a[0] > b[1] else _EITHER
        case _:
            if a[1] < b[0] or b[1] < a[0]:
                return (0, 0)
            return (1, 1) if a[0] == a[1] == b[0] == b[1] and abs(a[0]) != inf else _EITHER


def _floats(term: Term, memo: Mapping[Term, Range | None]) -> Floats | None:
    sort = term.sort
    if term.op is O.CONST:
        bits = (term.data, term.data)
    elif term.op is O.FP_FROM_BV:
        found = memo.get(term.args[0])
        if found is None:
            return None
        bits = found
    else:
        return None
    half = 1 << (sort.width - 1)
    infinity = half - (1 << (sort.significand - 1))
    if bits[0] < half <= bits[1]:
        return None
    low, high = (b & (half - 1) for b in bits)
    nan = high > infinity
    if low > infinity:
        return None
    high = min(high, infinity)
    return Floats(low, high, nan) if bits[0] < half else Floats(-high, -low, nan)


def _floats_compared(term: Term, a: Floats | None, b: Floats | None) -> Range:
    if a is None or b is None:
        return _EITHER
    low, high = _compared_floats(term, a, b)
    return (0, high) if a.nan or b.nan else (low, high)


def _compared_floats(term: Term, a: Floats, b: Floats) -> Range:
    match term.op:
        case O.FP_LT:
            return (int(a.high < b.low), int(a.low < b.high))
        case O.FP_LE:
            return (int(a.high <= b.low), int(a.low <= b.high))
        case _:
            if a.high < b.low or b.high < a.low:
                return (0, 0)
            return (int(a.low == a.high == b.low == b.high), 1)
