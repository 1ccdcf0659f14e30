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


@dataclass(frozen=True, slots=True)
class Call:
    """``len(c)``, ``empty(c)``, ``full(c)``, ``head(c)``, ``head(c, 2)``: of a channel; ``field`` counts from 1."""

    function: str
    channel: Name
    field: int
    place: Location


Expression = Number | Truth | Name | At | Unary | Binary | Quantified | Call


@dataclass(frozen=True, slots=True)
class Nondet:
    place: Location


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    value: Expression
    place: Location


@dataclass(frozen=True, slots=True)
class Enumeration:
    """``enum color { red, green }``."""

    name: str
    values: tuple[str, ...]
    place: Location


@dataclass(frozen=True, slots=True)
class TypeName:
    """The name of an enumeration where a type stands."""

    name: str
    place: Location


Type = str | Range | TypeName


@dataclass(frozen=True, slots=True)
class Variable:
    """``type`` is "int", "bool", a range or an enumeration. No ``initial`` value means any."""

    name: str
    over: Range | None
    type: Type
    initial: Expression | None
    place: Location


@dataclass(frozen=True, slots=True)
class Channel:
    """``channel c[1..N](2) of bool, 0..3;``: so many messages, each of these values, in their order."""

    name: str
    over: Range | None
    capacity: Expression
    types: tuple[Type, ...]
    place: Location


@dataclass(frozen=True, slots=True)
class Send:
    channel: Name
    values: tuple[Expression, ...]
    place: Location


@dataclass(frozen=True, slots=True)
class Receive:
    channel: Name
    targets: tuple[Name, ...]
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
    body: tuple[Action, ...]
    place: Location


#: what a transition does, all at once
Action = Assignment | Every | Send | Receive


@dataclass(frozen=True, slots=True)
class Transition:
    label: str
    variable: str  #: of ``for``, empty where there is none
    over: Range | None
    where: Expression | None
    sources: tuple[str, ...]
    target: str
    guard: Expression | None
    actions: tuple[Action, ...]
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
    enumerations: tuple[Enumeration, ...]
    channels: tuple[Channel, ...]
    variables: tuple[Variable, ...]
    processes: tuple[Process, ...]
    transitions: tuple[Transition, ...]
    initial: tuple[Expression, ...]
    properties: tuple[Property, ...]
