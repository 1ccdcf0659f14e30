"""Conditions and values in the program's own names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.program.text.readable import condition_text
from antumbra.report.bounds.picture.parts.axis import axis_of
from antumbra.report.characterization import Characterization, Count
from antumbra.terms import Term

#: distinct parts that a condition has at most to be written out
_LARGEST: Final = 400
#: and those of a comparison with a number, or its opposite
_SHORT: Final = 4


class Names:
    def __init__(self, parameters: Sequence[Parameter]) -> None:
        self._parameters: Final = {parameter.variable: parameter for parameter in parameters}

    def condition(self, condition: Term) -> str:
        """A condition in words, or how large it is."""
        size = T.size(condition)
        if size > _LARGEST:
            return f"(a condition with {size} parts)"
        text = self._equality(condition) or condition_text(condition, self._name)
        text = text if self._any_signed(condition) else _without_marks(text)
        return text if T.size(condition) > _SHORT else _around_zero(text)

    def value(self, variable: Term, value: Any) -> str:
        """``x = 3``."""
        parameter = self._parameters[variable]
        axis = axis_of(parameter)
        return f"{parameter.name} = {value if axis is None else axis.text(axis.position(value))}"

    def values(self, env: Mapping[Term, Any]) -> str:
        return ", ".join(self.value(v, env[v]) for v in self._parameters if v in env)

    def _name(self, variable: Term) -> str:
        parameter = self._parameters.get(variable)
        return str(variable.data) if parameter is None else parameter.name

    def _any_signed(self, condition: Term) -> bool:
        variables = T.free_variables(condition)
        return any(v not in self._parameters or self._parameters[v].signed for v in variables)

    def _equality(self, condition: Term) -> str:
        """With the constant as its input's type writes it."""
        inner = condition.args[0] if condition.op is T.NOT else condition
        if inner.op is not T.EQ or inner.args[0].sort.kind != "bv":
            return ""
        constant, variable = sorted(inner.args, key=lambda side: side.op is not T.CONST)
        parameter = self._parameters.get(variable)
        axis = None if parameter is None else axis_of(parameter)
        if axis is None or constant.op is not T.CONST:
            return ""
        sign = "=" if inner is condition else "!="
        return f"{axis.parameter.name} {sign} {axis.text(axis.position(constant.data))}"


def _around_zero(text: str) -> str:
    """Comparisons of integers with -1, as comparisons with 0."""
    for before, after in ((" > -1", " >= 0"), (" <= -1", " < 0")):
        if text.endswith(before):
            return text.removesuffix(before) + after
    return text


def _without_marks(text: str) -> str:
    """Where nothing is signed, comparisons need not say so."""
    for sign in ("<", "<=", ">", ">="):
        text = text.replace(f" {sign}u ", f" {sign} ")
    return text


def count_text(count: Count) -> str:
    """One sentence; numbers that are not known are not in it."""
    of = f" of {count.total:,}" if count.total is not None else ""
    if count.exact:
        text = f"{count.least:,}{of} inputs fail"
    else:
        parts: list[str] = []
        if count.least is not None:
            parts.append(f"at least {count.least:,}")
        if count.most is not None:
            parts.append(f"at most {count.most:,}")
        text = f"{' and '.join(parts)}{of} inputs fail" if parts else f"how many inputs{of} fail was not counted"
    return text[0].upper() + text[1:] + _likely(count)


def _likely(count: Count) -> str:
    least, most = count.probability
    if least is None and most is None:
        return ""
    inputs = "uniformly random inputs" if count.distribution == "uniform" else count.distribution
    if least == most and least is not None:
        return f"; probability {share_text(least)} for {inputs}"
    low = "0" if least is None else share_text(least)
    high = "1" if most is None else share_text(most)
    return f"; probability {low} to {high} for {inputs}"


def share_text(share: Fraction) -> str:
    """Exact where that is short, else rounded, but never to 0 or 1."""
    exact = str(share)
    if len(exact) <= 9:
        return exact
    number = float(share)
    if number in (0.0, 1.0):
        return "almost 0" if number == 0.0 else "almost 1"
    text = f"{number:.4g}"
    return "almost 1" if float(text) == 1.0 else f"≈ {text}"


def headline(result: Characterization) -> tuple[str, bool]:
    """What the badge says, and whether the bounds are exact."""
    if result.exact:
        return "exact", True
    return "gap between the bounds", False
