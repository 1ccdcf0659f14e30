"""An input as an axis: its values in the order in which people expect them.

Positions on an axis are numbers: of integers the value, of floats the place among all bit patterns in the order of
their values (NaNs at both ends), of truth values 0 and 1. Reals are fractions, and alone are dense.
"""

from __future__ import annotations

import struct
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.patterns import pattern
from antumbra.records import dataclass
from antumbra.report.values import present
from antumbra.terms import Term

Number = int | Fraction

_FLOATS: Final = frozenset({"float", "double", "_Float16", "half", "long double"})
_FLOAT_SORT: Final = pattern(r"fp(\d+)_(\d+)")
#: width → bits behind the exponent
_FRACTIONS: Final = {16: 10, 32: 23, 64: 52}


class Form(Enum):
    UNSIGNED = "unsigned"
    SIGNED = "signed"
    FLOAT = "float"
    BOOL = "bool"
    INT = "int"
    REAL = "real"


@dataclass(frozen=True, slots=True)
class Span:
    """Positions from ``low`` to ``high``; None has no end there. Only spans of reals may be open at an end."""

    low: Number | None
    high: Number | None
    above_low: bool = False
    below_high: bool = False

    @property
    def single(self) -> bool:
        return self.low is not None and self.low == self.high

    @property
    def finite(self) -> tuple[Number, Number] | None:
        return None if self.low is None or self.high is None else (self.low, self.high)


@dataclass(frozen=True, slots=True)
class Axis:
    """``least`` and ``greatest`` are None where there are no limits."""

    parameter: Parameter
    variable: Term
    form: Form
    width: int
    least: int | None
    greatest: int | None

    @property
    def dense(self) -> bool:
        return self.form is Form.REAL

    @property
    def title(self) -> str:
        kind = self.parameter.type_name or repr(self.variable.sort)
        return f"{self.parameter.name} ({kind})"

    @property
    def infinities(self) -> tuple[int, int] | None:
        """Of floats, where the infinities are; NaNs lie beyond."""
        fraction = _FRACTIONS.get(self.width)
        if self.form is not Form.FLOAT or fraction is None:
            return None
        top = (1 << (self.width - 1)) - (1 << fraction)
        return -top - 1, top

    def value(self, position: Number) -> Any:
        """The value of the variable there."""
        match self.form:
            case Form.BOOL:
                return bool(position)
            case Form.REAL:
                return Fraction(position)
            case Form.FLOAT if position < 0:
                return (1 << (self.width - 1)) + int(-position - 1)
            case Form.SIGNED:
                return int(position) & ((1 << self.width) - 1)
            case _:
                return int(position)

    def position(self, value: Any) -> Number:
        half = 1 << max(0, self.width - 1)
        match self.form:
            case Form.REAL:
                return Fraction(value)
            case Form.SIGNED if value >= half:
                return value - 2 * half
            case Form.FLOAT if value >= half:
                return half - value - 1
            case _:
                return int(value)

    def text(self, position: Number) -> str:
        """The exact value there as people write it."""
        match self.form:
            case Form.BOOL:
                return "true" if position else "false"
            case Form.FLOAT:
                return _float_text(self.width, self.value(position))
            case _:
                return str(position)

    def bits(self, span: Span) -> tuple[int, int] | None:
        """The unsigned bounds of the variable's values in a span that does not cross zero."""
        ends = span.finite
        if ends is None or self.form in (Form.INT, Form.REAL):
            return None
        low, high = sorted((int(self.value(ends[0])), int(self.value(ends[1]))))
        crosses = self.form in (Form.SIGNED, Form.FLOAT) and ends[0] < 0 <= ends[1]
        return (0, (1 << self.width) - 1) if crosses else (low, high)

    def within(self, span: Span) -> list[Term]:
        """The same as conditions on the variable; crossing zero is no trouble."""
        variable, found = self.variable, list[Term]()
        match self.form:
            case Form.BOOL:
                return [T.eq(variable, T.boolean(bool(span.low)))] if span.single else []
            case Form.INT | Form.REAL:
                number = T.integer if self.form is Form.INT else T.real
                if span.low is not None:
                    found.append((T.lt if span.above_low else T.le)(number(span.low), variable))  # type: ignore[arg-type]
                if span.high is not None:
                    found.append((T.lt if span.below_high else T.le)(variable, number(span.high)))  # type: ignore[arg-type]
                return found
            case _:
                ends = span.finite
                if ends is None:
                    return []
                if ends[0] < 0 <= ends[1]:
                    below, above = Span(ends[0], -1), Span(0, ends[1])
                    return [T.or_(T.and_(*self.within(below)), T.and_(*self.within(above)))]
                low, high = sorted((int(self.value(ends[0])), int(self.value(ends[1]))))
                if low > 0:
                    found.append(T.bvule(T.bv(low, self.width), variable))
                if high < (1 << self.width) - 1:
                    found.append(T.bvule(variable, T.bv(high, self.width)))
                return found


def axis_of(parameter: Parameter) -> Axis | None:
    """None where the values have no order that one could draw: maps, and values of types without a meaning."""
    variable = parameter.variable
    sort = variable.sort
    match sort.kind:
        case "bool":
            return Axis(parameter, variable, Form.BOOL, 1, 0, 1)
        case "int":
            return Axis(parameter, variable, Form.INT, 0, None, None)
        case "real":
            return Axis(parameter, variable, Form.REAL, 0, None, None)
        case "bv":
            half = 1 << (sort.width - 1)
            if _is_float(parameter.type_name, sort.width):
                return Axis(parameter, variable, Form.FLOAT, sort.width, -half, half - 1)
            if parameter.signed:
                return Axis(parameter, variable, Form.SIGNED, sort.width, -half, half - 1)
            return Axis(parameter, variable, Form.UNSIGNED, sort.width, 0, 2 * half - 1)
        case _:
            return None


def _is_float(type_name: str, width: int) -> bool:
    if width not in _FRACTIONS:
        return False
    match = _FLOAT_SORT.fullmatch(type_name)
    return type_name in _FLOATS or (match is not None and int(match[1]) + int(match[2]) == width)


def _float_text(width: int, bits: int) -> str:
    value = present({16: "half", 32: "float", 64: "double"}[width], width, bits)
    if isinstance(value, str) and "nan" in value:
        return "NaN"
    if not isinstance(value, float):
        return str(value)
    if width == 64:
        return repr(value)
    form = {16: "<e", 32: "<f"}[width]
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        try:
            if struct.pack(form, float(text)) == struct.pack(form, value):
                return text
        except OverflowError:
            continue
    return repr(value)
