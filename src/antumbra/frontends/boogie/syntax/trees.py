"""Types as written, attributes, expressions and statements: one file, because each of them contains the others.

``type``, ``target`` and ``instance`` of expressions are set by the checker.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from antumbra.records import dataclass, field

Place = tuple[int, int]
NOWHERE: Place = (0, 0)


@dataclass(slots=True, eq=False)
class NamedType:
    """``int``, ``bv32``, ``C a b``, a type variable or a synonym: a name with arguments."""

    place: Place
    name: str
    arguments: list[TypeSyntax] = field(default_factory=list["TypeSyntax"])


@dataclass(slots=True, eq=False)
class MapTypeSyntax:
    """``<a,b>[T, U]V``."""

    place: Place
    parameters: list[str]
    domain: list[TypeSyntax]
    range: TypeSyntax


TypeSyntax = NamedType | MapTypeSyntax


@dataclass(slots=True, eq=False)
class Attribute:
    """``{:name e, "text", …}``."""

    place: Place
    name: str
    arguments: list[Expression | str]


def attribute(attributes: list[Attribute], name: str) -> Attribute | None:
    """The last attribute of this name."""
    return next((a for a in reversed(attributes) if a.name == name), None)


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
