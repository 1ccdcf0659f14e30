"""Declarations and the whole file."""

from __future__ import annotations

from typing import Any

from antumbra.frontends.boogie.syntax.trees import (
    Attribute,
    Bound,
    Expression,
    Identifier,
    Place,
    Statement,
    TypeSyntax,
)
from antumbra.records import dataclass, field


@dataclass(slots=True, eq=False)
class TypeDeclaration:
    """``type C a b;`` or, with ``body``, a synonym."""

    place: Place
    name: str
    parameters: list[str]
    body: TypeSyntax | None
    finite: bool = False
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    type: Any = None


@dataclass(slots=True, eq=False)
class Constructor:
    place: Place
    name: str
    fields: list[Bound]
    datatype: Any = None
    number: int = 0
    attributes: list[Attribute] = field(default_factory=list[Attribute])


@dataclass(slots=True, eq=False)
class DatatypeDeclaration:
    place: Place
    name: str
    parameters: list[str]
    constructors: list[Constructor]
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    variables: Any = None


@dataclass(slots=True, eq=False)
class ConstantDeclaration:
    """One constant. ``parents``: None without ``extends``, else (unique edge, parent) pairs."""

    place: Place
    name: str
    type_syntax: TypeSyntax
    unique: bool
    parents: list[tuple[bool, Identifier]] | None = None
    complete: bool = False
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    type: Any = None


@dataclass(slots=True, eq=False)
class FunctionDeclaration:
    place: Place
    name: str
    type_parameters: list[str]
    parameters: list[Bound]
    result: Bound
    body: Expression | None
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    revealed: bool = False
    variables: Any = None


@dataclass(slots=True, eq=False)
class AxiomDeclaration:
    place: Place
    condition: Expression
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    hideable: bool = False


@dataclass(slots=True, eq=False)
class VariableDeclaration:
    """A global variable."""

    place: Place
    name: str
    type_syntax: TypeSyntax
    where: Expression | None
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    type: Any = None


@dataclass(slots=True, eq=False)
class Contract:
    """``requires``, ``ensures``, ``preserves``."""

    place: Place
    kind: str
    condition: Expression
    free: bool
    attributes: list[Attribute] = field(default_factory=list[Attribute])


@dataclass(slots=True, eq=False)
class Body:
    locals: list[Bound]
    statements: list[Statement]
    #: where the closing brace is
    end: Place


@dataclass(slots=True, eq=False)
class ProcedureDeclaration:
    place: Place
    name: str
    type_parameters: list[str]
    parameters: list[Bound]
    results: list[Bound]
    contracts: list[Contract]
    modifies: list[Identifier]
    body: Body | None
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    #: words before ``procedure``: pure, yield; or CIVL's kinds of action
    modifiers: list[str] = field(default_factory=list[str])
    variables: Any = None


@dataclass(slots=True, eq=False)
class ImplementationDeclaration:
    place: Place
    name: str
    type_parameters: list[str]
    parameters: list[Bound]
    results: list[Bound]
    body: Body
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    procedure: Any = None
    variables: Any = None


Declaration = (
    TypeDeclaration
    | DatatypeDeclaration
    | ConstantDeclaration
    | FunctionDeclaration
    | AxiomDeclaration
    | VariableDeclaration
    | ProcedureDeclaration
    | ImplementationDeclaration
)


@dataclass(slots=True, eq=False)
class File:
    name: str
    declarations: list[Declaration]
