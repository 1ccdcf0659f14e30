"""Inline assembly that does nothing to one thread: barriers, pauses, values that a compiler must not look at."""

from __future__ import annotations

from antumbra.frontends.llvm.library.quiet import is_quiet
from antumbra.frontends.llvm.reading.instructions import CallInstruction
from antumbra.frontends.llvm.reading.types import VOID
from antumbra.frontends.llvm.reading.values import Opaque
from antumbra.frontends.llvm.translating.builder import Builder


def is_barrier(instruction: CallInstruction) -> bool:
    """Whether it is assembly that means nothing to a single thread."""
    callee = instruction.callee
    quiet = isinstance(callee, Opaque) and callee.assembly is not None and is_quiet(callee.assembly)
    return quiet and instruction.type.result is VOID


def assembly(b: Builder, instruction: CallInstruction, callee: Opaque) -> None:
    """A call of something that has no name: quiet assembly, or what is not supported."""
    if is_barrier(instruction):
        b.nothing("a barrier between threads, of which there is one")
        return
    sources = _sources(callee.constraints) if callee.assembly is not None and is_quiet(callee.assembly) else None
    if sources is not None:
        values = tuple(term for at in sources for term in b.leaves(instruction.arguments[at].value))
        types = b.layout.leaves(instruction.type.result)
        if [b.layout.sort(leaf.type) for leaf in types] == [value.sort for value in values]:
            b.define(instruction.result, instruction.type.result, values)
            return
    b.unsupported(callee.what.strip())


def _sources(constraints: str) -> list[int] | None:
    """For each register that comes out, the argument that was in it before. None: one has no such argument.

    ``=r,=*m,0,*m,~{memory}``: places in memory are arguments, too; a number is the output that an input shares with.
    """
    outputs: list[bool] = []  #: whether each is a register
    tied: dict[int, int] = {}
    argument = 0
    for part in constraints.split(","):
        if part.startswith("~") or not part:
            continue
        if part.startswith("="):
            outputs.append("*" not in part)
            argument += "*" in part
            continue
        if part.isdigit():
            tied[int(part)] = argument
        argument += 1
    registers = [number for number, register in enumerate(outputs) if register]
    return [tied[number] for number in registers] if all(number in tied for number in registers) else None
