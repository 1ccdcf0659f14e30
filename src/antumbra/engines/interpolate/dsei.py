"""DSEI (section 4, Fig. 5): execution that learns an interpolant at every cut point, and prunes with them.

Besides states that a finished interpolant covers, a state is covered by a state with exactly the same values that
is still being explored (a loop came back to where it was). That is sound by the length of a shortest
violation: the covered state has made progress since.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from antumbra.engines.backward.trace import Start
from antumbra.engines.chains import plain_chain
from antumbra.engines.driver import Driver, Ran
from antumbra.engines.effort import END, FORK, INSTRUCTION
from antumbra.engines.interpolate.audit import Audit
from antumbra.engines.interpolate.certificate import certificate_of
from antumbra.engines.interpolate.cut_points import CutPoints
from antumbra.engines.interpolate.economy.accounts import Economy, patience
from antumbra.engines.interpolate.loops.closing import LoopCloser
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.recursion.summaries import Summaries
from antumbra.engines.interpolate.tree.learning import Learning
from antumbra.engines.interpolate.tree.nodes import GIVEN_UP, Node, Watcher
from antumbra.engines.interpolate.tree.order import Work, make_order
from antumbra.engines.interpolate.tree.scope import Scope
from antumbra.engines.interpolate.tree.without_learning import WithoutLearning
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.semantics.contract import MachineOptions, Pending
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.solvers import Chain


class Interpolator(Driver):
    """Plain execution (``engines.driver``) with a tree of what was executed, interpolants, and pruning."""

    name = "interpolate"

    def __init__(self, program: P.Program, options: InterpolateOptions, watcher: Watcher | None = None) -> None:
        super().__init__(options)
        self.options = options
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
        self.learning = Learning(self.machine, self.chain, options, self.recording, lambda: self.scope)
        self.economy = Economy(self.chain.statistics, self.machine.counters, patience(options.given))
        self.scope = Scope(
            self.recording,
            make_order(options.order, options.seed, self.machine),
            self.economy,
            options.prune,
            self.chain,
            self.machine.largest_array,
            bytes(self.machine.covered),
            watcher=watcher,
        )
        #: forks in trials and in the check of the proof
        self.forks_apart = 0
        self.nodes = 0
        self._split_children: Sequence[Pending] | None = None
        self._reached = 0
        #: of the last step: the node and the sides of its fork, or the node below which nothing is learnt
        self._ended: tuple[Node, Sequence[Pending]] | None = None
        self._unlearned_below: Node | None = None
        self.without_learning = WithoutLearning(self)
        self.loops = LoopCloser(self)
        self.cut_points = CutPoints(self, self.loops)
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
        self.learning.close(check, location)

    # ------------------------------------------------------------ the run

    def start(self) -> None:
        first = self.machine.initial()
        self.learning.evaluation.initial_pages = dict(first.state.pages)
        self.learning.evaluation.first = first.state.fork()
        root = self.new_node(None, 0, Start.of(first.state, first.region), first.state)
        self.scope.order.add([Work(first.state, first.region, first.arguments, root)])

    def step(self) -> bool:
        work = self.scope.order.select()
        if work is None:
            return False
        if self._unlearned(work):
            self.without_learning.step(work)
            self._ended = None
            self._unlearned_below = work.node
        else:
            self._unlearned_below = None
            self._ended = self._run_state(self.without_learning.end(work) if work.node.unlearned else work)
        return True

    def step_done(self) -> None:
        if len(self.recording.reached) != self._reached:
            self._reached = len(self.recording.reached)
            self.learning.close_blocks(self.recording.reached)
        if self._unlearned_below is not None:
            self.without_learning.settle(self._unlearned_below)
        elif self._ended is not None:
            self._after_step(*self._ended)

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
        scope = self.scope
        return scope.watcher is None and scope.economy.resting(len(scope.order))

    def _unlearned(self, work: Work) -> bool:
        """Is this state to be explored without learning?"""
        if not self._resting:
            return False
        if not work.node.unlearned:
            self.without_learning.begin(work.node)
        return True

    def new_node(self, parent: Node | None, slot: int, start: Start, state: State) -> Node:
        self.nodes += 1
        node = Node(parent, slot, start, self.nodes)
        if self.scope.watcher is not None:
            self.scope.watcher.begun(node, state)
        return node

    def exhaust(self, work: Work, goes_on: Callable[[], bool]) -> bool:
        """Explore all that comes of a state, within ``apart``, as long as that is to go on; is it all explored?"""
        order = self.scope.order
        order.add([work])
        while self.stopped is None and (following := order.select()) is not None:
            ended = self._run_state(following)
            if not goes_on():
                return False
            if ended is not None:
                self._after_step(*ended)
        return self.stopped is None

    def _run_state(self, work: Work) -> tuple[Node, Sequence[Pending]] | None:
        """Run one state to its end or its next fork; with the node it is in by then, and the sides of the fork."""
        state, region, arguments, node = work.state, work.region, work.arguments, work.node
        scope, at = self.scope, state.steps
        node.log = state.log = []
        scope.recording.mark()
        # every side of a fork comes to the join behind it, not only the one that comes first
        scope.forked = True
        while True:
            # a node must make progress before it can be covered
            ran = self.advance(state, region, arguments, self._may_be_covered)
            effort = INSTRUCTION * (state.steps - at)
            if ran is Ran.ENDED:
                scope.order.done(work)
                node.effort += scope.economy.execute(END + effort)
                return node, ()
            if ran is Ran.FORKED:
                node.effort += scope.economy.execute(FORK + effort)
                return node, self.take_split()
            region, arguments = ran.region, ran.arguments
            if self.stopped is not None:
                break
            if region in self.summaries.entries and self.summaries.covered(state, region, arguments, node):
                scope.order.done(work)
                return None
            if region not in self.cut_points:
                continue
            node.effort += scope.economy.execute(effort)
            at = state.steps
            follower = self.cut_points.visit(state, region, arguments, node)
            if follower is None:
                scope.order.done(work)
                return None
            if follower is not node:
                node = follower
                node.log = state.log = []
                if not self.busy and (self.paused or self._resting):
                    break
        scope.order.add([Work(state, region, arguments, node)])
        return None

    def _may_be_covered(self, _state: State, region: int) -> bool:
        """At a cut point, or a call of a recursive procedure."""
        return region in self.summaries.entries or region in self.cut_points

    def _after_step(self, node: Node, children: Sequence[Pending]) -> None:
        """After a segment: its path has ended, or forks."""
        if children:
            self._fork(node, children, clean=self.scope.recording.clean)
        else:
            self.learning.results.ended(node)

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
            works.sort(key=lambda work: self.loops.nesting.depth(work.region))
        self.scope.order.add(works)

    def left_out(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        """A state of the program was pruned; nobody else has it any more."""
        if self.audit is not None and not self.busy:
            self.audit.remember(state, region, arguments)

    @contextmanager
    def apart(
        self,
        recording: Recording | None = None,
        *,
        chain: Chain | None = None,
        prune: bool | None = None,
        economy: Economy | None = None,
    ) -> Generator[Scope]:
        """Explore something that may not exist: what is found and covered within is told to nobody else, and what is
        counted is counted apart."""
        machine, outer = self.machine, self.scope
        outer.leave(machine)
        recording = recording or Recording(self.options.checks)
        recording.attach(machine, [t for t in self.options.targets if t not in outer.recording.reached])
        recording.closed = outer.recording.closed
        # only open targets are looked at
        blocks = bytearray(b"\x01" * len(machine.covered))
        for block in recording.targets:
            blocks[block] = 0
        self.scope = outer.inner(recording, bytes(blocks), chain=chain, prune=prune, economy=economy)
        self.scope.enter(machine)
        try:
            yield self.scope
        finally:
            self.forks_apart += machine.counters.forks - outer.forks
            self.scope = outer
            outer.enter(machine)

    # ------------------------------------------------------------ results

    @property
    def waiting(self) -> int:
        return len(self.scope.order)

    @property
    def effort(self) -> float:
        return self.economy.total

    def certificate(self) -> Certificate:
        """What holds in every round of the loops that were closed, and at every call of recursive procedures."""
        learning = self.learning
        return certificate_of(
            self.machine, learning.locations, self.loops.proved, self.summaries.proved.values(), learning.table
        )

    @property
    def subsumed(self) -> int:
        return self.scope.subsumed + self.scope.covered

    @property
    def counters(self) -> dict[str, float]:
        table = self.learning.table
        return {
            "tree_nodes": self.nodes,
            "interpolants": table.stored,
            "interpolant_literals": table.literals,
            "subsumption_tests": table.tests,
            "interpolation_seconds": round(self.learning.results.seconds, 4),
            "covered_exactly": self.scope.covered,
            "loops_closed": self.loops.closed_loops,
            "loop_trials": self.loops.trials,
            "calls_summarised": self.summaries.used,
            "summary_trials": self.summaries.trials,
            "cut_points_visited": self.scope.visits,
            "forks_apart": self.forks_apart,
            "rests": self.economy.rests,
            **(self.audit.statistics if self.audit is not None else {}),
        }
