"""The interpolate engine as a part of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from antumbra.engines.interpolate import InterpolateOptions, Interpolator
from antumbra.engines.interpolate.certificate import certificate_of
from antumbra.engines.outcome import Cut, PathEnd, Statistics
from antumbra.engines.targets import plan_targets
from antumbra.frontends.load import Loaded
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.report.lcov import Coverage
from antumbra.session.control import Counters
from antumbra.session.exploring import of_sources
from antumbra.session.options import RunOptions


class Interpolation:
    """The ``Engine`` part of a run."""

    name = "interpolate"

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
            # exploring for coverage, a path matters as long as it may cover something
            targets=plan_targets(loaded.program, "all", "", frozenset()).targets
            if options.collect
            else options.goals.blocks,
            counters=options.goals.counters,
        )
        if options.solver_timeout is not None:
            chosen = replace(chosen, solver_timeout=options.solver_timeout)
        self._interpolator = Interpolator(loaded.program, chosen)
        self._sources = loaded.sources

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        yield from self._interpolator.run(on_progress)

    def certificate(self) -> Certificate:
        """What holds in every round of the loops that were closed, and at every call of recursive procedures."""
        return certificate_of(self._interpolator)

    def interrupt(self) -> None:
        self._interpolator.interrupt()

    def close(self, check: str, location: Location | None) -> None:
        self._interpolator.close(check, location)

    @property
    def complete(self) -> bool:
        return self._interpolator.complete

    def pause_after(self, seconds: float | None) -> None:
        self._interpolator.limits.pause_after(seconds)

    @property
    def unfinished(self) -> bool:
        """Would another call of ``run`` go on?"""
        return self._interpolator.stopped is None and len(self._interpolator.order) > 0

    @property
    def cuts(self) -> Sequence[Cut]:
        return self._interpolator.cuts

    @property
    def statistics(self) -> Statistics:
        return self._interpolator.statistics

    def measured(self) -> Coverage:
        return of_sources(self._interpolator.coverage, self._sources)
