"""The engine: see :mod:`antumbra.engines.dash.whole_program` for what it does."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from antumbra.engines.contract import Decision, EngineDefaults, OnProgress
from antumbra.engines.dash.answers import Fail, GaveUp, Outcome, Pass
from antumbra.engines.dash.events import Watcher
from antumbra.engines.dash.evidence import Executor, Given
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.states import ExecutionError
from antumbra.engines.dash.systems.system import Place
from antumbra.engines.dash.whole_program import WholeProgram
from antumbra.engines.limits import Limits, peak_mb, uncollected
from antumbra.engines.memoryless import NotLowered, without_memory
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.frontends.guarded.properties import named, without
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.records import replace
from antumbra.terms import Term

PROGRESS = 0.1
#: iterations that the properties besides a violated one are always worth
OTHERS = 1_000


class Dash(EngineDefaults):
    """See :class:`antumbra.engines.contract.Engine`."""

    name = "dash"

    def __init__(self, program: P.Program, options: DashOptions, watcher: Watcher | None = None) -> None:
        if options.targets:
            raise InputError("the engine dash decides no targets; expected --engine explore or interpolate")
        self._options = options
        self._limits = Limits(options.timeout, options.memory_mb)
        self._cuts: list[Cut] = []
        self._outcome: Outcome | None = None
        self._steps: Generator[None, None, Outcome] | None = None
        self._errors = 0
        self._over = False
        self._watcher = watcher
        self._whole: WholeProgram | None = None
        #: by message and place
        self._violated: set[tuple[str, Location | None]] = set()
        self._properties = named(program) if options.named_properties else ()
        self._most = options.most_iterations
        try:
            self._begin(program)
        except NotLowered as why:
            self._stop(Cut(Reason.NOT_TAKEN, why.reason, why.location))
        except InputError as error:
            self._stop(Cut(Reason.NOT_TAKEN, error.message, error.location))

    def _begin(self, program: P.Program) -> None:
        self._program = program
        self._lowered = without_memory(program, self._options.checks)
        self._whole = WholeProgram(program, self._lowered, self._options, self._limits.remaining, self._watcher)

    # ------------------------------------------------------------ the run

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        whole = self._whole
        if self._over or whole is None:
            return
        ends = None if steps is None else whole.effort + steps
        next_progress = 0.0
        with uncollected():
            while not self._over and self._whole is not None:
                whole = self._whole
                yield from self._iteration(whole)
                exceeded = self._limits.exceeded()
                done = whole.measures.iterations
                if exceeded is not None and not self._over:
                    self._stop(Cut(exceeded, f"{done} iterations", whole.where))
                most = self._most
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
            self._stop(Cut(Reason.REFINEMENT, str(error)))
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
            case Fail(model, place, state):
                return self._violation(whole, model, place, believed=state is not None)

    def _violation(
        self, whole: WholeProgram, model: Mapping[Term, Any], place: Place | None, *, believed: bool
    ) -> list[PathEnd]:
        """A test meets an error: execute the program with its inputs, and go on without that error.

        ``believed``: it is a solver that says so, and no test has come there."""
        if place is not None:
            whole.shared.questions.close(place)
        given, choices, edges = whole.inputs(model)
        executor, ends = self._executed(whole, given, choices, edges)
        if not ends and (believed or self._options.axioms):
            # its values need not be what axioms say
            executor, ends = self._executed(whole, [], choices, edges)
        cuts = [_ours(cut) for cut in executor.recording.cut_list()]
        if not ends and not cuts:
            cuts = [self._unseen(executor, None if place is None else place.location, believed=believed)]
        known = {(cut.reason, cut.detail, cut.location) for cut in self._cuts}
        self._cuts += [cut for cut in cuts if (cut.reason, cut.detail, cut.location) not in known]
        self._errors += len(ends)
        found = [end for end in ends if end.reason is Reason.VIOLATION]
        self._violated.update((end.message, end.location) for end in found)
        if self._violated and self._options.named_properties:
            self._go_on_with_others(whole.measures.iterations)
        return [replace(end, number=self._errors) for end in (found or ends)[:1]]

    def _executed(
        self, whole: WholeProgram, given: Sequence[Given], choices: Sequence[int], edges: int
    ) -> tuple[Executor, list[PathEnd]]:
        executor = Executor(self._program, whole.chain, self._options.checks)
        return executor, [end for end in executor.run(given, choices, edges) if end.check]

    def _go_on_with_others(self, iterations: int) -> None:
        """A file names its properties: the others are asked of executions that go on where one is violated."""
        if all((p.message, p.place) in self._violated for p in self._properties):
            self._over = True
            return
        most = max(OTHERS, 3 * iterations)
        self._most = most if self._most is None else min(self._most, most)
        self._begin(without(self._program, self._violated))

    def _unseen(self, executor: Executor, where: Location | None, *, believed: bool) -> Cut:
        """A test that fails was executed, and nothing was violated: why that may be."""
        if executor.cut:
            return Cut(Reason.REFINEMENT, "a test that fails takes too long to be executed again", where)
        # a test gives functions without a meaning any, whatever axioms say of them
        if believed or self._lowered.unreal or self._options.axioms:
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
    def decided(self) -> Sequence[Decision] | None:
        """A verdict for each property, where the file has several."""
        others = False if self.complete else None
        return (
            [
                Decision(
                    one.id,
                    one.place.line if one.place is not None else 1,
                    True if (one.message, one.place) in self._violated else others,
                )
                for one in self._properties
            ]
            if len(self._properties) > 1
            else None
        )

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


def _ours(cut: Cut) -> Cut:
    """A solver that gives up where a test is executed again says nothing of other engines."""
    if cut.reason is not Reason.SOLVER:
        return cut
    return replace(cut, reason=Reason.REFINEMENT, detail=f"{Reason.SOLVER.text}: {cut.detail}")
