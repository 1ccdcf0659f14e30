"""Pointers that inputs and functions without a body give, where ``--outside-pointers`` says what they may be."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.program.model import Alloc, Assign, Builtin, Havoc, Program, Region, Source
from antumbra.program.pointers import GIVES_NULL
from antumbra.terms import Term


def given_pointer(b: Builder, target: Term, name: str, size: int) -> None:
    """Null, or the address of a new heap object with unknown content; which, and what it holds, are inputs."""
    b.context.pointers_given[name] = None
    chosen = b.fresh(T.BOOL, name)
    b.emit(Havoc(chosen, Source.INPUT, f"{name}{GIVES_NULL}", "_Bool", b.location))
    null, leads = b.fork(chosen, "null", "object")
    after = b.label(f"{leads}.done")
    b.begin(null)
    b.emit(Assign((target,), (b.pointer(0),), b.location))
    b.goto(after)
    b.begin(leads)
    b.emit(Alloc(target, b.pointer(size), Region.HEAP, False, name, b.location, 16 if b.pointer_width == 64 else 8))
    b.emit(Builtin((), "make_symbolic", (target, b.pointer(size)), name, b.location))
    b.goto(after)
    b.begin(after)


def pointers_given(program: Program) -> frozenset[str]:
    """The functions that give such pointers."""
    names = (
        command.name
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
        if isinstance(command, Havoc)
    )
    return frozenset(name.removesuffix(GIVES_NULL) for name in names if name.endswith(GIVES_NULL))
