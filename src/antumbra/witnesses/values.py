"""Witnesses as values."""

from __future__ import annotations

from typing import Final, Literal

from antumbra.program.source import Location
from antumbra.records import dataclass, field

FormatVersion = Literal["2.0", "2.1", "1.0"]
Format = Literal["c_expression", "ext_c_expression", "acsl_expression"]
WaypointType = Literal["assumption", "branching", "function_enter", "function_return", "target"]
Action = Literal["follow", "avoid", "cycle"]

FORMATS: Final = ("c_expression", "ext_c_expression", "acsl_expression")
WAYPOINTS: Final = ("assumption", "branching", "function_enter", "function_return", "target")
ACTIONS: Final = ("follow", "avoid", "cycle")


@dataclass(frozen=True, slots=True)
class Expression:
    """Text of a condition, and where it stands in the witness."""

    text: str
    format: str = "c_expression"
    place: Location | None = None


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Something that an execution passes: ``location`` is in the program, column 0 where none is given.

    ``after``: an assumption holds behind the statement of its line, as GraphML means it, and not before it.
    ``result_of``: GraphML names the function whose result is meant.
    """

    type: WaypointType
    action: Action
    location: Location
    constraint: Expression | None = None
    place: Location | None = None
    after: bool = False
    result_of: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """What is not passed until the last one, ``follow``, is."""

    follow: Waypoint
    avoid: tuple[Waypoint, ...] = ()


@dataclass(frozen=True, slots=True)
class InvariantAt:
    """``loop``: holds whenever the condition of the loop at ``location`` is evaluated; else before a statement."""

    location: Location
    expression: Expression
    loop: bool = True


@dataclass(frozen=True, slots=True)
class FunctionContract:
    """``requires`` holds at every call of the function at ``location``, ``ensures`` at every return."""

    location: Location
    requires: Expression
    ensures: Expression


@dataclass(frozen=True, slots=True)
class Task:
    """What the witness is about. Empty text: it does not say."""

    files: tuple[str, ...] = ()
    hashes: tuple[tuple[str, str], ...] = ()
    specification: str = ""
    data_model: str = ""
    language: str = "C"


@dataclass(frozen=True, slots=True)
class Producer:
    name: str = ""
    version: str = ""
    configuration: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """``violation``: segments lead to a violation; else invariants and contracts say why there is none.

    ``unread``: parts of the witness that are not understood, each with its place: they are never taken for granted.
    """

    violation: bool
    task: Task
    producer: Producer
    created: str = ""
    uuid: str = ""
    segments: tuple[Segment, ...] = ()
    invariants: tuple[InvariantAt, ...] = ()
    contracts: tuple[FunctionContract, ...] = ()
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
    format: str = "2.0"
