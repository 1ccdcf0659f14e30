"""KLEE's intrinsics (``klee/klee.h``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.builder import Builder
from antumbra.frontends.llvm.instructions import CallInstruction
from antumbra.frontends.llvm.linkage import Symbol
from antumbra.frontends.llvm.results import define_result, pointer_argument, size_argument, string_argument
from antumbra.program.model import Assume, Builtin, End, Source
from antumbra.terms import Term

Handler = Callable[[Builder, CallInstruction, Symbol], None]


def handler(name: str) -> Handler | None:
    """The meaning of a ``klee_`` function; None if it is not one of KLEE's."""
    if name.startswith(("klee_get_value", "klee_get_value_")):
        return _value
    return _TABLE.get(name)


def _make_symbolic(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    arguments = (pointer_argument(b, call, 0), size_argument(b, call, 1))
    name = string_argument(b, call, 2) or "unnamed"
    b.emit(Builtin((), "make_symbolic", arguments, name, b.location))


def _input(b: Builder, call: CallInstruction, name_at: int) -> Term:
    name = string_argument(b, call, name_at) or "unnamed"
    targets = b.register(call.result, call.type.result) if call.result else ()
    return b.unknown(call.type.result, Source.INPUT, name, "int", targets)[0]


def _int(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    _input(b, call, 0)


def _range(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    low, high = b.scalar(call.arguments[0].value), b.scalar(call.arguments[1].value)
    value = _input(b, call, 2)
    b.emit(Assume(T.and_(T.bvsle(low, value), T.bvslt(value, high)), b.location))


def _choose(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    limit = b.scalar(call.arguments[0].value)
    value = _input(b, call, 1)
    b.emit(Assume(T.bvult(value, limit), b.location))


def _report_error(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    b.check(T.FALSE, "assert", string_argument(b, call, 2) or "klee_report_error is called")
    b.stop(End.ABORT, symbol.name)


def _silent_exit(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    b.stop(End.SILENT, symbol.name)


def _is_symbolic(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    if call.result:
        targets = b.register(call.result, call.type.result)
        b.emit(Builtin(targets, "is_symbolic", (b.scalar(call.arguments[0].value),), "", b.location))


def _value(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    if call.result:
        targets = b.register(call.result, call.type.result)
        b.emit(Builtin(targets, "value_of", (b.scalar(call.arguments[0].value),), "", b.location))


def _check_access(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    arguments = (pointer_argument(b, call, 0), size_argument(b, call, 1))
    b.emit(Builtin((), "check_access", arguments, "", b.location))


def _print(b: Builder, call: CallInstruction, symbol: Symbol) -> None:
    text = string_argument(b, call, 0)
    for argument in call.arguments[1:]:
        for value in b.leaves(argument.value):
            b.emit(Builtin((), "print", (value,), text, b.location))
    define_result(b, call, 0)


_TABLE: Final[dict[str, Handler]] = {
    "klee_make_symbolic": _make_symbolic,
    "klee_int": _int,
    "klee_range": _range,
    "klee_choose": _choose,
    "klee_report_error": _report_error,
    "klee_silent_exit": _silent_exit,
    "klee_is_symbolic": _is_symbolic,
    "klee_check_memory_access": _check_access,
    "klee_print_expr": _print,
}
