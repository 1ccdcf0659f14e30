"""A program that reads at most so many inputs: a path that would read one more stops.

Every read counts: a value that is asked for, an object whose bytes become unknown. Places keep their names
(program.inputs), so that conditions mean the same in both programs.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.records import replace
from antumbra.terms import Term

COUNTER = T.bv_sort(32)


def reads(command: P.Command) -> bool:
    """Does it ask whoever runs the program for a value?"""
    match command:
        case P.Havoc():
            return command.source in (P.Source.INPUT, P.Source.EXTERNAL, P.Source.HAVOC)
        case P.Builtin():
            return command.name == "make_symbolic"
        case _:
            return False


def reading_at_most(program: P.Program, most: int) -> P.Program:
    """The program with a bound on reads; what is given at the start does not count."""
    count = T.var(Fresh(variable_names(program.variables, program.procedures.values()))("reads"), COUNTER)
    procedures = {name: _bounded(procedure, count, most) for name, procedure in program.procedures.items()}
    if all(procedures[name] is procedure for name, procedure in program.procedures.items()):
        return program
    return replace(program, procedures=procedures, variables={**program.variables, count: T.const(0, COUNTER)})


def _bounded(procedure: P.Procedure, count: Term, most: int) -> P.Procedure:
    """Blocks are cut before each read, which comes after a test."""
    if not any(reads(command) for block in procedure.blocks.values() for command in block.commands):
        return procedure
    fresh = Fresh(procedure.blocks)
    stop = fresh("reads @0")
    blocks: dict[str, P.Block] = {}
    for label, block in procedure.blocks.items():
        here = P.Block(label, [], block.terminator)
        blocks[label] = here
        for command in block.commands:
            if reads(command):
                after = fresh(f"{label} read")
                more = P.Assign((count,), (T.bvadd(count, T.const(1, COUNTER)),), command.location)
                over = T.bvule(T.const(most, COUNTER), count)
                here.terminator = P.Branch(over, stop, after, command.location)
                here = P.Block(after, [more], block.terminator)
                blocks[after] = here
            here.commands.append(command)
    blocks[stop] = P.Block(stop, [], P.Stop(P.End.BOUND, f"{most} inputs"))
    return replace(procedure, blocks=blocks)
