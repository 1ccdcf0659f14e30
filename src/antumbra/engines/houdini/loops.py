"""Values of states at the heads of loops: read, and put back."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.engines.houdini.trial import Trial
from antumbra.engines.invariants.loops import Loops
from antumbra.engines.invariants.probe import Environment, at_entry, location_of
from antumbra.program import model as P
from antumbra.semantics.compiling.compiler import Compiler
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.terms import Term


class LoopValues(Loops):
    """A program's loops, and the values of states at their heads."""

    def __init__(self, compiler: Compiler) -> None:
        super().__init__(compiler)
        self._globals = [location_of(v, local=False) for v in self._program.variables]
        self._locals: dict[int, tuple[Term, ...]] = {}
        self._assigned: dict[int, frozenset[Term]] = {}

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
            entry, written = self._compiler.entries[region], self.written(region)
            parameters = zip(entry.parameters, self._parameters(region), strict=True)
            locations = {location for p, location in parameters if p in written}
            found = self._assigned[region] = frozenset(
                locations | {x for v, x in zip(self._program.variables, self._globals, strict=True) if v in written}
            )
        return found

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
