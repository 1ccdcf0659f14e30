"""The engine: see :mod:`antumbra.engines.dash.whole_program` for what it does."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.dash.answers import Fail, GaveUp, Outcome, Pass
from antumbra.engines.dash.events import Watcher
from antumbra.engines.dash.evidence import Executor
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.states import ExecutionError
from antumbra.engines.dash.systems.system import Place
from antumbra.engines.dash.whole_program import WholeProgram
from antumbra.engines.limits import Limits, peak_mb, uncollected
from antumbra.engines.memoryless import NotLowered, without_memory
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.terms import Term

PROGRESS = 0.1


class Dash(EngineDefaults):
    """See :class:`antumbra.engines.contract.Engine`."""

    name = "dash"

    def __init__(self, program: P.Program, options: DashOptions, watcher: Watcher | None = None) -> None:
        if options.targets:
            raise InputError("the engine dash decides no targets; expected --engine explore or interpolate")
        self._program = program
        self._options = options
        self._limits = Limits(options.timeout, options.memory_mb)
        self._cuts: list[Cut] = []
        self._outcome: Outcome | None = None
        self._steps: Generator[None, None, Outcome] | None = None
        self._errors = 0
        self._over = False
        self._whole: WholeProgram | None = None
        try:
            self._lowered = without_memory(program, options.checks)
            self._whole = WholeProgram(program, self._lowered, options, self._limits.remaining, watcher)
        except NotLowered as why:
            self._stop(Cut(Reason.UNSUPPORTED, f"not analysed by dash: {why.reason}", why.location))
        except InputError as error:
            self._stop(Cut(Reason.UNSUPPORTED, error.message, error.location))

    # ------------------------------------------------------------ the run

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        whole = self._whole
        if self._over or whole is None:
            return
        ends = None if steps is None else whole.effort + steps
        next_progress = 0.0
        with uncollected():
            while not self._over:
                yield from self._iteration(whole)
                exceeded = self._limits.exceeded()
                done = whole.measures.iterations
                if exceeded is not None and not self._over:
                    self._stop(Cut(exceeded, f"{done} iterations", whole.where))
                most = self._options.most_iterations
                if most is not None and done >= most and not self._over:
                    self._stop(Cut(Reason.ITERATIONS, f"{most} iterations", whole.where))
                if ends is not None and whole.effort > ends:
                    return
                if on_progress is not None and self._limits.elapsed() > next_progress:
                    next_progress = self._limits.elapsed() + PROGRESS
                    on_progress(self.statistics)

    def _stop(self, cut: Cut) -> None:
        self._cuts.append(cut)
        self._over = True

    def _iteration(self, whole: WholeProgram) -> list[PathEnd]:
        """One iteration, of whichever analysis is under way."""
        try:
            if self._steps is None:
                self._steps = whole.analyse()
            next(self._steps)
        except StopIteration as done:
            self._steps = None
            return self._decided(whole, done.value)
        except ExecutionError as error:
            self._stop(Cut(Reason.SOLVER, str(error)))
        return []

    def _decided(self, whole: WholeProgram, outcome: Outcome) -> list[PathEnd]:
        self._outcome = outcome
        match outcome:
            case Pass():
                self._over = True
                return []
            case GaveUp(reason, region):
                self._stop(Cut(Reason.REFINEMENT, reason, None if region is None else region.place.location))
                return []
            case Fail(model, place):
                return self._violation(whole, model, place)

    def _violation(self, whole: WholeProgram, model: Mapping[Term, Any], place: Place | None) -> list[PathEnd]:
        """A test meets an error: execute the program with its inputs, and go on without that error."""
        if place is not None:
            whole.shared.questions.close(place)
        executor = Executor(self._program, whole.chain, self._options.checks)
        ends = [end for end in executor.run(*whole.inputs(model)) if end.check]
        cuts = executor.recording.cut_list()
        if not ends and not cuts:
            cuts = [self._unseen(executor, None if place is None else place.location)]
        known = {(cut.reason, cut.detail, cut.location) for cut in self._cuts}
        self._cuts += [cut for cut in cuts if (cut.reason, cut.detail, cut.location) not in known]
        self._errors += len(ends)
        found = [end for end in ends if end.reason is Reason.VIOLATION]
        return [replace(end, number=self._errors) for end in (found or ends)[:1]]

    def _unseen(self, executor: Executor, where: Location | None) -> Cut:
        """A test that fails was executed, and nothing was violated: why that may be."""
        if executor.cut:
            return Cut(Reason.REFINEMENT, "a test that fails takes too long to be executed again", where)
        # a test gives functions without a meaning any, whatever axioms say of them
        if self._lowered.unreal or self._options.axioms:
            return Cut(Reason.REFINEMENT, "values that no input supplies may fail when the program is executed", where)
        return Cut(Reason.INTERNAL, "a test that fails does not fail when the program is executed", where)

    def interrupt(self) -> None:
        self._limits.interrupt()

    # ------------------------------------------------------------ results

    @property
    def unfinished(self) -> bool:
        return not self._over

    @property
    def complete(self) -> bool:
        return self._over and isinstance(self._outcome, Pass) and not self._cuts

    @property
    def cuts(self) -> Sequence[Cut]:
        return self._cuts

    @property
    def statistics(self) -> Statistics:
        found = Statistics(wall_seconds=self._limits.elapsed(), peak_memory_mb=peak_mb(), errors=self._errors)
        whole = self._whole
        if whole is not None:
            solver = whole.chain.statistics
            found.instructions = whole.shared.tests.edges
            found.paths = whole.measures.tests
            found.queries = solver.queries
            found.solver_queries = solver.solver_queries
            found.solver_seconds = solver.solver_seconds
            found.steps = int(whole.effort)
            found.extra = whole.measures.extra()
        return found

    def certificate(self) -> Certificate | None:
        return self._whole.certificate() if self.complete and self._whole is not None else None
