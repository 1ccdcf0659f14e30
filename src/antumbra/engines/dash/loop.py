"""DashLoop: tests and refinements of one region graph until a test reaches the goal or no abstract path does."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import suppress
from typing import Any, Literal

from antumbra import terms as T
from antumbra.engines.dash.answers import Fail, GaveUp, Outcome, Pass
from antumbra.engines.dash.events import (
    Began,
    Ended,
    Event,
    Excluded,
    Found,
    Nobody,
    Skipped,
    Tested,
    Unlinked,
    WasSplit,
    Watcher,
)
from antumbra.engines.dash.lemmas.hypotheses import Hypotheses, Key, outside_of_recursion
from antumbra.engines.dash.lemmas.lemmas import Lemmas
from antumbra.engines.dash.measures import Measures
from antumbra.engines.dash.questions import Questions, for_caller, goal_of, parted, refinements
from antumbra.engines.dash.refinement.refine_pred import Predicates, Situation
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.regions.search import ErrorPaths, Frontier
from antumbra.engines.dash.states import (
    ExecutionError,
    State,
    Symbolic,
    entered,
    execute_symbolic,
    instantiate,
    returned,
    under,
)
from antumbra.engines.dash.systems.domains import domains_of
from antumbra.engines.dash.systems.system import Edge, Kind, Place
from antumbra.engines.dash.testing import LONGEST, Run, Tests
from antumbra.engines.dash.ways import Ways
from antumbra.proofs.regions import frozen
from antumbra.records import dataclass, field, replace
from antumbra.solvers import Chain, PathCondition, Unknown
from antumbra.terms import Term

#: analyses of calls within each other, and of the same procedure
DEEPEST = 180
RECURSIVE = 60
#: literals of a region that are asked for at once
FEW = 8


@dataclass(slots=True)
class Shared:
    """What all analyses of a run have in common."""

    chain: Chain
    questions: Questions
    tests: Tests
    predicates: Predicates
    measures: Measures
    lemmas: Lemmas
    hypotheses: Hypotheses
    ways: Ways = field(default_factory=Ways)
    watcher: Watcher = field(default_factory=Nobody)

    def graph(self, procedure: str, goal: Term | None) -> RegionGraph:
        """Of a question; a new one without the links that lemmas exclude."""
        known = (procedure, goal) in self.questions.graphs
        graph = self.questions.graph(procedure, goal)
        if not known:
            self.lemmas.prune(self.chain, graph)
        return graph


class Analysis:
    """One DashLoop: a graph, and the symbolic state in which its procedure begins (the input constraint)."""

    def __init__(self, shared: Shared, graph: RegionGraph, start: Symbolic, within: tuple[Key, ...] = ()) -> None:
        self._shared = shared
        self.graph = graph
        self._start = start
        #: the questions in whose analyses it is, its own last
        self._within = (*within, (graph.system.procedure.name, graph.goal))
        self._excluded: set[Region] = set()
        self.paths = ErrorPaths(graph, self._is_excluded)
        self.last: Region | None = None
        self._last_run: Run | None = None
        #: splits of the graph that this analysis knows of
        self._splits = graph.splits

    def _is_excluded(self, region: Region) -> bool:
        """Is it known that no execution of this context begins in a region?"""
        return region in self._excluded

    def run(self) -> Generator[None, None, Outcome]:
        """Until it is decided; a step is an iteration."""
        kept = {region: region.states for region in self.graph.all_regions() if region.states}
        for region in kept:
            region.states = []
        self._tell(Began(len(self._within) - 1))
        try:
            outcome = yield from self._run()
            self._tell(Ended(outcome))
            return outcome
        finally:
            for region in self.graph.all_regions():
                region.states = []
            # regions may have been split since
            for states in kept.values():
                for state in states:
                    home = None if state.values is None else self.graph.region_of(state.place, state.values)
                    if home is not None:
                        state.region = home
                        home.states.append(state)

    def _tell(self, event: Event) -> None:
        self._shared.watcher.sees(self.graph, event)

    def _skip(self, frontier: Frontier) -> None:
        self.paths.skipped.add((frontier.edge, frontier.source, frontier.target))
        self._tell(Skipped(frontier))

    def _run(self) -> Generator[None, None, Outcome]:
        measures = self._shared.measures
        yield
        while True:
            measures.iterations += 1
            if self._splits != self.graph.splits:
                self.paths.restart()
            with measures.timed("find_abstract_error_path"):
                frontier = self.paths.find_abstract_error_path()
            if frontier is None:
                if self.paths.skipped:
                    return GaveUp("nobody could tell whether a test leads on", self.last)
                return Pass(refinements(self.graph, self.graph.connected()))
            self.last = frontier.source or frontier.target
            answer = yield from self._extend_frontier(frontier)
            self._splits = self.graph.splits
            if answer is not None:
                return answer
            yield

    # ------------------------------------------------------------ the frontier

    def _extend_frontier(self, frontier: Frontier) -> Generator[None, None, Outcome | None]:
        """extend_frontier: a test that crosses it, or a refinement that removes it."""
        source, edge, target = frontier.source, frontier.edge, frontier.target
        if source is None or edge is None:
            self._tell(Found(frontier, self.paths, None))
            return self._enter(frontier)
        if self._shared.lemmas.excludes(self._shared.chain, source, edge, target):
            self.graph.unlink(edge, source, target)
            return None
        with self._shared.measures.timed("convert_to_region_trace"):
            state = self._picked(source)
        if state.depth > self._shared.measures.longest:
            # long to execute: who looks on may know better
            self._shared.measures.longest = state.depth
            yield
        self._tell(Found(frontier, self.paths, state))
        with self._shared.measures.timed("execute_symbolic"):
            symbolic = execute_symbolic(self._shared.chain, state)
        if edge.call is not None:
            return (yield from self._call(frontier, source, edge, state, symbolic))
        crossed = self._crossing(edge, target, symbolic)
        far = self._farthest(source) if crossed is None else None
        if far is not None:
            with self._shared.measures.timed("execute_symbolic"), suppress(ExecutionError):
                beyond = execute_symbolic(self._shared.chain, far)
                found = self._crossing(edge, target, beyond)
                if isinstance(found, PathCondition):
                    crossed, state, symbolic = found, far, beyond
        if isinstance(crossed, Unknown):
            self._skip(frontier)
            return None
        if crossed is not None:
            outcome = self._test(crossed.model, (state.depth, target.place))
            if self._stuck(outcome, target):
                symbols, inputs = instantiate(edge, symbolic.inputs)
                known = {**symbolic.values, **symbols}
                values = {**symbolic.values, **{v: under(t, known) for v, t in edge.updates.items()}}
                behind = State(target.place, None, state, edge)
                behind.symbolic = Symbolic(values, crossed, inputs)
                return self._believed(target, behind)
            return self._crossed(frontier, outcome)
        situation = Situation(self.graph, source, edge, target, state, symbolic)
        with self._shared.measures.timed("refine_pred"):
            predicate = self._shared.predicates.refine_pred(situation)
        if predicate is None:
            self._skip(frontier)
            return None
        self._refine_graph(source, edge, target, predicate, None)
        return None

    def _crossing(self, edge: Edge, target: Region, symbolic: Symbolic) -> PathCondition | Unknown | None:
        """The executions that go on from a state by an edge into a region."""
        symbols, _ = instantiate(edge, symbolic.inputs)
        known = {**symbolic.values, **symbols}
        # what was split off last decides mostly, and there may be hundreds of literals
        few = target.literals if len(target.literals) <= FEW else target.added
        wanted = [*edge.guards, *(self.graph.before(edge, literal) for literal in few)]
        crossed = self._is_sat(symbolic.path, [under(term, known) for term in wanted])
        if isinstance(crossed, PathCondition) and few is not target.literals:
            wanted = [self.graph.before(edge, literal) for literal in target.literals]
            crossed = self._is_sat(crossed, [under(term, known) for term in wanted])
        return crossed

    def _stuck(self, outcome: Outcome | None, target: Region) -> bool:
        """Did the last test end where a value cannot be computed: a function of axioms, or a quantifier?"""
        stuck = self._last_run is not None and self._last_run.stuck
        return stuck and outcome is None and not target.states and self.graph.is_current(target)

    def _believed(self, target: Region, state: State) -> Outcome | None:
        """What a solver says of the state behind the frontier has to do, where no test can tell its values."""
        model = execute_symbolic(self._shared.chain, state).path.model
        if target.place.kind is Kind.ERROR or target in self.graph.goals:
            return Fail(model, target.place if target.place.kind is Kind.ERROR else None, state)
        state.region = target
        target.states.append(state)
        self.paths.restart()
        return None

    def _crossed(self, frontier: Frontier, outcome: Outcome | None) -> Outcome | None:
        """A test that did not come to where it was sent (it was cut, or has no value) must not be tried again."""
        target = frontier.target
        if outcome is None and not target.states and self.graph.is_current(target):
            self._skip(frontier)
        return outcome

    @staticmethod
    def _picked(region: Region) -> State:
        """The state with the shortest way to it."""
        return min(region.states, key=lambda state: state.depth)

    @staticmethod
    def _farthest(region: Region) -> State | None:
        """A state so far away that refinement does not lead there from the nearest: behind a long loop."""
        far = max(region.states, key=lambda state: state.depth)
        return far if far.depth > LONGEST else None

    def _is_sat(self, path: PathCondition, conditions: list[Term]) -> PathCondition | Unknown | None:
        self._shared.measures.queries += 1
        with self._shared.measures.timed("is_sat"):
            return self._shared.chain.assume(path, T.and_(*conditions) if conditions else T.TRUE)

    def _enter(self, frontier: Frontier) -> Outcome | None:
        """The frontier is the beginning itself."""
        region = frontier.target
        conditions = [under(literal, self._start.values) for literal in region.literals]
        found = self._is_sat(self._start.path, conditions)
        if isinstance(found, Unknown):
            self._skip(frontier)
        elif found is None:
            self._excluded.add(region)
            self._tell(Excluded(region))
        else:
            outcome = self._test(found.model)
            if self._stuck(outcome, region):
                state = State(region.place, None, None, None, "start")
                state.symbolic = Symbolic(self._start.values, found, self._start.inputs)
                return self._believed(region, state)
            return self._crossed(frontier, outcome)
        return None

    def _test(self, model: Mapping[Term, Any], wanted: tuple[int, Place] | None = None) -> Outcome | None:
        """run_test: from the beginning, with the inputs of a model."""
        reached = self._tested(model, wanted).reached
        if reached is None:
            return None
        if reached.place.kind is Kind.ERROR:
            return None if reached.place in self._shared.questions.closed else Fail(model, reached.place)
        return Fail(model, state=reached) if reached.region in self.graph.goals else None

    # ------------------------------------------------------------ calls

    def _call(
        self, frontier: Frontier, source: Region, edge: Edge, state: State, symbolic: Symbolic
    ) -> Generator[None, None, Outcome | None]:
        """A call at the frontier: what it leaves as it is first, then a question about the callee."""
        callee = self._shared.questions.systems[edge.callee]
        target = frontier.target
        if target.place.kind is Kind.CALLEE:
            goal: Term | None = None
            situation = Situation(self.graph, source, edge, target, state, symbolic, ())
        else:
            same, rest = parted(edge, target.literals)
            situation = Situation(self.graph, source, edge, target, state, symbolic, tuple(same))
            crossed = self._is_sat(symbolic.path, [under(literal, symbolic.values) for literal in same])
            if isinstance(crossed, Unknown):
                self._skip(frontier)
                return None
            if crossed is None:
                with self._shared.measures.timed("refine_pred"):
                    predicate = self._shared.predicates.refine_pred(situation)
                if predicate is None:
                    self._skip(frontier)
                else:
                    self._refine_graph(source, edge, target, predicate, None)
                return None
            symbolic = Symbolic(symbolic.values, crossed, symbolic.inputs)
            goal = goal_of(edge, callee, rest)
        graph = self._shared.graph(edge.callee, goal)
        values = entered(edge, callee, symbolic.values)
        values.update((frozen(v), t) for v, t in symbolic.values.items() if v not in callee.globals)
        entry = self._supposed((edge.callee, goal), graph, values, symbolic.path)
        if entry is not None:
            self._refine_call(situation, for_caller(edge, callee, entry), (edge.callee, goal))
            return None
        start = Symbolic(values, symbolic.path, symbolic.inputs)
        known = self._known_way(frontier, edge, goal, state.depth, start, symbolic)
        if known is not False:
            return known
        nested = sum(procedure == edge.callee for procedure, _ in self._within)
        self._shared.measures.nested = max(self._shared.measures.nested, nested)
        if len(self._within) > DEEPEST or nested > RECURSIVE:
            return GaveUp(f"calls of {edge.callee} within each other", source)
        inner = Analysis(self._shared, graph, start, self._within)
        outcome = yield from inner.run()
        if not (self.graph.is_current(source) and self.graph.is_current(target)):
            # the same graph was refined by the inner analysis: the frontier is another one now
            self.paths.restart()
            return outcome if isinstance(outcome, Fail) and outcome.error is not None else None
        match outcome:
            case Fail(model, error, reached):
                if error is not None:
                    return outcome
                if reached is not None:
                    self._shared.ways.keep((edge.callee, goal), reached)
                answer = self._test(model, (state.depth, target.place))
                if answer is not None:
                    return answer
                if reached is not None and self._stuck(None, target):
                    inside = execute_symbolic(self._shared.chain, reached)
                    behind = State(target.place, None, state, edge)
                    behind.symbolic = replace(inside, values=returned(edge, callee, symbolic.values, inside.values))
                    return self._believed(target, behind)
                self._crossed(frontier, None)
            case Pass(entry):
                self._refine_call(situation, for_caller(edge, callee, entry), (edge.callee, goal))
            case GaveUp():
                self._skip(frontier)
        return None

    def _supposed(self, key: Key, graph: RegionGraph, values: Mapping[Term, Term], path: PathCondition) -> Term | None:
        """The answer to a question that is asked again, if it is enough here that recursion adds nothing to it."""
        shared = self._shared
        if key not in self._within or key in shared.hypotheses.refuted:
            return None
        entry = outside_of_recursion(graph, key, shared.questions)
        if self._is_sat(path, [under(entry, values)]) is not None:
            return None
        shared.hypotheses.use(key, entry)
        return entry

    def _known_way(
        self, frontier: Frontier, edge: Edge, goal: Term | None, depth: int, inside: Symbolic, outside: Symbolic
    ) -> Outcome | Literal[False] | None:
        """Does a call lead on by a way that a test of its callee has shown, or that its contract promises? Then a test
        does so, and this is what comes of it; else False. ``inside``, ``outside``: where the callee begins, and
        before the call."""
        shared, target = self._shared, frontier.target
        for condition in shared.ways.about(edge, goal, target, inside, outside, shared.lemmas):
            found = self._is_sat(outside.path, [condition])
            if isinstance(found, PathCondition):
                outcome = self._test(found.model, (depth, target.place))
                if outcome is not None or target.states or not self.graph.is_current(target):
                    shared.measures.known_ways += 1
                    return outcome
                shared.ways.missed(edge.callee)
        return False

    def _tested(self, model: Mapping[Term, Any], wanted: tuple[int, Place] | None) -> Run:
        """A test with these inputs; an inner analysis finds some with which its call is passed as wanted.

        ``wanted``: the frontier is before its first state at this place after so many edges."""
        self._shared.measures.tests += 1
        with self._shared.measures.timed("run_test"):
            run = self._last_run = self._shared.tests.run_test(self.graph, self._start, model, wanted)
        self.paths.restart()
        self._tell(Tested(run, model))
        return run

    # ------------------------------------------------------------ refinement

    def _refine_graph(self, source: Region, edge: Edge, target: Region, predicate: Term, cites: Key | None) -> None:
        """Executions that leave ``source`` by ``edge`` for ``target`` satisfy the predicate: split off the rest."""
        with self._shared.measures.timed("refine_graph"):
            graph = self.graph
            if cites is not None:
                graph.uses[cites] = None
            if predicate is T.FALSE or self._is_empty(source, predicate):
                graph.unlink(edge, source, target)
                self._tell(Unlinked(source, edge, target))
                return
            yes, no = graph.split(source, predicate)
            self._shared.measures.splits += 1
            self.paths.was_split(source, (yes, no))
            for region in (yes, no) if target is source else (target,):
                graph.unlink(edge, no, region)
            self._tell(WasSplit(source, predicate, yes, no, target))

    def _refine_call(self, situation: Situation, entry: Term, cites: Key) -> None:
        """The callee leaves as it is what it does not write, and leads on from its ``entry`` only."""
        with self._shared.measures.timed("refine_pred"):
            predicate = self._shared.predicates.refine_call(situation, entry)
        self._refine_graph(situation.source, situation.edge, situation.target, predicate, cites)

    def _is_empty(self, region: Region, predicate: Term) -> bool:
        """Is no state of a region one of the predicate? Then there is nothing to split."""
        opposite = T.not_(predicate)
        if region.knows(opposite) or any(d.empty for d in domains_of((predicate,), region.domains).values()):
            return True
        self._shared.measures.queries += 1
        lemmas = self._shared.lemmas
        # states are in the region: what has nothing to do with the predicate does not exclude it
        facts = region.literals if lemmas.systems else region.about(predicate)
        return lemmas.exclude(self._shared.chain, region.place, [*facts, predicate])
