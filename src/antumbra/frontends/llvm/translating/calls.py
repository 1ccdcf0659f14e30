"""Calls: of our own procedures, of known functions, of functions nobody defines, through pointers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from antumbra.frontends.llvm.library import intrinsics, known, outside, variadic
from antumbra.frontends.llvm.library.names import means_something
from antumbra.frontends.llvm.library.pointers_given import given_pointer
from antumbra.frontends.llvm.library.results import CallSite
from antumbra.frontends.llvm.library.standard import is_standard
from antumbra.frontends.llvm.preparing.linkage import Symbol
from antumbra.frontends.llvm.reading.instructions import CallInstruction
from antumbra.frontends.llvm.reading.types import POINTER, VOID, FloatType, IntType, PointerType, Type
from antumbra.frontends.llvm.reading.values import Argument, GlobalAddress, Opaque, Signature
from antumbra.frontends.llvm.translating.assembly import assembly
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.values.arithmetic import from_bits, to_bits
from antumbra.program.model import Assign, Call, End, Source
from antumbra.terms import Term

#: assembly without effect, since there is one thread and no device
_MEMORY: Final = re.compile(r"memory\s*\(([^)]*)\)")


def call(b: Builder, instruction: CallInstruction) -> None:
    """Translate a call; the block may have ended afterwards. No call vanishes: it writes something or says why not."""
    before = b.written
    _call(b, instruction)
    if b.written == before:
        raise RuntimeError(f"a call was lost: {instruction.callee!r} at {b.location}")


def _call(b: Builder, instruction: CallInstruction) -> None:
    callee = instruction.callee
    if isinstance(callee, Opaque):
        assembly(b, instruction, callee)
    elif not isinstance(callee, GlobalAddress):
        _indirect(b, instruction)
    elif callee.name.startswith("llvm."):
        intrinsics.intrinsic(b, instruction, callee.name)
    else:
        _named(b, instruction, b.context.linker.resolve(b.module, callee.name))


def _named(b: Builder, instruction: CallInstruction, symbol: Symbol) -> None:
    handler = known.handler(symbol, b.context.options)
    if handler is not None:
        handler(b, CallSite(instruction, symbol.name))
    elif not symbol.is_function:
        _indirect(b, instruction)
    elif symbol.defined:
        _direct(b, instruction, symbol)
    else:
        external(b, instruction, symbol)


def result_types(b: Builder, type_: Type) -> list[Type]:
    return [] if type_ is VOID else [leaf.type for leaf in b.layout.leaves(type_)]


def _direct(b: Builder, instruction: CallInstruction, symbol: Symbol) -> None:
    signature = symbol.module.signature(symbol.name)
    fixed = len(signature.parameters)
    arguments = _adapted(b, instruction.arguments[:fixed], signature)
    if signature.type.variadic:
        extra = instruction.arguments[fixed:] if symbol in b.context.uses_variadic else ()
        arguments.append(variadic.argument_area(b, extra))
    wanted = result_types(b, instruction.type.result) if instruction.result else []
    given = result_types(b, signature.type.result)
    targets = b.register(instruction.result, instruction.type.result) if instruction.result else ()
    if wanted == given:
        b.emit(Call(tuple(targets), symbol.key, tuple(arguments), b.location))
        return
    received = tuple(b.fresh(b.layout.sort(t), "r") for t in given)
    b.emit(Call(received, symbol.key, tuple(arguments), b.location))
    if targets:
        values = [
            adapt(b, received[i], given[i], type_) if i < len(given) else _missing(b, type_)
            for i, type_ in enumerate(wanted)
        ]
        b.emit(Assign(tuple(targets), tuple(values), b.location))


def _adapted(b: Builder, arguments: Sequence[Argument], signature: Signature) -> list[Term]:
    """Arguments as the callee's parameters want them, even if the caller saw another prototype."""
    out: list[Term] = []
    for number, parameter in enumerate(signature.parameters):
        if number >= len(arguments):
            out.extend(_missing(b, leaf.type) for leaf in b.layout.leaves(parameter.type))
            continue
        value = arguments[number].value
        if value.type is parameter.type:
            out.extend(b.leaves(value))
            continue
        given = list(zip(b.leaves(value), (leaf.type for leaf in b.layout.leaves(value.type)), strict=True))
        for i, leaf in enumerate(b.layout.leaves(parameter.type)):
            out.append(adapt(b, *given[i], leaf.type) if i < len(given) else _missing(b, leaf.type))
    return out


def adapt(b: Builder, value: Term, source: Type, target: Type) -> Term:
    """A scalar passed where another type is expected: its bits where they suffice, else unknown."""
    if source is target:
        return value
    have, want = b.layout.bits(source), b.layout.bits(target)
    if isinstance(source, PointerType) and isinstance(target, IntType) and have >= want:
        return from_bits(b, b.resized(b.number_of(value), want), target)
    if isinstance(source, IntType) and isinstance(target, PointerType) and have >= want:
        return b.pointer_of(b.resized(to_bits(b, value, source), want))
    # numbers and floats are passed in different registers
    if have == want and isinstance(source, FloatType) == isinstance(target, FloatType):
        return from_bits(b, to_bits(b, value, source), target)
    if isinstance(source, IntType | PointerType) and isinstance(target, IntType | PointerType) and have > want:
        return from_bits(b, b.resized(to_bits(b, value, source), want), target)
    return _missing(b, target)


def _missing(b: Builder, type_: Type) -> Term:
    (value,) = b.unknown(type_, Source.UNINITIALISED, "missing")
    return value


def _indirect(b: Builder, instruction: CallInstruction) -> None:
    callee = b.scalar(instruction.callee)
    fixed = len(instruction.type.parameters)
    # no prototype, "T (...)": C lets it only call functions that are not variadic
    prototyped = fixed > 0 or not instruction.type.variadic
    positional = instruction.arguments[:fixed] if prototyped else instruction.arguments
    arguments = [term for argument in positional for term in b.leaves(argument.value)]
    if prototyped and instruction.type.variadic:
        arguments.append(variadic.argument_area(b, instruction.arguments[fixed:]))
    targets = b.register(instruction.result, instruction.type.result) if instruction.result else ()
    types = [leaf.type for argument in positional for leaf in b.layout.leaves(argument.value.type)]
    types += [POINTER] * (len(arguments) - len(types))
    given = kinds(types, result_types(b, instruction.type.result) if instruction.result else [])
    b.emit(Call(tuple(targets), callee, tuple(arguments), b.location, given))


def kinds(parameters: Sequence[Type], results: Sequence[Type]) -> str:
    """Which are pointers, floats and other numbers, as Procedure has it."""
    return "/".join("".join(map(_kind, side)) for side in (parameters, results))


def _kind(type_: Type) -> str:
    return "p" if isinstance(type_, PointerType) else "f" if isinstance(type_, FloatType) else "n"


def external(b: Builder, instruction: CallInstruction, symbol: Symbol) -> None:
    """A function without a body: what the policy says."""
    options = b.context.options
    policy = options.external_policies.get(symbol.name, options.externals)
    signature = symbol.module.signature(symbol.name)
    attributes = f"{signature.attributes} {b.module.attribute_words(instruction.attributes)}"
    if symbol.name not in options.external_policies and (why := means_something(symbol.name)):
        b.context.externals[symbol.name] = "fail"
        b.unsupported(f"{symbol.name}: {why}")
        return
    b.context.externals[symbol.name] = policy
    if policy == "fail":
        b.unsupported(f"external function {symbol.name}")
        return
    if policy == "havoc" and _writes(attributes):
        outside.call_outside(b, instruction, symbol.name)
    if "noreturn" in attributes.split():
        if (jumping := outside.is_jumping(b.context)) is not None:
            left, ended = b.fork(jumping, "jumps", "ends")
            b.begin(ended)
            b.stop(End.ABORT, f"{symbol.name} does not return")
            b.begin(left)
            return
        b.stop(End.ABORT, f"{symbol.name} does not return")
        return
    b.nothing("the policy is in the report")
    unknown_result(b, instruction, Source.OPEN if is_standard(symbol.name) else Source.EXTERNAL, symbol.name)


def unknown_result(b: Builder, instruction: CallInstruction, source: Source, name: str, c_type: str = "") -> None:
    """The call's result is any value; nothing if it is not used and not an input."""
    type_ = instruction.type.result
    if type_ is VOID:
        return
    size = b.context.options.outside_pointers
    if size is not None and isinstance(type_, PointerType) and source is Source.EXTERNAL:
        # native code takes it from the test whether it is used or not
        targets = b.register(instruction.result, type_) if instruction.result else (b.fresh(b.pointer_sort, name),)
        given_pointer(b, targets[0], name, size)
    elif instruction.result:
        b.unknown(type_, source, name, c_type, b.register(instruction.result, type_))
    elif source is Source.INPUT:
        b.unknown(type_, source, name, c_type)


def _writes(attributes: str) -> bool:
    """Whether the function may write memory, by its attributes."""
    words = attributes.split()
    if "readnone" in words or "readonly" in words:
        return False
    match = _MEMORY.search(attributes)
    return match is None or "write" in match[1]
