"""Bits of floats: which of them a NaN has is unknown, and hardly any float is one.

A front end writes ``havoc n; bits := ite(it is NaN, …n…, …)``. If nobody else reads ``n``, it is made where a float
may be NaN, and not before.
"""

from __future__ import annotations

from collections import Counter

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.operands import operands
from antumbra.terms import Term


def made_when_needed(procedure: P.Procedure, global_variables: frozenset[Term]) -> frozenset[Term]:
    """Variables for the bits of a NaN that only the assignment after their havoc reads, in one of two cases."""
    found: set[Term] = set()
    for block in procedure.blocks.values():
        for command, following in zip(block.commands, block.commands[1:], strict=False):
            match command, following:
                case P.Havoc(target=nan, source=P.Source.MACHINE), P.Assign(targets=(_,), values=(value,)):
                    if value.op is T.ITE and not any(nan in T.free_variables(a) for a in value.args[::2]):
                        found.add(nan)
                case _:
                    pass
    if not found:
        return frozenset()
    mentioned = Counter(
        variable
        for block in procedure.blocks.values()
        for command in (*block.commands, block.terminator)
        for variable in {v for term in operands(command) for v in T.free_variables(term)}
    )
    return frozenset(nan for nan in found if mentioned[nan] == 2 and nan not in global_variables)
