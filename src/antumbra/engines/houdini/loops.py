"""Loops as regions of generated code: where their heads are, what is inside, and the values of a state there."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.engines.houdini.trial import Environment, Trial, at_entry, location_of
from antumbra.program import model as P
from antumbra.program.flow import FlowGraph
from antumbra.program.source import Location
from antumbra.semantics.compiling.compiler import Compiler
from antumbra.semantics.compiling.flow import defined
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.terms import Term


class Loops:
    """What the engine knows of a program's loops."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._program = compiler.program
        self._globals = [location_of(v, local=False) for v in self._program.variables]
        self._heads: dict[int, bool] = {}
        self._graphs: dict[str, FlowGraph] = {}
        self._locals: dict[int, tuple[Term, ...]] = {}
        self._assigned: dict[int, frozenset[Term]] = {}
        self._writes: dict[str, frozenset[Term]] = {}

    def is_head(self, region: int) -> bool:
        known = self._heads.get(region)
        if known is None:
            entry = self._compiler.entries[region]
            shape = self._compiler.shape(entry.procedure)
            whole = entry.index == 0 and entry.parameters == shape.live_in[entry.label]
            known = self._heads[region] = whole and entry.label in shape.loop_heads
        return known

    def _graph(self, procedure: str) -> FlowGraph:
        graph = self._graphs.get(procedure)
        if graph is None:
            graph = self._graphs[procedure] = FlowGraph(self._program.procedures[procedure])
        return graph

    def inside(self, head: int, region: int) -> bool:
        """Is a region in the loop of a head, or in another procedure?"""
        one, other = self._compiler.entries[head], self._compiler.entries[region]
        if one.procedure != other.procedure:
            return True
        return one.label in self._graph(one.procedure).loops.around(other.label)

    def depth(self, head: int) -> int:
        entry = self._compiler.entries[head]
        return max(1, self._graph(entry.procedure).loops.depth(entry.label))

    def location(self, region: int) -> Location | None:
        entry = self._compiler.entries[region]
        block = self._program.procedures[entry.procedure].blocks[entry.label]
        places = (c.location for c in (*block.commands, block.terminator))
        return next((place for place in places if place is not None), None)

    # ------------------------------------------------------------ values

    def _parameters(self, region: int) -> tuple[Term, ...]:
        found = self._locals.get(region)
        if found is None:
            entry = self._compiler.entries[region]
            found = self._locals[region] = tuple(location_of(p, local=True) for p in entry.parameters)
        return found

    def environment(self, state: State, region: int, arguments: tuple[Any, ...]) -> Environment:
        """The values of a state at the head of a loop. Callers' variables cannot change there."""
        environment: Environment = dict(zip(self._globals, state.variables, strict=True))
        environment.update(zip(self._parameters(region), arguments, strict=True))
        return environment

    def names(self, environment: Environment) -> frozenset[Term]:
        """What guesses may speak of, besides inputs."""
        return frozenset(environment) | frozenset(at_entry(x) for x in environment)

    def refill(self, machine: Machine, state: State, trial: Trial, values: Environment) -> tuple[Any, ...]:
        """Put values into a state; the arguments of its region."""
        entry = self._compiler.entries[trial.region]
        made: list[tuple[str, Term]] = []
        for i, (variable, location) in enumerate(zip(self._program.variables, self._globals, strict=True)):
            state.variables[i] = values[location]
            if location in trial.changing:
                made.append(("", variable))
        for parameter, location in zip(entry.parameters, self._parameters(trial.region), strict=True):
            if location in trial.changing:
                made.append((entry.procedure, parameter))
        machine.widen(made, memory=False)
        return tuple(values[location] for location in self._parameters(trial.region))

    # ------------------------------------------------------------ what the program says

    def assigned(self, region: int) -> frozenset[Term]:
        """Locations that the loop of a head assigns, or a procedure that it calls."""
        found = self._assigned.get(region)
        if found is None:
            entry = self._compiler.entries[region]
            inside = set(self._graph(entry.procedure).loops.loop(entry.label).body)
            procedure = self._program.procedures[entry.procedure]
            written = {v for label in inside for v in self._written(procedure.blocks[label])}
            parameters = zip(entry.parameters, self._parameters(region), strict=True)
            locations = {location for p, location in parameters if p in written}
            found = self._assigned[region] = frozenset(
                locations | {x for v, x in zip(self._program.variables, self._globals, strict=True) if v in written}
            )
        return found

    def _written(self, block: P.Block) -> set[Term]:
        result: set[Term] = set()
        for command in block.commands:
            result.update(defined(command))
            if isinstance(command, P.Call) and isinstance(command.callee, str):
                result |= self._effects(command.callee)
        return result

    def _effects(self, procedure: str) -> frozenset[Term]:
        """Global variables that a procedure, or one that it calls, assigns."""
        known = self._writes.get(procedure)
        if known is None:
            self._writes[procedure] = frozenset()  # a recursive call: found by the outer one
            blocks = self._program.procedures[procedure].blocks.values()
            found = {v for block in blocks for v in self._written(block)}
            known = self._writes[procedure] = frozenset(found & self._program.variables.keys())
        return known

    def asserted(self, region: int) -> list[Term]:
        """What the program asserts at the head, before anything else happens there."""
        entry = self._compiler.entries[region]
        names = {v: location_of(v, local=False) for v in self._program.variables}
        names |= dict(zip(entry.parameters, self._parameters(region), strict=True))
        result: list[Term] = []
        for command in self._program.procedures[entry.procedure].blocks[entry.label].commands:
            if isinstance(command, P.Assert):
                result.append(T.substitute(command.condition, names))
            elif not isinstance(command, P.Assume):
                break
        return result
