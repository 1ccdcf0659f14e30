"""KLEE's intrinsics (``klee/klee.h``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.builder import Builder
from antumbra.frontends.llvm.results import CallSite, define_result, pointer_argument, size_argument, string_argument
from antumbra.program.model import Assume, Builtin, End, Source
from antumbra.terms import Term

Handler = Callable[[Builder, CallSite], None]


def handler(name: str) -> Handler | None:
    """The meaning of a ``klee_`` function; None if it is not one of KLEE's."""
    if name.startswith("klee_get_value"):
        return _value
    return _TABLE.get(name)


def _make_symbolic(b: Builder, site: CallSite) -> None:
    arguments = (pointer_argument(b, site.call, 0), size_argument(b, site.call, 1))
    name = string_argument(b, site.call, 2) or "unnamed"
    b.emit(Builtin((), "make_symbolic", arguments, name, b.location))


def _input(b: Builder, site: CallSite, name_at: int) -> Term:
    name = string_argument(b, site.call, name_at) or "unnamed"
    targets = b.register(site.call.result, site.call.type.result) if site.call.result else ()
    return b.unknown(site.call.type.result, Source.INPUT, name, "int", targets)[0]


def _int(b: Builder, site: CallSite) -> None:
    _input(b, site, 0)


def _range(b: Builder, site: CallSite) -> None:
    low, high = b.scalar(site.call.arguments[0].value), b.scalar(site.call.arguments[1].value)
    value = _input(b, site, 2)
    b.emit(Assume(T.and_(T.bvsle(low, value), T.bvslt(value, high)), b.location))


def _choose(b: Builder, site: CallSite) -> None:
    limit = b.scalar(site.call.arguments[0].value)
    value = _input(b, site, 1)
    b.emit(Assume(T.bvult(value, limit), b.location))


def _report_error(b: Builder, site: CallSite) -> None:
    b.check(T.FALSE, "assert", string_argument(b, site.call, 2) or "klee_report_error is called")
    b.stop(End.ABORT, site.name)


def _silent_exit(b: Builder, site: CallSite) -> None:
    b.stop(End.SILENT, site.name)


def _is_symbolic(b: Builder, site: CallSite) -> None:
    if site.call.result:
        targets = b.register(site.call.result, site.call.type.result)
        b.emit(Builtin(targets, "is_symbolic", (b.scalar(site.call.arguments[0].value),), "", b.location))


def _value(b: Builder, site: CallSite) -> None:
    if site.call.result:
        targets = b.register(site.call.result, site.call.type.result)
        b.emit(Builtin(targets, "value_of", (b.scalar(site.call.arguments[0].value),), "", b.location))


def _check_access(b: Builder, site: CallSite) -> None:
    arguments = (pointer_argument(b, site.call, 0), size_argument(b, site.call, 1))
    b.emit(Builtin((), "check_access", arguments, "", b.location))


def _print(b: Builder, site: CallSite) -> None:
    text = string_argument(b, site.call, 0)
    for argument in site.call.arguments[1:]:
        for value in b.leaves(argument.value):
            b.emit(Builtin((), "print", (value,), text, b.location))
    define_result(b, site.call, 0)


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
