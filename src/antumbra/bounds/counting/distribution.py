"""How likely inputs are, as users state it: ``n=0..100``, or ``n=0:0.5,1:0.25,2..10:0.25``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Final, NoReturn

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter, union
from antumbra.bounds.counting.models import count_models
from antumbra.bounds.counting.values import Number, between, extremes, float_of
from antumbra.patterns import pattern
from antumbra.program.errors import InputError
from antumbra.records import dataclass
from antumbra.terms import Term

_FORM: Final = "NAME=LOW..HIGH, NAME=VALUE, or NAME=ROW:WEIGHT,… where a row is a value or a range and weights sum to 1"
_INTEGER: Final = pattern(r"[+-]?(0[xX][0-9a-fA-F]+|[0-9]+)")
_DECIMAL: Final = pattern(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
_WEIGHT: Final = pattern(r"[0-9]*\.?[0-9]+|[0-9]+/[1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class Row:
    """``size`` values, each as likely as the others; ``weight``: how likely they are together."""

    condition: Term
    weight: Fraction
    size: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """Inputs are independent of each other. ``tables``: of each parameter that has one, rows that are disjoint, with
    weights that sum to 1; other values never occur. A parameter without a table takes all values of its type alike;
    floats all of their bit patterns, so that half of all floats lie between -2 and 2, and some are no numbers.

    ``texts``: as the user stated it.
    """

    tables: tuple[tuple[Parameter, tuple[Row, ...]], ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def domain(self) -> Term:
        """The inputs that occur."""
        return T.and_(T.TRUE, *(union(row.condition for row in rows) for _, rows in self.tables))

    @property
    def uniform(self) -> bool:
        """Whether all inputs of the domain are equally likely."""
        return all(len(rows) == 1 for _, rows in self.tables)

    def cells(self, variables: Sequence[Term]) -> Iterator[tuple[Term, Fraction, int]]:
        """The domain in parts, as far as these variables go, in which all inputs are equally likely: condition, how
        likely, and how many values the variables with a table have there."""
        tables = [rows for parameter, rows in self.tables if parameter.variable in variables]
        for rows in product(*tables):
            condition = T.and_(T.TRUE, *(row.condition for row in rows))
            yield condition, prod((row.weight for row in rows), start=Fraction(1)), prod(row.size for row in rows)

    def text(self, parameters: Sequence[Parameter]) -> str:
        """As reports say it."""
        stated = {parameter for parameter, _ in self.tables}
        rest = [parameter for parameter in parameters if parameter not in stated]
        floats = any(float_of(parameter) is not None for parameter in parameters)
        said = [*self.texts, *(["other inputs uniform" if self.texts else "uniform"] if rest or not self.texts else [])]
        return ", ".join(said) + (" (floats: over their bit patterns)" if floats else "")


UNIFORM: Final = Distribution()


def parse_distribution(specs: Sequence[str], parameters: Sequence[Parameter]) -> Distribution:
    """What the values of ``--assume-input`` say, one for each parameter at most. Raises InputError.

    A parameter is called by its name or identifier. Ranges include both ends; of an integer type they must lie within
    it, and follow its order, signed or not. ``0x`` and, of floats, decimal numbers, ``inf`` and ``nan`` are understood;
    a float stands for all bit patterns that are equal to it. Several rows without weights are uniform over all of them.
    """
    tables: dict[Parameter, tuple[Row, ...]] = {}
    texts: list[str] = []
    for spec in specs:
        parameter, text = _named(spec, parameters)
        if parameter in tables:
            raise InputError(f"--assume-input {spec}: {parameter.name} has a distribution already; expected one")
        tables[parameter] = _Reader(spec, parameter).rows(text)
        texts.append(f"{parameter.name}={text}")
    return Distribution(tuple(tables.items()), tuple(texts))


def _named(spec: str, parameters: Sequence[Parameter]) -> tuple[Parameter, str]:
    """A name may hold any text of the program: the longest that fits is meant."""
    fitting = [(name, p) for p in parameters for name in (p.name, p.identifier) if spec.startswith(f"{name}=")]
    if not fitting:
        if "=" not in spec:
            raise InputError(f"--assume-input {spec}: expected {_FORM}")
        known = ", ".join(parameter.name for parameter in parameters) or "none"
        raise InputError(f"--assume-input {spec}: no input has this name; expected one of: {known}")
    name, parameter = max(fitting, key=lambda pair: len(pair[0]))
    return parameter, spec.removeprefix(f"{name}=").strip()


class _Reader:
    def __init__(self, spec: str, parameter: Parameter) -> None:
        self._spec: Final = spec
        self._parameter: Final = parameter

    def rows(self, text: str) -> tuple[Row, ...]:
        if self._parameter.variable.sort.kind not in ("bv", "bool", "int"):
            self._wrong(f"expected an input that is a number, and {self._parameter.name} is none")
        items = [item.strip() for item in text.split(",")]
        weights = [self._weight(item) for item in items]
        conditions = [self._condition(item.partition(":")[0].strip()) for item in items]
        sizes = [self._size(condition) for condition in conditions]
        if any(self._size(T.and_(a, b)) for a, b in combinations(conditions, 2)):
            self._wrong("expected rows that have no value in common")
        known = [weight for weight in weights if weight is not None]
        if not known:
            return (Row(union(conditions), Fraction(1), sum(sizes)),)
        if len(known) < len(items):
            self._wrong("expected a weight for every row, or for none")
        if sum(known) != 1:
            self._wrong(f"expected weights that sum to 1, not to {sum(known)}")
        return tuple(Row(*row) for row in zip(conditions, known, sizes, strict=True))

    def _weight(self, item: str) -> Fraction | None:
        _, colon, text = item.partition(":")
        if not colon:
            return None
        if not _WEIGHT.fullmatch(text.strip()) or not Fraction(text.strip()):
            self._wrong(f"expected a weight above 0 such as 0.25 or 1/4 in place of {text.strip()!r}")
        return Fraction(text.strip())

    def _condition(self, text: str) -> Term:
        low_text, dots, high_text = text.partition("..")
        if text == "nan" and (sort := float_of(self._parameter)) is not None:
            return T.fp_is_nan(T.fp_from_bv(self._parameter.variable, sort))
        low = self._value(low_text.strip())
        high = self._value(high_text.strip()) if dots else low
        if low > high:
            self._wrong(f"expected the lower end of {text} first")
        return self._between(low, high)

    def _between(self, low: Number, high: Number) -> Term:
        ends = extremes(self._parameter)
        if ends is not None and not ends[0] <= low <= high <= ends[1]:
            self._wrong(f"expected values within {ends[0]}..{ends[1]}, the range of {self._parameter.type_name}")
        return between(self._parameter, low, high)

    def _value(self, text: str) -> Number:
        variable = self._parameter.variable
        if variable.sort is T.BOOL:
            if text not in _TRUTH:
                self._wrong(f"expected true or false in place of {text!r}")
            return _TRUTH[text]
        if float_of(self._parameter) is not None:
            if text.lstrip("+-") == "inf":
                # beyond every format, and so rounded to its infinity
                return -_HUGE if text.startswith("-") else _HUGE
            if _DECIMAL.fullmatch(text):
                return Fraction(text)
        if not _INTEGER.fullmatch(text):
            self._wrong(f"expected a number in place of {text!r}: {_FORM}")
        return int(text, 16) if "x" in text.lower() else int(text)

    def _size(self, condition: Term) -> int:
        size = count_models(condition, [self._parameter.variable], cheap=True)
        if size is None:
            self._wrong("expected a finite range")
        return size

    def _wrong(self, reason: str) -> NoReturn:
        raise InputError(f"--assume-input {self._spec}: {reason}")


_TRUTH: Final = {"false": 0, "0": 0, "true": 1, "1": 1}
_HUGE: Final = 1 << (1 << 15)
