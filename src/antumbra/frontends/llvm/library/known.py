"""Functions that mean something to a verifier, whatever their body is, and those of libc that are commands of ours.

How strong a name is: INTERCEPT (also if somebody defines it), DEFAULT (unless the user defines it), FALLBACK (unless
the user or the library model defines it).
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from enum import Enum
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.library import klee, names, sanitizer
from antumbra.frontends.llvm.library.pointers_given import given_pointer
from antumbra.frontends.llvm.library.results import (
    CallSite,
    define_result,
    pointer_argument,
    size_argument,
    string_argument,
    truth,
)
from antumbra.frontends.llvm.library.signatures import fits
from antumbra.frontends.llvm.options import TranslateOptions
from antumbra.frontends.llvm.preparing.linkage import Symbol
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.types import BIT, VOID, IntType, PointerType, mangled
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.program.model import (
    WRITTEN,
    Alloc,
    Assign,
    Assume,
    Builtin,
    Copy,
    End,
    Fill,
    Free,
    Havoc,
    Region,
    Source,
    Store,
)
from antumbra.records import dataclass
from antumbra.terms import Term

Handler = Callable[[Builder, CallSite], None]


class Strength(Enum):
    INTERCEPT = 0
    DEFAULT = 1
    FALLBACK = 2


@dataclass(frozen=True, slots=True)
class Known:
    """What a call of a known function does, how strong the name is, and the shape that a call must have."""

    strength: Strength
    handle: Handler
    signature: str = "*"  #: see :mod:`antumbra.frontends.llvm.library.signatures`

    def __call__(self, b: Builder, site: CallSite) -> None:
        if not fits(site.call, self.signature):
            raise UnsupportedError(f"a call of {site.name} with types that are not the known function's")
        self.handle(b, site)


def handler(symbol: Symbol, options: TranslateOptions) -> Known | None:
    """What to do at a call of the symbol instead of calling it; None: an ordinary function."""
    if not symbol.is_function:
        return None
    found = _ours(symbol) if symbol.name.startswith(names.OURS) else _lookup(symbol, options)
    if found is None or found.strength is Strength.INTERCEPT:
        return found
    if symbol.module.is_local(symbol.name):
        return None
    if not symbol.defined:
        return found
    return found if found.strength is Strength.DEFAULT and symbol.in_library else None


def _ours(symbol: Symbol) -> Known | None:
    """A name of ours means something, is a function of the library models, or is a mistake of ours."""
    name = symbol.name
    if name in _OURS:
        return _OURS[name]
    if symbol.defined:
        return None
    if name.startswith((names.ANY, names.WORLD)):
        return Known(Strength.INTERCEPT, _any, "f:")
    type_ = symbol.module.signature(name).type
    if name == names.UNKNOWN + mangled(type_.result) and not type_.parameters:
        return Known(Strength.INTERCEPT, _uninitialised)
    raise RuntimeError(f"nothing is called {name}")


def is_known(name: str, options: TranslateOptions) -> bool:
    """Whether a function of the name needs no body."""
    tables = (options.error_functions, names.NOTHING, names.REFUSED, names.ASSERTION_FAILS, names.ASSERTIONS)
    if names.is_input(name):
        # one with parameters is a function without a body, which nobody would give the name of a type
        return names.input_suffix(name) in names.C_TYPES or name == names.NONDET_MEMORY
    known = name in klee.TABLE or name in _TABLE or any(name in table for table in tables)
    return known or name.startswith((names.OURS, sanitizer.PREFIX))


def is_intercepted(name: str, options: TranslateOptions) -> bool:
    """Whether the name means the same even where somebody defines it, in one file or in several of their own."""
    found = _TABLE.get(name)
    return name in options.error_functions or (found is not None and found.strength is Strength.INTERCEPT)


def reports_failure(name: str, options: TranslateOptions) -> bool:
    """Whether a call of the function may be a failure of the program, whoever calls it."""
    return name in options.error_functions or name in names.ASSERTION_FAILS or name in names.ASSERTIONS


def _lookup(symbol: Symbol, options: TranslateOptions) -> Known | None:
    name = symbol.name
    if name in options.error_functions:
        return Known(Strength.INTERCEPT, _error)
    if names.is_input(name):
        return _nondet_of(symbol)
    if name.startswith(sanitizer.PREFIX):
        return Known(Strength.DEFAULT, _sanitizer)
    if name in names.NOTHING:
        return Known(Strength.FALLBACK, _nothing)
    if name in names.REFUSED:
        return Known(Strength.FALLBACK, _refused)
    if name in names.ASSERTION_FAILS:
        return Known(Strength.DEFAULT, _assertion_fails)
    if name in names.ASSERTIONS:
        return Known(Strength.DEFAULT, _assertion, "-:c*")
    found = klee.TABLE.get(name)
    return Known(Strength.DEFAULT, found[1], found[0]) if found is not None else _TABLE.get(name)


def _nondet_of(symbol: Symbol) -> Known | None:
    """An input function takes nothing and returns a value, but for the one that fills memory.

    Another function of such a name is one without a body, which may write through the pointers that it is given.
    """
    if symbol.name == names.NONDET_MEMORY:
        return Known(Strength.FALLBACK, _nondet_memory, "-:pi")
    type_ = symbol.module.signature(symbol.name).type
    return Known(Strength.FALLBACK, _nondet, "f:") if not type_.parameters and type_.result is not VOID else None


# ---------------------------------------------------------------- SV-COMP


def _error(b: Builder, site: CallSite) -> None:
    b.check(T.FALSE, "unreach-call", f"{site.name} is called")
    b.stop(End.ABORT, site.name)


def _nondet(b: Builder, site: CallSite) -> None:
    """An input. ``__VERIFIER_nondet_bool`` may be declared as int, and is 0 or 1 all the same."""
    type_ = site.call.type.result
    suffix = names.input_suffix(site.name)
    c_type = names.C_TYPES.get(suffix, suffix)
    if c_type == "_Bool" and isinstance(type_, IntType) and type_ is not BIT:
        chosen = b.fresh(T.BOOL, "bool")
        b.emit(Havoc(chosen, Source.INPUT, site.name, c_type, b.location))
        b.define(site.call.result, type_, (b.resized(chosen, type_.width),))
        return
    targets = b.register(site.call.result, type_) if site.call.result else ()
    size = b.context.options.outside_pointers
    if size is not None and isinstance(type_, PointerType):
        given_pointer(b, targets[0] if targets else b.fresh(b.pointer_sort, site.name), site.name, size)
        return
    b.unknown(type_, Source.INPUT, site.name, c_type, targets)


def _nondet_memory(b: Builder, site: CallSite) -> None:
    """``__VERIFIER_nondet_memory(address, size)``."""
    arguments = (pointer_argument(b, site.call, 0), size_argument(b, site.call, 1))
    b.emit(Builtin((), "make_symbolic", arguments, site.name, b.location))


def _uninitialised(b: Builder, site: CallSite) -> None:
    if not site.call.result:
        b.nothing("an uninitialised value that nobody reads")
    else:
        name = site.call.result.split(".", 2)[2] if site.call.result.count(".") >= 2 else "uninitialised"
        b.unknown(
            site.call.type.result, Source.UNINITIALISED, name, "", b.register(site.call.result, site.call.type.result)
        )


def _any(b: Builder, site: CallSite) -> None:
    """What the world decides, or what a library model leaves open (which no replay may take for the real result).

    Neither is an input of the program's own, so that tests for other tools hold just what the program asks for.
    """
    type_ = site.call.type.result
    source = Source.OPEN if site.name.startswith(names.ANY) else Source.EXTERNAL
    b.unknown(type_, source, site.name, "", b.register(site.call.result, type_) if site.call.result else ())


def _unsupported(b: Builder, site: CallSite) -> None:
    b.unsupported(string_argument(b, site.call, 0) or "what a library model leaves out")


def _assume(b: Builder, site: CallSite) -> None:
    b.emit(Assume(truth(b, site.call.arguments[0].value), b.location))
    define_result(b, site.call, 0)


def _assertion(b: Builder, site: CallSite) -> None:
    """A function that checks a condition, where neither a header nor the program says how."""
    text = string_argument(b, site.call, names.ASSERTIONS[site.name]) if names.ASSERTIONS[site.name] >= 0 else ""
    condition = truth(b, site.call.arguments[0].value)
    b.check(condition, "assert", f"assertion {text} fails" if text else "an assertion fails")
    define_result(b, site.call, 0)


def _assertion_fails(b: Builder, site: CallSite) -> None:
    given = [argument.value.type for argument in site.call.arguments]
    if len(given) == 1 and isinstance(given[0], IntType):
        # not the C library's handler, but a condition to be checked
        condition = truth(b, site.call.arguments[0].value)
        b.check(condition, "assert", "an assertion fails")
        define_result(b, site.call, 0)
        return
    text = string_argument(b, site.call, names.ASSERTION_FAILS[site.name])
    b.check(T.FALSE, "assert", f"assertion {text} fails" if text else "an assertion fails")
    b.stop(End.ABORT, site.name)


# ---------------------------------------------------------------- ends, nothings, refusals


def _sanitizer(b: Builder, site: CallSite) -> None:
    sanitizer.report(b, sanitizer.handler_kind(site.call) or site.name)


def _nothing(b: Builder, site: CallSite) -> None:
    b.nothing(names.NOTHING[site.name])
    define_result(b, site.call, 0)


def _refused(b: Builder, site: CallSite) -> None:
    b.unsupported(names.REFUSED[site.name])


def _abort(b: Builder, site: CallSite) -> None:
    if b.context.options.abort_checks:
        b.check(T.FALSE, "abort", f"{site.name} is called")
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
    _allocate(b, Alloc(target, size, Region.HEAP, False, site.name, b.location, _heap_align(b)), T.FALSE)


def _heap_align(b: Builder) -> int:
    """What malloc promises: 16 bytes where long double has them, else what a double needs."""
    return 16 if b.pointer_width == 64 else 8


def _calloc(b: Builder, site: CallSite) -> None:
    count, size = size_argument(b, site.call, 0), size_argument(b, site.call, 1)
    target = _address_target(b, site)
    alloc = Alloc(target, T.bvmul(count, size), Region.HEAP, True, site.name, b.location, _heap_align(b))
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
    _no_memory(b)
    b.goto(after)
    b.begin(works)
    b.emit(alloc)
    b.goto(after)
    b.begin(after)


def _no_memory(b: Builder) -> None:
    """``errno`` says so, if anyone looks at it."""
    for symbol, address in b.context.statics.addresses.items():
        if symbol.name == names.ERRNO and symbol.in_library:
            b.emit(Store(b.pointer(address), T.bv(errno.ENOMEM, 32), b.location))


def _free(b: Builder, site: CallSite) -> None:
    b.emit(Free(pointer_argument(b, site.call, 0), b.location))


def _alloca(b: Builder, site: CallSite) -> None:
    target = _address_target(b, site)
    b.emit(
        Alloc(target, size_argument(b, site.call, 0), Region.STACK, False, "alloca", b.location, b.pointer_width // 8)
    )


def _copy(b: Builder, site: CallSite) -> None:
    target, size = pointer_argument(b, site.call, 0), size_argument(b, site.call, 2)
    source = pointer_argument(b, site.call, 1)
    b.emit(Copy(target, source, size, b.location))
    if "memmove" not in site.name:
        b.apart(target, size, source, size)
    end = site.name.endswith("mempcpy")
    b.define(site.call.result, site.call.type.result, (T.bvadd(target, size) if end else target,))


def _apart(b: Builder, site: CallSite) -> None:
    """``antumbra.apart(one, size, other, length)``: of memory that the call has accessed."""
    one, other = pointer_argument(b, site.call, 0), pointer_argument(b, site.call, 2)
    b.apart(one, size_argument(b, site.call, 1), other, size_argument(b, site.call, 3))
    b.nothing("the check is all there is")


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


def _valid(*, written: bool) -> Handler:
    """``__CPROVER_r_ok(address, size)`` and its kin. Without a size it is that of a type, which is not known here."""

    def handle(b: Builder, site: CallSite) -> None:
        answer = b.fresh(b.pointer_sort, "accessible")
        arguments = (pointer_argument(b, site.call, 0), size_argument(b, site.call, 1))
        asked = written or (len(site.call.arguments) > 2 and b.scalar(site.call.arguments[2].value) is T.bv(1, 32))
        b.emit(Builtin((answer,), "accessible", arguments, WRITTEN if asked else "", b.location))
        if site.call.result:
            type_ = site.call.type.result
            truth_ = T.not_(T.eq(answer, b.pointer(0)))
            b.define(site.call.result, type_, (truth_ if type_ is BIT else b.resized(answer, b.layout.bits(type_)),))

    return handle


def _havoc_slice(b: Builder, site: CallSite) -> None:
    """``__CPROVER_havoc_slice(address, size)``: any content."""
    arguments = (pointer_argument(b, site.call, 0), size_argument(b, site.call, 1))
    b.emit(Builtin((), "make_symbolic", arguments, "havoc", b.location))
    define_result(b, site.call, 0)


def _havoc_object(b: Builder, site: CallSite) -> None:
    """``__CPROVER_havoc_object(address)``: any content of all of the object that the address is in."""
    address = pointer_argument(b, site.call, 0)
    start, size = (b.fresh(b.pointer_sort, what) for what in ("object_base", "object_size"))
    b.emit(Builtin((start,), "object_base", (address,), "", b.location))
    b.emit(Builtin((size,), "object_size", (address,), "", b.location))
    b.emit(Builtin((), "make_symbolic", (start, size), "havoc", b.location))
    define_result(b, site.call, 0)


def _reused(b: Builder, site: CallSite) -> None:
    """``antumbra.reused(old, moved)``: the new object may lie where the old one was."""
    arguments = (pointer_argument(b, site.call, 0), pointer_argument(b, site.call, 1))
    b.emit(Builtin((), "reused", arguments, "", b.location))


_ASSUME: Final = Known(Strength.INTERCEPT, _assume, "-:c*")
_ABORT: Final = Known(Strength.DEFAULT, _abort)
_COPY: Final = Known(Strength.DEFAULT, _copy, "p:ppi")
_CHECKED_COPY: Final = Known(Strength.DEFAULT, _copy, "p:ppii")

_TABLE: Final[dict[str, Known]] = {
    "__VERIFIER_assume": _ASSUME,
    "klee_assume": _ASSUME,
    "__CPROVER_assume": Known(Strength.DEFAULT, _assume, "-:c*"),
    "__ESBMC_assume": Known(Strength.DEFAULT, _assume, "-:c*"),
    "__CPROVER_r_ok": Known(Strength.DEFAULT, _valid(written=False), "i:pi"),
    "__CPROVER_w_ok": Known(Strength.DEFAULT, _valid(written=True), "i:pi"),
    "__CPROVER_rw_ok": Known(Strength.DEFAULT, _valid(written=True), "i:pi"),
    "__CPROVER_havoc_object": Known(Strength.DEFAULT, _havoc_object, "-:p"),
    "__CPROVER_havoc_slice": Known(Strength.DEFAULT, _havoc_slice, "-:pi"),
    "abort": _ABORT,
    "__builtin_trap": _ABORT,
    "klee_abort": _ABORT,
    "exit": Known(Strength.FALLBACK, _exit),
    "_exit": Known(Strength.DEFAULT, _exit),
    "_Exit": Known(Strength.DEFAULT, _exit),
    "quick_exit": Known(Strength.FALLBACK, _exit),
    "malloc": Known(Strength.DEFAULT, _malloc, "p:i"),
    "calloc": Known(Strength.DEFAULT, _calloc, "p:ii"),
    "free": Known(Strength.DEFAULT, _free, "-:p"),
    "alloca": Known(Strength.DEFAULT, _alloca, "p:i"),
    "__builtin_alloca": Known(Strength.DEFAULT, _alloca, "p:i"),
    "memcpy": _COPY,
    "memmove": _COPY,
    "mempcpy": _COPY,
    "__memcpy_chk": _CHECKED_COPY,
    "__memmove_chk": _CHECKED_COPY,
    "memset": Known(Strength.DEFAULT, _fill, "p:pii"),
    "__memset_chk": Known(Strength.DEFAULT, _fill, "p:piii"),
    "klee_get_obj_size": Known(Strength.DEFAULT, _object("object_size"), "i:p"),
}

#: what library models may call besides the C library
_OURS: Final[dict[str, Known]] = {
    "antumbra.object_size": Known(Strength.INTERCEPT, _object("object_size"), "i:p"),
    "antumbra.object_base": Known(Strength.INTERCEPT, _object("object_base"), "p:p"),
    "antumbra.accessible": Known(Strength.INTERCEPT, _valid(written=False), "i:pii"),
    "antumbra.apart": Known(Strength.INTERCEPT, _apart, "-:pipi"),
    "antumbra.reused": Known(Strength.INTERCEPT, _reused, "-:pp"),
    "antumbra.unsupported": Known(Strength.INTERCEPT, _unsupported, "-:p"),
}
