"""The subsumption table: interpolants by program point and call stack, found by the values they pin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from antumbra import terms as T
from antumbra.engines.backward.formula import Formula
from antumbra.engines.backward.trace import Point
from antumbra.engines.interpolate.economy.thinning import Thinning
from antumbra.terms import Term

#: buckets of interpolants that are all tested when a pinned location holds a term
MOST_UNINDEXED = 8

#: sets of pinned locations that are tried, those that covered a state lately first
MOST_GROUPS = 48

#: interpolants of one point that are kept for the proof alone
MOST_UNUSED = 200


class Table:
    """An interpolant that says ``v = 3 ∧ w = 5 ∧ …`` lies under its pinned variables, then under their values.

    A lookup then tests only interpolants whose pinned part the state satisfies.
    """

    def __init__(self) -> None:
        self._points: dict[Point, dict[tuple[Term, ...], dict[tuple[int, ...], list[Formula]]]] = {}
        self._unused: dict[Point, list[Formula]] = {}
        #: what was added while a trial runs, to be taken back if it fails
        self._journal: list[tuple[list[Formula], Formula]] | None = None
        self.thinning = Thinning()
        self.stored = 0
        self.literals = 0
        self.tests = 0
        #: forms evaluated to find what may apply
        self.looks = 0
        #: what exploring takes that a formula makes superfluous
        self.efforts: dict[Formula, float] = {}

    def add(self, point: Point, formula: Formula, effort: float = 0.0) -> None:
        pinned = sorted(
            (
                (form, bounds[0])
                for form, bounds in formula.sets.items()
                if len(bounds) == 2 and bounds[1] == bounds[0] + 1 and _cheap(form)
            ),
            key=lambda item: item[0].id,
        )
        variables = tuple(form for form, _ in pinned)
        values = tuple(value for _, value in pinned)
        bucket = self._points.setdefault(point, {}).setdefault(variables, {}).setdefault(values, [])
        self._put(bucket, formula)
        self.efforts[formula] = effort
        self.stored += 1
        self.literals += formula.size

    def add_unused(self, point: Point, formula: Formula) -> None:
        """One that is not looked for, but part of the proof."""
        bucket = self._unused.setdefault(point, [])
        if len(bucket) < MOST_UNUSED:
            self._put(bucket, formula)

    def _put(self, bucket: list[Formula], formula: Formula) -> None:
        bucket.append(formula)
        if self._journal is not None:
            self._journal.append((bucket, formula))

    def learnt(self) -> Iterator[tuple[Point, Formula]]:
        """All interpolants, with those that are not looked for."""
        yield from self
        for point, formulas in self._unused.items():
            yield from ((point, formula) for formula in formulas)

    def __iter__(self) -> Iterator[tuple[Point, Formula]]:
        """All interpolants, by program point in the order of their first one."""
        for point, groups in self._points.items():
            for buckets in groups.values():
                for formulas in buckets.values():
                    yield from ((point, formula) for formula in formulas)

    def begin_trial(self) -> list[tuple[list[Formula], Formula]] | None:
        before, self._journal = self._journal, []
        return before

    def end_trial(self, before: list[tuple[list[Formula], Formula]] | None, *, proved: bool) -> None:
        added, self._journal = self._journal or [], before
        if not proved:
            for bucket, formula in added:
                bucket.remove(formula)
                if self.efforts.pop(formula, None) is not None:
                    self.stored -= 1
                    self.literals -= formula.size
        elif before is not None:
            before.extend(added)

    def find(self, point: Point, value: Callable[[Term], Any], holds: Callable[[Formula], bool]) -> Formula | None:
        """An interpolant that the state satisfies. ``value`` evaluates a form in it (an int when it is concrete)."""
        groups = self._points.get(point)
        if groups is None:
            return None
        for number, (variables, buckets) in enumerate(groups.items()):
            if number >= MOST_GROUPS:
                break
            for formula in self._possible(variables, buckets, value):
                self.tests += 1
                if holds(formula):
                    self.thinning.used(point)
                    if number:
                        # what covered a state will cover the next
                        self._points[point] = {variables: buckets, **groups}
                    return formula
        return None

    def _possible(
        self,
        variables: tuple[Term, ...],
        buckets: dict[tuple[int, ...], list[Formula]],
        value: Callable[[Term], Any],
    ) -> list[Formula]:
        """Interpolants whose pinned part a state may satisfy."""
        values: list[int] = []
        self.looks += len(variables)
        for location in variables:
            found = value(location)
            if found.__class__ is not int and found.__class__ is not bool:
                if found is None or len(buckets) > MOST_UNINDEXED:
                    return []
                # it may still be that value, but that is for a solver to say
                return [formula for bucket in buckets.values() for formula in bucket]
            values.append(int(found))
        return buckets.get(tuple(values), [])


def _cheap(form: Term) -> bool:
    """A form that says nothing of a whole object, which takes long to evaluate."""
    return not any(location.sort.index for location in T.free_variables(form))
