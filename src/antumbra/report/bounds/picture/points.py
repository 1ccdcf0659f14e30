"""Tests and neighbours as points of the input space: values of inputs, matched with parameters by name and place.

A point is only used where the bounds agree with it: a failing test lies in its clause, and of two neighbours the first
is not in SAFE and the second not in MUST.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.evidence.values import parse_decimal
from antumbra.records import dataclass
from antumbra.report.bounds.picture.parts.axis import Form, axis_of
from antumbra.report.characterization import Characterization
from antumbra.report.result import Input
from antumbra.terms import Term

Env = Mapping[Term, Any]


@dataclass(frozen=True, slots=True)
class FailingTest:
    """A failing test; ``number`` is that of its clause, from 1."""

    number: int
    env: Env


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbours across a border."""

    parameter: str
    fails: Env
    passes: Env


@dataclass(frozen=True, slots=True)
class Points:
    tests: tuple[FailingTest, ...]
    pairs: tuple[Pair, ...]

    def positions(self, variable: Term) -> list[Any]:
        """All values that an input has in them."""
        envs = [test.env for test in self.tests]
        for pair in self.pairs:
            envs.extend((pair.fails, pair.passes))
        return [env[variable] for env in envs if variable in env]


def points_of(result: Characterization) -> Points:
    parameters = result.cfc.parameters
    tests: list[FailingTest] = []
    for number, clause in enumerate(result.clauses, 1):
        if clause.finding is not None:
            env = assignment(parameters, clause.finding.inputs)
            if env is not None and _holds(clause.condition, env):
                tests.append(FailingTest(number, env))
    pairs: list[Pair] = []
    safe, must = result.cfc.safe, result.cfc.lower
    for found in result.neighbours:
        fails, passes = assignment(parameters, found.fails), assignment(parameters, found.passes)
        if fails is None or passes is None:
            continue
        if not _holds(safe, fails) and not _holds(must, passes):
            pairs.append(Pair(found.parameter, fails, passes))
    return Points(tuple(tests), tuple(pairs))


def _holds(condition: Term, env: Env) -> bool:
    try:
        return bool(T.compiled(condition)(env))
    except T.EvaluationError:
        return False


def assignment(parameters: Sequence[Parameter], inputs: Sequence[Input]) -> Env | None:
    """Values of the parameters' variables; None where one cannot be read. An input that a run did not ask for is 0."""
    found: dict[Term, Any] = {}
    for parameter in parameters:
        value = _input_of(parameter, inputs)
        if value is None:
            continue
        read = _read(parameter, value)
        if read is None:
            return None
        found[parameter.variable] = read
    return found


def _input_of(parameter: Parameter, inputs: Sequence[Input]) -> Input | None:
    place = parameter.input.place
    named = [value for value in inputs if value.name == parameter.name]
    if len(named) == 1 and (named[0].location in (None, place.location) or place.name != parameter.name):
        return named[0]
    there = [value for value in inputs if value.name == place.name and value.location in (None, place.location)]
    number = parameter.input.number - 1
    return there[number] if number < len(there) else None


def _is_float(parameter: Parameter) -> bool:
    axis = axis_of(parameter)
    return axis is not None and axis.form is Form.FLOAT


def _read(parameter: Parameter, given: Input) -> Any:
    sort, value = parameter.variable.sort, given.value
    try:
        match sort.kind:
            case "bool":
                return value in (1, True, "true", "1")
            case "int":
                return int(value)
            case "real":
                return Fraction(value)
            case "bv" if isinstance(value, str) and given.type == "bytes":
                data = bytes.fromhex(value.removeprefix("0x"))
                if parameter.input.offset is None:
                    return int.from_bytes(data, "little") & sort.mask
                return data[parameter.input.offset] if parameter.input.offset < len(data) else 0
            case "bv" if isinstance(value, int) and not _is_float(parameter):
                return value & sort.mask
            case "bv":
                return parse_decimal(str(value), parameter.type_name, sort.width) & sort.mask
            case _:
                return None
    except (ValueError, OverflowError):
        return None
