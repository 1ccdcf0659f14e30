"""Operands of instructions and initialisers of globals, as the text has them."""

from __future__ import annotations

from antumbra.frontends.llvm.reading.types import FunctionType, Type
from antumbra.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A register or parameter; ``name`` is without the percent sign."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class IntConstant:
    """``value`` is unsigned, reduced to the type's width."""

    type: Type
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class FloatConstant:
    """``bits`` are those that lie in memory."""

    type: Type
    bits: int


@dataclass(frozen=True, slots=True, eq=False)
class Zero:
    """null, zeroinitializer, none: all bits zero."""

    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Undefined:
    """undef or poison. A scalar that is poison is what clang leaves of a constant expression without a meaning."""

    type: Type
    poison: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Bytes:
    """c"..." for an array of i8."""

    type: Type
    data: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Aggregate:
    """The elements of an array, structure or vector, in order."""

    type: Type
    elements: tuple[Value, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GlobalAddress:
    """The address of a global, an alias or a function; ``name`` is without the at sign."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class BlockAddress:
    """The address of a label, for ``goto *p``."""

    type: Type
    function: str
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """A constant expression. ``source_type`` is a getelementptr's element type, else the result's type."""

    type: Type
    operation: str
    operands: tuple[Value, ...]
    source_type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """What cannot be translated, such as inline assembly. ``what`` says it for people."""

    type: Type
    what: str
    assembly: str | None = None  #: all of its text
    constraints: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class MetadataOperand:
    """An argument of type metadata."""

    type: Type
    text: str


Constant = IntConstant | FloatConstant | Zero | Undefined | Bytes | Aggregate
Address = GlobalAddress | BlockAddress | Expression
Value = Local | Constant | Address | Opaque | MetadataOperand


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    """An actual argument with what its attributes change about it."""

    value: Value
    by_value: Type | None = None  #: the pointee that is copied for the callee


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """A formal parameter."""

    type: Type
    name: str
    by_value: Type | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """A function's head, from its ``define`` or ``declare`` line."""

    name: str
    type: FunctionType
    parameters: tuple[Parameter, ...]
    attributes: str  #: the words and group numbers behind the parameter list
    debug: int | None = None  #: number of its !DISubprogram
