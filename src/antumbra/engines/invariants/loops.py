"""The loops of a program, by the regions of generated code: their heads, what is inside, and what they assign."""

from __future__ import annotations

from functools import cached_property

from antumbra.engines.invariants.effects import effects
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph, FlowGraph
from antumbra.program.source import Location
from antumbra.semantics.compiling.compiler import Compiler
from antumbra.semantics.compiling.flow import defined
from antumbra.terms import Term


class Loops:
    """A loop is known by the region that its head begins with."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._program = compiler.program
        self._heads: dict[int, bool] = {}
        self._graphs: dict[str, FlowGraph] = {}
        self._effects: dict[str, tuple[Term, ...]] = {}

    @cached_property
    def _calls(self) -> CallGraph:
        return CallGraph(self._program)

    def graph(self, procedure: str) -> FlowGraph:
        graph = self._graphs.get(procedure)
        if graph is None:
            graph = self._graphs[procedure] = FlowGraph(self._program.procedures[procedure])
        return graph

    def is_head(self, region: int) -> bool:
        known = self._heads.get(region)
        if known is None:
            entry = self._compiler.entries[region]
            heads = self._compiler.shape(entry.procedure).loop_heads
            known = self._heads[region] = entry.label in heads and begins_block(self._compiler, region)
        return known

    def inside(self, head: int, region: int) -> bool:
        """Is a region in the loop of a head, or in another procedure?"""
        one, other = self._compiler.entries[head], self._compiler.entries[region]
        if one.procedure != other.procedure:
            return True
        return one.label in self.graph(one.procedure).loops.around(other.label)

    def depth(self, region: int) -> int:
        """How many loops are around the place where a region begins?"""
        entry = self._compiler.entries[region]
        return self.graph(entry.procedure).loops.depth(entry.label)

    def location(self, region: int) -> Location | None:
        entry = self._compiler.entries[region]
        block = self._program.procedures[entry.procedure].blocks[entry.label]
        places = (c.location for c in (*block.commands, block.terminator))
        return next((place for place in places if place is not None), None)

    def written(self, region: int) -> set[Term]:
        """Variables that the loop of a head assigns, or a procedure that it calls."""
        entry = self._compiler.entries[region]
        blocks = self._program.procedures[entry.procedure].blocks
        found: set[Term] = set()
        for label in self.graph(entry.procedure).loops.loop(entry.label).body:
            for command in blocks[label].commands:
                found.update(defined(command))
                if isinstance(command, P.Call) and isinstance(command.callee, str):
                    found.update(self._written_by(command.callee))
        return found

    def _written_by(self, procedure: str) -> tuple[Term, ...]:
        known = self._effects.get(procedure)
        if known is None:
            known = self._effects[procedure] = effects(self._program, self._calls, procedure).written
        return known


def begins_block(compiler: Compiler, region: int) -> bool:
    """Does a region begin where its block does, with nothing but what is live there?"""
    entry = compiler.entries[region]
    return entry.index == 0 and entry.parameters == compiler.shape(entry.procedure).live_in[entry.label]
