"""Like parts of many states put in order at once, by exchanges of neighbours; for the check of enumerated states.

Whatever the order is, an exchange of two parts maps the program to itself (``like_parts`` proves it), so a state that
exchanges lead to stands for the one they began with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from antumbra.engines.abstract.checking.automorphism import Family
from antumbra.engines.abstract.checking.slices import Columns, Slices
from antumbra.terms import Term


def turned(rows: bytearray, size: int, fields: Mapping[Term, tuple[int, int]], families: Sequence[Family]) -> bytearray:
    for family in families:
        slices = Slices(rows, size, fields)
        variables = dict.fromkeys([v for part in family.parts for v in part] + [p for p, _ in family.pointers])
        values = {v: slices.bits(v) for v in variables}
        for last in range(len(family.parts) - 1, 0, -1):
            for place in range(last):
                late = _above(_key(slices, family, place, values), _key(slices, family, place + 1, values), slices.ones)
                if late:
                    _exchange(slices, family, place, values, late)
        rows = slices.written(values)
    return rows


def _key(slices: Slices, family: Family, place: int, values: Mapping[Term, Columns]) -> Columns:
    """What is compared, from the lowest bit up: variables that name no parts come first."""
    pointers, part = dict(family.pointers), family.parts[place]
    inside = {v for other in family.parts for v in other}
    columns: Columns = []
    for variable in part:
        if variable not in pointers:
            columns = [*values[variable], *columns]
    named = [v for v in part if v in pointers] + [p for p in pointers if p not in inside]
    for pointer in named:
        columns = [_is(slices, values[pointer], pointers[pointer][place]), *columns]
    return columns


def _is(slices: Slices, columns: Columns, value: int) -> int:
    different = 0
    for k, column in enumerate(columns):
        different |= column ^ (slices.ones if value >> k & 1 else 0)
    return slices.ones ^ different if not value >> len(columns) else 0


def _above(x: Columns, y: Columns, ones: int) -> int:
    found = 0
    for a, b in zip(x, y, strict=True):
        found = a & (ones ^ b) | (ones ^ a ^ b) & found
    return found


def _exchange(slices: Slices, family: Family, place: int, values: dict[Term, Columns], where: int) -> None:
    for a, b in zip(family.parts[place], family.parts[place + 1], strict=True):
        moved = [(x ^ y) & where for x, y in zip(values[a], values[b], strict=True)]
        values[a] = [x ^ d for x, d in zip(values[a], moved, strict=True)]
        values[b] = [y ^ d for y, d in zip(values[b], moved, strict=True)]
    for pointer, names in family.pointers:
        one, two = names[place], names[place + 1]
        columns = values[pointer]
        other = (_is(slices, columns, one) | _is(slices, columns, two)) & where
        values[pointer] = [c ^ other if (one ^ two) >> k & 1 else c for k, c in enumerate(columns)]
