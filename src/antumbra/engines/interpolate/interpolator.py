"""DSEI (section 4, Fig. 5): execution that learns an interpolant at every cut point, and prunes with them.

Besides states that a finished interpolant covers, a state is covered by a state with exactly the same values that
is still being explored (a loop came back to where it was). That is sound by the length of a shortest
violation: the covered state has made progress since.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from antumbra import terms as T
from antumbra.engines import counting
from antumbra.engines.chains import plain_chain
from antumbra.engines.coverage import Distances
from antumbra.engines.driver import Driver
from antumbra.engines.effort import END, FORK, INSTRUCTION
from antumbra.engines.interpolate.audit import Audit
from antumbra.engines.interpolate.backprop import Backprop
from antumbra.engines.interpolate.certificate import certificate_of
from antumbra.engines.interpolate.evaluation import Environment, Evaluation, member_conditions
from antumbra.engines.interpolate.exact import ExactStates
from antumbra.engines.interpolate.formula import NOTHING, Builder, Formula
from antumbra.engines.interpolate.locations import LARGEST_OBJECT, Locations
from antumbra.engines.interpolate.loops import LoopCloser
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.order import Work, make_order
from antumbra.engines.interpolate.pays import LITERAL, LOOK, STEP_BACK, TEST, VISIT, Pays
from antumbra.engines.interpolate.plain import Plain
from antumbra.engines.interpolate.reach import Reach
from antumbra.engines.interpolate.rounds import Rounds
from antumbra.engines.interpolate.summaries import Summaries
from antumbra.engines.interpolate.table import Table
from antumbra.engines.interpolate.thinning import Point
from antumbra.engines.interpolate.trace import ALWAYS, Checked, Place, Reader, Start, taken
from antumbra.engines.interpolate.tree import GIVEN_UP, PROVED, Node, Proved, Result, Watcher
from antumbra.engines.limits import Limits
from antumbra.engines.outcome import Statistics
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.search import DepthFirst, Searcher
from antumbra.semantics.compiling.flow import successors
from antumbra.semantics.contract import MachineOptions, PathEnded, Pending, Suspended
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.terms import Term

#: literals of an interpolant that is carried further
MOST_LITERALS = 120


class Interpolator(Driver):
    """Plain execution (``engines.driver``) with a tree of what was executed, interpolants, and pruning."""

    name = "interpolate"

    def __init__(self, program: P.Program, options: InterpolateOptions, watcher: Watcher | None = None) -> None:
        super().__init__()
        self.options = options
        self.limits = Limits(options.timeout, options.memory_mb)
        self.chain = plain_chain(options, self.limits.remaining)
        self.recording = Recording(options.checks)
        self.machine = Machine(
            program,
            self.chain,
            self,
            self.recording,
            MachineOptions(checks=options.checks, max_calls=options.max_calls, trace=True),
        )
        self.recording.attach(self.machine, options.targets)
        self.locations = Locations(frozenset(program.variables))
        self.evaluation = Evaluation(self.machine, self.locations, self.chain)
        self.exact = ExactStates(self.machine.compiler, self.evaluation, options.counters)
        self.reader = Reader(program, self.machine.compiler, self.locations)
        self.reach = Reach(program, options.checks, options.targets)
        self.backprop = Backprop(
            self.locations,
            self._relevant,
            self._matters,
            self.evaluation.valid,
            self.evaluation.unwritten,
            self.evaluation.constant,
            program.layout.first_free,
        )
        self.table = Table()
        self.order: Searcher[Work] = make_order(options.order, options.seed, Distances(self.machine))
        # leaks are judged by the whole state at the end of a run, which no interpolant speaks of
        self.prune = options.prune and not options.checks & {"valid-memtrack", "valid-memcleanup"}
        self.subsumed = 0
        self.covered = 0
        self.visits = 0
        #: forks in trials and in the check of the proof
        self.forks_apart = 0
        self.nodes = 0
        #: time spent on interpolants: working them out, and testing states against them
        self.seconds = 0.0
        self.watcher = watcher
        self._split_children: Sequence[Pending] | None = None
        self._cut_points: dict[int, bool] = {}
        #: the program's start, once it has run
        self.first: Pending | None = None
        self._forked_since_visit = False
        self._reached = 0
        #: of the last step: the node and the sides of its fork, or the node below which nothing is learnt
        self._ended: tuple[Node, Sequence[Pending]] | None = None
        self._plain_node: Node | None = None
        self.rounds = Rounds(self.machine.compiler)
        self.pays = Pays(self.chain.statistics, self.machine.counters)
        self.plain = Plain(self)
        self.loops = LoopCloser(self)
        self.summaries = Summaries(self)
        self.audit = Audit(self) if options.check_subsumption else None

    # ------------------------------------------------------------ scheduling

    def split(self, children: Sequence[Pending]) -> bool:
        """As semantics.contract.Scheduler asks: the driver takes over."""
        self._split_children = children
        return False

    def take_split(self) -> Sequence[Pending]:
        """The sides of the last fork."""
        children, self._split_children = self._split_children, None
        return children or ()

    def close(self, check: str, location: Location | None) -> None:
        """Nothing more has to be known of violations of this check at this place."""
        self.recording.closed.add((check, location))
        self.reach.close_check(check, location)

    # ------------------------------------------------------------ the run

    def start(self) -> None:
        first = self.machine.initial()
        self.first = Pending(first.state.fork(), first.region, first.arguments)
        self.evaluation.initial_pages = dict(first.state.pages)
        self.evaluation.first = self.first.state
        root = self.new_node(None, 0, Start.of(first.state, first.region), first.state)
        self.order.add([Work(first.state, first.region, first.arguments, root)])

    def step(self) -> bool:
        work = self.order.select()
        if work is None:
            return False
        if self._plainly(work):
            self.plain.step(work)
            self._ended = None
            self._plain_node = work.node
        else:
            self._plain_node = None
            self._ended = self.run_state(self.plain.end(work) if work.node.plain else work)
        return True

    def told(self) -> None:
        if len(self.recording.reached) != self._reached:
            self._reached = len(self.recording.reached)
            self.reach.close_blocks(self.recording.reached)
        if self._plain_node is not None:
            self.plain.settle(self._plain_node)
        elif self._ended is not None:
            self.after_step(*self._ended)

    def over(self) -> None:
        if self.audit is not None:
            self.audit.run()

    @property
    def busy(self) -> bool:
        """Is something explored apart from the run?"""
        return self.loops.busy or self.summaries.busy

    @property
    def _resting(self) -> bool:
        """Does learning rest? A tree that someone looks at has all of its nodes."""
        return self.watcher is None and self.pays.resting(len(self.order))

    def _plainly(self, work: Work) -> bool:
        """Is this state to be explored without learning?"""
        if not self._resting:
            return False
        if not work.node.plain:
            self.plain.begin(work.node)
        return True

    def new_node(self, parent: Node | None, slot: int, start: Start, state: State) -> Node:
        self.nodes += 1
        node = Node(parent, slot, start, self.nodes)
        if self.watcher is not None:
            self.watcher.begun(node, state)
        return node

    def run_state(self, work: Work) -> tuple[Node, Sequence[Pending]] | None:
        """Run one state to its end or its next fork; with the node it is in by then, and the sides of the fork."""
        state, region, arguments, node = work.state, work.region, work.arguments, work.node
        functions = self.machine.functions
        recursive = self.summaries.entries
        before = at = state.steps
        node.log = state.log = []
        self.recording.mark()
        # every side of a fork comes to the join behind it, not only the one that comes first
        self._forked_since_visit = True
        fresh = True  # a node must make progress before it can be covered
        count = 0
        try:
            while True:
                if region in recursive and not fresh and self.summaries.covered(state, region, arguments, node):
                    self.order.done(work)
                    return None
                if self.is_cut_point(region):
                    if not fresh:
                        node.effort += self.pays.execute(INSTRUCTION * (state.steps - at))
                        at = state.steps
                        follower = self._visit(state, region, arguments, node)
                        if follower is None:
                            self.order.done(work)
                            return None
                        if follower is not node:
                            node = follower
                            node.log = state.log = []
                            if not self.busy and (self.paused or self._resting):
                                self.order.add([Work(state, region, arguments, node)])
                                return None
                    fresh = False
                region, arguments = functions[region](state, *arguments)
                count += 1
                if count & 63 == 0 and (exceeded := self.limits.exceeded()) is not None:
                    self.stopped = exceeded
                    return None
                fresh = False
        except PathEnded:
            self.order.done(work)
            node.effort += self.pays.execute(END + INSTRUCTION * (state.steps - at))
            return node, ()
        except Suspended:
            node.effort += self.pays.execute(FORK + INSTRUCTION * (state.steps - at))
            return node, self.take_split()
        finally:
            self.instructions += state.steps - before
            if self.stopped is None and len(self.order):
                self.stopped = self.limits.exceeded()

    def after_step(self, node: Node, children: Sequence[Pending]) -> None:
        """After a segment: its path has ended, or forks."""
        clean = self.recording.clean
        if children:
            self._fork(node, children, clean=clean)
            return
        if self.watcher is not None:
            self.watcher.ended(node, "" if clean else "given up")
        self._deliver(node, NOTHING if clean else GIVEN_UP)

    def _fork(self, node: Node, children: Sequence[Pending], *, clean: bool) -> None:
        node.log = children[0].state.log
        node.results = [None] * len(children)
        for slot, child in enumerate(children):
            below = self.new_node(node, slot, Start.of(child.state, child.region), child.state)
            below.snapshot = child.state.fork()
            below.values = child.arguments
            node.children.append(below)
        if not clean:
            # a side was given up: the whole fork proves nothing
            node.results.append(GIVEN_UP)
        works = [
            Work(child.state, child.region, child.arguments, below)
            for child, below in zip(children, node.children, strict=True)
        ]
        if self.options.order == "dfs":
            # the way out of a loop first: a violation behind it is found after few rounds
            works.sort(key=lambda work: self.rounds.around(work.region))
        self.order.add(works)

    def is_cut_point(self, region: int) -> bool:
        known = self._cut_points.get(region)
        if known is None:
            entry = self.machine.compiler.entries[region]
            shape = self.machine.compiler.shape(entry.procedure)
            known = entry.index == 0 and entry.parameters == shape.live_in[entry.label]
            known = known and (entry.label in shape.loop_heads or shape.predecessors[entry.label] > 1)
            self._cut_points[region] = known
        return known

    # ------------------------------------------------------------ cut points

    def _visit(self, state: State, region: int, arguments: tuple[Any, ...], node: Node) -> Node | None:
        """A cut point: prune the state (None), or begin a node."""
        entry = self.machine.compiler.entries[region]
        loop = entry.label in self.machine.compiler.shape(entry.procedure).loop_heads
        if not loop and not self._forked_since_visit:
            return node
        self.visits += 1
        self._forked_since_visit = False
        start = Start.of(state, region)
        point: Point = (region, start.callers)
        node.final = entry.label
        node.log = state.log
        below = self.new_node(node, 0, start, state)
        node.children.append(below)
        node.results.append(None)
        environment = self.evaluation.environment(state, start, arguments)
        if self.prune and self._subsumed(state, environment, node, below, point):
            self._left_out(state, region, arguments)
            return None
        if loop and self.loops.came_back(state, arguments, node, below, point):
            return None
        exact = self.exact.of(state, point, arguments)
        coverer = self.exact.coverer(exact, node) if self.prune else None
        # where the equal state is one of terms, a proof of the whole loop says more
        wanted = loop and self.prune and (coverer is None or not exact.concrete)
        if wanted and self.loops.closed(state, arguments, node, below, point, exact):
            self._left_out(state, region, arguments)
            return None
        if coverer is not None:
            self.covered += 1
            below.exact = exact
            formula = self.exact.as_formula(state, environment, coverer, self.locations) if exact.concrete else None
            self.pruned(node, below, None, formula or PROVED, self.exact.effort(exact))
            self._left_out(state, region, arguments)
            return None
        below.point = point
        below.snapshot = state.fork()
        below.values = arguments
        if self.exact.begin(exact, below):
            below.exact = exact
        return below

    def _left_out(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        """A state of the program was pruned; nobody else has it any more."""
        if self.audit is not None and not self.busy:
            self.audit.remember(state, region, arguments)

    def _subsumed(self, state: State, environment: Environment, node: Node, below: Node, point: Point) -> bool:
        """Prune a state that an interpolant covers."""
        begun = perf_counter()
        tests, looks = self.table.tests, self.table.looks
        found = self.table.find(
            point,
            lambda form: self.evaluation.evaluate(form, environment, state),
            lambda formula: self.evaluation.holds(formula, environment, state),
        )
        self.seconds += perf_counter() - begun
        self.pays.spend(VISIT + TEST * (self.table.tests - tests) + LOOK * (self.table.looks - looks))
        if found is None:
            return False
        self.subsumed += 1
        self.pruned(node, below, found, found, self.table.efforts.get(found, 0.0))
        return True

    @contextmanager
    def apart(self, recording: Recording | None = None) -> Generator[Recording]:
        """Explore something that may not exist: what is found and covered within is told to nobody else, and what is
        counted is counted apart."""
        order, outer, watcher, forked = self.order, self.recording, self.watcher, self._forked_since_visit
        covered, largest = bytes(self.machine.covered), self.machine.largest_array
        counters, subsumed, covered_before, visits = self.machine.counters, self.subsumed, self.covered, self.visits
        forks = counters.forks
        self.watcher = None
        self.machine.largest_array = LARGEST_OBJECT
        self.order = DepthFirst[Work]()
        self.recording = recording or Recording(self.options.checks)
        self.recording.attach(self.machine, [t for t in self.options.targets if t not in outer.reached])
        self.recording.closed = outer.closed
        self.machine.recorder = self.recording
        # only open targets are looked at
        self.machine.covered[:] = b"\x01" * len(covered)
        for block in self.recording.targets:
            self.machine.covered[block] = 0
        try:
            yield self.recording
        finally:
            self.order, self.recording, self.watcher, self._forked_since_visit = order, outer, watcher, forked
            self.machine.recorder = outer
            self.machine.covered[:] = covered
            self.forks_apart += counters.forks - forks
            counters.forks, self.subsumed, self.covered, self.visits = forks, subsumed, covered_before, visits
            self.machine.largest_array = largest

    def pruned(self, node: Node, below: Node, by: Formula | None, result: Result, effort: float) -> None:
        """A state is not explored, which would have taken some effort."""
        self.pays.save(effort)
        node.effort += effort
        if self.watcher is not None:
            self.watcher.pruned(below, by)
        node.results[0] = result
        self._deliver(node, self._joined(node))

    def summarised(self, node: Node) -> None:
        """A path ends in a call that is not entered: with all that follows it was proved by contracts."""
        clean = self.recording.clean
        if self.watcher is not None:
            self.watcher.ended(node, "" if clean else "given up")
        self._deliver(node, PROVED if clean else GIVEN_UP)

    def _relevant(self, places: tuple[Place, ...]) -> bool:
        return any(place == ALWAYS or self.reach.leads_to_target(place) for place in places)

    def _matters(self, step: Checked) -> bool:
        """Is an assertion that held needed? One that nobody asked for ends a path as undefined behaviour, unless the
        language says what happens then."""
        if step.check not in self.options.checks and step.check in P.DEFINED_OTHERWISE:
            return False
        return (step.check, step.location) not in self.recording.closed

    # ------------------------------------------------------------ results from below

    def _deliver(self, node: Node, result: Result) -> None:
        """The subtree after a node's segment is finished: what that says of the node's start, and so on upwards."""
        begun = perf_counter()
        self._propagate(node, result)
        self.pays.spend(0.0)
        self.seconds += perf_counter() - begun

    def _propagate(self, current: Node, result: Result) -> None:
        while True:
            if isinstance(result, Formula):
                segment = self.reader.read(current.start, current.log, current.final)
                size = result.size
                result = self.backprop(segment.steps, result) or PROVED
                size += result.size if isinstance(result, Formula) else 0
                self.pays.spend(STEP_BACK * len(segment.steps) + LITERAL * size)
            self._learn(current, result)
            # nothing is collected while the engine runs: no cycles of finished nodes
            current.children.clear()
            parent = current.parent
            if parent is None:
                current.outcome = result
                return
            parent.effort += current.effort
            if current.behind_call and isinstance(result, Formula):
                result = PROVED
            parent.results[current.slot] = result
            if any(r is None for r in parent.results):
                return
            result = self._joined(parent)
            current = parent

    def finished(self, node: Node) -> None:
        """All that follows a node is known."""
        self._deliver(node, self._joined(node))

    def _learn(self, node: Node, result: Result) -> None:
        """Keep an interpolant at a cut point, if its own state satisfies it."""
        if self.watcher is not None:
            self.watcher.learnt(node, result)
        if node.exact is not None:
            self.exact.end(node.exact, node, proved=result is not GIVEN_UP)
        if node.point is None or node.snapshot is None:
            return
        if isinstance(result, Formula) and self.prune and self.table.thinning.wanted(node.point):
            environment = self.evaluation.environment(node.snapshot, node.start, node.values)
            if self.evaluation.holds(result, environment, node.snapshot):
                self.table.add(node.point, result, node.effort)
        node.snapshot = None

    def _joined(self, node: Node) -> Result:
        """What the children of a node say of the end of its segment."""
        results = node.results
        if any(r is GIVEN_UP for r in results):
            return GIVEN_UP
        if any(isinstance(r, Proved) or r is None for r in results):
            return PROVED
        formulas = [r for r in results if isinstance(r, Formula)]
        if len(node.children) == 1:
            return formulas[0]
        segment = self.reader.read(node.start, node.log)
        terminator = segment.terminator
        if not isinstance(terminator, P.Branch | P.Switch | P.Goto):
            return PROVED
        joined = Builder()
        conditions: list[Term] = []
        for child, formula in zip(node.children, formulas, strict=True):
            entry = self.machine.compiler.entries[child.start.region]
            condition = self.locations.term(segment.depth, taken(terminator, entry.label))
            conditions.append(condition)
            psi = Builder(formula)
            snapshot = child.snapshot
            if snapshot is None:
                return PROVED
            self.backprop.under(psi, condition, self._entailed_before(node, child, snapshot))
            if psi.failed:
                return PROVED
            joined.conjoin(psi)
        labels = {self.machine.compiler.entries[c.start.region].label for c in node.children}
        missing = [(segment.place[0], label) for label in successors(terminator) if label not in labels]
        if missing and self._relevant(tuple(missing)):
            joined.add(T.or_(*conditions))
        for child in node.children:
            child.snapshot = None
        if len(joined.sets) + len(joined.others) > MOST_LITERALS:
            # a reason that names every path below prunes nothing, and doubles at every level
            return PROVED
        return joined.build() or PROVED

    def _entailed_before(self, node: Node, child: Node, snapshot: State) -> Callable[[Term, Any], bool]:
        """Does the state before a fork satisfy what a child needs, whatever side is taken?"""
        environment = self.evaluation.environment(snapshot, child.start, child.values)
        siblings = [c.snapshot.path for c in node.children if c.snapshot is not None]

        def entailed(term: Term, bounds: Any) -> bool:
            if self.evaluation.known(term, environment, snapshot):
                return True  # the same on every side
            value = self.evaluation.evaluate(term, environment, snapshot)
            if value is None or value.__class__ is not Term:
                return value is not None
            conditions = [value] if bounds is None else member_conditions(value, bounds)
            if conditions is None:
                return False
            return all(self.chain.must(path, condition) is True for path in siblings for condition in conditions)

        return entailed

    # ------------------------------------------------------------ results

    @property
    def waiting(self) -> int:
        return len(self.order)

    @property
    def effort(self) -> float:
        return self.pays.total

    def certificate(self) -> Certificate:
        """What holds in every round of the loops that were closed, and at every call of recursive procedures."""
        return certificate_of(self)

    @property
    def statistics(self) -> Statistics:
        return counting.statistics(
            self.machine,
            self.recording,
            self.limits,
            self.instructions,
            self.waiting,
            self.effort,
            self.subsumed + self.covered,
            {
                "tree_nodes": self.nodes,
                "interpolants": self.table.stored,
                "interpolant_literals": self.table.literals,
                "subsumption_tests": self.table.tests,
                "interpolation_seconds": round(self.seconds, 4),
                "covered_exactly": self.covered,
                "loops_closed": self.loops.closed_loops,
                "loop_trials": self.loops.trials,
                "calls_summarised": self.summaries.used,
                "summary_trials": self.summaries.trials,
                "cut_points_visited": self.visits,
                "forks_apart": self.forks_apart,
                "rests": self.pays.rests,
                **(self.audit.statistics if self.audit is not None else {}),
            },
        )
