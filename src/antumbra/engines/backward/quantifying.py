"""Unknowns that are gone: what is said of a value that could be anything must hold for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from antumbra import terms as T
from antumbra.engines.backward.formula import Builder, apart, eroded, member, top
from antumbra.solvers.chain.ranges import full, range_of
from antumbra.terms import Term

#: values that are tried to be done without
MOST_UNPINNED = 4

#: constants for those of some locations that have a concrete value
Values = Callable[[Iterable[Term]], dict[Term, Term]]


class Quantifying:
    """``valid(term)``: does a condition hold for all values?"""

    def __init__(self, valid: Callable[[Term], bool]) -> None:
        self._valid = valid

    def _forall(self, psi: Builder, target: Term, gone: list[Term]) -> None:
        """What is said of a value that can be anything must hold for all of them."""
        if target not in psi.mentions:
            return
        later: list[Term] = []
        for form in [f for f in psi.sets if target in T.free_variables(f)]:
            bounds = psi.sets.pop(form)
            if self._valid(member(form, bounds)):
                continue
            rest, unknown = apart(form, target)
            span = None if unknown is None else range_of(unknown, full)
            kept = () if rest is None or span is None else eroded(bounds, *span, top(form))
            if rest is not None and kept:
                # stronger than needed where the unknown part cannot take all values between its bounds
                psi.add_member(rest, kept)
            else:
                later.append(member(form, bounds))
        for term in [t for t in psi.others if target in T.free_variables(t)]:
            del psi.others[term]
            if not self._valid(term):
                later.append(term)
        if later:
            gone.append(T.var(f"@any {len(gone)}", target.sort))
            for term in later:
                psi.add(T.substitute(term, {target: gone[-1]}))

    def _for_all(self, psi: Builder, gone: list[Term], values: Values) -> None:
        """At the start, where values are known: with some of them, what is said holds whatever was unknown."""
        unknown = set(gone)
        for form in [f for f in psi.sets if not unknown.isdisjoint(T.free_variables(f))]:
            self._pinned(psi, member(form, psi.sets.pop(form)), unknown, values)
        for term in [t for t in psi.others if not unknown.isdisjoint(T.free_variables(t))]:
            del psi.others[term]
            self._pinned(psi, term, unknown, values)

    def _pinned(self, psi: Builder, term: Term, unknown: set[Term], values: Values) -> None:
        """``term`` for all values of what no value is known of: by what else it says, if that holds, or with as few
        values as are needed."""
        if term.op is T.OR:
            others = [part for part in term.args if unknown.isdisjoint(T.free_variables(part))]
            rest = T.or_(T.FALSE, *others)
            if T.substitute(rest, values(T.free_variables(rest))) is T.TRUE:
                psi.add(rest)
                return
        known = values(T.free_variables(term))
        if psi.failed or not known or not self._valid(T.substitute(term, known)):
            psi.failed = True
            return
        for location in sorted(known, key=lambda location: location.id)[:MOST_UNPINNED]:
            fewer = {other: value for other, value in known.items() if other is not location}
            if self._valid(T.substitute(term, fewer)):
                known = fewer
        for location, value in known.items():
            psi.pin(location, value.data)
