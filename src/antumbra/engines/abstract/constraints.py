"""Conjunctions of literals, kept small: the tightest bounds of each linear form, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from antumbra import terms as T
from antumbra.engines.abstract import linear
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

    __slots__ = ("bounds", "consistent", "others")

    def __init__(self, literals: Iterable[Term]) -> None:
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
        """Whether the literal holds or fails by its own form's bounds; None if that does not tell."""
        if literal.op is T.CONST:
            return bool(literal.data)
        parts = linear.parts_of(literal)
        if parts is None:
            atom, sign = linear.positive(literal)
            known = self.others.get(atom)
            return None if known is None else known is sign
        relation, entries, bound = parts
        bounds = self.bounds.get(entries)
        if bounds is None:
            return None
        low, high = bounds.low, bounds.high
        if relation in ("le", "gt"):
            if high is not None and high <= bound:
                return relation == "le"
            if low is not None and low > bound:
                return relation == "gt"
            return None
        if (low is not None and low > bound) or (high is not None and high < bound) or bound in bounds.not_:
            return relation == "ne"
        if low is not None and low == high == bound:
            return relation == "eq"
        return None


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
