"""Of states that differ by the order of like parts, one: neighbours are exchanged until the parts are in order.

Parts are compared by their variables, and by which variables name them; what a part says of others does not count. So
two states of one orbit may come out differently, which costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from antumbra.engines.abstract.checking.automorphism import Family, Turn
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Ordering:
    """``compared``: the columns of the parts that are compared as they are; ``own``: columns that may name parts;
    ``outside``: other variables that may, with the value that means each part."""

    family: Family
    compared: tuple[int, ...]
    own: tuple[int, ...]
    outside: tuple[tuple[Term, tuple[int, ...]], ...]

    def key(self, place: int, values: Mapping[Term, int]) -> tuple[int, ...]:
        part = self.family.parts[place]
        return (
            *(values[part[k]] for k in self.compared),
            *(values[part[k]] == dict(self.family.pointers)[part[k]][place] for k in self.own),
            *(values[pointer] == names[place] for pointer, names in self.outside),
        )


def ordering(family: Family) -> Ordering:
    pointers = dict(family.pointers)
    inside = {v for part in family.parts for v in part}
    columns = range(len(family.parts[0]))
    return Ordering(
        family,
        tuple(k for k in columns if family.parts[0][k] not in pointers),
        tuple(k for k in columns if family.parts[0][k] in pointers),
        tuple((p, names) for p, names in family.pointers if p not in inside),
    )


def exchanged(family: Family, place: int, values: Mapping[Term, int]) -> dict[Term, int]:
    """The state with a part and the next one exchanged."""
    names, pointers = family.exchange(place, place + 1)
    found = dict(values)
    for variable in (*names, *pointers):
        value = values[names.get(variable, variable)]
        if variable in pointers:
            a, b = pointers[variable]
            value = b if value == a else a if value == b else value
        found[variable] = value
    return found


def sorted_parts(orderings: Sequence[Ordering], values: Mapping[Term, int]) -> tuple[dict[Term, int], Turn]:
    """The state that stands for this one, and how it comes from it."""
    now = dict(values)
    turn: list[tuple[int, ...]] = []
    for one in orderings:
        line = list(range(len(one.family.parts)))
        swapped = True
        while swapped:
            swapped = False
            for place in range(len(line) - 1):
                if one.key(place, now) > one.key(place + 1, now):
                    now = exchanged(one.family, place, now)
                    line[place], line[place + 1] = line[place + 1], line[place]
                    swapped = True
        turn.append(tuple(line))
    return now, tuple(turn)
