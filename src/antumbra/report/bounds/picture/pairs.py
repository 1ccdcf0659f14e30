"""Which inputs are drawn: those that the bounds speak of; of many, the pairs that matter most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc
from antumbra.report.bounds.picture.parts.axis import Axis, axis_of
from antumbra.terms import Term

MOST_PAIRS: Final = 10
_JOINTS: Final = frozenset({T.AND, T.OR, T.NOT})


def conditions_of(cfc: Cfc) -> list[Term]:
    """The bounds; where they are exact, MUST alone says all."""
    return [cfc.domain, cfc.lower] if cfc.exact else [cfc.domain, cfc.lower, cfc.safe]


def drawn_axes(cfc: Cfc) -> list[Axis]:
    """The inputs that matter, in their order, as far as they can be an axis."""
    spoken = frozenset[Term]().union(*map(T.free_variables, conditions_of(cfc)))
    axes = [axis_of(parameter) for parameter in cfc.parameters if parameter.variable in spoken]
    return [axis for axis in axes if axis is not None]


def pairs_of(cfc: Cfc, axes: Sequence[Axis]) -> list[tuple[Axis, Axis]]:
    """At most ten: first those that stand together in an atom, then those whose inputs stand in many."""
    alone = {axis.variable: 0 for axis in axes}
    together: dict[frozenset[Term], int] = {}
    for atom in atoms(conditions_of(cfc)):
        inside = [axis.variable for axis in axes if axis.variable in T.free_variables(atom)]
        for variable in inside:
            alone[variable] += 1
        for pair in combinations(inside, 2):
            together[frozenset(pair)] = together.get(frozenset(pair), 0) + 1

    def weight(pair: tuple[Axis, Axis]) -> tuple[int, int]:
        a, b = pair[0].variable, pair[1].variable
        return -together.get(frozenset((a, b)), 0), -(alone[a] + alone[b])

    order = {axis.variable: at for at, axis in enumerate(axes)}
    chosen = sorted(combinations(axes, 2), key=weight)[:MOST_PAIRS]
    return sorted(chosen, key=lambda pair: (order[pair[0].variable], order[pair[1].variable]))


def atoms(conditions: Sequence[Term]) -> list[Term]:
    """Conditions below and, or, not; each once."""
    found: dict[Term, None] = {}
    waiting = list(reversed(conditions))
    seen: set[Term] = set()
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        if part.op in _JOINTS:
            waiting.extend(reversed(part.args))
        elif part.op is not T.CONST:
            found[part] = None
    return list(found)
