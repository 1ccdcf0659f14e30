"""Plain exploration: every path, one after another, in the order of a searcher."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from antumbra.engines import counting
from antumbra.engines.coverage import Coverage, Distances, measure
from antumbra.engines.limits import Limits, uncollected
from antumbra.engines.outcome import Cut, PathEnd, Progress, Reason, Statistics
from antumbra.engines.recording import Recording
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.search import Turns, make_searcher
from antumbra.semantics.contract import Feature, MachineOptions, PathEnded, Pending, Suspended
from antumbra.semantics.machine import Machine
from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches
from antumbra.solvers import AxiomChain, Chain

#: regions run between two looks at the clock
BATCH = 64
#: batches, and questions, without a fork before other states get their turn
TURN_BATCHES = 16
TURN_QUERIES = 1_000
#: steps of concrete code that a question costs about as much as
QUERY_STEPS = 1_000
#: so many that a garbage collection would be felt
MANY_STATES = 10_000


@dataclass(frozen=True, slots=True)
class ExploreOptions:
    """``checks``: what counts as an error. Limits of None do not limit."""

    checks: frozenset[str]
    search: tuple[str, ...] = ("balanced",)
    seed: int = 0
    timeout: float | None = None
    memory_mb: float | None = None
    max_depth: int | None = None
    max_forks: int | None = None
    max_paths: int | None = None
    max_calls: int = 20_000
    solver: str = "auto"
    solver_timeout: float | None = 30.0
    save_queries: Path | None = None
    features: tuple[Feature, ...] = ()
    #: run concretely with these inputs, in order; further ones are zero
    fixed_inputs: tuple[int, ...] | None = None
    #: inputs for every ended path, not only for those that are news
    every_input: bool = False
    #: places to reach
    targets: tuple[TargetPlace, ...] = ()
    #: the program has axioms, quantifiers or functions without meaning: see solvers.axioms
    axioms: bool = False
    switches: Switches = DEFAULT_SWITCHES


class Explorer:
    """A step machine: ``run`` yields ended paths and can be left and entered again at any yield.

    After it is exhausted, ``complete`` tells whether every path was followed to its end and
    ``cuts`` what was not. ``interrupt`` may be called from a signal handler.
    """

    def __init__(self, program: P.Program, options: ExploreOptions) -> None:
        self.options = options
        self.limits = Limits(options.timeout, options.memory_mb)
        self.chain = self._chain(options)
        self.recording = Recording(options.checks, every_input=options.every_input)
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
                features=options.features,
                fixed_inputs=options.fixed_inputs,
                switches=options.switches,
            ),
        )
        self.recording.attach(self.machine, options.targets)
        self.searcher: Turns[Pending] = Turns(make_searcher(options.search, options.seed, Distances(self.machine)))
        #: where the running state's turn began: batches to go, and the count of questions
        self._turn = (0, 0)
        self.instructions = 0
        self.stopped: Reason | None = None
        self._started = False

    def _chain(self, options: ExploreOptions) -> Chain:
        limit, folder, deadline = options.solver_timeout, options.save_queries, self.limits.remaining
        if not options.axioms:
            return Chain(
                solver=options.solver,
                timeout=limit,
                save_queries=folder,
                deadline=deadline,
                memory_mb=options.memory_mb,
            )
        return AxiomChain(
            solver=options.solver,
            timeout=limit,
            save_queries=folder,
            deadline=deadline,
            shortcuts=options.switches.shortcuts,
            independence=options.switches.independence,
            cached_search=options.switches.cached_search,
            memory_mb=options.memory_mb,
        )

    # ------------------------------------------------------------ scheduling

    def split(self, children: Sequence[Pending]) -> bool:
        """As semantics.contract.Scheduler asks."""
        if self.searcher.dive():
            self._begin_turn()
            self.searcher.add(children[1:])
            return True
        self.searcher.add(children)
        return False

    def interrupt(self) -> None:
        """Stop soon; what was found stays."""
        self.limits.interrupt()

    # ------------------------------------------------------------ the run

    def run(self, on_progress: Callable[[Progress], None] | None = None) -> Iterator[PathEnd]:
        """Explore. Yields each ended path."""
        with uncollected():
            try:
                yield from self._run(on_progress)
            finally:
                if len(self.searcher) > MANY_STATES:
                    gc.freeze()  # else the next collection walks all that still wait: seconds for a search that was cut

    def _run(self, on_progress: Callable[[Progress], None] | None) -> Iterator[PathEnd]:
        searcher = self.searcher
        recording = self.recording
        if not self._started:
            self._started = True
            searcher.add([self.machine.initial()])
            yield from recording.take()
        max_paths = self.options.max_paths
        next_progress = 0.0
        while self.stopped is None:
            item = searcher.select()
            if item is None:
                return
            self._step(item)
            yield from recording.take()
            if max_paths is not None and recording.paths >= max_paths and len(searcher):
                self._stop(Reason.PATHS)
            if on_progress is not None and self.limits.elapsed() > next_progress:
                next_progress = self.limits.elapsed() + 0.1
                on_progress(self.progress())

    def _step(self, item: Pending) -> None:
        """Run one state until it ends, splits, has had its turn, or a limit is hit."""
        state = item.state
        region, arguments = item.region, item.arguments
        functions = self.machine.functions
        before, asked = state.steps, self.chain.statistics.queries
        self._begin_turn()
        try:
            while True:
                for _ in range(BATCH):
                    region, arguments = functions[region](state, *arguments)
                exceeded = self.limits.exceeded()
                if exceeded is not None or self.limits.paused():
                    self.searcher.add([Pending(state, region, arguments)])
                    self.stopped = exceeded
                    break
                if self._turn_is_over():
                    self.searcher.put_aside(Pending(state, region, arguments))
                    break
        except PathEnded:
            self.searcher.done(item)
        except Suspended:
            pass
        self.instructions += state.steps - before
        self.searcher.charge(state.steps - before + QUERY_STEPS * (self.chain.statistics.queries - asked))
        if self.stopped is None:
            exceeded = self.limits.exceeded()
            if exceeded is not None and len(self.searcher):
                self._stop(exceeded)

    def _begin_turn(self) -> None:
        self._turn = (TURN_BATCHES, self.chain.statistics.queries)

    def _turn_is_over(self) -> bool:
        """After a batch: whether the state has run long enough. What it found is told then, too."""
        batches, queries = self._turn
        self._turn = (batches - 1, queries)
        return batches <= 1 or self.chain.statistics.queries > queries + TURN_QUERIES

    def _stop(self, reason: Reason) -> None:
        self.stopped = reason

    # ------------------------------------------------------------ results

    @property
    def complete(self) -> bool:
        """Was every path followed to its end?"""
        return self._started and self.stopped is None and len(self.searcher) == 0 and not self.recording.cuts

    @property
    def cuts(self) -> list[Cut]:
        """What was not analysed, the run's own limit first."""
        own = (
            []
            if self.stopped is None
            else [Cut(self.stopped, f"{len(self.searcher)} states left", None, len(self.searcher))]
        )
        return own + self.recording.cut_list()

    @property
    def coverage(self) -> Coverage:
        return measure(self.machine)

    def progress(self) -> Progress:
        return counting.progress(self.machine, self.recording, self.limits, self.instructions, len(self.searcher))

    @property
    def statistics(self) -> Statistics:
        return counting.statistics(self.machine, self.recording, self.limits, self.instructions, len(self.searcher))
