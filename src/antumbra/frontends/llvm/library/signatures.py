"""Does a call of a known function have the shape that the function has? A program may declare it as it likes.

A signature is written ``result:parameters``, one letter each: ``p`` a pointer, ``i`` an integer, ``c`` a condition
(any number or pointer), ``f`` the type that the call says, ``-`` nothing or a result that is not looked at; ``*`` at
the end: further arguments of any kind. ``*`` alone fits every call. An integer will do for a pointer: ``free(0)``.
"""

from __future__ import annotations

from antumbra.frontends.llvm.reading.instructions import CallInstruction
from antumbra.frontends.llvm.reading.types import FloatType, IntType, PointerType, Type


def fits(call: CallInstruction, signature: str) -> bool:
    if signature == "*":
        return True
    result, _, parameters = signature.partition(":")
    if call.result and not _result_fits(call.type.result, result):
        return False
    wanted = parameters.removesuffix("*")
    enough = len(call.arguments) == len(wanted) or (wanted != parameters and len(call.arguments) > len(wanted))
    types = (argument.value.type for argument in call.arguments)
    return enough and all(_argument_fits(type_, kind) for type_, kind in zip(types, wanted, strict=False))


def _result_fits(type_: Type, kind: str) -> bool:
    match kind:
        case "p":
            return isinstance(type_, PointerType)
        case "i":
            return isinstance(type_, IntType)
        case "f":
            return isinstance(type_, IntType | FloatType | PointerType)
        case "-":
            return True
        case _:
            raise RuntimeError(f"no kind of a result: {kind}")


def _argument_fits(type_: Type, kind: str) -> bool:
    match kind:
        case "p" | "i":
            return isinstance(type_, IntType | PointerType)
        case "c" | "f":
            return isinstance(type_, IntType | FloatType | PointerType)
        case _:
            raise RuntimeError(f"no kind of a parameter: {kind}")
