"""Loads, stores, stack objects, element addresses, atomics as the sequential operations they are."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.frontends.llvm.library.floats import choice
from antumbra.frontends.llvm.reading.instructions import Alloca, AtomicUpdate, CompareExchange, ElementPointer
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.types import (
    BIT,
    POINTER,
    ArrayType,
    PointerType,
    StructType,
    Type,
    VectorType,
    struct_type,
)
from antumbra.frontends.llvm.reading.values import GlobalAddress, IntConstant, Value
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.values.arithmetic import RNE, compare, from_bits, to_bits
from antumbra.frontends.llvm.translating.values.numbers import compare as compare_pointers
from antumbra.program.model import Alloc, Assign, Builtin, Load, Region, Store
from antumbra.program.spacing import is_roomy
from antumbra.terms import Term


def _variable(b: Builder, address: Value) -> Term | None:
    """The program variable a promoted global is."""
    if not isinstance(address, GlobalAddress):
        return None
    return b.context.variables.get(b.context.linker.resolve(b.module, address.name))


def load(b: Builder, type_: Type, address: Value) -> tuple[Term, ...]:
    """The value at an address, in new variables where memory has to be read."""
    variable = _variable(b, address)
    if variable is not None:
        return (variable,)
    return load_at(b, type_, b.scalar(address))


def load_at(b: Builder, type_: Type, base: Term, targets: Sequence[Term] = ()) -> tuple[Term, ...]:
    out: list[Term] = []
    for number, leaf in enumerate(b.layout.leaves(type_)):
        place = T.bvadd(base, b.pointer(leaf.offset)) if leaf.offset else base
        sort = b.layout.sort(leaf.type)
        bits = 8 * b.layout.store_size(leaf.type)
        if sort.kind == "bv" and sort.width == bits:
            target = targets[number] if targets and targets[number].sort is sort else b.fresh(sort, "m")
            b.emit(Load(target, place, b.location, isinstance(leaf.type, PointerType)))
            out.append(target)
        else:
            raw = b.fresh(T.bv_sort(bits), "m")
            b.emit(Load(raw, place, b.location))
            out.append(from_bits(b, raw, leaf.type))
    return tuple(out)


def load_into(b: Builder, result: str, type_: Type, address: Value) -> None:
    """A load instruction: straight into its register if that is a whole bit-vector."""
    variable = _variable(b, address)
    if variable is not None:
        b.define(result, type_, (variable,))
        return
    targets = b.register(result, type_)
    values = b.represented(result, type_, load_at(b, type_, b.scalar(address), targets))
    pairs = [(t, v) for t, v in zip(targets, values, strict=True) if t is not v]
    if pairs:
        b.emit(Assign(tuple(t for t, _ in pairs), tuple(v for _, v in pairs), b.location))


def store(b: Builder, value: Value, address: Value) -> None:
    variable = _variable(b, address)
    values = b.leaves(value)
    if variable is None:
        store_at(b, value.type, values, b.scalar(address))
    elif variable.op is T.VAR:
        b.emit(Assign((variable,), values, b.location))
    else:
        b.check(T.FALSE, "valid-deref", "a constant is written")


def store_at(b: Builder, type_: Type, values: Sequence[Term], base: Term) -> None:
    for leaf, value in zip(b.layout.leaves(type_), values, strict=True):
        place = T.bvadd(base, b.pointer(leaf.offset)) if leaf.offset else base
        bits = b.resized(to_bits(b, value, leaf.type), 8 * b.layout.store_size(leaf.type))
        b.emit(Store(place, bits, b.location, isinstance(leaf.type, PointerType)))


def stack_object(b: Builder, target: Term, size: Term, name: str, align: int = 1) -> None:
    b.emit(Alloc(target, size, Region.STACK, False, name, b.location, align))


def alloca(b: Builder, instruction: Alloca) -> Term:
    """Its address."""
    (target,) = b.register(instruction.result, POINTER)
    size = b.pointer(b.layout.size(instruction.type))
    if instruction.count is not None:
        count = b.resized(b.scalar(instruction.count), b.pointer_width)
        size = T.bvmul(size, count)
    stack_object(b, target, size, b.names.get(instruction.result, instruction.result), instruction.align)
    return target


def element_address(b: Builder, instruction: ElementPointer) -> Term:
    address = base = b.scalar(instruction.base)
    type_ = instruction.source_type
    constant = 0
    for number, index in enumerate(instruction.indices):
        if number == 0:
            step = b.layout.size(type_)
        elif isinstance(type_, StructType):
            if not isinstance(index, IntConstant):
                raise UnsupportedError("a variable index into a structure")
            constant += b.layout.offsets(type_)[index.value]
            type_ = type_.fields[index.value]
            continue
        elif isinstance(type_, ArrayType | VectorType):
            type_ = type_.element
            step = b.layout.size(type_)
        else:
            raise UnsupportedError("an index into a scalar")
        amount = b.resized(b.scalar(index), b.pointer_width, signed=True)
        if amount.op is T.CONST:
            constant += amount.data * step
        else:
            address = T.bvadd(address, T.bvmul(amount, b.pointer(step)) if step != 1 else amount)
    if constant:
        address = T.bvadd(address, b.pointer(constant))
    if address is not base and not is_roomy(b.pointer_width):
        b.emit(Builtin((), "stay", (base, address), "", b.location))
    return address


def atomic_update(b: Builder, instruction: AtomicUpdate) -> None:
    type_ = instruction.value.type
    address = b.scalar(instruction.address)
    (old,) = load_at(b, type_, address)
    (value,) = b.leaves(instruction.value)
    b.define(instruction.result, type_, (old,))
    if instruction.operation in ("fmin", "fmax"):
        new = choice(b, f"{instruction.operation[1:]}num", (old, value), type_)
    elif instruction.operation.startswith("f"):
        new = _updated(instruction.operation, b.number(old, type_), b.number(value, type_))
    else:
        new = _updated(instruction.operation, old, value)
    store_at(b, type_, (new,), address)


def _updated(operation: str, old: Term, value: Term) -> Term:
    match operation:
        case "xchg":
            return value
        case "add":
            return T.bvadd(old, value)
        case "sub":
            return T.bvsub(old, value)
        case "and":
            return T.bvand(old, value)
        case "nand":
            return T.bvnot(T.bvand(old, value))
        case "or":
            return T.bvor(old, value)
        case "xor":
            return T.bvxor(old, value)
        case "max" | "min" | "umax" | "umin":
            sign = "u" if operation[0] == "u" else "s"
            smaller = compare(f"{sign}lt", old, value)
            return T.ite(smaller, old, value) if operation.endswith("min") else T.ite(smaller, value, old)
        case "fadd":
            return T.fp_add(RNE, old, value)
        case "fsub":
            return T.fp_sub(RNE, old, value)
        case _:
            raise UnsupportedError(f"atomicrmw {operation}")


def compare_exchange(b: Builder, instruction: CompareExchange) -> None:
    type_ = instruction.expected.type
    address = b.scalar(instruction.address)
    (old,) = load_at(b, type_, address)
    (expected,) = b.leaves(instruction.expected)
    (replacement,) = b.leaves(instruction.replacement)
    pointers = isinstance(type_, PointerType)
    same = compare_pointers(b, "eq", old, expected) if pointers else T.eq(old, expected)
    targets = b.register(instruction.result, struct_type((type_, BIT)))
    b.emit(Assign(targets, (old, same), b.location))
    store_at(b, type_, (T.ite(targets[1], replacement, targets[0]),), address)
