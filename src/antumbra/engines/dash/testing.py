"""run_test: a concrete execution, and the states it leaves in the region graph.

Guards and assignments of edges are generated Python (``terms.compiled``); tests that are long, once there have been
enough steps to pay for a compiler, are machine code (``native``). An execution that takes too long is cut: what it has
reached by then counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.evidence import Given
from antumbra.engines.dash.lemmas.moves import ghosts_of
from antumbra.engines.dash.native.layout import LOOK, SAMPLE
from antumbra.engines.dash.native.leaps import Leap, Leaps
from antumbra.engines.dash.native.machine import Beginning
from antumbra.engines.dash.native.traces import Looked
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.dash.states import ExecutionError, State, Symbolic, entered_values, input_symbol, returned
from antumbra.engines.dash.systems.dispatch import Dispatch, dispatch_of
from antumbra.engines.dash.systems.system import Edge, Kind, Place, System
from antumbra.records import dataclass, field
from antumbra.terms import Term
from antumbra.terms.values import default_value

#: edges of one test that symbolic execution has to follow: in Python all of them, in machine code those that depend on
#: inputs
LONGEST: Final = 20_000
#: states that a region keeps, and how many more that were the last of a long test at their place: where loops end
MOST_STATES: Final = 6
LAST_STATES: Final = 2
#: values of variables that are kept for each place, whichever region it was
MOST_SAMPLES: Final = 32

Samples = dict[Place, list[Mapping[Term, Any]]]


@dataclass(slots=True)
class Run:
    """What became of a test: the error place or the exit it came to, if it did; the state it ended in.

    ``given``: its inputs. ``choices``: which way it took where the program does not say."""

    states: int = 0
    reached: State | None = None
    last: State | None = None
    stuck: bool = False  #: a value cannot be computed: it ended there, or it is not known in which region it was
    edges: int = 0
    given: list[Given] = field(default_factory=list[Given])
    choices: list[int] = field(default_factory=list[int])

    def ask(self, edge: Edge, values: Sequence[Any]) -> None:
        """An edge takes inputs, and ways that the program leaves open."""
        for x, value in zip(edge.inputs, values, strict=True):
            if x.havoc is None:
                self.choices.append(value)
            else:
                self.given.append(Given(x.variable.sort, value, x.havoc.source))


class Tests:
    """Runs tests of one program."""

    def __init__(self, systems: Mapping[str, System], *, compiling: bool = True) -> None:
        self._systems = systems
        self._ghosts = {name: ghosts_of(system) for name, system in systems.items()}
        self._early: dict[Edge, tuple[list[Term], list[Term]]] = {}
        self._dispatch: dict[Place, Dispatch | None] = {}
        self.edges = 0
        self.longest = LONGEST
        #: None: all tests are run in Python
        self.leaps = Leaps(systems, self._ghosts) if compiling else None
        #: values seen at places of all procedures
        self.samples: Samples = {}

    def try_inputs(self, procedure: str, start: Symbolic, model: Mapping[Term, Any]) -> Run:
        """A test outside of all analyses."""
        return self.run_test(RegionGraph(self._systems[procedure], T.FALSE), start, model)

    def run_test(
        self,
        graph: RegionGraph,
        start: Symbolic,
        model: Mapping[Term, Any],
        wanted: tuple[int, Place] | None = None,
    ) -> Run:
        """From the entry, with the inputs of a model; those that it does not name are zero.

        ``wanted``: it is run for the sake of its first state at this place after so many edges."""
        run = Run()
        try:
            values: dict[Term, Any] = {v: evaluator(t)(model) for v, t in start.values.items()}
        except T.EvaluationError:
            run.stuck = True
            return run
        inputs = start.inputs
        state = State(graph.system.entry, values, None, None, "start")
        state.symbolic = start
        run.stuck |= not _keep(graph, state)
        stack: list[tuple[State, dict[Term, Any], System]] = []
        #: values of ghosts, of each procedure that is being executed
        began = [self._began(graph.system, values)]
        self._sample(state.place, values, began[-1])
        first = state
        beginning = Beginning(
            graph.system, values, frozenset(v for v, t in start.values.items() if t.op is not T.CONST)
        )
        leap_at = -1 if self.leaps is None else self.leaps.at(graph.system, self.edges)
        while run.edges < self.longest:
            if run.edges == leap_at:
                leap_at = -1
                leap = self._leap(graph, beginning, run.edges, wanted)
                come = None if leap is None else self._leapt(graph, leap, run, first, state, model)
                if leap is not None and come is not None:
                    state = come
                    if not leap.left:
                        break
                    values, inputs = leap.values(), start.inputs + leap.running.inputs
                    stack.clear()
                    del began[1:]
                    continue
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
                    run.stuck = True
                    break
                if edge is None:
                    break
                if edge.call is not None:
                    callee = self._systems[edge.callee]
                    caller = state
                    try:
                        inside = entered_values(edge, callee, values)
                    except T.EvaluationError:
                        run.stuck = True
                        break
                    stack.append((caller, values, callee))
                    values = inside
                    state = State(callee.entry, None, caller, edge, "enter", None, callee)
                    began.append(self._began(callee, values))
                    self._sample(state.place, values, began[-1])
                    continue
                given = {x.variable: _value(model, inputs + i, x.variable.sort) for i, x in enumerate(edge.inputs)}
                inputs += len(edge.inputs)
                run.ask(edge, list(given.values()))
                known = {**values, **given} if given else values
                try:
                    values = {**values, **{v: evaluator(t)(known) for v, t in edge.updates.items()}}
                except T.EvaluationError:
                    run.stuck = True
                    break
                state = State(edge.target, None, state, edge)
            self._sample(state.place, values, began[-1])
            if not stack:
                state.values = values
                run.states += 1
                _keep(graph, state)
                run.stuck |= state.region is None
        self.edges += run.edges
        run.last = state
        if state.place.kind is Kind.ERROR or (state.place.kind is Kind.EXIT and state.values is not None):
            run.reached = state
        return run

    def _leap(
        self, graph: RegionGraph, beginning: Beginning, muted: int, wanted: tuple[int, Place] | None
    ) -> Leap | None:
        """A test in machine code, which tells of states in regions that keep more of them."""
        if self.leaps is None:
            return None
        places = {place: _has_room(graph, place) for place in graph.system.places}
        samples = {
            place: MOST_SAMPLES - len(self.samples.get(place, ()))
            for system in self._systems.values()
            for place in system.places
        }
        return self.leaps.leap(beginning, Looked(places, samples, muted, self.longest, wanted), self.longest)

    def _leapt(
        self,
        graph: RegionGraph,
        leap: Leap,
        run: Run,
        first: State,
        state: State,
        model: Mapping[Term, Any],
    ) -> State | None:
        """Run it; the state it has come to, None if it has left off before ``state``, which Python has come to."""
        start, running = first.symbolic, leap.running
        if start is None or self.leaps is None:
            raise ExecutionError("a test without a beginning")
        inputs = start.inputs

        def ask(edge: Edge, taken: int) -> list[Any]:
            return [_value(model, inputs + taken + i, x.variable.sort) for i, x in enumerate(edge.inputs)]

        began = self._began(graph.system, leap.beginning.values)
        full: set[Place] = set()
        for row in leap.run(ask):
            place = leap.place(row)
            look = row.flags & LOOK and place not in full
            if not (look or row.flags & SAMPLE):
                continue
            values, inside = leap.seen(row)
            if row.flags & SAMPLE:
                self._sample(place, values, began if inside is None else inside)
            if look:
                state = _leapt_to(first, leap, place, row.edges, values)
                if _keep(graph, state) and not _has_room(graph, place):
                    full.add(place)
                    running.look({place: False})
        self.leaps.over(leap, run.edges, self.longest)
        if running.edges < run.edges:
            return None
        run.edges, run.states = running.edges, running.states
        run.given, run.choices = [], []
        for edge, values in running.taken:
            run.ask(edge, values)
        if running.arrived > state.depth:
            state = _leapt_to(first, leap, running.place, running.arrived, leap.values() if running.bottom else None)
            _keep(graph, state)
        for place in graph.system.places:
            last = leap.last(place)
            if last is not None and last[0] > self.longest:
                _keep(graph, _leapt_to(first, leap, place, *last), MOST_STATES + LAST_STATES)
        return state

    def _began(self, system: System, values: Mapping[Term, Any]) -> dict[Term, Any]:
        return {g: values[v] for g, v in self._ghosts[system.procedure.name].items() if v in values}

    def _sample(self, place: Place, values: Mapping[Term, Any], began: Mapping[Term, Any]) -> None:
        kept = self.samples.setdefault(place, [])
        if len(kept) < MOST_SAMPLES:
            kept.append({**values, **began})

    def _guards(self, edge: Edge) -> tuple[list[Term], list[Term]]:
        found = self._early.get(edge)
        if found is None:
            found = self._early[edge] = edge.guards_by_inputs
        return found

    def _possible(self, place: Place, values: Mapping[Term, Any]) -> Sequence[Edge]:
        """The edges of a place without those that the value of one variable excludes."""
        if place not in self._dispatch:
            self._dispatch[place] = dispatch_of(place)
        dispatch = self._dispatch[place]
        return place.outgoing if dispatch is None else dispatch.edges(values)

    def _taken(self, place: Place, values: Mapping[Term, Any], model: Mapping[Term, Any], inputs: int) -> Edge | None:
        """The edge that an execution takes; None if it ends here."""
        for edge in self._possible(place, values):
            if edge.call is not None:
                if edge.target.kind is not Kind.CALLEE:
                    return edge
                continue
            if edge.inputs:
                early, late = self._guards(edge)
                if not all(evaluator(guard)(values) for guard in early):
                    continue
                given = {x.variable: _value(model, inputs + i, x.variable.sort) for i, x in enumerate(edge.inputs)}
                holds = all(evaluator(guard)({**values, **given}) for guard in late)
            else:
                holds = all(evaluator(guard)(values) for guard in edge.guards)
            if holds:
                return edge
        return None


def _leapt_to(first: State, leap: Leap, place: Place, step: int, values: Mapping[Term, Any] | None) -> State:
    state = State(place, values, first, None)
    state.leap, state.depth = leap.trace, step
    return state


def _has_room(graph: RegionGraph, place: Place) -> bool:
    return any(len(region.states) < MOST_STATES for region in graph.regions(place))


def state_edge(caller: State) -> Edge:
    """The call that a state makes."""
    return next(e for e in caller.place.outgoing if e.call is not None and e.target.kind is not Kind.CALLEE)


def _value(model: Mapping[Term, Any], number: int, sort: T.Sort) -> Any:
    symbol = input_symbol(number, sort)
    found = model.get(symbol)
    return default_value(sort) if found is None else found


def _keep(graph: RegionGraph, state: State, most: int = MOST_STATES) -> bool:
    """Put a state where it belongs; is it kept there?"""
    if state.values is None:
        return False
    region = state.region = graph.region_of(state.place, state.values)
    if region is None or len(region.states) >= most:
        return False
    if state.leap is not None and any(s.leap is state.leap and s.depth == state.depth for s in region.states):
        return False
    region.states.append(state)
    return True
