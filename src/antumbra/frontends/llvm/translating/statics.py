"""The static address space, and what constants mean in it: every constant is a number once objects have places."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from antumbra.frontends.llvm.preparing.linkage import Linker, Symbol
from antumbra.frontends.llvm.reading.layout import DataLayout, UnsupportedError
from antumbra.frontends.llvm.reading.module import Alias, Module
from antumbra.frontends.llvm.reading.types import (
    ArrayType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
)
from antumbra.frontends.llvm.reading.values import (
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
from antumbra.program.spacing import first_address, is_roomy, next_page
from antumbra.program.widths import pointer_width

#: where functions lie, on 32 bits
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
        self._width = layout.pointer_width
        self._first_code = first_address(64) if self._width == 64 else CODE_START
        self._next_code = self._first_code
        self._next = 0
        self._placed: list[tuple[int, int]] = []
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
        """All functions are placed; objects begin behind them."""
        pages = (_round_up(self._next_code) - self._first_code) // PAGE
        after = next_page(self._first_code // PAGE, pages, self._width) * PAGE
        self._next = max(first_address(self._width), after)

    def place_object(self, size: int) -> int:
        """A fresh page-aligned address, with nothing near the object."""
        address = self._next
        self._placed.append((address, address + max(size, 1)))
        self._next = next_page(address // PAGE, _round_up(max(size, 1)) // PAGE, self._width) * PAGE
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
        self.objects.append(StaticObject(symbol.key, address, size, region, cells, unknown, entity.align))

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
        """(offset, bytes, value) of every scalar that is not zero; pointers by their own kind of width."""
        stack: list[tuple[int, Value]] = [(base, value)]
        while stack:
            offset, item = stack.pop()
            match item:
                case Zero():
                    pass
                case Undefined(type=ArrayType()) if item is not value:
                    pass  # what clang puts between members; C says that it is zero
                case Undefined():
                    raise UnsupportedError("an initial value that is undef")
                case Bytes():
                    yield from ((offset + i, 1, byte) for i, byte in enumerate(item.data) if byte)
                case Aggregate():
                    places = self._places(item.type)
                    stack.extend((offset + at, e) for at, e in reversed(list(zip(places, item.elements, strict=True))))
                case Expression() if mixes(item):
                    yield from self._mixed(offset, item, module)
                case _:
                    number = self.scalar(item, module)
                    if number:
                        size = self.layout.store_size(item.type)
                        yield offset, pointer_width(size) if isinstance(item.type, PointerType) else size, number

    def _mixed(self, offset: int, value: Expression, module: Module) -> Iterator[tuple[int, int, int]]:
        """The cell of a constant that goes between pointers and numbers.

        A number that is an address plus a constant lies there as that pointer, and a pointer made from a constant as
        that number: reading converts it.
        """
        size = self.layout.store_size(value.type)
        first, constant = self._parts(value, module)
        if first is None:
            if constant:
                yield offset, size, constant
        elif size * 8 == self._width:
            yield offset, pointer_width(size), (first + constant) & ((1 << self._width) - 1)
        else:
            raise UnsupportedError("a part of an address as a constant")

    def _parts(self, value: Value, module: Module) -> tuple[int | None, int]:
        """``address + constant``, where the address may be missing."""
        mask = (1 << self._width) - 1
        if not isinstance(value, Expression) or not (mixes(value) or value.operation == "getelementptr"):
            number = self.scalar(value, module)
            return (number, 0) if isinstance(value.type, PointerType) and number else (None, number)
        parts = [self._parts(v, module) for v in value.operands]
        match value.operation, parts:
            case ("ptrtoint" | "ptrtoaddr" | "inttoptr", [only]) if self.layout.bits(value.type) == self._width:
                return only
            case "getelementptr", [(address, constant), *_]:
                moved = constant + self.offset(value, module)
                if address is not None:
                    self._moved(address, moved)
                return address, moved & mask
            case "add", [(address, one), (None, other)] | [(None, other), (address, one)]:
                return address, (one + other) & mask
            case "sub", [(address, one), (None, other)]:
                return address, (one - other) & mask
            case "sub", [(int(left), one), (int(right), other)] if left == right:
                return None, (one - other) & mask
            case _:
                raise UnsupportedError("a constant that depends on where objects lie")

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

    def scalar(self, value: Value, module: Module) -> int:
        """A scalar constant's value: unsigned, floats as their bits."""
        match value:
            case IntConstant():
                return value.value
            case FloatConstant():
                return value.bits
            case Zero():
                return 0
            case Undefined():
                raise UnsupportedError("a constant that is undef")
            case GlobalAddress():
                return self.address(self._linker.resolve(module, value.name))
            case BlockAddress():
                return self.block_address(self._linker.resolve(module, value.function), value.label)
            case Expression() if mixes(value):
                raise UnsupportedError("a constant that depends on where objects lie")
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
        return self._moved(self.scalar(value.operands[0], module), self.offset(value, module))

    def _moved(self, address: int, offset: int) -> int:
        """An address plus something; where there is little room it must not come to another object."""
        result = address + offset
        if offset and not is_roomy(self._width):
            found = self._owner(result)
            if found not in (None, self._owner(address)) or result >= self._next:
                raise UnsupportedError("a constant address far outside its object")
        return result

    def _owner(self, address: int) -> int | None:
        """The object at an address, or just before or behind it."""
        at = bisect_right(self._placed, (address + PAGE, 0)) - 1
        return at if at >= 0 and address < _round_up(self._placed[at][1]) + PAGE else None

    def offset(self, value: Expression, module: Module) -> int:
        """What a constant getelementptr adds to its pointer."""
        address = 0
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


def mixes(value: Value) -> bool:
    """Does a constant go between pointers and numbers?"""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, Expression):
            if item.operation in ("ptrtoint", "ptrtoaddr", "inttoptr"):
                return True
            stack.extend(item.operands)
    return False
