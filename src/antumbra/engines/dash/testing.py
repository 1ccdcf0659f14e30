"""run_test: a concrete execution, and the states it leaves in the region graph.

Guards and assignments of edges are generated Python (``terms.compiled``). An execution that takes too long is cut: what
it has reached by then counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.evidence import Given
from antumbra.engines.dash.lemmas.moves import ghosts_of
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.dash.states import State, Symbolic, entered_values, input_symbol, returned
from antumbra.engines.dash.systems.system import Edge, Kind, Place, System
from antumbra.terms import Term
from antumbra.terms.values import default_value

#: edges of one test
LONGEST: Final = 20_000
#: states that a region keeps
MOST_STATES: Final = 6
#: values of variables that are kept for each place, whichever region it was
MOST_SAMPLES: Final = 32

Samples = dict[Place, list[Mapping[Term, Any]]]


@dataclass(slots=True)
class Run:
    """What became of a test: the error place or the exit it came to, if it did; the state it ended in.

    ``given``: its inputs."""

    states: int = 0
    reached: State | None = None
    last: State | None = None
    edges: int = 0
    given: list[Given] = field(default_factory=list[Given])


class Tests:
    """Runs tests of one program."""

    def __init__(self, systems: Mapping[str, System]) -> None:
        self._systems = systems
        self._ghosts = {name: ghosts_of(system) for name, system in systems.items()}
        self.edges = 0
        #: values seen at places of all procedures
        self.samples: Samples = {}

    def inputs_of(self, procedure: str, start: Symbolic, model: Mapping[Term, Any]) -> list[Given]:
        """What a test gives the program, in the order in which it asks."""
        return self.try_inputs(procedure, start, model).given

    def try_inputs(self, procedure: str, start: Symbolic, model: Mapping[Term, Any]) -> Run:
        """A test outside of all analyses."""
        return self.run_test(RegionGraph(self._systems[procedure], T.FALSE), start, model)

    def run_test(self, graph: RegionGraph, start: Symbolic, model: Mapping[Term, Any]) -> Run:
        """From the entry, with the inputs of a model; those that it does not name are zero."""
        run = Run()
        try:
            values: dict[Term, Any] = {v: evaluator(t)(model) for v, t in start.values.items()}
        except T.EvaluationError:
            return run
        inputs = start.inputs
        state = State(graph.system.entry, values, None, None, "start")
        state.symbolic = start
        _keep(graph, state)
        stack: list[tuple[State, dict[Term, Any], System]] = []
        #: values of ghosts, of each procedure that is being executed
        began = [self._began(graph.system, values)]
        self._sample(state.place, values, began[-1])
        while run.edges < LONGEST:
            run.edges += 1
            place = state.place
            if place.kind is Kind.EXIT:
                if not stack:
                    break
                caller, before, callee = stack.pop()
                began.pop()
                call = state_edge(caller)
                values = returned(call, callee, before, values)
                state = State(call.target, None, state, call, "return", caller, callee)
            elif place.kind in (Kind.ERROR, Kind.CALLEE):
                break
            else:
                try:
                    edge = self._taken(place, values, model, inputs)
                except T.EvaluationError:
                    break
                if edge is None:
                    break
                if edge.call is not None:
                    callee = self._systems[edge.callee]
                    caller = state
                    try:
                        inside = entered_values(edge, callee, values)
                    except T.EvaluationError:
                        break
                    stack.append((caller, values, callee))
                    values = inside
                    state = State(callee.entry, None, caller, edge, "enter", None, callee)
                    began.append(self._began(callee, values))
                    self._sample(state.place, values, began[-1])
                    continue
                given = {x.variable: _value(model, inputs + i, x.variable.sort) for i, x in enumerate(edge.inputs)}
                inputs += len(edge.inputs)
                run.given += [
                    Given(x.variable.sort, given[x.variable], x.havoc.source)
                    for x in edge.inputs
                    if x.havoc is not None
                ]
                known = {**values, **given} if given else values
                try:
                    values = {**values, **{v: evaluator(t)(known) for v, t in edge.updates.items()}}
                except T.EvaluationError:
                    break
                state = State(edge.target, None, state, edge)
            self._sample(state.place, values, began[-1])
            if not stack:
                state.values = values
                run.states += 1
                _keep(graph, state)
        self.edges += run.edges
        run.last = state
        if state.place.kind is Kind.ERROR or (state.place.kind is Kind.EXIT and not stack):
            run.reached = state
        return run

    def _began(self, system: System, values: Mapping[Term, Any]) -> dict[Term, Any]:
        return {g: values[v] for g, v in self._ghosts[system.procedure.name].items() if v in values}

    def _sample(self, place: Place, values: Mapping[Term, Any], began: Mapping[Term, Any]) -> None:
        kept = self.samples.setdefault(place, [])
        if len(kept) < MOST_SAMPLES:
            kept.append({**values, **began})

    def _taken(self, place: Place, values: Mapping[Term, Any], model: Mapping[Term, Any], inputs: int) -> Edge | None:
        """The edge that an execution takes; None if it ends here."""
        for edge in place.outgoing:
            if edge.call is not None:
                if edge.target.kind is not Kind.CALLEE:
                    return edge
                continue
            known = values
            if edge.inputs:
                given = {x.variable: _value(model, inputs + i, x.variable.sort) for i, x in enumerate(edge.inputs)}
                known = {**values, **given}
            if all(evaluator(guard)(known) for guard in edge.guards):
                return edge
        return None


def state_edge(caller: State) -> Edge:
    """The call that a state makes."""
    return next(e for e in caller.place.outgoing if e.call is not None and e.target.kind is not Kind.CALLEE)


def _value(model: Mapping[Term, Any], number: int, sort: T.Sort) -> Any:
    symbol = input_symbol(number, sort)
    found = model.get(symbol)
    return default_value(sort) if found is None else found


def _keep(graph: RegionGraph, state: State) -> None:
    if state.values is None:
        return
    region = graph.region_of(state.place, state.values)
    state.region = region
    if region is not None and len(region.states) < MOST_STATES:
        region.states.append(state)
