"""Sizes, alignments and offsets of LLVM types, as the module's ``target datalayout`` says."""

from __future__ import annotations

from typing import Final

from antumbra.frontends.llvm.reading.types import (
    BIT,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
)
from antumbra.records import dataclass
from antumbra.terms import BOOL, FLOAT16, FLOAT32, FLOAT64, FLOAT80, FLOAT128, Sort, bv_sort, fp_sort

_FLOAT_SORTS: Final = {
    "half": FLOAT16,
    "bfloat": fp_sort(8, 8),
    "float": FLOAT32,
    "double": FLOAT64,
    "x86_fp80": FLOAT80,
    "fp128": FLOAT128,
}

#: more scalars than this in one register is no C program's doing
MAX_LEAVES: Final = 4096


class UnsupportedError(Exception):
    """A construct we cannot translate; becomes ``Stop(UNSUPPORTED)`` where it stands."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar inside an aggregate: where it lies in memory and what it is."""

    offset: int
    type: Type


class DataLayout:
    """Answers are cached by type; types are interned."""

    def __init__(self, text: str) -> None:
        self.big_endian = False
        self.pointer_width = 64
        self._pointer_align = 8
        # LLVM's defaults, then what the string says
        self._int_align: dict[int, int] = {1: 1, 8: 1, 16: 2, 32: 4, 64: 4}
        self._float_align: dict[int, int] = {16: 2, 32: 4, 64: 8, 128: 16}
        self._vector_align: dict[int, int] = {64: 8, 128: 16}
        self._aggregate_align = 1
        for part in text.split("-"):
            self._read(part)
        self._sizes: dict[Type, tuple[int, int]] = {}
        self._offsets: dict[StructType, tuple[int, ...]] = {}
        self._leaves: dict[Type, tuple[Leaf, ...]] = {}

    def _read(self, part: str) -> None:
        if part == "E":
            self.big_endian = True
            return
        head, _, tail = part.partition(":")
        numbers = [int(n) for n in tail.split(":") if n.isdigit()]
        if not numbers or not head:
            return
        kind, size = head[0], head[1:]
        if kind == "p" and size in ("", "0"):
            self.pointer_width = numbers[0]
            self._pointer_align = (numbers[1] if len(numbers) > 1 else numbers[0]) // 8
        elif kind == "a" and not size.strip("0"):
            self._aggregate_align = max(1, numbers[0] // 8)
        elif kind in "ifv" and size.isdigit():
            table = {"i": self._int_align, "f": self._float_align, "v": self._vector_align}[kind]
            table[int(size)] = max(1, numbers[0] // 8)

    def size_align(self, type_: Type) -> tuple[int, int]:
        """(bytes between elements of an array of it, ABI alignment)."""
        found = self._sizes.get(type_)
        if found is None:
            found = self._sizes[type_] = self._measure(type_)
        return found

    def size(self, type_: Type) -> int:
        return self.size_align(type_)[0]

    def align(self, type_: Type) -> int:
        return self.size_align(type_)[1]

    def store_size(self, type_: Type) -> int:
        """Bytes a load or store of the type touches."""
        match type_:
            case IntType():
                return (type_.width + 7) // 8
            case FloatType():
                return type_.bits // 8
            case _:
                return self.size(type_)

    def _measure(self, type_: Type) -> tuple[int, int]:
        match type_:
            case IntType():
                align = self._lookup_int(type_.width)
                return _round_up((type_.width + 7) // 8, align), align
            case PointerType():
                return self.pointer_width // 8, self._pointer_align
            case FloatType():
                align = self._float_align.get(type_.bits) or self._float_align[128]
                return _round_up(type_.bits // 8, align), align
            case ArrayType():
                size, align = self.size_align(type_.element)
                return size * type_.count, align
            case VectorType():
                bits = type_.count * self.bits(type_.element)
                natural = 1 << max(0, ((bits + 7) // 8 - 1).bit_length())
                align = self._vector_align.get(bits, natural)
                return _round_up((bits + 7) // 8, align), align
            case StructType() if not type_.opaque:
                return self._measure_struct(type_)
            case _:
                return 0, 1

    def _lookup_int(self, width: int) -> int:
        known = [w for w in self._int_align if w >= width]
        return self._int_align[min(known) if known else max(self._int_align)]

    def _measure_struct(self, type_: StructType) -> tuple[int, int]:
        offset, align = 0, 1 if type_.packed else self._aggregate_align
        offsets: list[int] = []
        for field in type_.fields:
            size, field_align = self.size_align(field)
            if not type_.packed:
                offset = _round_up(offset, field_align)
                align = max(align, field_align)
            offsets.append(offset)
            offset += size
        self._offsets[type_] = tuple(offsets)
        return _round_up(offset, align), align

    def offsets(self, type_: StructType) -> tuple[int, ...]:
        """Byte offset of each field."""
        self.size_align(type_)
        return self._offsets.get(type_, ())

    def bits(self, type_: Type) -> int:
        """Bits of a scalar's value."""
        match type_:
            case IntType():
                return type_.width
            case FloatType():
                return type_.bits
            case PointerType():
                return self.pointer_width
            case _:
                raise UnsupportedError(f"a value of type {type_!r}")

    def leaves(self, type_: Type) -> tuple[Leaf, ...]:
        """The scalars of a value of this type, in order; a scalar is its own only leaf."""
        found = self._leaves.get(type_)
        if found is None:
            found = self._leaves[type_] = tuple(self._flatten(type_))
        return found

    def _flatten(self, type_: Type) -> list[Leaf]:
        match type_:
            case IntType() | FloatType() | PointerType():
                return [Leaf(0, type_)]
            case ArrayType():
                return self._repeat(type_.element, type_.count, self.size(type_.element))
            case VectorType() if not type_.scalable:
                bits = self.bits(type_.element)
                if bits % 8 and type_.element is not BIT:
                    raise UnsupportedError(f"a vector of {type_.element!r}")
                return self._repeat(type_.element, type_.count, max(1, bits // 8))
            case StructType() if not type_.opaque:
                pairs = zip(self.offsets(type_), type_.fields, strict=True)
                return [Leaf(at + leaf.offset, leaf.type) for at, field in pairs for leaf in self.leaves(field)]
            case _:
                raise UnsupportedError(f"a value of type {type_!r}")

    def _repeat(self, element: Type, count: int, stride: int) -> list[Leaf]:
        inner = self.leaves(element)
        if len(inner) * count > MAX_LEAVES:
            raise UnsupportedError(f"a value of {count} elements in one register")
        return [Leaf(i * stride + leaf.offset, leaf.type) for i in range(count) for leaf in inner]

    def sort(self, type_: Type) -> Sort:
        """The sort of a scalar: i1 is a Boolean, pointers are bit-vectors, and so are floats: the bits in memory."""
        match type_:
            case IntType():
                return BOOL if type_.width == 1 else bv_sort(type_.width)
            case PointerType():
                return bv_sort(self.pointer_width)
            case FloatType() if type_.name in _FLOAT_SORTS:
                return bv_sort(type_.bits)
            case _:
                raise UnsupportedError(f"a value of type {type_!r}")

    def number_sort(self, type_: Type) -> Sort:
        """The sort of a float as a number: arithmetic is done there, and has one NaN."""
        found = _FLOAT_SORTS.get(type_.name) if isinstance(type_, FloatType) else None
        if found is None:
            raise UnsupportedError(f"a value of type {type_!r}")
        return found


def _round_up(value: int, align: int) -> int:
    return (value + align - 1) // align * align
