"""Conjunctions of literals, kept small: the tightest bounds of each linear form, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from antumbra import terms as T
from antumbra.engines.abstract.systems import linear
from antumbra.records import dataclass, field
from antumbra.terms import Term

Entries = tuple[tuple[Term, int], ...]


@dataclass(slots=True)
class Bounds:
    """What is known of one linear form: ``low <= form <= high``, and values it does not take."""

    low: int | None = None
    high: int | None = None
    not_: set[int] = field(default_factory=set[int])
    equation: bool = False  #: said by an equation, not by two bounds

    @property
    def value(self) -> int | None:
        return self.low if self.low is not None and self.low == self.high else None

    def tighten(self) -> bool:
        """Move bounds past values that are excluded; False when nothing is left."""
        while self.low is not None and self.low in self.not_:
            self.not_.discard(self.low)
            self.low += 1
        while self.high is not None and self.high in self.not_:
            self.not_.discard(self.high)
            self.high -= 1
        if self.low is not None and self.high is not None and self.low > self.high:
            return False
        self.not_ = {
            k for k in self.not_ if (self.low is None or k > self.low) and (self.high is None or k < self.high)
        }
        return True


class Facts:
    """The literals of a conjunction by linear form. ``consistent`` is false when they contradict each other openly."""

    __slots__ = ("_distances", "bounds", "consistent", "others")

    def __init__(self, literals: Iterable[Term]) -> None:
        self._distances: Distances | None = None
        self.bounds: dict[Entries, Bounds] = {}
        #: literals that are not about integers: atom → sign
        self.others: dict[Term, bool] = {}
        self.consistent = True
        for literal in literals:
            self._add(literal)
        for bounds in self.bounds.values():
            self.consistent &= bounds.tighten()

    def _add(self, literal: Term) -> None:
        if literal.op is T.CONST:
            self.consistent &= bool(literal.data)
            return
        parts = linear.parts_of(literal)
        if parts is None:
            atom, sign = linear.positive(literal)
            if self.others.setdefault(atom, sign) is not sign:
                self.consistent = False
            return
        relation, entries, bound = parts
        known = self.bounds.get(entries)
        if known is None:
            known = self.bounds[entries] = Bounds()
        known.equation |= relation == "eq"
        if relation == "ne":
            known.not_.add(bound)
        if relation in ("le", "eq") and (known.high is None or bound < known.high):
            known.high = bound
        low = bound + 1 if relation == "gt" else bound
        if relation in ("gt", "eq") and (known.low is None or low > known.low):
            known.low = low

    def literals(self, *, join: bool = True) -> tuple[Term, ...]:
        """The conjunction again, without what follows from the rest by comparing bounds.

        ``join``: two equal bounds become an equation. Predicates stay apart: two bounds serve more often.
        """
        found: list[Term] = []
        for entries, bounds in self.bounds.items():
            if bounds.value is not None and (join or bounds.equation):
                found.append(linear.equal(entries, bounds.value))
                continue
            if bounds.high is not None:
                found.append(linear.at_most(entries, bounds.high))
            if bounds.low is not None:
                found.append(T.not_(linear.at_most(entries, bounds.low - 1)))
            found += [T.not_(linear.equal(entries, k)) for k in sorted(bounds.not_)]
        found += [atom if sign else T.not_(atom) for atom, sign in self.others.items()]
        return tuple(sorted(found, key=_number))

    def decides(self, literal: Term) -> bool | None:
        """Whether the literal holds or fails by its own form's bounds, or by chains of differences that bound it; None
        if that does not tell."""
        if literal.op is T.CONST:
            return bool(literal.data)
        parts = linear.parts_of(literal)
        if parts is None:
            atom, sign = linear.positive(literal)
            known = self.others.get(atom)
            return None if known is None else known is sign
        relation, entries, bound = parts
        bounds = self.bounds.get(entries)
        if bounds is not None:
            known = _compared(relation, bound, bounds.low, bounds.high)
            if known is not None:
                return known
            if bound in bounds.not_ and relation in ("eq", "ne"):
                return relation == "ne"
        if len(self.bounds) < 2 or not is_difference(entries):
            return None
        if self._distances is None:
            self._distances = Distances(self.bounds)
        return _compared(relation, bound, *self._distances.range(entries))

    def leaves_open(self, literal: Term) -> bool:
        """Whether a literal that ``decides`` does not decide surely holds in some states and fails in others.

        So it is where everything known is a bound of a difference: then every value between the bounds is taken.
        """
        parts = linear.parts_of(literal)
        return (
            parts is not None
            and is_difference(parts[1])
            and all(is_difference(entries) and not bounds.not_ for entries, bounds in self.bounds.items())
            and all(atom.op is T.VAR for atom in self.others)
        )


def _compared(relation: str, bound: int, low: int | None, high: int | None) -> bool | None:
    """What bounds of a form say about ``form relation bound``."""
    if relation in ("le", "gt"):
        if high is not None and high <= bound:
            return relation == "le"
        if low is not None and low > bound:
            return relation == "gt"
        return None
    if (low is not None and low > bound) or (high is not None and high < bound):
        return relation == "ne"
    if low is not None and low == high == bound:
        return relation == "eq"
    return None


def is_difference(entries: Entries) -> bool:
    """``x`` or ``x - y``."""
    return (len(entries) == 1 and entries[0][1] == 1) or (
        len(entries) == 2 and entries[0][1] == 1 and entries[1][1] == -1
    )


class Distances:
    """The tightest bounds of differences that follow from all bounds of differences together: shortest paths.

    For integers this is exact, as far as the literals are bounds of differences.
    """

    __slots__ = ("_numbers", "_rows")

    def __init__(self, bounds: Mapping[Entries, Bounds]) -> None:
        #: the variables, and None for zero
        self._numbers: dict[Term | None, int] = {None: 0}
        known: list[tuple[int, int, int]] = []
        for entries, bound in bounds.items():
            if not is_difference(entries):
                continue
            here, there = self._ends(entries)
            x, y = (self._numbers.setdefault(v, len(self._numbers)) for v in (here, there))
            if bound.high is not None:
                known.append((x, y, bound.high))
            if bound.low is not None:
                known.append((y, x, -bound.low))
        count = len(self._numbers)
        #: an upper bound of row minus column
        rows: list[list[float]] = [[inf] * count for _ in range(count)]
        for x, y, high in known:
            rows[x][y] = min(rows[x][y], high)
        for middle in range(count):
            through = rows[middle]
            for row in rows:
                first = row[middle]
                if first < inf:
                    for column, second in enumerate(through):
                        if first + second < row[column]:
                            row[column] = first + second
        self._rows = rows

    def _ends(self, entries: Entries) -> tuple[Term, Term | None]:
        return entries[0][0], entries[1][0] if len(entries) == 2 else None

    def range(self, entries: Entries) -> tuple[int | None, int | None]:
        here, there = self._ends(entries)
        x, y = self._numbers.get(here), self._numbers.get(there)
        if x is None or y is None:
            return None, None
        low, high = self._rows[y][x], self._rows[x][y]
        return None if low == inf else -int(low), None if high == inf else int(high)


def _number(term: Term) -> int:
    return term.id


def eliminate(literals: tuple[Term, ...], dead: Term) -> tuple[Term, ...] | None:
    """``exists dead. literals`` exactly, or None where Fourier-Motzkin is not: it takes coefficients ±1 and bounds."""
    lower: list[linear.Form] = []
    upper: list[linear.Form] = []
    rest: list[Term] = []
    for literal in literals:
        if dead not in T.free_variables(literal):
            rest.append(literal)
            continue
        parts = linear.parts_of(literal)
        if parts is None or parts[0] == "ne":
            return None
        relation, entries, bound = parts
        coefficient = dict(entries).get(dead, 0)
        if coefficient not in (1, -1):
            return None
        others = tuple((v, c) for v, c in entries if v is not dead)
        # coefficient·dead + others <= bound, and the like for the lower bound
        for sense, limit in _bounds(relation, bound):
            toward = sense * coefficient
            form = (tuple((v, -c * coefficient) for v, c in others), limit * coefficient)
            (upper if toward > 0 else lower).append(form)
    if len(lower) * len(upper) > 4 + len(lower) + len(upper):
        return None
    for low_entries, low in lower:
        for high_entries, high in upper:
            difference = T.sub(linear.sum_of(low_entries, low), linear.sum_of(high_entries, high))
            rest.append(linear.normal(T.le(difference, T.integer(0))))
    return tuple(rest)


def _bounds(relation: str, bound: int) -> list[tuple[int, int]]:
    """(1, k) for ``form <= k``, (-1, k) for ``form >= k``."""
    match relation:
        case "le":
            return [(1, bound)]
        case "gt":
            return [(-1, bound + 1)]
        case _:
            return [(1, bound), (-1, bound)]
