"""How many models a condition has: by arithmetic where its shape allows, by trying where they are few, or by Ganak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from antumbra import terms as T
from antumbra.bounds.counting.boxes import boxes_of
from antumbra.bounds.counting.truth import is_open, size_of, top_of, truth_of, value_at
from antumbra.program.restricting.assuming import conjuncts
from antumbra.solvers.answers import Unknown
from antumbra.solvers.chain.domains import Bounds, domain, intersection
from antumbra.solvers.counting.counter import count_bits
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term

#: so many combinations of values are tried one by one, where a solver could count too
_FEW: Final = 1 << 16
#: and where none can
_MANY: Final = 1 << 20
#: combinations between two looks at the limits, and steps that each costs
_LOOK: Final = 1 << 12
_TRIAL: Final = 2


def count_models(
    condition: Term,
    variables: Sequence[Term],
    deadline: Deadline | None = None,
    *,
    memory_mb: float | None = None,
    cheap: bool = False,
) -> int | None:
    """How many assignments of values to ``variables`` have the condition hold, exactly; None where that was not found
    out before the deadline (in steps or seconds), or there are infinitely many.

    Variables that do not occur count with all of their values. Variables that occur and are not among them are hidden:
    an assignment counts if some value of theirs makes the condition hold. ``cheap``: without a solver.
    Conditions with functions or quantifiers, and with hidden or counted variables that are neither bit-vectors,
    Booleans nor integers within bounds, are not counted.
    """
    if condition is T.FALSE:
        return 0
    if is_open(condition):
        return None
    counting = _Counting(frozenset(variables), deadline or Deadline(None), memory_mb, cheap)
    return counting.conjunction(condition, variables)


def _everything(variable: Term) -> int | None:
    top = top_of(variable.sort)
    return None if top is None else size_of((0, top), variable.sort)


def _times(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return prod(known) if len(known) == len(counts) else None


def independent(condition: Term) -> list[Term]:
    """Conditions that share no variable and are together the same; in the order of their first conjuncts."""
    groups: list[tuple[frozenset[Term], list[Term]]] = []
    for part in conjuncts(condition):
        free, parts = T.free_variables(part), [part]
        apart: list[tuple[frozenset[Term], list[Term]]] = []
        for names, members in groups:
            if names.isdisjoint(free):
                apart.append((names, members))
            else:
                free, parts = free | names, members + parts
        groups = [*apart, (free, parts)]
    return [T.and_(*parts) for _, parts in groups]


def ranges(condition: Term, variables: Sequence[Term]) -> dict[Term, Bounds] | None:
    """For each variable the positions outside of which no model has it, from conjuncts about it alone; None: a variable
    has no positions."""
    found: dict[Term, Bounds] = {}
    for variable in variables:
        top = top_of(variable.sort)
        if top is None:
            return None
        found[variable] = (0, top)
    for part in conjuncts(condition):
        free = T.free_variables(part)
        for variable in free:
            if len(free) == 1 and variable in found:
                holds = truth_of(part, variable)
                found[variable] = found[variable] if holds is None else intersection(found[variable], holds)
    return found


def assignments(within: dict[Term, Bounds]) -> Iterator[dict[Term, int | bool]]:
    """Every assignment of values at these positions. The same dictionary each time, changed."""
    env: dict[Term, int | bool] = {}
    variables = list(within)
    for positions in product(*(domain(values) for values in within.values())):
        for variable, position in zip(variables, positions, strict=True):
            env[variable] = value_at(position, variable.sort)
        yield env


class _Counting:
    """One count."""

    def __init__(self, counted: frozenset[Term], deadline: Deadline, memory_mb: float | None, cheap: bool) -> None:
        self._counted: Final = counted
        self._deadline: Final = deadline
        self._memory_mb: Final = memory_mb
        self._cheap: Final = cheap

    def conjunction(self, condition: Term, variables: Sequence[Term]) -> int | None:
        """Models over ``variables``: independent parts multiply, and so does what no part speaks of."""
        counts: list[int | None] = []
        rest = dict.fromkeys(variables)
        for part in independent(condition):
            count = self._part(part)
            if count == 0:
                return 0
            counts.append(count)
            for variable in T.free_variables(part):
                rest.pop(variable, None)
        return _times([*counts, *map(_everything, rest)])

    def _part(self, condition: Term) -> int | None:
        """Models over the variables that it speaks of and that are counted."""
        variables = sorted(T.free_variables(condition), key=lambda v: str(v.data))
        if self._counted.issuperset(variables):
            boxes = boxes_of(condition, variables)
            if boxes is not None:
                return boxes.count()
            if condition.op is T.OR:
                count = self._disjunction(condition, variables)
                if count is not None:
                    return count
            within = ranges(condition, variables)
            sizes = _times([size_of(values, v.sort) for v, values in (within or {}).items()])
            if within is not None and sizes is not None:
                solver = all(v.sort is not T.INT for v in variables)
                if sizes <= (_FEW if solver else 0 if self._cheap else _MANY):
                    return self._by_trying(condition, within)
        return None if self._cheap else self._by_solver(condition, variables)

    def _disjunction(self, condition: Term, variables: Sequence[Term]) -> int | None:
        """What is in no member, where the members' negations are independent."""
        everything = _times([_everything(v) for v in variables])
        outside = T.not_(condition)
        if everything is None or len(independent(outside)) == 1:
            return None
        count = self.conjunction(outside, variables)
        return None if count is None else everything - count

    def _by_trying(self, condition: Term, within: dict[Term, Bounds]) -> int | None:
        holds = T.compiled(condition)
        count = 0
        for number, env in enumerate(assignments(within)):
            if number % _LOOK == 0:
                if self._deadline.passed:
                    return None
                self._deadline.spend(_TRIAL * _LOOK)
            count += bool(holds(env))
        return count

    def _by_solver(self, condition: Term, variables: Sequence[Term]) -> int | None:
        counted = [v for v in variables if v in self._counted]
        if any(v.sort.kind not in ("bv", "bool") for v in variables):
            return None
        answer = count_bits(condition, counted, self._deadline, self._memory_mb)
        return None if isinstance(answer, Unknown) else answer
