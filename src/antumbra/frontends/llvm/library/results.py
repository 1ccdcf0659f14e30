"""Arguments and results of calls in the shapes that handlers of known functions need."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.llvm.reading.instructions import CallInstruction
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.module import Global
from antumbra.frontends.llvm.reading.types import VOID, PointerType
from antumbra.frontends.llvm.reading.values import Bytes, Expression, GlobalAddress, Value, Zero
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call of a known function; ``name`` is the function's."""

    call: CallInstruction
    name: str


def define_result(b: Builder, call: CallInstruction, number: int) -> None:
    """The call's result, if it has one, is a number."""
    if call.result and call.type.result is not VOID:
        leaves = b.layout.leaves(call.type.result)
        b.define(call.result, call.type.result, [b.constant(number, leaf.type) for leaf in leaves])


def argument(call: CallInstruction, number: int) -> Value:
    if number >= len(call.arguments):
        raise UnsupportedError("a call with too few arguments")
    return call.arguments[number].value


def pointer_argument(b: Builder, call: CallInstruction, number: int) -> Term:
    given = argument(call, number)
    value = b.resized(b.scalar(given), b.pointer_width)
    return value if isinstance(given.type, PointerType) else b.pointer_of(value)


def size_argument(b: Builder, call: CallInstruction, number: int) -> Term:
    given = argument(call, number)
    value = b.resized(b.scalar(given), b.pointer_width)
    return b.number_of(value) if isinstance(given.type, PointerType) else value


def truth(b: Builder, given: Value) -> Term:
    """C's reading of a scalar as a condition."""
    value = b.number(b.scalar(given), given.type)
    if value.sort is T.BOOL:
        return value
    if value.sort.kind == "fp":
        return T.not_(T.fp_is_zero(value))
    return T.not_(T.eq(value, T.bv(0, value.width)))


def string_argument(b: Builder, call: CallInstruction, number: int) -> str:
    """The text of a string literal given as an argument; empty if it is not one."""
    if number >= len(call.arguments):
        return ""
    value: Value = call.arguments[number].value
    while isinstance(value, Expression) and value.operation in ("getelementptr", "bitcast"):
        value = value.operands[0]
    if not isinstance(value, GlobalAddress):
        return ""
    symbol = b.context.linker.resolve(b.module, value.name)
    if not symbol.module.is_global(symbol.name):
        return ""
    entity = symbol.module.global_entity(symbol.name)
    if not isinstance(entity, Global) or not entity.constant or isinstance(entity.initializer, Zero):
        return ""
    if not isinstance(entity.initializer, Bytes):
        return ""
    return entity.initializer.data.split(b"\0")[0].decode("utf-8", "replace")
