"""KLEE's intrinsics (``klee/klee.h``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.library.results import (
    CallSite,
    define_result,
    pointer_argument,
    size_argument,
    string_argument,
)
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.program.model import Assume, Builtin, End, Source
from antumbra.terms import Term

_VALUES: Final = tuple(f"klee_get_value{kind}" for kind in ("f", "d", "l", "ll", "_i32", "_i64"))

Handler = Callable[[Builder, CallSite], None]


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
    value = _input(b, site, 2)
    low, high = (b.resized(b.scalar(site.call.arguments[i].value), value.width, signed=True) for i in (0, 1))
    b.emit(Assume(T.and_(T.bvsle(low, value), T.bvslt(value, high)), b.location))


def _choose(b: Builder, site: CallSite) -> None:
    value = _input(b, site, 1)
    limit = b.resized(b.scalar(site.call.arguments[0].value), value.width)
    b.emit(Assume(T.bvult(value, limit), b.location))


def _report_error(b: Builder, site: CallSite) -> None:
    b.check(T.FALSE, "assert", string_argument(b, site.call, 2) or "klee_report_error is called")
    b.stop(End.ABORT, site.name)


def _silent_exit(b: Builder, site: CallSite) -> None:
    b.stop(End.SILENT, site.name)


def _is_symbolic(b: Builder, site: CallSite) -> None:
    if not site.call.result:
        b.nothing("an answer that nobody reads")
    else:
        targets = b.register(site.call.result, site.call.type.result)
        b.emit(Builtin(targets, "is_symbolic", (b.scalar(site.call.arguments[0].value),), "", b.location))


def _value(b: Builder, site: CallSite) -> None:
    """The argument: KLEE picks one of its values, native code has just one, and a proof is about all of them."""
    value = site.call.arguments[0].value
    if value.type is not site.call.type.result:
        raise UnsupportedError(f"{site.name} of another type")
    b.define(site.call.result, value.type, (b.scalar(value),))


def _check_access(b: Builder, site: CallSite) -> None:
    arguments = (pointer_argument(b, site.call, 0), size_argument(b, site.call, 1))
    b.emit(Builtin((), "check_access", arguments, "", b.location))


def _print(b: Builder, site: CallSite) -> None:
    text = string_argument(b, site.call, 0)
    b.nothing("a message of KLEE's")
    for argument in site.call.arguments[1:]:
        for value in b.leaves(argument.value):
            b.emit(Builtin((), "print", (value,), text, b.location))
    define_result(b, site.call, 0)


#: name → its signature (see :mod:`antumbra.frontends.llvm.library.signatures`) and its meaning
TABLE: Final[dict[str, tuple[str, Handler]]] = {
    "klee_make_symbolic": ("-:pi*", _make_symbolic),
    "klee_int": ("i:p", _int),
    "klee_range": ("i:iip", _range),
    "klee_choose": ("i:i*", _choose),
    "klee_report_error": ("-:*", _report_error),
    "klee_silent_exit": ("-:*", _silent_exit),
    "klee_is_symbolic": ("i:f", _is_symbolic),
    "klee_check_memory_access": ("-:pi", _check_access),
    "klee_print_expr": ("-:p*", _print),
    **dict.fromkeys(_VALUES, ("f:f", _value)),
}
