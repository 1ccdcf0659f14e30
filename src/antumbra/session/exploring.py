"""The explore engine as a part of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from antumbra.engines.coverage import Coverage as Measured
from antumbra.engines.explore import Cut, ExploreOptions, Explorer
from antumbra.engines.outcome import PathEnd, Reason, Statistics
from antumbra.frontends.loaded import Loaded
from antumbra.proofs import Certificate
from antumbra.report.lcov import BranchArm, Coverage, FileCoverage
from antumbra.session.control import Counters
from antumbra.session.options import RunOptions
from antumbra.solvers.deadline import Deadline


class Exploration:
    """The ``Engine`` part of a run."""

    name = "explore"

    def __init__(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> None:
        limits = options.limits
        chosen = ExploreOptions(
            checks=options.load.properties.checks,
            seed=options.seed,
            timeout=timeout,
            memory_mb=limits.memory_mb,
            max_depth=limits.max_depth,
            max_forks=limits.max_forks,
            max_paths=limits.max_paths,
            solver=options.solver,
            save_queries=options.save_queries,
            every_input=options.all_tests,
            targets=options.goals.blocks,
        )
        if loaded.language == "boogie":
            # the paper's order: depth first; the front end puts the way out of a loop first
            chosen = replace(chosen, search=("dfs",), axioms=True, switches=options.switches)
        if options.search:
            # the engines that prune add a third step to what they call random
            random = ("random-path", "coverage-new")
            names = tuple(n for name in options.search for n in (random if name == "random" else (name,)))
            chosen = replace(chosen, search=names)
        if options.solver_timeout is not None:
            chosen = replace(chosen, solver_timeout=options.solver_timeout)
        self._explorer = Explorer(loaded.program, chosen)
        self._sources = loaded.sources
        self._vacuous = vacuous(loaded, options, chosen.solver_timeout, timeout)

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        if self._vacuous is not None:
            return iter(())
        return self._explorer.run(on_progress)

    def certificate(self) -> Certificate:
        """Nothing: to check the run is to execute the program once more."""
        return Certificate(paths=self._explorer.statistics.paths)

    def interrupt(self) -> None:
        self._explorer.interrupt()

    @property
    def complete(self) -> bool:
        return self._vacuous is None and self._explorer.complete

    def pause_after(self, seconds: float | None) -> None:
        self._explorer.limits.pause_after(seconds)

    @property
    def unfinished(self) -> bool:
        """Would another call of ``run`` go on?"""
        return self._explorer.stopped is None and len(self._explorer.searcher) > 0

    @property
    def cuts(self) -> Sequence[Cut]:
        if self._vacuous is not None:
            return [Cut(Reason.UNSUPPORTED, self._vacuous, None, 1)]
        return self._explorer.cuts

    @property
    def statistics(self) -> Statistics:
        return self._explorer.statistics

    def measured(self) -> Coverage:
        return of_sources(self._explorer.coverage, self._sources)


def vacuous(loaded: Loaded, options: RunOptions, solver_timeout: float | None, timeout: float | None) -> str | None:
    """What is wrong with the assumptions of the whole program, where that is asked."""
    if not options.check_assumptions:
        return None
    from antumbra.evidence.assumptions import assumptions_problem  # loads a solver that few runs need

    limits = [s for s in (solver_timeout, timeout) if s is not None]
    program = loaded.program if loaded.whole is None else loaded.whole()
    return assumptions_problem(program, Deadline(min(limits, default=None)))


def of_sources(coverage: Measured, sources: Mapping[str, str]) -> Coverage:
    """Coverage of the user's own files; the models of the C library are ours."""
    return {
        file: FileCoverage(
            {line: int(hit) for line, hit in lines.items()},
            [
                BranchArm(line, number, side, int(taken))
                for line, number, side, taken in coverage.branches.get(file, ())
            ],
        )
        for file, lines in coverage.lines.items()
        if file in sources
    }
