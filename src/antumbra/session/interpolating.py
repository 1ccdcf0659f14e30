"""The interpolate engine as a part of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from antumbra.engines.interpolate import InterpolateOptions, Interpolator
from antumbra.engines.outcome import Cut, PathEnd, Statistics
from antumbra.frontends.load import Loaded
from antumbra.program.source import Location
from antumbra.report.lcov import Coverage
from antumbra.session.control import Counters
from antumbra.session.exploring import of_sources
from antumbra.session.options import RunOptions


class Interpolation:
    """The ``Engine`` part of a run."""

    def __init__(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> None:
        chosen = InterpolateOptions(
            checks=options.load.properties.checks,
            timeout=timeout,
            memory_mb=options.limits.memory_mb,
            solver=options.solver,
            save_queries=options.save_queries,
            order="random" if "random" in options.search else "dfs",
            seed=options.seed,
            check_subsumption=options.check_subsumption,
            targets=options.goals.blocks,
            counters=options.goals.counters,
        )
        if options.solver_timeout is not None:
            chosen = replace(chosen, solver_timeout=options.solver_timeout)
        self._interpolator = Interpolator(loaded.program, chosen)
        self._sources = loaded.sources

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        return self._interpolator.run(on_progress)

    def interrupt(self) -> None:
        self._interpolator.interrupt()

    def close(self, check: str, location: Location | None) -> None:
        self._interpolator.close(check, location)

    @property
    def complete(self) -> bool:
        return self._interpolator.complete

    @property
    def cuts(self) -> Sequence[Cut]:
        return self._interpolator.cuts

    @property
    def statistics(self) -> Statistics:
        return self._interpolator.statistics

    def measured(self) -> Coverage:
        return of_sources(self._interpolator.coverage, self._sources)
