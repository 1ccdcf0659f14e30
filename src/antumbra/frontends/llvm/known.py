"""Functions that mean something to a verifier, whatever their body is, and those of libc that are commands of ours.

How strong a name is: INTERCEPT (also if somebody defines it), DEFAULT (unless the user defines it), FALLBACK (unless
the user or the library model defines it).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm import klee, names, sanitizer
from antumbra.frontends.llvm.builder import Builder
from antumbra.frontends.llvm.linkage import Symbol
from antumbra.frontends.llvm.options import TranslateOptions
from antumbra.frontends.llvm.results import (
    CallSite,
    define_result,
    pointer_argument,
    size_argument,
    string_argument,
    truth,
)
from antumbra.frontends.llvm.types import BIT, VOID, IntType
from antumbra.program.model import Alloc, Assign, Assume, Builtin, Copy, End, Fill, Free, Havoc, Region, Source
from antumbra.terms import Term

Handler = Callable[[Builder, CallSite], None]


class Strength(Enum):
    INTERCEPT = 0
    DEFAULT = 1
    FALLBACK = 2


def handler(symbol: Symbol, options: TranslateOptions) -> Handler | None:
    """What to do at a call of the symbol instead of calling it; None: an ordinary function."""
    if symbol.module.is_local(symbol.name) and not _always(symbol.name, options):
        return None
    found = _lookup(symbol.name, options)
    if found is None:
        return None
    strength, handle = found
    if not symbol.defined or strength is Strength.INTERCEPT:
        return handle
    return handle if strength is Strength.DEFAULT and symbol.in_library else None


def is_known(name: str, options: TranslateOptions) -> bool:
    """Whether a function of the name needs no body."""
    return _lookup(name, options) is not None


def _always(name: str, options: TranslateOptions) -> bool:
    found = _lookup(name, options)
    return found is not None and found[0] is Strength.INTERCEPT


def _lookup(name: str, options: TranslateOptions) -> tuple[Strength, Handler] | None:
    if name in options.error_functions:
        return Strength.INTERCEPT, _error
    if name.startswith(names.NONDET):
        return Strength.INTERCEPT, _nondet
    if name.startswith(names.UNKNOWN):
        return Strength.INTERCEPT, _uninitialised
    if name.startswith(sanitizer.PREFIX):
        return Strength.DEFAULT, _sanitizer
    if name in names.NOTHING:
        return Strength.FALLBACK, _nothing
    if name in names.REFUSED:
        return Strength.FALLBACK, _refused
    if name in names.ASSERTION_FAILS:
        return Strength.DEFAULT, _assertion_fails
    handle = klee.handler(name)
    return (Strength.DEFAULT, handle) if handle is not None else _TABLE.get(name)


# ---------------------------------------------------------------- SV-COMP


def _error(b: Builder, site: CallSite) -> None:
    b.check(T.FALSE, "unreach-call", f"{site.name} is called")
    b.stop(End.ABORT, site.name)


def _nondet(b: Builder, site: CallSite) -> None:
    """An input. ``__VERIFIER_nondet_bool`` may be declared as int, and is 0 or 1 all the same."""
    type_ = site.call.type.result
    if type_ is VOID:
        _nondet_memory(b, site)
        return
    suffix = site.name.removeprefix(names.NONDET)
    c_type = names.C_TYPES.get(suffix, suffix)
    if c_type == "_Bool" and isinstance(type_, IntType) and type_ is not BIT:
        chosen = b.fresh(T.BOOL, "bool")
        b.emit(Havoc(chosen, Source.INPUT, site.name, c_type, b.location))
        b.define(site.call.result, type_, (b.resized(chosen, type_.width),))
        return
    targets = b.register(site.call.result, type_) if site.call.result else ()
    b.unknown(type_, Source.INPUT, site.name, c_type, targets)


def _nondet_memory(b: Builder, site: CallSite) -> None:
    """``__VERIFIER_nondet_memory(address, size)``."""
    if len(site.call.arguments) != 2:
        b.unsupported(f"{site.name} with {len(site.call.arguments)} arguments")
        return
    arguments = (pointer_argument(b, site.call, 0), size_argument(b, site.call, 1))
    b.emit(Builtin((), "make_symbolic", arguments, site.name, b.location))


def _uninitialised(b: Builder, site: CallSite) -> None:
    if site.call.result:
        name = site.call.result.split(".", 2)[2] if site.call.result.count(".") >= 2 else "uninitialised"
        b.unknown(
            site.call.type.result, Source.UNINITIALISED, name, "", b.register(site.call.result, site.call.type.result)
        )


def _assume(b: Builder, site: CallSite) -> None:
    if site.call.arguments:
        b.emit(Assume(truth(b.scalar(site.call.arguments[0].value)), b.location))
    define_result(b, site.call, 0)


def _assertion_fails(b: Builder, site: CallSite) -> None:
    text = string_argument(b, site.call, names.ASSERTION_FAILS[site.name])
    b.check(T.FALSE, "assert", f"assertion {text} fails" if text else "an assertion fails")
    b.stop(End.ABORT, site.name)


# ---------------------------------------------------------------- ends, nothings, refusals


def _sanitizer(b: Builder, site: CallSite) -> None:
    sanitizer.report(b, sanitizer.handler_kind(site.call) or site.name)


def _nothing(b: Builder, site: CallSite) -> None:
    define_result(b, site.call, 0)


def _refused(b: Builder, site: CallSite) -> None:
    b.unsupported(names.REFUSED[site.name])


def _abort(b: Builder, site: CallSite) -> None:
    b.stop(End.ABORT, site.name)


def _exit(b: Builder, site: CallSite) -> None:
    b.stop(End.EXIT, site.name)


# ---------------------------------------------------------------- memory


def _address_target(b: Builder, site: CallSite) -> Term:
    """Where the address of a new object goes; somewhere, even if the program drops it."""
    if site.call.result:
        return b.register(site.call.result, site.call.type.result)[0]
    return b.fresh(b.pointer_sort, "lost")


def _malloc(b: Builder, site: CallSite) -> None:
    size = size_argument(b, site.call, 0)
    target = _address_target(b, site)
    _allocate(b, Alloc(target, size, Region.HEAP, False, site.name, b.location), T.FALSE)


def _calloc(b: Builder, site: CallSite) -> None:
    count, size = size_argument(b, site.call, 0), size_argument(b, site.call, 1)
    target = _address_target(b, site)
    alloc = Alloc(target, T.bvmul(count, size), Region.HEAP, True, site.name, b.location)
    _allocate(b, alloc, T.bvumulo(count, size))


def _allocate(b: Builder, alloc: Alloc, impossible: Term) -> None:
    """The allocation, or null where it is impossible or may fail."""
    fails = impossible
    if b.context.options.malloc_may_fail:
        choice = b.fresh(T.BOOL, "fails")
        b.emit(Havoc(choice, Source.INPUT, f"{alloc.name} fails", "_Bool", b.location))
        fails = T.or_(fails, choice)
    if fails is T.FALSE:
        b.emit(alloc)
        return
    null, works = b.fork(fails, "fails", "works")
    after = b.label(f"{works}.done")
    b.begin(null)
    b.emit(Assign((alloc.target,), (b.pointer(0),), b.location))
    b.goto(after)
    b.begin(works)
    b.emit(alloc)
    b.goto(after)
    b.begin(after)


def _free(b: Builder, site: CallSite) -> None:
    b.emit(Free(pointer_argument(b, site.call, 0), b.location))


def _alloca(b: Builder, site: CallSite) -> None:
    target = _address_target(b, site)
    b.emit(Alloc(target, size_argument(b, site.call, 0), Region.STACK, False, "alloca", b.location))


def _copy(b: Builder, site: CallSite) -> None:
    target, size = pointer_argument(b, site.call, 0), size_argument(b, site.call, 2)
    b.emit(Copy(target, pointer_argument(b, site.call, 1), size, b.location))
    end = site.name.endswith("mempcpy")
    b.define(site.call.result, site.call.type.result, (T.bvadd(target, size) if end else target,))


def _fill(b: Builder, site: CallSite) -> None:
    target = pointer_argument(b, site.call, 0)
    byte = b.resized(b.scalar(site.call.arguments[1].value), 8)
    b.emit(Fill(target, byte, size_argument(b, site.call, 2), b.location))
    b.define(site.call.result, site.call.type.result, (target,))


def _object(builtin: str) -> Handler:
    def handle(b: Builder, site: CallSite) -> None:
        answer = b.fresh(b.pointer_sort, builtin)
        b.emit(Builtin((answer,), builtin, (pointer_argument(b, site.call, 0),), "", b.location))
        if site.call.result:
            b.define(
                site.call.result, site.call.type.result, (b.resized(answer, b.layout.bits(site.call.type.result)),)
            )

    return handle


_TABLE: Final[dict[str, tuple[Strength, Handler]]] = {
    "__VERIFIER_assume": (Strength.INTERCEPT, _assume),
    "klee_assume": (Strength.INTERCEPT, _assume),
    "abort": (Strength.DEFAULT, _abort),
    "__builtin_trap": (Strength.DEFAULT, _abort),
    "klee_abort": (Strength.INTERCEPT, _abort),
    "exit": (Strength.FALLBACK, _exit),
    "_exit": (Strength.DEFAULT, _exit),
    "_Exit": (Strength.DEFAULT, _exit),
    "quick_exit": (Strength.FALLBACK, _exit),
    "malloc": (Strength.DEFAULT, _malloc),
    "calloc": (Strength.DEFAULT, _calloc),
    "free": (Strength.DEFAULT, _free),
    "alloca": (Strength.DEFAULT, _alloca),
    "__builtin_alloca": (Strength.DEFAULT, _alloca),
    "memcpy": (Strength.DEFAULT, _copy),
    "memmove": (Strength.DEFAULT, _copy),
    "mempcpy": (Strength.DEFAULT, _copy),
    "__memcpy_chk": (Strength.DEFAULT, _copy),
    "__memmove_chk": (Strength.DEFAULT, _copy),
    "memset": (Strength.DEFAULT, _fill),
    "__memset_chk": (Strength.DEFAULT, _fill),
    "__antumbra_object_size": (Strength.INTERCEPT, _object("object_size")),
    "__antumbra_object_base": (Strength.INTERCEPT, _object("object_base")),
    "klee_get_obj_size": (Strength.INTERCEPT, _object("object_size")),
}
