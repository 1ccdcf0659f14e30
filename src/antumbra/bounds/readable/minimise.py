"""A cover by few and large cubes. A cube grows only where every input that it gains was proved to be in the region;
a cube goes only if the others were shown to cover it. What is not decided within the budget stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Failure, Piece, union
from antumbra.bounds.readable.cubes import Cube, cubes_of, full, has_sign, intervals, limits, merged, of_intervals
from antumbra.bounds.readable.value_sets import with_value_sets
from antumbra.records import replace
from antumbra.terms import Term, size


def minimal_cover(pieces: Sequence[Piece], domain: Term, signed: frozenset[Term], asker: Asker) -> list[Cube]:
    """Cubes that are together the same as the pieces, of each failure for itself, within the domain."""
    cubes = merged(cube for piece in pieces for cube in cubes_of(piece.whole, piece.failure))
    regions: dict[Failure | None, Term] = {}
    for failure in dict.fromkeys(piece.failure for piece in pieces):
        regions[failure] = union(piece.whole for piece in pieces if piece.failure == failure)
    grown = [expand(cube, domain, regions[cube.failure], signed, asker) for cube in cubes]
    few = irredundant(merged(grown), domain, asker)
    return merged(with_value_sets(few, domain, signed, asker))


def expand(cube: Cube, domain: Term, region: Term, signed: frozenset[Term], asker: Asker) -> Cube:
    """The cube with fewer and weaker conditions, in the region still."""
    tried: set[Term] = set()
    progress = True
    while progress:
        progress = False
        for wider in _wider(cube, signed):
            condition = wider.condition()
            if condition in tried:
                continue
            tried.add(condition)
            if asker.implies(T.and_(domain, condition), region):
                cube, progress = wider, True
                break
    return cube


def _wider(cube: Cube, signed: frozenset[Term]) -> Iterator[Cube]:
    """With one condition less, the largest first; then with an end of an interval open, or the gaps in a set filled."""
    for part in sorted(cube.rest, key=size, reverse=True):
        yield replace(cube, rest=tuple(other for other in cube.rest if other is not part))
    for variable in cube.sets:
        yield _with_set(cube, variable, full(variable))
    for variable, bounds in cube.sets.items():
        if variable.sort is T.BOOL:
            continue
        order = has_sign(variable, bounds, signed)
        low, high = limits(variable.width, signed=order)
        pieces = intervals(bounds, variable.width, signed=order)
        first, last = pieces[0][0], pieces[-1][1]
        if len(pieces) > 1:
            yield _with_set(cube, variable, of_intervals([(first, last)], variable.width))
        if first != low:
            yield _with_set(cube, variable, of_intervals([(low, last)], variable.width))
        if last != high:
            yield _with_set(cube, variable, of_intervals([(first, high)], variable.width))


def _with_set(cube: Cube, variable: Term, bounds: tuple[int, ...]) -> Cube:
    sets = {v: bounds if v is variable else held for v, held in cube.sets.items()}
    return replace(cube, sets={v: held for v, held in sets.items() if held != full(v)})


def irredundant(cubes: Sequence[Cube], domain: Term, asker: Asker) -> list[Cube]:
    """Without cubes that the others cover; those with many conditions go first."""
    kept = list(cubes)
    for cube in sorted(cubes, key=lambda one: one.literals, reverse=True):
        others = [other for other in kept if other is not cube and other.failure == cube.failure]
        if others and asker.implies(T.and_(domain, cube.condition()), union(o.condition() for o in others)):
            kept.remove(cube)
    return kept
