"""Values of a parameter as people order them: ranges, steps from a value to the next, values that are easy to read."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.terms import Sort, Term
from antumbra.terms import floats as f

_FORMATS: Final = (T.FLOAT16, T.FLOAT32, T.FLOAT64, T.FLOAT80, T.FLOAT128)
#: how sources write the formats, with the width of their bits
_FLOATS: Final = {
    **{(repr(sort), sort.width): sort for sort in _FORMATS},
    ("half", 16): T.FLOAT16,
    ("_Float16", 16): T.FLOAT16,
    ("float", 32): T.FLOAT32,
    ("double", 64): T.FLOAT64,
    ("long double", 64): T.FLOAT64,
    ("long double", 128): T.FLOAT128,
    ("__float128", 128): T.FLOAT128,
    ("_Float128", 128): T.FLOAT128,
}
#: the sizes of numbers that are easy to read, easiest first
_READABLE: Final = (0, 1, 10, 100, 1000, 1_000_000)

Number = int | Fraction


def float_of(parameter: Parameter) -> Sort | None:
    """The format of a parameter that is the bits of a float."""
    variable = parameter.variable
    return _FLOATS.get((parameter.type_name, variable.width)) if variable.sort.kind == "bv" else None


def extremes(parameter: Parameter) -> tuple[int, int] | None:
    """The least and the greatest integer; None where there is none, or the values are no integers."""
    variable = parameter.variable
    if variable.sort.kind != "bv" or float_of(parameter) is not None:
        return None
    half = 1 << (variable.width - 1)
    return (-half, half - 1) if parameter.signed else (0, 2 * half - 1)


def between(parameter: Parameter, low: Number, high: Number) -> Term:
    """``low <= value <= high``. Of floats both zeros are 0, and a bound is the nearest number of the format. An integer
    type must have both bounds."""
    variable, sort = parameter.variable, float_of(parameter)
    if sort is not None:
        number = T.fp_from_bv(variable, sort)
        least, greatest = (T.fp_const(f.from_fraction(sort, "RNE", Fraction(b)), sort) for b in (low, high))
        return T.and_(T.fp_le(least, number), T.fp_le(number, greatest))
    least, greatest = (_constant(variable.sort, bound) for bound in (low, high))
    if low == high:
        return T.eq(variable, least)
    if variable.sort.kind in ("int", "real"):
        return T.and_(T.le(least, variable), T.le(variable, greatest))
    at_most = T.bvsle if parameter.signed else T.bvule
    return T.and_(at_most(least, variable), at_most(variable, greatest))


def _constant(sort: Sort, value: Number) -> Term:
    match sort.kind:
        case "bv":
            return T.bv(int(value) & sort.mask, sort.width)
        case "bool":
            return T.boolean(bool(value))
        case "int":
            return T.integer(int(value))
        case _:
            return T.real(Fraction(value))


def readable(parameter: Parameter) -> Iterator[Term]:
    """Conditions on the value from most to least readable: it is near zero."""
    variable, ends = parameter.variable, extremes(parameter)
    if variable.sort is T.BOOL:
        yield T.not_(variable)
        return
    if variable.sort.kind not in ("bv", "int", "real"):
        yield T.TRUE  # of a map no value is more readable than another
        return
    least = 0 if ends is not None and not parameter.signed else None
    for size in _READABLE:
        if ends is not None and size > ends[1]:
            return
        low = -size if least is None else least
        # a single 1, not the three numbers around zero
        yield between(parameter, size if size == 1 else low, size)


def step(parameter: Parameter, *, up: bool) -> tuple[Term, Term] | None:
    """When there is a next value (a previous one), and which. None: the type has no next values."""
    variable, ends, sort = parameter.variable, extremes(parameter), float_of(parameter)
    if sort is not None:
        return _float_step(variable, sort, up)
    if variable.sort is T.BOOL:
        return (T.not_(variable) if up else variable), T.boolean(up)
    if variable.sort is T.INT:
        return T.TRUE, T.add(variable, T.integer(1 if up else -1))
    if ends is None:
        return None
    last = _constant(variable.sort, ends[1] if up else ends[0])
    return T.ne(variable, last), T.bvadd(variable, _constant(variable.sort, 1 if up else -1))


def _float_step(variable: Term, sort: Sort, up: bool) -> tuple[Term, Term]:
    """The next representable number; both zeros are next to the least numbers on either side."""
    sign = T.bv(1 << (sort.width - 1), sort.width)
    one = T.bv(1, sort.width)
    negative = T.bvuge(variable, sign)
    grows = T.not_(negative) if up else negative
    zero = T.eq(T.bvand(variable, T.bvnot(sign)), T.bv(0, sort.width))
    beyond_zero = one if up else T.bvor(sign, one)
    moved = T.ite(grows, T.bvadd(variable, one), T.bvsub(variable, one))
    last = T.bv(f.infinity(sort, not up), sort.width)
    possible = T.and_(T.not_(T.fp_is_nan(T.fp_from_bv(variable, sort))), T.ne(variable, last))
    return possible, T.ite(zero, beyond_zero, moved)
