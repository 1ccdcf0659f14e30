"""When locals live: lifetime markers, and the stack as it was before arrays of variable size were made.

Clang marks where the scope of a local begins and ends, and there only: a local that a jump may bring into scope past
its declaration has no markers, and lives as long as the call. A local with markers does not live before the first.
Markers that change nothing are left out: most locals live from the beginning of a function to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from antumbra.frontends.llvm.library.intrinsics import base_name, is_ignored
from antumbra.frontends.llvm.reading.instructions import (
    Alloca,
    Body,
    CallInstruction,
    Compare,
    ElementPointer,
    LoadInstruction,
    Nothing,
    Plain,
    ReturnInstruction,
    StoreInstruction,
)
from antumbra.frontends.llvm.reading.types import POINTER
from antumbra.frontends.llvm.reading.values import GlobalAddress, Local, Undefined, Value
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.reach import operands
from antumbra.program.model import Builtin
from antumbra.terms import Term

_START: Final = "lifetime.start"
_END: Final = "lifetime.end"
_SAVE: Final = "stacksave"
_RESTORE: Final = "stackrestore"


class Scopes:
    """The markers of one function, and which of them matter."""

    def __init__(self, body: Body) -> None:
        self._locals = {i.result for block in body.blocks.values() for i in block.instructions if isinstance(i, Alloca)}
        self._idle: set[Plain] = set()
        begun = self._begun_at_once(body)
        for block in body.blocks.values():
            if isinstance(block.last, ReturnInstruction):
                self._idle.update(_before_return(block.instructions))
        markers = [i for block in body.blocks.values() for i in block.instructions if _kind(i) and i not in self._idle]
        #: locals that do not live when they are made
        self.unborn: Final = {_place(i) for i in markers if _kind(i) == _START} - begun
        #: locals whose life may end before the call does, or begin after it
        self.scoped: Final = {_place(i) for i in markers if _kind(i) in (_START, _END)}
        self._told = _told(body, self._locals) if any(_kind(i) == _START for i in markers) else frozenset[str]()
        self._marks = {_place(i) for i in markers if _kind(i) == _RESTORE}

    def _begun_at_once(self, body: Body) -> set[str | None]:
        """Locals whose life begins in the first block, before anything else is done with them: it began when they were
        made."""
        mentioned: set[str] = set()
        made: set[str] = set()
        begun: set[str | None] = set()
        for instruction in next(iter(body.blocks.values())).instructions:
            place = _place(instruction) if _kind(instruction) == _START else None
            if place in made and place not in mentioned:
                begun.add(place)
                self._idle.add(instruction)
            if isinstance(instruction, Alloca):
                made.add(instruction.result)
            mentioned.update(value.name for value in operands(instruction) if isinstance(value, Local))
        return begun

    def made(self, b: Builder, name: str, address: Term) -> None:
        """A local has just been made."""
        if name in self.unborn:
            b.emit(Builtin((), "end_life", (address,), "", b.location))

    def marker(self, b: Builder, call: CallInstruction) -> bool:
        """Translate a marker; False if the call is none."""
        kind = _kind(call)
        if kind is None:
            return False
        if call in self._idle:
            b.nothing("it lives as long as the call, or it is about to end")
        elif kind == _SAVE:
            self._save(b, call)
        elif kind == _RESTORE:
            b.emit(Builtin((), "stack_restore", (b.scalar(call.arguments[0].value),), "", b.location))
        elif _place(call) in self._locals:
            address = b.scalar(call.arguments[-1].value)
            if kind == _END:
                b.emit(Builtin((), "end_life", (address,), "", b.location))
            elif _place(call) in self._told and b.context.options.scopes_make_objects:
                b.emit(Builtin((address,), "new_life", (address,), "", b.location))
            else:
                b.emit(Builtin((), "begin_life", (address,), "", b.location))
        elif isinstance(call.arguments[-1].value, Undefined):
            b.nothing("the local is gone, and this is what LLVM left of its marker")
        else:
            b.unsupported("the scope of something that is no local")
        return True

    def _save(self, b: Builder, call: CallInstruction) -> None:
        if call.result is None or call.result not in self._marks:
            b.define(call.result, POINTER, (b.pointer(0),))
            return
        targets = b.register(call.result, POINTER)
        b.emit(Builtin(tuple(targets), "stack_mark", (), "", b.location))


def _kind(instruction: Plain) -> str | None:
    if instruction.__class__ is not CallInstruction:
        return None
    match instruction:
        case CallInstruction(callee=GlobalAddress(name=name)) if name.startswith("llvm."):
            base = base_name(name)
            return base if base in (_START, _END, _SAVE, _RESTORE) else None
        case _:
            return None


def _place(instruction: Plain) -> str | None:
    """The register that a marker is about."""
    match instruction:
        case CallInstruction(arguments=(*_, last)) if isinstance(last.value, Local):
            return last.value.name
        case _:
            return None


def _told(body: Body, locals_: set[str]) -> frozenset[str]:
    """Locals whose address may be kept by something, such that it outlives their scope."""
    root = _places_within(body, locals_)
    told: set[str] = set()

    def tell(values: Iterable[Value]) -> None:
        told.update(root[v.name] for v in values if isinstance(v, Local) and v.name in root)

    for block in body.blocks.values():
        for phi in block.phis:
            tell(value for value, _ in phi.incoming)
        for instruction in block.instructions:
            match instruction:
                case ElementPointer(base=Local(name=name)) if name in root:
                    pass
                case LoadInstruction() | Compare():
                    pass
                case StoreInstruction():
                    tell((instruction.value,))
                case CallInstruction(callee=GlobalAddress(name=name)) if _keeps_nothing(name):
                    pass
                case _:
                    tell(operands(instruction))
        tell(operands(block.last))
    return frozenset(told)


def _places_within(body: Body, locals_: set[str]) -> dict[str, str]:
    """Registers that hold addresses within locals, and of which. All are known before it is asked who uses them:
    a phi at the head of a loop stands before what a round computes."""
    within = {name: name for name in locals_}
    derived: dict[str, list[str]] = {}
    for block in body.blocks.values():
        for instruction in block.instructions:
            match instruction:
                case ElementPointer(base=Local(name=name)):
                    derived.setdefault(name, []).append(instruction.result)
                case _:
                    pass
    work = list(within)
    while work:
        name = work.pop()
        for result in derived.get(name, ()):
            within[result] = within[name]
            work.append(result)
    return within


def _keeps_nothing(name: str) -> bool:
    return name.startswith(("llvm.memcpy.", "llvm.memmove.", "llvm.memset.", "llvm.lifetime."))


def _before_return(instructions: list[Plain]) -> Iterator[Plain]:
    """Ends of lives with nothing but the end of the call behind them."""
    for instruction in reversed(instructions):
        if _kind(instruction) in (_END, _RESTORE):
            yield instruction
        elif not isinstance(instruction, Nothing) and not _does_nothing(instruction):
            return


def _does_nothing(instruction: Plain) -> bool:
    match instruction:
        case CallInstruction(callee=GlobalAddress(name=name)):
            return name.startswith("llvm.") and is_ignored(name)
        case _:
            return False
