"""Bits of floats: which of them are a NaN's is unknown, and hardly any float is one.

A front end writes ``havoc n; bits := fp_bits(number, n)``. If nobody else reads ``n``, it is made where a number may be
NaN, and not before.
"""

from __future__ import annotations

from collections import Counter

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.operands import operands
from antumbra.terms import Term


def made_when_needed(procedure: P.Procedure, global_variables: frozenset[Term]) -> dict[Term, Term]:
    """Variables for the bits of a NaN that only the command after their havoc reads → the number that may be NaN."""
    found: dict[Term, Term] = {}
    for block in procedure.blocks.values():
        for command, following in zip(block.commands, block.commands[1:], strict=False):
            if isinstance(command, P.Havoc) and command.source is P.Source.MACHINE:
                number = _number(command.target, following)
                if number is not None and command.target not in global_variables:
                    found[command.target] = number
    if found:
        mentioned = Counter(
            variable
            for block in procedure.blocks.values()
            for command in (*block.commands, block.terminator)
            for variable in {v for term in operands(command) for v in T.free_variables(term)}
        )
        found = {nan: number for nan, number in found.items() if mentioned[nan] == 2}
    return found


def _number(nan: Term, command: P.Command) -> Term | None:
    match command:
        case P.Assign(targets=(_,), values=(value,)):
            others = [v for v in T.free_variables(value) if v is not nan]
            if len(others) == 1 and others[0].sort.kind == "fp" and value is T.fp_bits(others[0], nan):
                return others[0]
        case _:
            pass
    return None
