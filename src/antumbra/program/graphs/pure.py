"""Procedures that do nothing but compute results from arguments: called with the same, they return the same."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.commands.operands import operands
from antumbra.program.graphs.flow import CallGraph, calls_of, targets_of
from antumbra.program.model import Assert, Assign, Assume, Block, Call, Goto, Procedure, Program


def repeating(program: Program) -> frozenset[str]:
    """Such procedures that call themselves, directly or not, in more than one place: there are more calls than there
    are arguments."""
    graph = CallGraph(program)
    several: set[str] = set()
    for component in graph.components:
        calls = [c for name in component for c in calls_of(program.procedures[name]) if c.callee in component]
        if len(calls) > 1:
            several.update(component)
    return _pure(program) & several if several else frozenset()


def _pure(program: Program) -> frozenset[str]:
    """The largest set of procedures of which each does nothing but compute and call others of the set."""
    variables = frozenset(program.variables)
    found = {name for name, procedure in program.procedures.items() if _computes(procedure, variables)}
    while True:
        others = {name for name in found if any(c.callee not in found for c in calls_of(program.procedures[name]))}
        if not others:
            return frozenset(found)
        found -= others


def _computes(procedure: Procedure, variables: frozenset[T.Term]) -> bool:
    return all(_block_computes(block, variables) for block in procedure.blocks.values())


def _block_computes(block: Block, variables: frozenset[T.Term]) -> bool:
    for command in block.commands:
        match command:
            case Assign() | Assume() | Assert() | Call():
                pass
            case _:
                return False
    if isinstance(block.terminator, Goto) and len(targets_of(block.terminator)) > 1:
        return False  # it chooses
    terms = (term for node in (*block.commands, block.terminator) for term in operands(node))
    return all(variables.isdisjoint(T.free_variables(term)) for term in terms)
