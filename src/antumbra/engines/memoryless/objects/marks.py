"""Marks of the stack: which locals are gone when it is restored."""

from __future__ import annotations

from antumbra.engines.memoryless.lowered import NotLowered
from antumbra.engines.memoryless.pointers.sites import Site, Sites
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.model import Region

#: a block, and the number of a command in it
_Place = tuple[str, int]


def restored(program: P.Program, sites: Sites) -> dict[int, tuple[Site, ...]]:
    """The ``id`` of each stack_restore, with the sites whose objects it ends, if they were made."""
    found: dict[int, tuple[Site, ...]] = {}
    for procedure in program.procedures.values():
        restores = [c for _, c in _builtins(procedure, "stack_restore")]
        if not restores:
            continue
        graph = FlowGraph(procedure)
        marks = {c.targets[0]: place for place, c in _builtins(procedure, "stack_mark")}
        if len(marks) != len(_builtins(procedure, "stack_mark")):
            raise NotLowered("a mark of the stack that is made twice", procedure.location)
        made = _allocations(procedure, sites)
        for restore in restores:
            mark = marks.get(restore.arguments[0])
            if mark is None:
                raise NotLowered("a mark of the stack that is not one", restore.location)
            gone: list[Site] = []
            for place, site in made:
                if _before(graph, mark, place):
                    gone.append(site)
                elif not _before(graph, place, mark):
                    raise NotLowered("a local object that is made before or after a mark of the stack", site.location)
            found[id(restore)] = tuple(gone)
    return found


def _builtins(procedure: P.Procedure, name: str) -> list[tuple[_Place, P.Builtin]]:
    return [
        ((label, at), command)
        for label, block in procedure.blocks.items()
        for at, command in enumerate(block.commands)
        if isinstance(command, P.Builtin) and command.name == name
    ]


def _allocations(procedure: P.Procedure, sites: Sites) -> list[tuple[_Place, Site]]:
    return [
        ((label, at), sites.of_alloc[id(command)])
        for label, block in procedure.blocks.items()
        for at, command in enumerate(block.commands)
        if isinstance(command, P.Alloc) and command.region is Region.STACK
    ]


def _before(graph: FlowGraph, one: _Place, other: _Place) -> bool:
    """Does every way to a place lead through another one first?"""
    if one[0] == other[0]:
        return one[1] < other[1]
    return other[0] not in graph.reachable or (
        one[0] in graph.reachable and graph.dominators.dominates(one[0], other[0])
    )
