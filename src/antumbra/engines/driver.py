"""The loops of all engines that execute programs: over states (``run``), and over the regions of one (``advance``)."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from math import inf
from typing import Any

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.coverage import Coverage, measure
from antumbra.engines.limits import Limits, peak_mb, uncollected
from antumbra.engines.options import ExecutionOptions
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.engines.recording import Recording
from antumbra.semantics.contract import PathEnded, Pending, Resting, Suspended
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State

#: seconds between two reports of progress
PROGRESS = 0.1
#: where steps are short
LOOK = 7
#: regions run between two looks at the limits; a power of two
BATCH = 64
#: so many that a garbage collection would be felt
MANY_STATES = 10_000

#: does whoever runs a state want it back where it stands?
Stop = Callable[[State, int], bool]


class Ran(Enum):
    """How a state was run to where nothing of it is left."""

    ENDED = "its path is over"
    FORKED = "the scheduler has its children"


class Driver(EngineDefaults):
    """A step machine: ``run`` yields ended paths, and goes on when it is called again.

    An engine says what a step is. ``stopped`` is why no further step is made, whatever is left.
    """

    machine: Machine
    recording: Recording
    limits: Limits
    stopped: Reason | Cut | None
    instructions: int
    #: steps between two looks at the end of a turn, less one
    look: int

    def __init__(self, options: ExecutionOptions) -> None:
        self.limits = Limits(options.timeout, options.memory_mb)
        self.stopped = None
        self.instructions = 0
        self._turn_ends = inf
        self.look = LOOK
        self._started = False

    # ------------------------------------------------------------ what an engine says

    def start(self) -> None:
        """Make the first state wait."""
        raise NotImplementedError

    def step(self) -> bool:
        """Run one of the states that wait; False if there is none."""
        raise NotImplementedError

    def step_done(self) -> None:
        """Whoever is told of ended paths has heard of those of the last step."""

    def over(self) -> None:
        """No further step will be made."""

    @property
    def waiting(self) -> int:
        """How many states wait."""
        raise NotImplementedError

    @property
    def effort(self) -> float:
        """Steps so far, in the units of ``engines.effort``."""
        raise NotImplementedError

    @property
    def subsumed(self) -> int:
        """States that were not explored, since others show what they would."""
        return 0

    @property
    def counters(self) -> Mapping[str, float]:
        """What else it counts, for reports."""
        return {}

    # ------------------------------------------------------------ the run

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """Execute. Yields each ended path."""
        self._turn_ends = inf if steps is None else self.effort + steps
        with uncollected():
            if not self._started:
                self._started = True
                self.start()
                yield from self.recording.take()
            next_progress = 0.0
            count = 0
            try:
                while self.stopped is None and self.step():
                    # whoever takes an end may close a target, and then it is no reason to give up
                    yield from self.recording.take()
                    self.step_done()
                    count += 1
                    if count & self.look == 0 and self.paused:
                        return
                    if on_progress is not None and self.limits.elapsed() > next_progress:
                        next_progress = self.limits.elapsed() + PROGRESS
                        on_progress(self.statistics)
                self.over()
            finally:
                if self.waiting > MANY_STATES and not self.paused:
                    gc.freeze()  # else the next collection walks all that still wait: seconds for a search that was cut

    def advance(
        self, state: State, region: int, arguments: tuple[Any, ...], stop: Stop, regions: int = 1
    ) -> Pending | Ran:
        """Run one state until it ends or forks, or else to where it stands when a limit is hit (``stopped``) or
        ``stop`` says so, which is asked after every so many regions, a divisor of BATCH."""
        functions, limits, before = self.machine.functions, self.limits, state.steps
        ran, count = None, 0
        try:
            while True:
                for _ in range(regions):
                    region, arguments = functions[region](state, *arguments)
                count += regions
                if (count & (BATCH - 1) == 0 and limits.exceeded() is not None) or stop(state, region):
                    break
        except PathEnded:
            ran = Ran.ENDED
        except Suspended:
            ran = Ran.FORKED
        except Resting as rest:
            region, arguments = rest.region, rest.arguments
        finally:
            self.instructions += state.steps - before
        if self.stopped is None and (ran is None or self.waiting):
            self.stopped = limits.exceeded()
        return ran or Pending(state, region, arguments)

    @property
    def paused(self) -> bool:
        """Is the turn over?"""
        return self._turn_ends is not inf and self.effort > self._turn_ends

    def interrupt(self) -> None:
        """Stop soon; what was found stays."""
        self.limits.interrupt()

    # ------------------------------------------------------------ results

    @property
    def unfinished(self) -> bool:
        return self.stopped is None and (self.waiting > 0 or not self._started)

    @property
    def complete(self) -> bool:
        """Was every path followed to its end or covered?"""
        return self._started and self.stopped is None and not self.waiting and not self.recording.cuts

    @property
    def cuts(self) -> list[Cut]:
        """What was not analysed, the run's own limit first."""
        stopped = self.stopped
        if isinstance(stopped, Reason):
            stopped = Cut(stopped, f"{self.waiting} states left", None, self.waiting)
        return [*([] if stopped is None else [stopped]), *self.recording.cut_list()]

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        machine, recording, solver = self.machine, self.recording, self.machine.chain.statistics
        return Statistics(
            wall_seconds=self.limits.elapsed(),
            instructions=self.instructions,
            paths=recording.paths,
            subsumed=self.subsumed,
            forks=machine.counters.forks,
            queries=solver.queries,
            solver_queries=solver.solver_queries,
            solver_seconds=solver.solver_seconds,
            peak_memory_mb=peak_mb(),
            states=self.waiting,
            covered_blocks=recording.new_blocks,
            total_blocks=len(machine.covered),
            errors=recording.errors,
            steps=int(self.effort),
            extra=dict(self.counters),
        )

    @property
    def coverage(self) -> Coverage:
        return measure(self.machine)
