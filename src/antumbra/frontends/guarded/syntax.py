"""What a guarded-command file says, before parameters have values."""

from __future__ import annotations

from antumbra.program.source import Location
from antumbra.records import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    place: Location


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    place: Location


@dataclass(frozen=True, slots=True)
class Name:
    """``x``, ``x[e]``, ``P.x``, ``P[e].x``, ``P[e].x[f]``: ``process`` is empty where none is named."""

    name: str
    index: Expression | None
    process: str
    process_index: Expression | None
    place: Location


@dataclass(frozen=True, slots=True)
class At:
    """``@l``, ``P@l``, ``P[e]@l``: the process is at that location."""

    location: str
    process: str
    index: Expression | None
    place: Location


@dataclass(frozen=True, slots=True)
class Unary:
    operator: str
    operand: Expression
    place: Location


@dataclass(frozen=True, slots=True)
class Binary:
    operator: str
    left: Expression
    right: Expression
    place: Location


@dataclass(frozen=True, slots=True)
class Range:
    low: Expression
    high: Expression
    place: Location


@dataclass(frozen=True, slots=True)
class Quantified:
    """``forall j: 1..N where c (e)``: a conjunction or disjunction over a range of numbers."""

    universal: bool
    variable: str
    over: Range
    where: Expression | None
    body: Expression
    place: Location


Expression = Number | Truth | Name | At | Unary | Binary | Quantified


@dataclass(frozen=True, slots=True)
class Nondet:
    place: Location


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    value: Expression
    place: Location


@dataclass(frozen=True, slots=True)
class Variable:
    """``type`` is "int", "bool" or a range. No ``initial`` value means any."""

    name: str
    over: Range | None
    type: str | Range
    initial: Expression | None
    place: Location


@dataclass(frozen=True, slots=True)
class Assignment:
    target: Name
    value: Expression | Nondet
    place: Location


@dataclass(frozen=True, slots=True)
class Every:
    """``forall j: 1..N where c (a[j] := e, …)``: the assignments for each number, all at once."""

    variable: str
    over: Range
    where: Expression | None
    body: tuple[Assignment | Every, ...]
    place: Location


@dataclass(frozen=True, slots=True)
class Transition:
    label: str
    variable: str  #: of ``for``, empty where there is none
    over: Range | None
    where: Expression | None
    sources: tuple[str, ...]
    target: str
    guard: Expression | None
    assignments: tuple[Assignment | Every, ...]
    place: Location


@dataclass(frozen=True, slots=True)
class Process:
    name: str
    variable: str
    over: Range | None
    variables: tuple[Variable, ...]
    locations: tuple[str, ...]
    transitions: tuple[Transition, ...]
    place: Location


@dataclass(frozen=True, slots=True)
class Property:
    """``kind`` is invariant, unreachable, mutex or deadlock_free."""

    name: str
    kind: str
    condition: Expression | None
    place: Location


@dataclass(frozen=True, slots=True)
class File:
    parameters: tuple[Parameter, ...]
    variables: tuple[Variable, ...]
    processes: tuple[Process, ...]
    transitions: tuple[Transition, ...]
    initial: tuple[Expression, ...]
    properties: tuple[Property, ...]
