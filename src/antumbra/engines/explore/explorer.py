"""Plain exploration: every path, one after another, in the order of a searcher."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from antumbra.engines.chains import axiom_chain, plain_chain
from antumbra.engines.coverage import Distances
from antumbra.engines.driver import BATCH, Driver, Ran
from antumbra.engines.effort import Meter
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import Reason
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.proofs import Certificate
from antumbra.search import Turns, make_searcher
from antumbra.semantics.contract import MachineOptions, Pending
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State

#: batches, and questions, without a fork before other states get their turn
TURN_BATCHES = 16
TURN_QUERIES = 1_000
#: steps of concrete code that a question costs about as much as
QUERY_STEPS = 1_000
#: steps that a condition of a path costs where it is told
CONDITION_STEPS = 4
#: one part in so many of the effort is for branches that are hard to decide, while other states wait
HARD_SHARE = 4


class Explorer(Driver):
    """At its end ``complete`` tells whether every path was followed to its end, and ``cuts`` what was not."""

    name = "explore"

    def __init__(self, program: P.Program, options: ExploreOptions) -> None:
        super().__init__(options)
        self.options = options
        self.chain = (axiom_chain if options.axioms else plain_chain)(options, self.limits.remaining)
        self.recording = Recording(
            options.checks, every_input=options.every_input, path_conditions=options.path_conditions
        )
        self.machine = Machine(
            program,
            self.chain,
            self,
            self.recording,
            MachineOptions(
                checks=options.checks,
                max_depth=options.max_depth,
                max_forks=options.max_forks,
                max_calls=options.max_calls,
                fixed_inputs=options.fixed_inputs,
                switches=options.switches,
                tell_excluded=options.path_conditions,
                profile=options.profile,
                postpone=None if options.axioms else self._postpone,
                soon=options.soon,
            ),
        )
        self.recording.attach(self.machine, options.targets)
        self.searcher: Turns[Pending] = Turns(make_searcher(options.search, options.seed, Distances(self.machine)))
        #: states before branches that are hard to decide, and what those cost that were decided
        self._postponed: deque[tuple[Pending, int]] = deque()
        self._hard_effort = 0.0
        #: where the running state's turn began: batches to go, and the count of questions
        self._turn = (0, 0)
        self.meter = Meter(self.chain.statistics, self.machine.counters)

    # ------------------------------------------------------------ scheduling

    def split(self, children: Sequence[Pending]) -> bool:
        """As semantics.contract.Scheduler asks."""
        # a dive may have no end, a turn of the engine has one
        if not self.paused and self.searcher.dive():
            self._begin_turn()
            self.searcher.add(children[1:])
            return True
        self.searcher.add(children)
        return False

    # ------------------------------------------------------------ the run

    def _postpone(self, item: Pending, steps: int) -> None:
        """Its branch waits until nothing else does, or until there is effort to spare for it."""
        self.searcher.done(item)
        self._postponed.append((item, steps))

    def _to_spare(self) -> bool:
        return HARD_SHARE * (self._hard_effort + self._postponed[0][1]) <= self.effort

    def start(self) -> None:
        self.searcher.add([self.machine.initial()])

    def step(self) -> bool:
        if self._postponed and (not len(self.searcher) or self._to_spare()):
            before = self.effort
            self._run_state(self._postponed.popleft()[0])
            self._hard_effort += self.effort - before
        else:
            item = self.searcher.select()
            if item is None:
                return False
            self._run_state(item)
        most = self.options.max_paths
        if most is not None and self.recording.paths >= most and self.waiting:
            self.stopped = Reason.PATHS
        return True

    def _run_state(self, item: Pending) -> None:
        """Run one state until it ends, splits, has had its turn, or a limit is hit."""
        state = item.state
        before, asked = state.steps, self.chain.statistics.queries
        self._begin_turn()
        ran = self.advance(state, item.region, item.arguments, self._turn_is_over, BATCH)
        if ran is Ran.ENDED:
            self.searcher.done(item)
        elif isinstance(ran, Pending):
            self.searcher.put_aside(ran)
        self.searcher.charge(state.steps - before + QUERY_STEPS * (self.chain.statistics.queries - asked))

    def _begin_turn(self) -> None:
        self._turn = (TURN_BATCHES, self.chain.statistics.queries)

    def _turn_is_over(self, _state: State, _region: int) -> bool:
        """After a batch: whether the state has run long enough. What it found is told then, too."""
        batches, queries = self._turn
        self._turn = (batches - 1, queries)
        return batches <= 1 or self.chain.statistics.queries > queries + TURN_QUERIES

    # ------------------------------------------------------------ results

    @property
    def waiting(self) -> int:
        return len(self.searcher) + len(self._postponed)

    @property
    def effort(self) -> float:
        return self.meter.total(self.instructions) + CONDITION_STEPS * self.recording.tight.looked

    def certificate(self) -> Certificate:
        """Nothing: to check the run is to execute the program once more."""
        return Certificate(paths=self.recording.paths)
