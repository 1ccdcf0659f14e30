"""Small vectors and aggregates in registers: both are just their scalars in order."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.frontends.llvm.reading.instructions import IndexedOperation, Operation
from antumbra.frontends.llvm.reading.layout import Leaf, UnsupportedError
from antumbra.frontends.llvm.reading.types import ArrayType, StructType, Type, VectorType, vector_type
from antumbra.frontends.llvm.reading.values import Aggregate, IntConstant, Undefined, Value, Zero
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.values.arithmetic import from_bits, to_bits
from antumbra.program.model import Source
from antumbra.terms import Term


def indexed(b: Builder, instruction: IndexedOperation) -> None:
    """extractvalue and insertvalue."""
    whole = instruction.operands[0]
    start, type_ = _leaf_range(b, whole.type, instruction.indices)
    count = len(b.layout.leaves(type_))
    leaves = b.leaves(whole)
    if len(instruction.operands) == 1:
        b.define(instruction.result, type_, leaves[start : start + count])
    else:
        inserted = b.leaves(instruction.operands[1])
        b.define(instruction.result, whole.type, (*leaves[:start], *inserted, *leaves[start + count :]))


def _leaf_range(b: Builder, type_: Type, indices: tuple[int, ...]) -> tuple[int, Type]:
    """(position of the first scalar, type) of the part that the indices name."""
    start = 0
    for index in indices:
        if isinstance(type_, StructType):
            start += sum(len(b.layout.leaves(field)) for field in type_.fields[:index])
            type_ = type_.fields[index]
        elif isinstance(type_, ArrayType):
            start += index * len(b.layout.leaves(type_.element))
            type_ = type_.element
        else:
            raise UnsupportedError("an index into a scalar")
    return start, type_


def operation(b: Builder, instruction: Operation) -> None:
    """extractelement, insertelement, shufflevector."""
    vector = instruction.operands[0]
    if not isinstance(vector.type, VectorType):
        raise UnsupportedError(f"{instruction.opcode} of {vector.type!r}")
    match instruction.opcode:
        case "extractelement":
            lanes = b.represented(instruction.result, vector.type, b.leaves(vector))
            index = _index(b, instruction.operands[1], len(lanes))
            value = lanes[-1]
            for i, lane in reversed([*enumerate(lanes[:-1])]):
                value = T.ite(T.eq(index, T.bv(i, index.width)), lane, value)
            b.define(instruction.result, vector.type.element, (value,))
        case "insertelement":
            lanes = b.represented(instruction.result, vector.type, b.leaves(vector))
            (element,) = b.represented(instruction.result, vector.type.element, (b.scalar(instruction.operands[1]),))
            index = _index(b, instruction.operands[2], len(lanes))
            values = [T.ite(T.eq(index, T.bv(i, index.width)), element, lane) for i, lane in enumerate(lanes)]
            b.define(instruction.result, vector.type, values)
        case _:
            _shuffle(b, instruction, vector.type)


def _index(b: Builder, operand: Value, count: int) -> Term:
    """The number of a lane, wide enough for all of them. Beyond the last one the result is poison."""
    given = b.scalar(operand)
    index = b.resized(given, max(count.bit_length(), given.width))
    b.check(T.bvult(index, T.bv(count, index.width)), "def-behavior", f"lane of a vector of {count} out of range")
    return index


def _shuffle(b: Builder, instruction: Operation, type_: VectorType) -> None:
    left, right, mask = instruction.operands
    if not isinstance(mask.type, VectorType):
        raise UnsupportedError("shufflevector without a mask")
    lanes = b.leaves(left)
    if not isinstance(right, Undefined):
        lanes += b.leaves(right)
    values: list[Term] = []
    for choice in _mask(mask, mask.type.count):
        if choice is None or choice >= len(lanes):
            values.extend(b.unknown(type_.element, Source.UNINITIALISED, "undef"))
        else:
            values.append(lanes[choice])
    b.define(instruction.result, vector_type(mask.type.count, type_.element), values)


def _mask(mask: Value, count: int) -> list[int | None]:
    match mask:
        case Zero():
            return [0] * count
        case Undefined():
            return [None] * count
        case Aggregate():
            return [e.value if isinstance(e, IntConstant) else None for e in mask.elements]
        case _:
            raise UnsupportedError("shufflevector with a variable mask")


def regrouped(b: Builder, values: Sequence[Term], source: Sequence[Leaf], target: Sequence[Leaf]) -> list[Term]:
    """A bitcast between vectors of different element sizes, or a vector and an integer: the bits cut anew."""
    bits: Term | None = None
    for value, leaf in zip(values, source, strict=True):
        part = to_bits(b, value, leaf.type)
        bits = part if bits is None else T.concat(part, bits)
    out: list[Term] = []
    at = 0
    for leaf in target:
        width = b.layout.bits(leaf.type)
        if bits is None or at + width > bits.width:
            raise UnsupportedError("a bitcast between sizes")
        out.append(from_bits(b, T.extract(at + width - 1, at, bits), leaf.type))
        at += width
    return out
