"""Expressions. ``type``, ``target`` and ``instance`` are set by the checker."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from antumbra.frontends.boogie.syntax.types import Attribute, Place, TypeSyntax

if TYPE_CHECKING:
    from antumbra.frontends.boogie.syntax.statements import Statement


@dataclass(slots=True, eq=False)
class Literal:
    """A Boolean, an integer, a real, a string, a rounding mode (value: its name)."""

    place: Place
    value: bool | int | Fraction | str
    kind: str  # "bool" "int" "real" "string" "rmode"
    #: a real as it was written
    text: str = ""
    type: Any = None


@dataclass(slots=True, eq=False)
class BvLiteral:
    place: Place
    value: int
    width: int
    type: Any = None


@dataclass(slots=True, eq=False)
class FloatLiteral:
    """``0x1.8e3f24e8`` and its special values, as written."""

    place: Place
    text: str
    significand: int
    exponent: int
    type: Any = None


@dataclass(slots=True, eq=False)
class Identifier:
    place: Place
    name: str
    type: Any = None
    #: the declaration, set by the resolver
    target: Any = None


@dataclass(slots=True, eq=False)
class Unary:
    place: Place
    operator: str  # "!" "-"
    operand: Expression
    type: Any = None


@dataclass(slots=True, eq=False)
class Binary:
    place: Place
    operator: str
    left: Expression
    right: Expression
    type: Any = None


@dataclass(slots=True, eq=False)
class Apply:
    """``f(e, …)``; ``int(e)`` and ``real(e)`` too."""

    place: Place
    name: str
    arguments: list[Expression]
    type: Any = None
    target: Any = None
    #: types for the function's type parameters
    instance: Any = None


@dataclass(slots=True, eq=False)
class Select:
    """``m[e, …]``."""

    place: Place
    map: Expression
    indices: list[Expression]
    type: Any = None
    instance: Any = None


@dataclass(slots=True, eq=False)
class Update:
    """``m[e, … := v]``."""

    place: Place
    map: Expression
    indices: list[Expression]
    value: Expression
    type: Any = None
    instance: Any = None


@dataclass(slots=True, eq=False)
class ExtractBits:
    """``e[high:low]``: bits low … high-1."""

    place: Place
    operand: Expression
    high: int
    low: int
    type: Any = None


@dataclass(slots=True, eq=False)
class IfThenElse:
    place: Place
    condition: Expression
    then: Expression
    otherwise: Expression
    type: Any = None


@dataclass(slots=True, eq=False)
class Old:
    place: Place
    operand: Expression
    type: Any = None


@dataclass(slots=True, eq=False)
class Coercion:
    """``e : T``."""

    place: Place
    operand: Expression
    to: TypeSyntax
    type: Any = None


@dataclass(slots=True, eq=False)
class Trigger:
    place: Place
    expressions: list[Expression]
    #: ``{:nopats e}``
    negative: bool = False


@dataclass(slots=True, eq=False)
class Bound:
    """A bound variable, a formal, a local: ``name: T where e``."""

    place: Place
    name: str
    type_syntax: TypeSyntax | None
    where: Expression | None = None
    attributes: list[Attribute] = field(default_factory=list[Attribute])
    type: Any = None


@dataclass(slots=True, eq=False)
class Quantifier:
    """``(forall<a> x: T :: {triggers} body)``, ``exists``, ``lambda``."""

    place: Place
    kind: str
    type_parameters: list[str]
    variables: list[Bound]
    triggers: list[Trigger]
    attributes: list[Attribute]
    body: Expression
    type: Any = None
    #: type variables made for ``type_parameters``
    instance: Any = None


@dataclass(slots=True, eq=False)
class Let:
    """``(var x, y := e, f; body)``."""

    place: Place
    variables: list[Bound]
    values: list[Expression]
    body: Expression
    type: Any = None


@dataclass(slots=True, eq=False)
class FieldAccess:
    """``e->f``."""

    place: Place
    operand: Expression
    field: str
    type: Any = None
    target: Any = None
    instance: Any = None


@dataclass(slots=True, eq=False)
class FieldUpdate:
    """``e->(f := v)``."""

    place: Place
    operand: Expression
    field: str
    value: Expression
    type: Any = None
    target: Any = None
    instance: Any = None


@dataclass(slots=True, eq=False)
class IsConstructor:
    """``e is C``."""

    place: Place
    operand: Expression
    constructor: str
    type: Any = None
    target: Any = None
    instance: Any = None


@dataclass(slots=True, eq=False)
class CodeExpression:
    """``|{ var x: T; A: …; return e; }|``."""

    place: Place
    locals: list[Bound]
    body: list[Statement]
    type: Any = None


Expression = (
    Literal
    | BvLiteral
    | FloatLiteral
    | Identifier
    | Unary
    | Binary
    | Apply
    | Select
    | Update
    | ExtractBits
    | IfThenElse
    | Old
    | Coercion
    | Quantifier
    | Let
    | FieldAccess
    | FieldUpdate
    | IsConstructor
    | CodeExpression
)
