"""Instructions, one class a shape. ``debug`` is the number of the !DILocation, or None."""

from __future__ import annotations

from antumbra.frontends.llvm.reading.types import FunctionType, Type
from antumbra.frontends.llvm.reading.values import Argument, Value
from antumbra.records import dataclass, field


@dataclass(slots=True, eq=False)
class Operation:
    """Arithmetic, logic, select, freeze, fneg, vector and aggregate access without indices."""

    result: str
    opcode: str
    type: Type
    operands: tuple[Value, ...]
    debug: int | None
    flags: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Compare:
    result: str
    predicate: str  #: eq, slt, … for integers; with an "f" before for floats: foeq, fult, …
    operands: tuple[Value, Value]
    debug: int | None
    flags: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Cast:
    result: str
    opcode: str
    operand: Value
    type: Type
    debug: int | None
    flags: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class ElementPointer:
    result: str
    source_type: Type
    base: Value
    indices: tuple[Value, ...]
    debug: int | None


@dataclass(slots=True, eq=False)
class IndexedOperation:
    """extractvalue and insertvalue: ``operands`` is (aggregate,) or (aggregate, element)."""

    result: str
    operands: tuple[Value, ...]
    indices: tuple[int, ...]
    debug: int | None


@dataclass(slots=True, eq=False)
class LoadInstruction:
    result: str
    type: Type
    address: Value
    debug: int | None
    volatile: bool = False
    atomic: bool = False


@dataclass(slots=True, eq=False)
class StoreInstruction:
    value: Value
    address: Value
    debug: int | None
    atomic: bool = False


@dataclass(slots=True, eq=False)
class Alloca:
    result: str
    type: Type
    count: Value | None
    debug: int | None
    align: int = 1


@dataclass(slots=True, eq=False)
class AtomicUpdate:
    """atomicrmw."""

    result: str
    operation: str
    address: Value
    value: Value
    debug: int | None


@dataclass(slots=True, eq=False)
class CompareExchange:
    result: str
    address: Value
    expected: Value
    replacement: Value
    debug: int | None


@dataclass(slots=True, eq=False)
class CallInstruction:
    """``type`` is the function type of the call itself; it need not be the callee's."""

    result: str | None
    type: FunctionType
    callee: Value
    arguments: tuple[Argument, ...]
    attributes: str
    debug: int | None


@dataclass(slots=True, eq=False)
class VariadicArgument:
    """va_arg."""

    result: str
    list_address: Value
    type: Type
    debug: int | None


@dataclass(slots=True, eq=False)
class Nothing:
    """An instruction without effect on a sequential run: fence."""

    debug: int | None


@dataclass(slots=True, eq=False)
class Untranslatable:
    """An instruction we have no meaning for; an execution that reaches it stops."""

    result: str | None
    what: str
    debug: int | None


# ---------------------------------------------------------------- terminators


@dataclass(slots=True, eq=False)
class Jump:
    target: str
    debug: int | None


@dataclass(slots=True, eq=False)
class ConditionalJump:
    condition: Value
    then: str
    otherwise: str
    debug: int | None


@dataclass(slots=True, eq=False)
class SwitchJump:
    value: Value
    default: str
    cases: tuple[tuple[int, str], ...]
    debug: int | None


@dataclass(slots=True, eq=False)
class AddressJump:
    """indirectbr: to the one of ``targets`` whose address it is."""

    address: Value
    targets: tuple[str, ...]
    debug: int | None


@dataclass(slots=True, eq=False)
class ReturnInstruction:
    value: Value | None
    debug: int | None


@dataclass(slots=True, eq=False)
class Unreachable:
    debug: int | None


Plain = (
    Operation
    | Compare
    | Cast
    | ElementPointer
    | IndexedOperation
    | LoadInstruction
    | StoreInstruction
    | Alloca
    | AtomicUpdate
    | CompareExchange
    | CallInstruction
    | VariadicArgument
    | Nothing
    | Untranslatable
)
Last = Jump | ConditionalJump | SwitchJump | AddressJump | ReturnInstruction | Unreachable | Untranslatable


@dataclass(slots=True, eq=False)
class Phi:
    result: str
    type: Type
    incoming: tuple[tuple[Value, str], ...]
    debug: int | None


@dataclass(slots=True, eq=False)
class BasicBlock:
    label: str
    phis: list[Phi]
    instructions: list[Plain]
    last: Last


@dataclass(slots=True, eq=False)
class Body:
    """A function's blocks in order (the first is the entry) and what debug records say of names."""

    blocks: dict[str, BasicBlock]
    #: register → number of the !DILocalVariable it holds (dbg_value) or is the place of (dbg_declare)
    variables: dict[str, int] = field(default_factory=dict[str, int])
