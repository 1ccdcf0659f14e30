"""LLVM's intrinsics, as far as clang emits them for C."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial, reduce
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.library import sanitizer, variadic
from antumbra.frontends.llvm.library.floats import (
    CHOICES,
    choice,
    copysign,
    float_intrinsic,
    is_class,
    saturating,
    takes_numbers,
    to_integer,
    without_sign,
)
from antumbra.frontends.llvm.library.integers import THREE_WAY, as_number, integer_intrinsic, with_overflow
from antumbra.frontends.llvm.reading.instructions import CallInstruction
from antumbra.frontends.llvm.reading.types import VOID
from antumbra.frontends.llvm.reading.values import IntConstant
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.values.arithmetic import RNE
from antumbra.program.model import Copy, End, Fill, Source
from antumbra.terms import Term

_SUFFIX: Final = re.compile(r"(?:\.(?:(?:nx)?v\d+)?(?:p\d+|i\d+|f\d+|bf16|isVoid)|\.sl_.*)+$")

#: without effect here, and why
_IGNORED: Final = {
    **dict.fromkeys(("dbg.declare", "dbg.value", "dbg.label", "dbg.assign"), "for debuggers"),
    **dict.fromkeys(("invariant.start", "invariant.end"), "a hint for optimisers"),
    **dict.fromkeys(
        ("experimental.noalias.scope.decl", "prefetch", "donothing", "sideeffect"), "a hint for optimisers"
    ),
    **dict.fromkeys(("var.annotation", "codeview.annotation", "fake.use"), "for other tools"),
    "pseudoprobe": "for profilers",
    **dict.fromkeys(("instrprof.increment", "instrprof.increment.step", "instrprof.cover"), "for profilers"),
    "va_end": "a list of arguments holds nothing that could be given back",
    "reset.fpenv": "the floating-point environment is never another one",
}

#: effect → how many arguments it has at least
_ARGUMENTS: Final = {"memcpy": 3, "memmove": 3, "memcpy.inline": 3, "memset": 3, "memset.inline": 3, "assume": 1}

_REDUCTIONS: Final[dict[str, Callable[[Term, Term], Term]]] = {
    "add": T.bvadd,
    "mul": T.bvmul,
    "and": T.bvand,
    "or": T.bvor,
    "xor": T.bvxor,
    "smin": lambda x, y: T.ite(T.bvslt(x, y), x, y),
    "smax": lambda x, y: T.ite(T.bvsgt(x, y), x, y),
    "umin": lambda x, y: T.ite(T.bvult(x, y), x, y),
    "umax": lambda x, y: T.ite(T.bvugt(x, y), x, y),
}
_BOOL_REDUCTIONS: Final[dict[str, Callable[[Term, Term], Term]]] = {
    "and": T.and_,
    "or": T.or_,
    "xor": T.xor,
    "add": T.xor,
    "mul": T.and_,
}


def base_name(name: str) -> str:
    """``llvm.sadd.with.overflow.i32`` → ``sadd.with.overflow``."""
    return _SUFFIX.sub("", name.removeprefix("llvm."))


def is_ignored(full_name: str) -> bool:
    """Whether a call of the function does nothing."""
    return base_name(full_name) in _IGNORED


def intrinsic(b: Builder, call: CallInstruction, full_name: str) -> None:
    name = base_name(full_name)
    if name in _IGNORED:
        b.nothing(_IGNORED[name])
        return
    if _effect(b, call, name) or _constant(b, call, name) or _computed(b, call, name):
        return
    b.unsupported(f"intrinsic {full_name}")


def _effect(b: Builder, call: CallInstruction, name: str) -> bool:
    """Intrinsics that touch memory or end the run."""
    if name in _ARGUMENTS and len(call.arguments) < _ARGUMENTS[name]:
        return False

    def pointer(number: int) -> Term:
        return b.scalar(call.arguments[number].value)

    def size(number: int) -> Term:
        return b.resized(b.scalar(call.arguments[number].value), b.pointer_width)

    match name:
        case "memcpy" | "memmove" | "memcpy.inline":
            b.emit(Copy(pointer(0), pointer(1), size(2), b.location))
            if name != "memmove":
                b.apart(pointer(0), size(2), pointer(1), size(2), same=True)
        case "memset" | "memset.inline":
            b.emit(Fill(pointer(0), pointer(1), size(2), b.location))
        case "va_start":
            variadic.start(b, pointer(0))
        case "va_copy":
            variadic.copy(b, pointer(0), pointer(1))
        case "assume":
            b.check(b.scalar(call.arguments[0].value), "def-behavior", "an assumption of the compiler is false")
        case "trap":
            if b.context.options.abort_checks:
                b.check(T.FALSE, "abort", "a trap is reached")
            b.stop(End.ABORT, "trap")
        case "ubsantrap":
            kind = call.arguments[0].value
            sanitizer.report(b, sanitizer.trap_kind(kind.value if isinstance(kind, IntConstant) else -1))
            b.stop(End.ABORT, "trap")
        case _:
            return False
    return True


def _constant(b: Builder, call: CallInstruction, name: str) -> bool:
    """Intrinsics with a fixed or an unknown answer."""
    type_ = call.type.result
    match name:
        case "is.constant":
            b.define(call.result, type_, (T.FALSE,))
        case "objectsize":
            least = call.arguments[1].value
            known = isinstance(least, IntConstant) and least.value == 1
            b.define(call.result, type_, (b.constant(0 if known else -1, type_),))
        case "get.rounding":
            b.define(call.result, type_, (b.constant(1, type_),))
        case "allow.runtime.check" | "allow.ubsan.check":
            b.define(call.result, type_, (T.TRUE,))
        case "readcyclecounter" | "readsteadycounter":
            b.unknown(type_, Source.EXTERNAL, name, "", b.register(call.result, type_) if call.result else ())
        case _:
            return False
    return True


def _computed(b: Builder, call: CallInstruction, name: str) -> bool:
    """Intrinsics that are functions of their operands, applied to each lane of vectors."""
    type_ = call.type.result
    if type_ is VOID:
        return False
    read = b.numbers_of if takes_numbers(name) else b.leaves
    lanes = [read(argument.value) for argument in call.arguments]
    if name.endswith(".with.overflow"):
        pairs = [with_overflow(name, x, y) for x, y in zip(lanes[0], lanes[1], strict=True)]
        b.define(call.result, type_, [p[0] for p in pairs] + [p[1] for p in pairs])
        return True
    if name.startswith("vector.reduce."):
        return _reduction(b, call, name.removeprefix("vector.reduce."), lanes)
    if name == "ptrmask":
        pairs = zip(lanes[0], lanes[1], strict=True)
        values = [b.pointer_of(T.bvand(b.number_of(p), b.resized(mask, b.pointer_width))) for p, mask in pairs]
        b.define(call.result, type_, values)
        return True
    width = b.layout.bits(b.layout.leaves(type_)[0].type)
    operation = integer_intrinsic(name) or float_intrinsic(name)
    if name in ("ctlz", "cttz"):
        _not_of_zero(b, *lanes)
    elif name == "abs":
        _not_of_least(b, *lanes)
    if operation is not None:
        values = _each(operation, lanes)
    elif name in THREE_WAY:
        values = [THREE_WAY[name](x, y, width) for x, y in zip(lanes[0], lanes[1], strict=True)]
    elif name in ("fptosi.sat", "fptoui.sat"):
        values = [saturating(x, width, name == "fptosi.sat") for x in lanes[0]]
    elif name == "is.fpclass":
        mask = call.arguments[1].value
        numbers = b.numbers_of(call.arguments[0].value)
        kinds = mask.value if isinstance(mask, IntConstant) else 0
        values = [is_class(x, bits, kinds) for x, bits in zip(numbers, lanes[0], strict=True)]
    elif name == "fabs":
        given = b.represented(call.result or "", type_, lanes[0])
        values = [T.fp_abs(x) if x.sort.kind == "fp" else without_sign(x) for x in given]
    elif name == "copysign":
        values = _each(copysign, lanes)
    elif name in CHOICES:
        element = b.layout.leaves(type_)[0].type
        values = [choice(b, name, pair, element) for pair in zip(lanes[0], lanes[1], strict=True)]
    elif lanes and (rounded := to_integer(name, lanes[0][0], width)) is not None:
        values = [rounded[0]]
        _only_if(b, rounded[1], f"{name} of a number outside the result's range")
    elif name in ("ptr.annotation", "annotation"):
        values = list(lanes[0])
    else:
        return False
    b.define(call.result, type_, values)
    return True


def _only_if(b: Builder, condition: Term, otherwise: str) -> None:
    """Go on where the condition holds; elsewhere the result is not specified, and no path shows what depends on it."""
    if condition is T.TRUE:
        return
    on, end = b.fork(condition, "specified", "unspecified")
    b.begin(end)
    b.unsupported(otherwise)
    b.begin(on)


def _not_of_zero(b: Builder, values: tuple[Term, ...], poison: tuple[Term, ...]) -> None:
    """Whether zero has a count of leading or trailing zeros is said by the second operand."""
    for value in values:
        b.check(T.not_(T.and_(poison[0], T.eq(value, T.const(0, value.sort)))), "def-behavior", "bit count of zero")


def _not_of_least(b: Builder, values: tuple[Term, ...], poison: tuple[Term, ...]) -> None:
    """The same for the absolute value of the least number."""
    for value in map(as_number, values):
        least = T.eq(value, T.bv(1 << (value.width - 1), value.width))
        b.check(T.not_(T.and_(poison[0], least)), "no-overflow", "the absolute value overflows")


def _each(operation: Callable[..., Term], lanes: list[tuple[Term, ...]]) -> list[Term]:
    """Apply lane by lane; a scalar operand beside vectors serves every lane."""
    count = max(len(lane) for lane in lanes)
    return [operation(*(lane[i % len(lane)] for lane in lanes)) for i in range(count)]


def _reduction(b: Builder, call: CallInstruction, name: str, lanes: list[tuple[Term, ...]]) -> bool:
    if name in ("fmin", "fmax"):
        element = b.layout.leaves(call.type.result)[0].type
        value = reduce(lambda x, y: b.bits(choice(b, f"{name[1:]}num", (x, y), element), element), lanes[0])
    elif name in ("fadd", "fmul"):
        operation = T.fp_add if name == "fadd" else T.fp_mul
        value = reduce(partial(operation, RNE), lanes[1], lanes[0][0])
    else:
        table = _BOOL_REDUCTIONS if lanes[0][0].sort is T.BOOL else _REDUCTIONS
        if name not in table:
            return False
        value = reduce(table[name], lanes[0])
    b.define(call.result, call.type.result, (value,))
    return True
