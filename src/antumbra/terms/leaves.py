"""Leaves: variables and constants of every sort, and declarations of functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from antumbra.terms.operators import CONST, VAR, FunctionDeclaration
from antumbra.terms.sorts import BOOL, INT, REAL, RM, Sort, bv_sort
from antumbra.terms.term import SortError, Term, intern
from antumbra.terms.values import ROUNDING_MODES, ArrayValue, normalise

TRUE: Final = intern(CONST, (), True, BOOL)
FALSE: Final = intern(CONST, (), False, BOOL)

_functions: Final[dict[tuple[str, tuple[Sort, ...], Sort], FunctionDeclaration]] = {}


def bv(value: int, width: int) -> Term:
    """A bit-vector constant; ``value`` is taken modulo 2^width."""
    sort = bv_sort(width)
    return intern(CONST, (), value & sort.mask, sort)


def bv_of(value: int, sort: Sort) -> Term:
    """A bit-vector constant of a known bit-vector sort."""
    return intern(CONST, (), value & sort.mask, sort)


def boolean(value: bool) -> Term:
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    return intern(CONST, (), int(value), INT)


def real(value: Fraction | int) -> Term:
    return intern(CONST, (), Fraction(value), REAL)


def fp_const(bits: int, sort: Sort) -> Term:
    """A float constant from its IEEE bits; any NaN becomes the canonical one."""
    if sort.kind != "fp":
        raise SortError(f"{sort!r} is not a float sort")
    return const(bits, sort)


def rm(name: str) -> Term:
    """A rounding mode: RNE RNA RTP RTN RTZ."""
    if name not in ROUNDING_MODES:
        raise SortError(f"rounding mode {name!r}")
    return intern(CONST, (), name, RM)


def const(value: Any, sort: Sort) -> Term:
    """The constant of any sort for a Python value (see :mod:`antumbra.terms.values`)."""
    if sort.mask and type(value) is int:
        return intern(CONST, (), value & sort.mask, sort)
    if sort is BOOL:
        return TRUE if value else FALSE
    try:
        return intern(CONST, (), normalise(value, sort), sort)
    except ValueError as error:
        raise SortError(str(error)) from None


def array_value(sort: Sort, default: Any, entries: Mapping[Any, Any]) -> Term:
    """A constant array: a table of Python values over a default.

    ``entries`` maps an index value (a tuple of them for several indices) to an element value.
    """
    element = sort.element
    if element is None:
        raise SortError(f"{sort!r} is not an array sort")
    single = sort.index[0] if len(sort.index) == 1 else None
    table: dict[Any, Any] = {}
    try:
        for key, value in entries.items():
            if single is not None:
                key = normalise(key, single)
            else:
                key = tuple(normalise(k, s) for k, s in zip(key, sort.index, strict=True))
            table[key] = normalise(value, element)
        return intern(CONST, (), ArrayValue(sort, normalise(default, element), table), sort)
    except ValueError as error:
        raise SortError(str(error)) from None


def var(name: str, sort: Sort) -> Term:
    """The variable of this name and sort."""
    return intern(VAR, (), name, sort)


def function(name: str, arguments: Sequence[Sort], result: Sort) -> FunctionDeclaration:
    """The uninterpreted function of this name and signature."""
    key = (name, tuple(arguments), result)
    declaration = _functions.get(key)
    if declaration is None:
        declaration = _functions[key] = FunctionDeclaration(*key)
    return declaration
