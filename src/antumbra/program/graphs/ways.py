"""Procedures with few ways through them: they can as well be executed where they are called."""

from __future__ import annotations

from typing import Final

from antumbra.program.graphs.flow import CallGraph, FlowGraph, targets_of
from antumbra.program.model import Call, Procedure, Program

#: ways through a procedure and its callees
FEW: Final = 32


def few_ways(program: Program) -> frozenset[str]:
    """Procedures without loops, recursion and calls through addresses, that have at most so many ways."""
    found: dict[str, int] = {}
    for component in CallGraph(program).components:
        for name in component:
            procedure = program.procedures.get(name)
            number = None if procedure is None or len(component) > 1 else _ways(procedure, found)
            if number is not None and number <= FEW:
                found[name] = number
    return frozenset(found)


def _ways(procedure: Procedure, known: dict[str, int]) -> int | None:
    """None if there are more than can be told."""
    flow = FlowGraph(procedure)
    if flow.loop_heads:
        return None
    ways: dict[str, int] = {}
    for label in reversed(flow.reverse_postorder):
        block = procedure.blocks[label]
        number = sum(ways[target] for target in targets_of(block.terminator)) or 1
        for command in block.commands:
            if isinstance(command, Call):
                inner = known.get(command.callee) if isinstance(command.callee, str) else None
                if inner is None:
                    return None
                number *= inner
        ways[label] = number
    return ways[flow.entry]
