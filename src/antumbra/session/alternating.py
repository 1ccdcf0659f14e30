"""``auto``: exploration and interpolation in turn, each for longer and longer, until one of them decides.

Exploration finds violations sooner, and is all that small programs need; interpolation ends where there are too many
paths, and closes loops.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from antumbra.engines.outcome import PathEnd, Reason, Statistics
from antumbra.frontends.load import Loaded
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.report.lcov import Coverage
from antumbra.session.control import Counters
from antumbra.session.exploring import Exploration
from antumbra.session.options import RunOptions
from antumbra.session.parts import Certified, Cut, Engine

if TYPE_CHECKING:
    from antumbra.session.interpolating import Interpolation

#: seconds of the first turn of each
FIRST_TURN = 1.0
#: both engines keep their states
PART_OF_MEMORY = 2

#: what exploration met in the program is there whatever interpolation says of all executions
_FACTS = frozenset({Reason.UNDEFINED, Reason.UNSUPPORTED, Reason.EXTERNAL, Reason.INTERNAL})
#: what a larger share of the time or the other engine may still decide
_OPEN = frozenset({Reason.TIME, Reason.MEMORY})


class Resumable(Engine, Certified, Protocol):
    """An engine whose ``run`` goes on where an exception from ``on_progress`` has left it."""

    @property
    def unfinished(self) -> bool:
        """Is there something left that another turn would do?"""
        ...

    def pause_after(self, seconds: float | None) -> None:
        """See to it that ``on_progress`` is called in so many seconds."""
        ...


class _TurnOver(Exception):  # noqa: N818 - not an error
    """The other engine's turn."""


class Alternation:
    """The ``Engine`` part of a run."""

    def __init__(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> None:
        memory = options.limits.memory_mb
        if memory is not None:
            options = replace(options, limits=replace(options.limits, memory_mb=memory // PART_OF_MEMORY))
        self._loaded = loaded
        self._options = options
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._explore = Exploration(loaded, options, timeout)
        self._interpolate: Interpolation | None = None
        self._active: Resumable = self._explore
        self._interrupted = False
        self.name = "explore"

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        seconds = FIRST_TURN
        yield from self._turn("explore", self._explore, seconds, on_progress)
        if self._decided(self._explore) or not self._only_open(self._explore):
            return
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        from antumbra.session.interpolating import Interpolation  # most programs do without

        self._interpolate = Interpolation(self._loaded, self._options, left)
        if self._interrupted:
            self._interpolate.interrupt()
        while not self._interrupted:
            yield from self._turn("interpolate", self._interpolate, seconds, on_progress)
            if self._over(self._interpolate):
                return
            seconds *= 2
            yield from self._turn("explore", self._explore, seconds, on_progress)
            if self._over(self._explore):
                if not self._decided(self._explore):
                    # one of its own limits: the other goes on alone
                    yield from self._turn("interpolate", self._interpolate, None, on_progress)
                return

    def _turn(
        self, name: str, engine: Resumable, seconds: float | None, on_progress: Callable[[Counters], None]
    ) -> Iterator[PathEnd]:
        self.name, self._active = name, engine
        engine.pause_after(seconds)
        end = None if seconds is None else time.monotonic() + seconds

        def progress(counters: Counters) -> None:
            on_progress(counters)
            if end is not None and time.monotonic() > end:
                raise _TurnOver

        with suppress(_TurnOver):
            yield from engine.run(progress)

    def _decided(self, engine: Resumable) -> bool:
        return engine.complete

    def _over(self, engine: Resumable) -> bool:
        """Has it come to its end, whatever that was?"""
        return engine.complete or not engine.unfinished

    def _only_open(self, engine: Resumable) -> bool:
        return engine.unfinished or all(cut.reason in _OPEN for cut in engine.cuts)

    def close(self, check: str, location: Location | None) -> None:
        if self._interpolate is not None:
            self._interpolate.close(check, location)

    def certificate(self) -> Certificate | None:
        return self._active.certificate()

    def interrupt(self) -> None:
        self._interrupted = True
        self._explore.interrupt()
        if self._interpolate is not None:
            self._interpolate.interrupt()

    @property
    def complete(self) -> bool:
        return self._active.complete

    @property
    def cuts(self) -> Sequence[Cut]:
        """Of the engine at work; and what exploration, which leaves nothing out, has met before."""
        cuts = list(self._active.cuts)
        if self._active is not self._explore:
            known = {(cut.reason, cut.detail, cut.location) for cut in cuts}
            met = [cut for cut in self._explore.cuts if cut.reason in _FACTS]
            cuts += [cut for cut in met if (cut.reason, cut.detail, cut.location) not in known]
        return cuts

    @property
    def statistics(self) -> Statistics:
        """Of both together; the states left are those of the engine at work."""
        one = self._explore.statistics
        if self._interpolate is None:
            return one
        other = self._interpolate.statistics
        return Statistics(
            wall_seconds=one.wall_seconds,
            instructions=one.instructions + other.instructions,
            paths=one.paths + other.paths,
            subsumed=other.subsumed,
            forks=one.forks + other.forks,
            queries=one.queries + other.queries,
            solver_queries=one.solver_queries + other.solver_queries,
            solver_seconds=one.solver_seconds + other.solver_seconds,
            peak_memory_mb=one.peak_memory_mb,
            states=self._active.statistics.states,
            covered_blocks=max(one.covered_blocks, other.covered_blocks),
            total_blocks=one.total_blocks,
            extra=other.extra,
        )

    def measured(self) -> Coverage:
        return self._explore.measured()
