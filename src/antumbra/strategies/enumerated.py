"""States one by one where a program waits for inputs, as an engine in turn with others.

It is not taken for programs with memory or recursion, for inputs that are told apart value by value, and where
undefined behaviour is met: then another engine is to say what that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.driver import PROGRESS
from antumbra.engines.effort import NATIVE_CODE
from antumbra.engines.enumerating.enumeration import Enumeration, Met, NoCode, NotFit, Status
from antumbra.engines.limits import Limits, peak_mb, resident_mb
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.proofs import Certificate

#: ranges of inputs between two looks at limits
SLICE: Final = 1 << 13
#: of a turn, the part that is for this: states that will not come to an end cost others little; but as much as it took
#: to write the code
SHARE: Final = 4
#: states for each part of the text, beyond which they are those of counters, which others close
MOST_FOR_SEGMENT: Final = 256


class Enumerated(EngineDefaults):
    """Violations and targets that are met, and a proof where all states were found."""

    name = "states"

    def __init__(
        self,
        program: P.Program,
        checks: frozenset[str],
        targets: Sequence[TargetPlace],
        timeout: float | None,
        memory_mb: float | None,
    ) -> None:
        self._program = program
        self._checks = checks
        self._targets = targets
        self._memory_mb = memory_mb
        self._limits = Limits(timeout, memory_mb)
        self._enumeration: Enumeration | None = None
        self._stopped: Cut | None = None
        self._done = False
        self._paths = 0
        self._effort = 0.0

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        enumeration = self._begin()
        making = 0.0 if enumeration is None else enumeration.making
        ends = None if steps is None else self._effort + max(making, steps // SHARE)
        next_progress = 0.0
        while enumeration is not None and self.unfinished:
            before = enumeration.runs
            status = self._go_on(enumeration)
            self._effort += enumeration.per_run * (enumeration.runs - before)
            if status is Status.NEWS:
                yield from map(self._ended, enumeration.news())
            elif status is Status.DONE:
                self._done = True
            elif status is Status.GAVE_UP:
                self._stopped = Cut(Reason.NOT_TAKEN, enumeration.problem)
            elif enumeration.table.count > MOST_FOR_SEGMENT * enumeration.segments:
                self._stopped = Cut(Reason.NOT_TAKEN, "more states than the text tells apart")
            elif (reason := self._limits.exceeded()) is not None:
                self._stopped = Cut(reason, f"{enumeration.table.count} states")
            if on_progress is not None and self._limits.elapsed() > next_progress:
                next_progress = self._limits.elapsed() + PROGRESS
                on_progress(self.statistics)
            if ends is not None and self._effort > ends:
                return

    def _begin(self) -> Enumeration | None:
        if self._enumeration is None and self.unfinished:
            try:
                self._enumeration = Enumeration(self._program, self._checks, self._targets, self._grows)
                self._effort += NATIVE_CODE + self._enumeration.making
            except (NotFit, NoCode) as reason:
                self._stopped = Cut(Reason.NOT_TAKEN, str(reason))
        return self._enumeration

    def _go_on(self, enumeration: Enumeration) -> Status:
        try:
            return enumeration.go_on(SLICE)
        except MemoryError:
            self._stopped = Cut(Reason.MEMORY, f"{enumeration.table.count} states")
            return Status.PAUSED

    def _grows(self, size: int) -> None:
        if self._memory_mb is not None and resident_mb() + size / 1e6 > self._memory_mb:
            raise MemoryError(f"{self._memory_mb} MB")

    def _ended(self, met: Met) -> PathEnd:
        self._paths += 1
        event = met.event
        if event.target is not None:
            message, reason = event.target.id, Reason.TARGET
        else:
            message, reason = event.message, Reason.VIOLATION
        return PathEnd(
            self._paths,
            reason,
            met.inputs,
            event.location,
            event.check,
            message,
            stack=() if event.location is None else (event.location,),
        )

    def interrupt(self) -> None:
        self._limits.interrupt()

    @property
    def unfinished(self) -> bool:
        return not self._done and self._stopped is None

    @property
    def complete(self) -> bool:
        return self._done

    @property
    def cuts(self) -> Sequence[Cut]:
        return () if self._stopped is None else (self._stopped,)

    @property
    def statistics(self) -> Statistics:
        enumeration = self._enumeration
        found = Statistics(wall_seconds=self._limits.elapsed(), paths=self._paths, peak_memory_mb=peak_mb())
        found.steps = int(self._effort)
        if enumeration is not None:
            waiting = enumeration.table.count - enumeration.table.next
            found.states = waiting
            found.extra = {"states_enumerated": enumeration.table.count, "inputs_enumerated": enumeration.runs}
        return found

    def certificate(self) -> Certificate | None:
        return None if self._enumeration is None else Certificate(states=self._enumeration.reached())
