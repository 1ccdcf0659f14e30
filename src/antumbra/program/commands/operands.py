"""The terms of a command: a complete match, so that a new kind of command is an error of types here."""

from __future__ import annotations

from antumbra.program import model as P
from antumbra.terms import Term


def operands(node: P.Command | P.Terminator) -> tuple[Term, ...]:
    """All terms of a command: those it reads and those it writes."""
    match node:
        case P.Assign(targets, values):
            return (*targets, *values)
        case P.Assume(condition) | P.Assert(condition) | P.Branch(condition):
            return (condition,)
        case P.Havoc(target):
            return (target,)
        case P.Call(targets, callee, arguments):
            return (*targets, *arguments) if isinstance(callee, str) else (*targets, callee, *arguments)
        case P.Load(target, address):
            return (target, address)
        case P.Store(address, value):
            return (address, value)
        case P.Alloc(target, size):
            return (target, size)
        case P.Free(address):
            return (address,)
        case P.Copy(destination, source, size):
            return (destination, source, size)
        case P.Fill(destination, byte, size):
            return (destination, byte, size)
        case P.Builtin(targets, _, arguments):
            return (*targets, *arguments)
        case P.Switch(value):
            return (value,)
        case P.Return(values):
            return values
        case P.Goto() | P.Stop():
            return ()
