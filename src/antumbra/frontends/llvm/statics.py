"""The static address space, and what constants mean in it: every constant is a number once objects have places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra.frontends.llvm.layout import DataLayout, UnsupportedError
from antumbra.frontends.llvm.linkage import Linker, Symbol
from antumbra.frontends.llvm.module import Alias, Module
from antumbra.frontends.llvm.types import ArrayType, FloatType, IntType, StructType, Type, VectorType
from antumbra.frontends.llvm.values import (
    Aggregate,
    BlockAddress,
    Bytes,
    Expression,
    FloatConstant,
    GlobalAddress,
    IntConstant,
    Undefined,
    Value,
    Zero,
)
from antumbra.program.model import Region, StaticObject

CODE_START: Final = 0x1000
CODE_STEP: Final = 16
PAGE: Final = 0x1000
#: an extern array without a size gets this many unknown bytes
UNSIZED: Final = 0x1000


class Statics:
    """Places of functions and globals, and the values of constants."""

    def __init__(self, linker: Linker, layout: DataLayout) -> None:
        self._linker = linker
        self.layout: Final = layout
        self.addresses: dict[Symbol, int] = {}
        self.objects: list[StaticObject] = []
        self._next_code = CODE_START
        self._next = 0
        self._blocks: dict[tuple[Symbol, str], int] = {}

    # ------------------------------------------------------------ places

    def place_function(self, symbol: Symbol) -> None:
        if symbol.module.linkage(symbol.name) == "extern_weak" and not symbol.defined:
            self.addresses[symbol] = 0
            return
        self.addresses[symbol] = self._next_code
        self.objects.append(StaticObject(symbol.key, self._next_code, CODE_STEP, Region.CODE))
        self._next_code += CODE_STEP

    def start_data(self) -> None:
        """All functions are placed; objects begin on the next page but one."""
        self._next = max(0x10000, _round_up(self._next_code) + PAGE)

    def place_object(self, size: int) -> int:
        """A fresh page-aligned address with an empty page behind the object."""
        address = self._next
        self._next += _round_up(max(size, 1)) + PAGE
        return address

    @property
    def first_free(self) -> int:
        return self._next

    def place_global(self, symbol: Symbol) -> None:
        if self._linker.alias_target(symbol) is not None:
            return
        entity = symbol.module.global_entity(symbol.name) if symbol.module.is_global(symbol.name) else None
        if entity is None or isinstance(entity, Alias):
            return
        if entity.linkage == "extern_weak" and entity.initializer is None:
            self.addresses[symbol] = 0
            return
        self.addresses[symbol] = self.place_object(self._size(entity.type, entity.initializer))

    def add_global(self, symbol: Symbol) -> None:
        """The object of a placed global; every other global must have its place by now."""
        address = self.addresses.get(symbol, 0)
        if not address:
            return
        entity = symbol.module.global_entity(symbol.name)
        if isinstance(entity, Alias):
            return
        size = self._size(entity.type, entity.initializer)
        region = Region.CONSTANT if entity.constant else Region.GLOBAL
        cells: tuple[tuple[int, int, int], ...] = ()
        unknown = entity.initializer is None
        if entity.initializer is not None:
            try:
                cells = tuple(self.cells(entity.initializer, symbol.module))
            except UnsupportedError:
                unknown = True  # any value, since we cannot tell which
        self.objects.append(StaticObject(symbol.key, address, size, region, cells, unknown))

    def _size(self, type_: Type, initializer: Value | None) -> int:
        size = self.layout.size(type_)
        return size if size or initializer is not None else UNSIZED

    def block_address(self, function: Symbol, label: str) -> int:
        """The address of a label: a piece of code that is neither readable nor callable."""
        found = self._blocks.get((function, label))
        if found is None:
            found = self._blocks[function, label] = self.place_object(1)
            self.objects.append(StaticObject(f"{function.key}:{label}", found, 1, Region.CODE))
        return found

    # ------------------------------------------------------------ constants

    def cells(self, value: Value, module: Module, base: int = 0) -> Iterator[tuple[int, int, int]]:
        """(offset, bytes, value) of every scalar that is not zero."""
        stack: list[tuple[int, Value]] = [(base, value)]
        while stack:
            offset, item = stack.pop()
            match item:
                case Zero() | Undefined():
                    pass
                case Bytes():
                    yield from ((offset + i, 1, byte) for i, byte in enumerate(item.data) if byte)
                case Aggregate():
                    places = self._places(item.type)
                    stack.extend((offset + at, e) for at, e in reversed(list(zip(places, item.elements, strict=True))))
                case _:
                    number = self.memory_bits(self.scalar(item, module), item.type)
                    if number:
                        yield offset, self.layout.store_size(item.type), number

    def _places(self, type_: Type) -> list[int]:
        match type_:
            case ArrayType():
                step = self.layout.size(type_.element)
                return [i * step for i in range(type_.count)]
            case VectorType():
                return [leaf.offset for leaf in self.layout.leaves(type_)]
            case StructType():
                return list(self.layout.offsets(type_))
            case _:
                raise UnsupportedError(f"an aggregate constant of type {type_!r}")

    def memory_bits(self, number: int, type_: Type) -> int:
        """A scalar's value as it lies in memory."""
        if isinstance(type_, FloatType) and type_.name == "x86_fp80":
            exponent_sign, fraction = number >> 63, number & ((1 << 63) - 1)
            return exponent_sign << 64 | (1 if exponent_sign & 0x7FFF else 0) << 63 | fraction
        return number

    def scalar(self, value: Value, module: Module) -> int:
        """A scalar constant's value: unsigned, floats as bits of their sort."""
        match value:
            case IntConstant():
                return value.value
            case FloatConstant():
                return value.bits
            case Zero() | Undefined():
                return 0
            case GlobalAddress():
                return self.address(self._linker.resolve(module, value.name))
            case BlockAddress():
                return self.block_address(self._linker.resolve(module, value.function), value.label)
            case Expression():
                return self._expression(value, module)
            case _:
                raise UnsupportedError(getattr(value, "what", f"a constant of type {value.type!r}"))

    def address(self, symbol: Symbol) -> int:
        found = self.addresses.get(symbol)
        if found is None:
            target = self._linker.alias_target(symbol)
            if target is None:
                raise UnsupportedError(f"the address of {symbol.name}")
            found = self.addresses[symbol] = self.scalar(target, symbol.module)
        return found

    def _expression(self, value: Expression, module: Module) -> int:
        mask = (1 << self.layout.bits(value.type)) - 1
        if value.operation == "getelementptr":
            return self._element_address(value, module) & mask
        first = value.operands[0]
        left = self.scalar(first, module)
        if len(value.operands) == 1:
            if value.operation == "sext" and left >> (self.layout.bits(first.type) - 1):
                left -= 1 << self.layout.bits(first.type)
            return left & mask
        right = self.scalar(value.operands[1], module)
        match value.operation:
            case "add":
                return (left + right) & mask
            case "sub":
                return (left - right) & mask
            case "mul":
                return (left * right) & mask
            case "xor":
                return left ^ right
            case "and":
                return left & right
            case "or":
                return left | right
            case "shl":
                return (left << right) & mask
            case "lshr":
                return left >> right
            case _:
                raise UnsupportedError(f"a constant expression {value.operation}")

    def _element_address(self, value: Expression, module: Module) -> int:
        address = self.scalar(value.operands[0], module)
        type_ = value.source_type
        for number, index in enumerate(value.operands[1:]):
            amount = self.scalar(index, module)
            if isinstance(index.type, IntType) and amount >> (index.type.width - 1):
                amount -= 1 << index.type.width
            if number == 0:
                address += amount * self.layout.size(type_)
            elif isinstance(type_, StructType):
                address += self.layout.offsets(type_)[amount]
                type_ = type_.fields[amount]
            elif isinstance(type_, ArrayType | VectorType):
                address += amount * self.layout.size(type_.element)
                type_ = type_.element
            else:
                raise UnsupportedError("an index into a scalar")
        return address


def _round_up(value: int) -> int:
    return (value + PAGE - 1) // PAGE * PAGE
