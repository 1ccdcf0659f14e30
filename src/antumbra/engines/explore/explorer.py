"""Plain exploration: every path, one after another, in the order of a searcher."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from antumbra.engines.chains import axiom_chain, plain_chain
from antumbra.engines.coverage import Distances
from antumbra.engines.driver import BATCH, Driver, Ran
from antumbra.engines.effort import Meter
from antumbra.engines.explore.meetings import Meetings, everything, what_pays
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import Reason
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.proofs import Certificate
from antumbra.search import Turns, make_searcher
from antumbra.semantics.compiling.meeting import Meeting
from antumbra.semantics.contract import MachineOptions, Pending
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.semantics.unwritten import CHECK as UNWRITTEN

#: batches, and questions, without a fork before other states get their turn
TURN_BATCHES = 16
TURN_QUERIES = 1_000
#: regions between two looks at what a solver was asked; a divisor of a batch
LOOK_REGIONS = 8
#: steps of concrete code that a question costs about as much as
QUERY_STEPS = 1_000
#: steps that a condition of a path costs where it is told
CONDITION_STEPS = 4
#: one part in so many of the effort is for branches that are hard to decide, while other states wait
HARD_SHARE = 4


class Explorer(Driver):
    """At its end ``complete`` tells whether every path was followed to its end, and ``cuts`` what was not."""

    name = "explore"
    #: do branches that are hard to decide wait for others?
    postpones = True

    def __init__(self, program: P.Program, options: ExploreOptions) -> None:
        super().__init__(options)
        self.options = options
        if options.axioms:
            self.look = 0  # a step may cost as much as a turn
        self.chain = (axiom_chain if options.axioms else plain_chain)(options, self.limits.remaining)
        self.recording = self.make_recording()
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
                postpone=None if options.axioms or _merges(options) or not self.postpones else self._postpone,
                soon=options.soon,
                joins=_merges(options),
            ),
        )
        self.recording.attach(self.machine, options.targets)
        self.searcher: Turns[Pending] = Turns(make_searcher(options.search, options.seed, Distances(self.machine)))
        #: states before branches that are hard to decide, and what those cost that were decided
        self._postponed: deque[tuple[Pending, int]] = deque()
        self._hard_effort = 0.0
        #: where the running state's turn began: batches to go, and the count of questions
        self._turn = (0, 0)
        self._regions = 0
        #: questions to a solver when last the end of the engine's turn was looked for
        self._looked = 0
        self.meter = Meter(self.chain.statistics, self.machine.counters)
        #: states that wait for others to become one with them
        self.meetings: Meetings | None = None
        if _merges(options):
            self.meetings = Meetings(lambda: self.effort, everything if options.merge == "all" else what_pays)
            self.machine.split_to_meet = self.split_to_meet

    def make_recording(self) -> Recording:
        options = self.options
        return Recording(options.checks, every_input=options.every_input, path_conditions=options.path_conditions)

    # ------------------------------------------------------------ scheduling

    def split(self, children: Sequence[Pending]) -> bool:
        """As semantics.contract.Scheduler asks."""
        together = None if self.meetings is None else self.meetings.add(children)
        return self._split(children) if together is None else together

    def split_to_meet(self, children: Sequence[Pending], meeting: Meeting) -> bool:
        """The same, for the sides of a branch that may become one state again."""
        together = None if self.meetings is None else self.meetings.open(children, meeting)
        return self._split(children) if together is None else together

    def _split(self, children: Sequence[Pending]) -> bool:
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
        if self.meetings is not None and self.meetings.inside:
            self._run_inside(self.meetings, self.meetings.inside.pop())
        elif self._postponed and (not len(self.searcher) or self._to_spare()):
            before = self.effort
            self._run_state(self._postponed.popleft()[0])
            self._hard_effort += self.effort - before
        else:
            item = self.searcher.select()
            if item is None:
                return False
            self._run_state(item)
        if self._too_hard:
            self.stopped = Reason.STEPS
        most = self.options.max_paths
        if most is not None and self.recording.paths >= most and self.waiting:
            self.stopped = Reason.PATHS
        return True

    def _run_state(self, item: Pending) -> None:
        """Run one state until it ends, splits, has had its turn, or a limit is hit."""
        state = item.state
        before, asked = state.steps, self.chain.statistics.queries
        self._begin_turn()
        ran = self._advance(item)
        if self.meetings is not None and (ran is Ran.FORKED or self.meetings.group(state) is not None):
            self._in_group(self.meetings, state, ran)
        elif ran is Ran.ENDED:
            self.searcher.done(item)
        elif isinstance(ran, Pending):
            self.searcher.put_aside(ran)
        self.searcher.charge(state.steps - before + QUERY_STEPS * (self.chain.statistics.queries - asked))

    def _advance(self, item: Pending) -> Pending | Ran:
        if self.options.axioms:
            return self.advance(item.state, item.region, item.arguments, self._any_turn_is_over)
        if self.meetings is None:
            self._regions = 0
            return self.advance(item.state, item.region, item.arguments, self._some_turn_is_over, LOOK_REGIONS)
        return self.advance(item.state, item.region, item.arguments, self._meets_or_turn_is_over)

    # ------------------------------------------------------------ states that may become one

    def _run_inside(self, meetings: Meetings, item: Pending) -> None:
        """Run one state of a group to where it waits, ends or splits."""
        self._begin_turn()
        self._in_group(meetings, item.state, self._advance(item))

    def _in_group(self, meetings: Meetings, state: State, ran: Pending | Ran) -> None:
        """A state that ran was in a group at its end, or has left states in one; they go on together."""
        going_on: list[Pending] | None = None
        running: Pending | None = None
        if ran is Ran.ENDED:
            going_on = meetings.ended(state)
        elif isinstance(ran, Pending):
            if meetings.arrives(state, ran.region):
                going_on = meetings.arrived(ran)
            else:
                running = ran
        if going_on is None:
            going_on = meetings.give_up(running)
            if going_on is None and running is not None:
                meetings.inside.append(running)
        if going_on is not None:
            self.searcher.add(going_on)

    def _meets_or_turn_is_over(self, state: State, region: int) -> bool:
        """After a region."""
        meetings = self.meetings
        if meetings is not None and state.node is not None and (meetings.crowded or meetings.arrives(state, region)):
            return True
        self._regions += 1
        over = self._regions % BATCH == 0 and self._turn_is_over(state, region)
        return over or self._too_hard or self._asked_too_much()

    def _some_turn_is_over(self, state: State, region: int) -> bool:
        """After some regions."""
        self._regions += LOOK_REGIONS
        return (self._regions % BATCH == 0 and self._turn_is_over(state, region)) or self._asked_too_much()

    def _any_turn_is_over(self, state: State, region: int) -> bool:
        """After a region, where one question may cost as much as a turn of the engine: that of the engine, too."""
        self._regions += 1
        return self.paused or (self._regions % BATCH == 0 and self._turn_is_over(state, region))

    @property
    def _too_hard(self) -> bool:
        """Has merging made a question too hard? Then nothing is gained by going on."""
        return bool(self.recording.cuts) and self.options.merge == "auto" and self.recording.out_of_steps

    def _asked_too_much(self) -> bool:
        """Is the turn of the engine over, for what a solver was asked? A state need neither end nor fork for that."""
        asked = self.chain.statistics.solver_queries
        if asked == self._looked:
            return False
        self._looked = asked
        return self.paused

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
        together = 0 if self.meetings is None else len(self.meetings)
        return len(self.searcher) + len(self._postponed) + together

    @property
    def effort(self) -> float:
        return self.meter.total(self.instructions) + CONDITION_STEPS * self.recording.tight.looked

    @property
    def counters(self) -> Mapping[str, float]:
        return {} if self.meetings is None else {"met": self.meetings.met, "merged": self.meetings.merged}

    def certificate(self) -> Certificate:
        """Nothing: to check the run is to execute the program once more."""
        # where states were merged nobody knows how many paths there are
        return Certificate(paths=None if self.meetings is not None and self.meetings.merged else self.recording.paths)


def _merges(options: ExploreOptions) -> bool:
    """May states become one? Not where somebody wants every path, or what is possible is open (``axioms``)."""
    paths = options.path_conditions or options.fixed_inputs is not None or options.max_forks is not None
    return options.merge in ("auto", "all") and not paths and not options.axioms and UNWRITTEN not in options.checks
