"""Clauses of a characterization: the shortest readable form of both bounds, and which inputs do not matter."""

from __future__ import annotations

from typing import Final

from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Parameter, Side
from antumbra.bounds.readable.cubes import Cube
from antumbra.bounds.readable.minimise import minimal_cover
from antumbra.bounds.readable.relevance import irrelevant
from antumbra.bounds.readable.wording import EVERYTHING, Wording
from antumbra.records import dataclass
from antumbra.report.characterization import Clause

#: the whole of a side, where the other side says it
EVERYTHING_ELSE: Final = "everything else"


@dataclass(frozen=True, slots=True)
class Reading:
    """``irrelevant``: parameters that were shown not to matter. ``steps``: what it took."""

    clauses: tuple[Clause, ...]
    irrelevant: tuple[Parameter, ...]
    steps: int


def readable_bounds(cfc: Cfc, asker: Asker | None = None) -> Reading:
    """Clauses of MUST, then of SAFE; together each is its side, within the domain."""
    asker = asker or Asker()
    budget = asker.left
    ignored = irrelevant(cfc, asker)
    wording = Wording(cfc.parameters)
    must = minimal_cover(cfc.of(Side.MUST), cfc.domain, wording.signed, asker)
    found = [_clause(cube, Side.MUST, wording) for cube in must]
    if cfc.exact and found:
        if cfc.of(Side.SAFE):
            found.append(Clause(Side.SAFE, cfc.safe, EVERYTHING_ELSE))
    else:
        safe = minimal_cover(cfc.of(Side.SAFE), cfc.domain, wording.signed, asker)
        found += [_clause(cube, Side.SAFE, wording) for cube in safe]
    return Reading(tuple(found), ignored, budget - asker.left)


def _clause(cube: Cube, side: Side, wording: Wording) -> Clause:
    expression = None if wording.cube(cube) == EVERYTHING else wording.expression(cube)
    return Clause(side, cube.condition(wording.signed), wording.cube(cube), expression, cube.failure)
