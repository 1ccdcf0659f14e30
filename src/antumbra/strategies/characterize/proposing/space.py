"""Inputs as axes of numbers in their natural order: signed, unsigned, and floats by their values.

A point is a tuple of such numbers, one for each parameter. Terms have their own values: bits, without a sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.records import dataclass
from antumbra.terms import Sort, Term

Point = tuple[int, ...]

#: how far axes of mathematical integers are looked at
_FAR: Final = 1 << 31
_FLOATS: Final = {"float": 32, "double": 64}


@dataclass(frozen=True, slots=True)
class Axis:
    """``low`` to ``high``: its numbers. ``float_sort``: of a float, whose numbers count the floats up from zero."""

    variable: Term
    low: int
    high: int
    signed: bool
    float_sort: Sort | None = None

    @property
    def width(self) -> int:
        return self.variable.sort.width

    def value(self, number: int) -> int:
        """The number as terms have it."""
        if self.variable.sort.kind != "bv":
            return number
        if self.float_sort is not None and number < 0:
            return (1 << (self.width - 1)) | (-1 - number)
        return number & self.variable.sort.mask

    def number(self, value: int) -> int:
        """The inverse of ``value``."""
        if self.variable.sort.kind != "bv" or not self.signed or not value >> (self.width - 1):
            return int(value)
        if self.float_sort is not None:
            return -1 - (value ^ (1 << (self.width - 1)))
        return value - (1 << self.width)


def is_number(parameter: Parameter) -> bool:
    """Whether values of an input are compared: those of the program's own types, and maps, are not."""
    return parameter.variable.sort.kind in ("bv", "bool", "int", "real")


def axis(parameter: Parameter) -> Axis:
    variable = parameter.variable
    sort = variable.sort
    if sort is T.BOOL:
        return Axis(variable, 0, 1, False)
    if sort.kind != "bv":
        return Axis(variable, -_FAR, _FAR, True)
    is_float = _FLOATS.get(parameter.type_name) == sort.width
    signed = parameter.signed or is_float
    low, high = (-(1 << (sort.width - 1)), (1 << (sort.width - 1)) - 1) if signed else (0, sort.mask)
    floats = {32: T.fp_sort(8, 24), 64: T.fp_sort(11, 53)}[sort.width] if is_float else None
    return Axis(variable, low, high, signed, floats)


class Space:
    """All points of a domain."""

    def __init__(self, parameters: Sequence[Parameter], domain: Term = T.TRUE) -> None:
        self.axes = tuple(axis(parameter) for parameter in parameters)
        self.domain = domain
        self._inside = None if domain is T.TRUE else T.compiled(domain)

    def values(self, point: Point) -> dict[Term, int]:
        return {one.variable: one.value(number) for one, number in zip(self.axes, point, strict=True)}

    def point(self, values: Mapping[Term, int]) -> Point:
        """The point with these values; what is not given is zero."""
        return tuple(one.number(int(values.get(one.variable, 0))) for one in self.axes)

    def inside(self, values: Mapping[Term, int]) -> bool:
        return self._inside is None or bool(self._inside(values))

    @property
    def size(self) -> int:
        """How many points there are, the domain aside."""
        result = 1
        for one in self.axes:
            result *= one.high - one.low + 1
        return result
