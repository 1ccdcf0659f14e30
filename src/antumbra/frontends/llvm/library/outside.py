"""What functions without a body may do (policy havoc): all that code in another file could.

Such a function knows the pointers that it is given, every global that is visible outside, what it was told before, and
whatever memory leads on from there. It may write all of that, and call every function of ours that it finds. So at
a call the arguments escape, and then the procedure ``{outside}`` runs: everything known outside becomes unknown,
and functions that are known outside are called with any arguments, any number of times.

What stays an assumption is in :mod:`antumbra.program.assumptions`: functions called by their names, memory freed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.library import known
from antumbra.frontends.llvm.library.names import CALLS_BACK, ERRNO, JUMPING, argument_of
from antumbra.frontends.llvm.options import TranslateOptions
from antumbra.frontends.llvm.preparing.linkage import Linker, Symbol
from antumbra.frontends.llvm.reading.instructions import CallInstruction
from antumbra.frontends.llvm.reading.module import Alias, Global
from antumbra.frontends.llvm.reading.types import VOID, FloatType, PointerType, Type
from antumbra.frontends.llvm.reading.values import Argument, GlobalAddress
from antumbra.frontends.llvm.translating.builder import Builder, Context, type_name
from antumbra.frontends.llvm.translating.reach import Reachable, addresses_in
from antumbra.frontends.llvm.translating.statics import CODE_START
from antumbra.program.model import (
    Assign,
    Assume,
    Branch,
    Builtin,
    Call,
    Havoc,
    Load,
    Procedure,
    Program,
    Return,
    Source,
    Switch,
)
from antumbra.records import dataclass
from antumbra.terms import Term

OUTSIDE: Final = "{outside}"
#: no variable of a translated program has such a name
HOOKS_KNOWN: Final = "{hooks known}"


def call_outside(b: Builder, instruction: CallInstruction, name: str) -> None:
    """A function without a body that may write memory is called.

    A parameter marked ``readonly`` escapes as others do: it may be kept, and what lies behind it may be written.
    """
    for argument in instruction.arguments:
        _escape(b, argument, name)
    b.context.calls_outside = True
    b.emit(Call((), OUTSIDE, (), b.location))


def _escape(b: Builder, argument: Argument, name: str) -> None:
    """The outside gets to know the pointers in an argument; numbers may be pointers, too."""
    if argument.by_value is not None:
        base = b.scalar(argument.value)
        for leaf in b.layout.leaves(argument.by_value):
            if _may_be_address(b, leaf.type):
                pointer = b.fresh(b.pointer_sort, "byval")
                b.emit(Load(pointer, T.bvadd(base, b.pointer(leaf.offset)), b.location))
                _known(b, pointer, isinstance(leaf.type, PointerType), name)
        return
    for value, leaf in zip(b.leaves(argument.value), b.layout.leaves(argument.value.type), strict=True):
        if _may_be_address(b, leaf.type):
            _known(b, value, isinstance(leaf.type, PointerType), name)


def _may_be_address(b: Builder, type_: Type) -> bool:
    return b.layout.sort(type_) is b.pointer_sort and not isinstance(type_, FloatType)


def _known(b: Builder, value: Term, pointer: bool, name: str) -> None:
    if value.op is T.CONST and not pointer and value.data < CODE_START:
        return
    _escapes(b, "havoc_memory" if pointer else "havoc_number", (value,), name)


def _escapes(b: Builder, builtin: str, arguments: tuple[Term, ...], name: str) -> None:
    """Memory escapes; note whether a function is found in it."""
    b.context.escapes = True
    found = b.fresh(b.pointer_sort, "function")
    b.emit(Builtin((found,), builtin, arguments, name, b.location))
    known_before = b.context.hooks_known
    if known_before is not None:
        b.emit(Assign((known_before,), (T.bvor(known_before, found),), b.location))


def hooks_of(reachable: Reachable, options: TranslateOptions) -> list[Symbol]:
    """Functions that other code can call if it gets to know them: ours, and those whose call is a failure. Of other
    library functions it needs no address."""
    return [
        symbol
        for symbol in reachable.functions_with_address
        if known.reports_failure(symbol.name, options) or (symbol.defined and not symbol.in_library)
    ]


# ---------------------------------------------------------------- the procedure


def other_code(reachable: Reachable, linker: Linker, options: TranslateOptions) -> bool:
    """Whether functions without a body, and that we do not know, may be called."""
    return any(
        not symbol.defined and symbol.is_function and known.handler(symbol, options) is None
        for symbol in (*reachable.functions_with_address, *_called(reachable, linker))
    )


def _called(reachable: Reachable, linker: Linker) -> Iterator[Symbol]:
    for symbol, body in reachable.bodies.items():
        for block in body.blocks.values():
            for instruction in block.instructions:
                if isinstance(instruction, CallInstruction) and isinstance(instruction.callee, GlobalAddress):
                    name = instruction.callee.name
                    if not name.startswith("llvm."):
                        yield linker.resolve(symbol.module, name)


def add_visible_pointers(reachable: Reachable, linker: Linker) -> frozenset[Symbol]:
    """Globals that other code can name lead it to others, even if our own code uses none of them. Returns those that
    it can name only by an alias."""
    exposed: set[Symbol] = set()
    for module in linker.modules:
        for name in module.global_names():
            if module.is_local(name) or name.startswith("llvm."):
                continue
            entity = module.global_entity(name)
            value = entity.target if isinstance(entity, Alias) else entity.initializer
            if value is None or next(addresses_in(value), None) is None:
                continue
            symbol = linker.resolve(module, name)
            if isinstance(entity, Alias) and not symbol.is_function:
                exposed.add(symbol)
            if not symbol.is_function:  # one with another name is still called by its name
                reachable.add_global(symbol)
    return frozenset(exposed)


def _visible(context: Context, symbol: Symbol) -> bool:
    """Whether code in another file can name a global and write it, or find a pointer in it."""
    if symbol in context.exposed:
        return True
    if symbol.in_library and symbol.name != ERRNO:
        return False
    if symbol.module.is_local(symbol.name) or not symbol.module.is_global(symbol.name):
        return False
    entity = symbol.module.global_entity(symbol.name)
    return isinstance(entity, Global)


def outside_procedure(context: Context, globals_: Iterable[Symbol], hooks: Iterable[Symbol]) -> Procedure:
    """All that can happen while other code runs. ``hooks`` are functions of ours that it may call."""
    seen = [symbol for symbol in globals_ if _visible(context, symbol)]
    b = Builder(context, context.linker.modules[0])
    b.begin("outside")
    for symbol in seen:
        _unknown_global(b, symbol)
    if context.escapes:
        _escapes(b, "havoc_escaped", (), "")
    # what never escapes is never called
    called = list(hooks) if context.escapes else []
    if called:
        labels = [b.label(f"call {symbol.key}") for symbol in called]
        choice = b.fresh(T.bv_sort(32), "choice")
        b.emit(Havoc(choice, Source.EXTERNAL, CALLS_BACK, "int", None))
        b.end(Switch(choice, tuple(enumerate(labels, 1)), b.label("return"), None))
        for label, symbol in zip(labels, called, strict=True):
            b.begin(label)
            _call_back(b, symbol)
            if (jumping := is_jumping(context)) is not None:
                # a longjmp out of a function that is called back leaves the one that called it
                b.end(Branch(jumping, "return", "outside", None))
            else:
                b.goto("outside")
        b.begin("return")
    b.end(Return((), None))
    return Procedure(OUTSIDE, (), (), b.blocks, None)


def is_jumping(context: Context) -> Term | None:
    """Whether a longjmp is on its way; none if there can be none. See :mod:`…preparing.jumping`."""
    found = next((v for symbol, v in context.variables.items() if symbol.name == JUMPING), None)
    return None if found is None else T.not_(T.eq(found, T.bv(0, 32)))


def _unknown_global(b: Builder, symbol: Symbol) -> None:
    """Other code may write a global, and follow the pointers in it."""
    context = b.context
    entity = symbol.module.global_entity(symbol.name)
    if isinstance(entity, Alias):
        return
    variable = context.variables.get(symbol)
    if entity.constant:
        # not to be written, but to be followed
        value = variable if variable is not None else b.pointer(context.statics.addresses.get(symbol, 0))
        if (variable is None or _may_be_address(b, entity.type)) and value is not b.pointer(0):
            _known(b, value, isinstance(entity.type, PointerType), symbol.key)
        return
    if variable is None:
        address = context.statics.addresses.get(symbol, 0)
        if address:
            _escapes(b, "havoc_memory", (b.pointer(address),), symbol.key)
        return
    if _may_be_address(b, entity.type):
        _known(b, variable, isinstance(entity.type, PointerType), symbol.key)
    b.emit(Havoc(variable, Source.EXTERNAL, symbol.key, type_name(entity.type, b.pointer_width), None))


def _call_back(b: Builder, symbol: Symbol) -> None:
    if b.context.hooks_known is not None:
        b.emit(Assume(T.not_(T.eq(b.context.hooks_known, b.pointer(0))), None))
    signature = symbol.module.signature(symbol.name)
    arguments = [
        term
        for parameter in signature.parameters
        for term in b.unknown(parameter.type, Source.EXTERNAL, argument_of(symbol.key))
    ]
    if signature.type.variadic:
        arguments.append(b.pointer(0))
    result = signature.type.result
    leaves = () if result is VOID else b.layout.leaves(result)
    targets = tuple(b.fresh(b.layout.sort(leaf.type), "result") for leaf in leaves)
    b.emit(Call(targets, symbol.key, tuple(arguments), None))
    for target, leaf in zip(targets, leaves, strict=True):
        # what our function returns is known outside
        if _may_be_address(b, leaf.type):
            _escapes(b, "havoc_number", (target,), symbol.key)


# ---------------------------------------------------------------- for replay


@dataclass(frozen=True, slots=True)
class Outside:
    """Globals that functions without a body write: those in memory, and those that are variables of the program; and
    what they may call."""

    objects: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    hooks: tuple[str, ...] = ()  #: functions that they may call back, in the order of their numbers


def written_outside(program: Program) -> Outside:
    procedure = program.procedures.get(OUTSIDE)
    if procedure is None:
        return Outside()
    objects: set[str] = set()
    variables: set[str] = set()
    for command in procedure.blocks["outside"].commands:
        match command:
            case Builtin(name="havoc_memory" | "havoc_number", arguments=(place,), text=name) if place.op is T.CONST:
                objects.add(name)
            case Havoc(target, name=name) if target in program.variables:
                variables.add(name)
            case _:
                pass
    called = [c.callee for block in procedure.blocks.values() for c in block.commands if isinstance(c, Call)]
    return Outside(frozenset(objects), frozenset(variables), tuple(name for name in called if isinstance(name, str)))
