"""Who calls whom, and what is executed at most once in a run."""

from __future__ import annotations

from functools import cached_property

from antumbra.engines.memoryless.pointers.pointsto import PointsTo
from antumbra.program import model as P
from antumbra.program.graphs.algorithms import strongly_connected_components
from antumbra.program.graphs.flow import FlowGraph


class Calls:
    """The calls of a program, those through pointers as far as the points-to analysis knows them."""

    def __init__(self, program: P.Program, points: PointsTo) -> None:
        self._program = program
        self._graphs: dict[str, FlowGraph] = {}
        self._cyclic: dict[str, frozenset[str]] = {}
        #: procedure → (caller, block), one for each call
        self._sites: dict[str, list[tuple[str, str]]] = {name: [] for name in program.procedures}
        self.callees: dict[str, dict[str, None]] = {name: {} for name in program.procedures}
        for name, procedure in program.procedures.items():
            for label, block in procedure.blocks.items():
                for command in block.commands:
                    if isinstance(command, P.Call):
                        callee = command.callee
                        for found in (callee,) if isinstance(callee, str) else points.reached[id(command)]:
                            self._sites[found].append((name, label))
                            self.callees[name][found] = None

    @cached_property
    def recursive(self) -> frozenset[str]:
        graph = {name: tuple(found) for name, found in self.callees.items()}
        return frozenset(
            name
            for component in strongly_connected_components(graph)
            for name in component
            if len(component) > 1 or name in graph[name]
        )

    def callers(self, procedure: str) -> list[str]:
        """One for each call."""
        return [caller for caller, _ in self._sites[procedure]]

    def below(self, procedure: str) -> frozenset[str]:
        """What a procedure may call, and what that calls."""
        found: set[str] = set()
        work = [procedure]
        while work:
            new = [name for name in self.callees[work.pop()] if name not in found]
            found.update(new)
            work.extend(new)
        return frozenset(found)

    def in_cycle(self, procedure: str, block: str) -> bool:
        if procedure not in self._cyclic:
            graph = FlowGraph(self._program.procedures[procedure])
            self._cyclic[procedure] = frozenset(
                label
                for component in graph.components
                for label in component
                if len(component) > 1 or label in graph.successors[label]
            )
        return block in self._cyclic[procedure]

    def once(self, procedure: str, block: str) -> bool:
        """Is a block executed at most once in a run?"""
        while True:
            if procedure in self.recursive or self.in_cycle(procedure, block):
                return False
            sites = self._sites[procedure]
            if procedure == self._program.entry:
                return not sites
            if len(sites) != 1:
                return not sites
            procedure, block = sites[0]
