"""What the entry can reach: function bodies, globals, and which globals are plain variables.

A scalar global that is only loaded and stored whole, as its own type, has no need of memory: it becomes
a variable of the program. That can only be known once every reachable body has been read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

from antumbra.frontends.llvm.preparing.linkage import Linker, Symbol
from antumbra.frontends.llvm.reading.instructions import (
    AddressJump,
    Alloca,
    AtomicUpdate,
    Body,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    ConditionalJump,
    ElementPointer,
    IndexedOperation,
    Jump,
    Last,
    LoadInstruction,
    Nothing,
    Operation,
    Plain,
    ReturnInstruction,
    StoreInstruction,
    SwitchJump,
    Unreachable,
    Untranslatable,
    VariadicArgument,
)
from antumbra.frontends.llvm.reading.module import Alias, Module
from antumbra.frontends.llvm.reading.types import FloatType, IntType, PointerType, Type
from antumbra.frontends.llvm.reading.values import Aggregate, Expression, GlobalAddress, Value
from antumbra.frontends.llvm.translating.statics import mixes


def _of_pointer(instruction: ElementPointer) -> tuple[Value, ...]:
    return (instruction.base, *instruction.indices)


def _of_call(instruction: CallInstruction) -> tuple[Value, ...]:
    return (instruction.callee, *(a.value for a in instruction.arguments))


def _of_alloca(instruction: Alloca) -> tuple[Value, ...]:
    return () if instruction.count is None else (instruction.count,)


def _of_return(instruction: ReturnInstruction) -> tuple[Value, ...]:
    return () if instruction.value is None else (instruction.value,)


def _one(name: str) -> Callable[[Any], tuple[Value, ...]]:
    given = attrgetter(name)
    return lambda instruction: (given(instruction),)


def _none(_: object) -> tuple[Value, ...]:
    return ()


#: every class of instructions
_OPERANDS: Final[dict[type[Any], Callable[[Any], tuple[Value, ...]]]] = {
    **dict.fromkeys((Operation, Compare, IndexedOperation), attrgetter("operands")),
    Cast: _one("operand"),
    LoadInstruction: _one("address"),
    StoreInstruction: attrgetter("value", "address"),
    ElementPointer: _of_pointer,
    CallInstruction: _of_call,
    Alloca: _of_alloca,
    AtomicUpdate: attrgetter("address", "value"),
    CompareExchange: attrgetter("address", "expected", "replacement"),
    VariadicArgument: _one("list_address"),
    ConditionalJump: _one("condition"),
    SwitchJump: _one("value"),
    AddressJump: _one("address"),
    ReturnInstruction: _of_return,
    **dict.fromkeys((Nothing, Untranslatable, Jump, Unreachable), _none),
}


def operands(instruction: Plain | Last) -> tuple[Value, ...]:
    """The operands of an instruction, addresses and callees included."""
    return _OPERANDS[instruction.__class__](instruction)


def addresses_in(value: Value) -> Iterator[GlobalAddress]:
    """The symbols whose addresses a constant holds."""
    stack = [value]
    while stack:
        match stack.pop():
            case GlobalAddress() as found:
                yield found
            case Aggregate(elements=inner) | Expression(operands=inner):
                stack.extend(reversed(inner))
            case _:
                pass


class Reachable:
    """Filled by :meth:`add_function` and :meth:`add_address`; everything is in order of discovery."""

    def __init__(self, linker: Linker, intercepted: Callable[[Symbol], bool]) -> None:
        self._linker = linker
        self._intercepted = intercepted  #: functions whose body is not used
        self.bodies: dict[Symbol, Body] = {}
        self.globals: dict[Symbol, None] = {}
        self.functions_with_address: dict[Symbol, None] = {}
        self._accesses: dict[Symbol, set[Type]] = {}
        self._escaped: set[Symbol] = set()
        self._pending: deque[Symbol] = deque()

    def add_function(self, symbol: Symbol) -> None:
        """A function that is called, and all it reaches."""
        self._call(symbol)
        while self._pending:
            self._scan(self._pending.popleft())

    def add_address(self, symbol: Symbol) -> None:
        """A symbol whose address is used, and all it reaches."""
        self._use(symbol)
        while self._pending:
            self._scan(self._pending.popleft())

    def add_global(self, symbol: Symbol) -> None:
        """A global that other code may use, and all it reaches."""
        self._global(symbol)
        while self._pending:
            self._scan(self._pending.popleft())

    def promotable(self) -> Iterator[Symbol]:
        """Globals that are variables: scalars only accessed whole and as their own type."""
        for symbol in self.globals:
            if symbol in self._escaped:
                continue
            entity = symbol.module.global_entity(symbol.name)
            if isinstance(entity, Alias) or not isinstance(entity.type, IntType | PointerType | FloatType):
                continue
            if isinstance(entity.type, IntType) and entity.type.width % 8:
                continue
            if entity.initializer is not None and mixes(entity.initializer):
                continue
            if self._accesses.get(symbol, set()) <= {entity.type}:
                yield symbol

    def _scan(self, symbol: Symbol) -> None:
        body = self.bodies[symbol]
        module = symbol.module
        for block in body.blocks.values():
            for phi in block.phis:
                for value, _ in phi.incoming:
                    self._values(module, (value,))
            for instruction in block.instructions:
                match instruction:
                    case LoadInstruction(address=GlobalAddress() as place):
                        self._access(module, place, instruction.type)
                    case Compare() | Operation():
                        self._values(module, instruction.operands)
                    case StoreInstruction(address=GlobalAddress() as place):
                        self._values(module, (instruction.value,))
                        self._access(module, place, instruction.value.type)
                    case CallInstruction(callee=GlobalAddress() as callee):
                        self._call(self._linker.resolve(module, callee.name))
                        self._values(module, tuple(a.value for a in instruction.arguments))
                    case _:
                        self._values(module, operands(instruction))
            self._values(module, operands(block.last))

    def _values(self, module: Module, values: tuple[Value, ...]) -> None:
        for value in values:
            if isinstance(value, GlobalAddress | Aggregate | Expression):
                for found in addresses_in(value):
                    self._use(self._linker.resolve(module, found.name))

    def _access(self, module: Module, place: GlobalAddress, type_: Type) -> None:
        symbol = self._linker.resolve(module, place.name)
        known = self._accesses.get(symbol)
        if known is not None and type_ in known:
            return
        if symbol.is_function or self._linker.alias_target(symbol) is not None:
            self._use(symbol)
            return
        self._accesses.setdefault(symbol, set()).add(type_)
        self._global(symbol)

    def _call(self, symbol: Symbol) -> None:
        if not symbol.is_function:
            self._use(symbol)
        elif symbol.defined and symbol not in self.bodies and not self._intercepted(symbol):
            self.bodies[symbol] = symbol.module.body(symbol.name)
            self._pending.append(symbol)

    def _use(self, symbol: Symbol) -> None:
        """The address of the symbol is a value somewhere."""
        if symbol.is_function:
            self.functions_with_address.setdefault(symbol)
            self._call(symbol)
        else:
            self._escaped.add(symbol)
            self._global(symbol)

    def _global(self, symbol: Symbol) -> None:
        if symbol in self.globals:
            return
        # an explicit stack: a list of nodes that point to each other may be long
        stack = [symbol]
        while stack:
            found = stack.pop()
            if found.is_function:
                self.functions_with_address.setdefault(found)
                self._call(found)
                continue
            if found in self.globals:
                continue
            self.globals[found] = None
            entity = found.module.global_entity(found.name) if found.module.is_global(found.name) else None
            value = None if entity is None else entity.target if isinstance(entity, Alias) else entity.initializer
            if value is None:
                continue
            inner = [self._linker.resolve(found.module, a.name) for a in addresses_in(value)]
            self._escaped.update(s for s in inner if not s.is_function)
            stack.extend(reversed(inner))
