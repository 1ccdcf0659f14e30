"""Statements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from antumbra.frontends.boogie.syntax.expressions import Expression, Identifier
from antumbra.frontends.boogie.syntax.types import Attribute, Place


@dataclass(slots=True, eq=False)
class LabelStatement:
    place: Place
    name: str


@dataclass(slots=True, eq=False)
class AssertStatement:
    place: Place
    condition: Expression
    attributes: list[Attribute] = field(default_factory=list[Attribute])


@dataclass(slots=True, eq=False)
class AssumeStatement:
    place: Place
    condition: Expression
    attributes: list[Attribute] = field(default_factory=list[Attribute])


@dataclass(slots=True, eq=False)
class HavocStatement:
    place: Place
    names: list[Identifier]


@dataclass(slots=True, eq=False)
class AssignStatement:
    """Targets are identifiers, selections of them and their fields; all values are read first."""

    place: Place
    targets: list[Expression]
    values: list[Expression]
    attributes: list[Attribute] = field(default_factory=list[Attribute])


@dataclass(slots=True, eq=False)
class UnpackStatement:
    """``C(x, y) := e;``."""

    place: Place
    constructor: str
    targets: list[Identifier]
    value: Expression
    target: Any = None
    instance: Any = None


@dataclass(slots=True, eq=False)
class CallStatement:
    place: Place
    procedure: str
    #: None is ``*``
    arguments: list[Expression | None]
    results: list[Identifier | None]
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    free: bool = False
    asynchronous: bool = False
    for_all: bool = False
    target: Any = None
    instance: Any = None


@dataclass(slots=True, eq=False)
class ParallelCall:
    """CIVL's ``par P() | Q();``."""

    place: Place
    calls: list[CallStatement]


@dataclass(slots=True, eq=False)
class YieldStatement:
    place: Place


@dataclass(slots=True, eq=False)
class HideReveal:
    """``hide f; reveal *; push; pop;``: hints to a verifier, no effect on executions."""

    place: Place
    keyword: str
    name: str


@dataclass(slots=True, eq=False)
class GotoStatement:
    place: Place
    targets: list[tuple[Place, str]]


@dataclass(slots=True, eq=False)
class ReturnStatement:
    place: Place
    #: only in code expressions
    value: Expression | None = None


@dataclass(slots=True, eq=False)
class BreakStatement:
    place: Place
    label: str | None


@dataclass(slots=True, eq=False)
class IfStatement:
    place: Place
    #: None is ``*``
    guard: Expression | None
    then: list[Statement]
    #: ``else if`` is a list of one IfStatement with ``chained``
    otherwise: list[Statement] | None
    attributes: list[Attribute] = field(default_factory=list[Attribute])


@dataclass(slots=True, eq=False)
class Invariant:
    place: Place
    condition: Expression
    free: bool
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    assume: bool = False


@dataclass(slots=True, eq=False)
class WhileStatement:
    place: Place
    guard: Expression | None
    invariants: list[Invariant]
    body: list[Statement]
    #: CIVL: calls of yield invariants
    yields: list[CallStatement] = field(default_factory=list[CallStatement])


Statement = (
    LabelStatement
    | AssertStatement
    | AssumeStatement
    | HavocStatement
    | AssignStatement
    | UnpackStatement
    | CallStatement
    | ParallelCall
    | YieldStatement
    | HideReveal
    | GotoStatement
    | ReturnStatement
    | BreakStatement
    | IfStatement
    | WhileStatement
)
