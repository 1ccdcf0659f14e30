"""Conditions on one input that no rule of ours reads, as the values that it may have: ``y * (y - 1) < 2`` of small
numbers is ``0 <= y <= 1``.

The values are found by questions, least first, and every border is proved. Where there are more than a few intervals,
or a question stays open, the condition stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import union
from antumbra.bounds.readable.cubes import Cube, limits, of_intervals
from antumbra.records import replace
from antumbra.solvers import Sat, Unsat
from antumbra.solvers.chain.domains import Bounds
from antumbra.terms import Term

#: intervals that are easier to read than a formula
MOST: Final = 4
#: steps of the search for the values of one input, and of one question
BUDGET: Final = 400_000
QUERY: Final = 40_000


def with_value_sets(cubes: Sequence[Cube], domain: Term, signed: frozenset[Term], asker: Asker) -> list[Cube]:
    """The same set, within the domain, where cubes that differ in conditions on one input have its values instead."""
    kept = list(cubes)
    for variable in dict.fromkeys(v for cube in cubes if (v := _only(cube)) is not None):
        if T.free_variables(domain) - {variable} and variable in T.free_variables(domain):
            continue  # which values are in the domain depends on other inputs
        within = domain if variable in T.free_variables(domain) else T.TRUE
        for group in _groups(kept, variable):
            region = union(_about(cube, variable) for cube in group)
            values = _values(T.and_(within, region), variable, asker, signed=variable in signed)
            if values:
                sets = {v: bounds for v, bounds in group[0].sets.items() if v is not variable and v.op is T.VAR}
                one = replace(group[0], sets={**sets, variable: values}, rest=())
                kept = [one if cube is group[0] else cube for cube in kept if cube is group[0] or cube not in group]
    return kept


def _only(cube: Cube) -> Term | None:
    """The input that all conditions of a cube are about which are not sets of single inputs."""
    free = {variable for part in cube.rest for variable in T.free_variables(part)}
    free |= {v for term in cube.sets if term.op is not T.VAR for v in T.free_variables(term)}
    (variable, *others) = sorted(free, key=lambda v: v.id) or (None,)
    return variable if variable is not None and not others and variable.sort.kind == "bv" else None


def _groups(cubes: Sequence[Cube], variable: Term) -> Iterable[list[Cube]]:
    """Cubes that say the same of all other inputs; at least one of them has more than sets."""
    groups: dict[object, list[Cube]] = {}
    for cube in cubes:
        if cube.rest or any(term.op is not T.VAR for term in cube.sets):
            if _only(cube) is not variable:
                continue
        elif variable not in cube.sets:
            continue
        others = frozenset((v, bounds) for v, bounds in cube.sets.items() if v is not variable and v.op is T.VAR)
        groups.setdefault((cube.failure, others), []).append(cube)
    return [group for group in groups.values() if any(_only(cube) is variable for cube in group)]


def _about(cube: Cube, variable: Term) -> Term:
    """What a cube says of one input."""
    mine = {term: bounds for term, bounds in cube.sets.items() if term is variable or term.op is not T.VAR}
    return replace(cube, sets=mine).condition()


def _values(region: Term, variable: Term, asker: Asker, *, signed: bool) -> Bounds | None:
    """All values of the region's only variable; None where they are too many, or not known."""
    part = asker.part(BUDGET, QUERY)
    search = _Search(variable, part, signed=signed)
    low, high = limits(variable.width, signed=signed)
    found: list[tuple[int, int]] = []
    try:
        while low <= high:
            first = search.least(region, low, high)
            if first is None:
                break
            if len(found) == MOST:
                return None
            after = search.least(T.not_(region), first, high)
            found.append((first, high if after is None else after - 1))
            low = found[-1][1] + 1
    except _OpenError:
        return None
    finally:
        asker.left += max(0, part.left)
    return of_intervals(found, variable.width) or None


class _OpenError(Exception):
    """A question was not answered."""


class _Search:
    def __init__(self, variable: Term, asker: Asker, *, signed: bool) -> None:
        self._variable = variable
        self._asker = asker
        self._signed = signed

    def least(self, region: Term, low: int, high: int) -> int | None:
        """The least value from ``low`` to ``high`` that is in the region; None if none is."""
        found = self._some(region, low, high)
        if found is None:
            return None
        while low < found:
            middle = (low + found) // 2
            nearer = self._some(region, low, middle)
            if nearer is None:
                low = middle + 1
            else:
                found = nearer
        return found

    def _some(self, region: Term, low: int, high: int) -> int | None:
        v, width = self._variable, self._variable.width
        below = T.bvsle if self._signed else T.bvule
        match self._asker.answer(T.and_(region, below(T.bv(low, width), v), below(v, T.bv(high, width)))):
            case Sat(model):
                value = int(model.get(v, 0))
                return value - (1 << width) if self._signed and value >> (width - 1) else value
            case Unsat():
                return None
            case _:
                raise _OpenError
