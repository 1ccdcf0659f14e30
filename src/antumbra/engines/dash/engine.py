"""The engine: DashLoop on the entry procedure, test after test and refinement after refinement."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from antumbra import terms as T
from antumbra.engines.chains import axiom_chain, plain_chain
from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.dash.answers import Fail, GaveUp, Outcome, Pass
from antumbra.engines.dash.certificate import certificate_of
from antumbra.engines.dash.events import Nobody, Watcher
from antumbra.engines.dash.evidence import Executor, Given
from antumbra.engines.dash.lemmas.guessing import Guesses
from antumbra.engines.dash.lemmas.hypotheses import Hypotheses
from antumbra.engines.dash.lemmas.induction import Asking
from antumbra.engines.dash.lemmas.lemmas import Lemmas, find_lemmas
from antumbra.engines.dash.lemmas.moves import moves_of
from antumbra.engines.dash.lemmas.trimming import trimmed
from antumbra.engines.dash.lemmas.when import When
from antumbra.engines.dash.loop import Analysis, Shared
from antumbra.engines.dash.measures import Measures
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.questions import Questions
from antumbra.engines.dash.refinement.refine_pred import Predicates
from antumbra.engines.dash.states import ExecutionError, Symbolic, input_symbol, under
from antumbra.engines.dash.systems.building import systems_of
from antumbra.engines.dash.systems.system import Kind, Place
from antumbra.engines.dash.testing import Tests
from antumbra.engines.effort import INSTRUCTION, asked
from antumbra.engines.limits import Limits, peak_mb, uncollected
from antumbra.engines.memoryless import NotLowered, without_memory
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.solvers import PathCondition
from antumbra.terms import Term

#: effort of one iteration besides questions, and of one edge of a test
ITERATION = 200.0
EDGE = 10 * INSTRUCTION
PROGRESS = 0.1
#: tests with any inputs before the first question, and how often an input is a small number
RANDOM_TESTS = 8
#: and before each search for lemmas, so that it has more to guess from
MORE_TESTS = 24
SMALL = 0.8
#: questions of the first search for lemmas, to guess and to check each
QUESTIONS = 500
#: questions of what a proof can do without
TRIMMING = 1_000
#: the solver's steps in one of them
LEMMA_STEPS = 4_000


class _Any(dict[Term, Any]):
    """A model with any values: small ones first."""

    def __init__(self, random: Random, number: int) -> None:
        super().__init__()
        self._random = random
        self._number = number

    def get(self, key: Term, default: Any = None) -> Any:
        found = super().get(key)
        if found is None:
            sort, random = key.sort, self._random
            match sort.kind:
                case "bool":
                    found = bool(random.getrandbits(1))
                case "bv":
                    small = random.randrange(-1, 2 + 2 * self._number) & sort.mask
                    found = small if random.random() < SMALL else random.getrandbits(sort.width)
                case "int":
                    found = random.randrange(-1, 2 + 2 * self._number)
                case _:
                    return default
            self[key] = found
        return found


class Dash(EngineDefaults):
    """See :class:`antumbra.engines.contract.Engine`."""

    name = "dash"

    def __init__(self, program: P.Program, options: DashOptions, watcher: Watcher | None = None) -> None:
        if options.targets:
            raise InputError("the engine dash decides no targets; expected --engine explore or interpolate")
        self._program = program  #: as it is; what is analysed has variables in place of memory
        self._options = options
        self._limits = Limits(options.timeout, options.memory_mb)
        self._chain = (axiom_chain if options.axioms else plain_chain)(options, self._limits.remaining)
        steps = min(options.query_steps or LEMMA_STEPS, LEMMA_STEPS)
        brief = replace(options, query_steps=steps)
        self._lemma_chain = (axiom_chain if options.axioms else plain_chain)(brief, self._limits.remaining)
        self._measures = Measures()
        self._cuts: list[Cut] = []
        self._closed: set[tuple[str, Location | None]] = set()
        self._outcome: Outcome | None = None
        self._steps: Generator[None, None, Outcome] | None = None
        self._analysis: Analysis | None = None
        self._errors = 0
        self._over = False
        try:
            self._lowered = without_memory(program, options.checks)
            systems = systems_of(self._lowered.program, options.checks, fine=options.fine)
        except NotLowered as why:
            self._stop(Cut(Reason.UNSUPPORTED, f"the engine dash takes no {why.reason}", why.location))
            return
        except InputError as error:
            self._stop(Cut(Reason.UNSUPPORTED, error.message, error.location))
            return
        tests = Tests(systems)
        predicates = Predicates(self._chain, options.refinement, tests.samples)
        self._shared = Shared(
            self._chain,
            Questions(systems),
            tests,
            predicates,
            self._measures,
            Lemmas(),
            Hypotheses(),
            watcher or Nobody(),
        )
        self._when = When(self._measures, predicates)

    # ------------------------------------------------------------ the run

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        if self._over:
            return
        ends = None if steps is None else self._effort + steps
        next_progress = 0.0
        with uncollected():
            while not self._over:
                yield from self._iteration()
                exceeded = self._limits.exceeded()
                if exceeded is not None and not self._over:
                    self._stop(Cut(exceeded, f"{self._measures.iterations} iterations", self._where()))
                most = self._options.most_iterations
                if most is not None and self._measures.iterations >= most and not self._over:
                    self._stop(Cut(Reason.ITERATIONS, f"{most} iterations", self._where()))
                if ends is not None and self._effort > ends:
                    return
                if on_progress is not None and self._limits.elapsed() > next_progress:
                    next_progress = self._limits.elapsed() + PROGRESS
                    on_progress(self.statistics)

    def _stop(self, cut: Cut) -> None:
        self._cuts.append(cut)
        self._over = True

    def _where(self) -> Location | None:
        """The place where it is refining."""
        region = None if self._analysis is None else self._analysis.last
        return None if region is None else region.place.location

    def _iteration(self) -> list[PathEnd]:
        """One iteration, of whichever analysis is under way."""
        try:
            if self._steps is None:
                self._steps = self._begin()
            next(self._steps)
        except StopIteration as done:
            self._steps = None
            return self._decided(done.value)
        except ExecutionError as error:
            self._stop(Cut(Reason.SOLVER, str(error)))
        return []

    def _begin(self) -> Generator[None, None, Outcome]:
        """One analysis; from its beginning again when lemmas are found, or a hypothesis was wrong."""
        shared = self._shared
        if not shared.tests.edges:
            self._try_some(RANDOM_TESTS, 0)
        while True:
            graph = shared.graph(self._program.entry, None)
            self._analysis = Analysis(shared, graph, self._start())
            outcome = yield from self._analysed(self._analysis.run())
            if isinstance(outcome, Pass) and not shared.hypotheses.hold(self._chain, shared.questions):
                self._begin_anew()
            elif outcome is not None:
                return outcome

    def _begin_anew(self) -> None:
        self._shared.questions.forget()
        self._shared.predicates.forget()
        self._shared.hypotheses.forget()

    def _analysed(self, steps: Generator[None, None, Outcome]) -> Generator[None, None, Outcome | None]:
        """What an analysis comes to; None if there are new lemmas."""
        outcome: Outcome | None = None
        while outcome is None:
            try:
                next(steps)
            except StopIteration as done:
                outcome = done.value
            given_up = isinstance(outcome, GaveUp)
            if (outcome is None or given_up) and (self._when.due() or (given_up and not self._measures.searches)):
                failed = self._try_some(MORE_TESTS, 1 + self._measures.searches)
                if failed is not None or (yield from self._look_for_lemmas()):
                    steps.close()
                    return failed
            yield
        return outcome

    def _look_for_lemmas(self) -> Generator[None, None, bool]:
        """Are there others than before? Then all graphs begin anew."""
        shared, searches = self._shared, self._measures.searches
        self._measures.searches += 1
        systems = shared.questions.systems
        moves = moves_of(systems, self._program.entry, self._start())
        # in turns, since what makes guesses stronger makes them harder to check
        guesses = Guesses(systems, moves, shared.tests.samples, rich=searches % 2 == 1)
        asking = Asking(self._lemma_chain, QUESTIONS * (searches + 1))
        found = yield from find_lemmas(asking, guesses, moves, shared.lemmas, systems)
        self._when.searched()
        if found is None:
            return False
        shared.lemmas = found
        self._begin_anew()
        return True

    def _try_some(self, tests: int, seed: int) -> Fail | None:
        """Some tests with any inputs, so that predicates tell states apart that there are. Does one meet an error?"""
        random = Random(self._options.seed + (seed << 32))  # noqa: S311
        shared, start = self._shared, self._start()
        for number in range(tests):
            model = _Any(random, number)
            reached = shared.tests.try_inputs(self._program.entry, start, model).reached
            place = None if reached is None else reached.place
            if place is not None and place.kind is Kind.ERROR and place not in shared.questions.closed:
                return Fail(model, place)
        return None

    def _start(self) -> Symbolic:
        """Before the first command: what has no value is an input."""
        values: dict[Term, Term] = {}
        number = 0
        program = self._lowered.program
        entry = program.procedures[program.entry]
        for variable in (*program.variables, *entry.parameters):
            value = program.variables.get(variable)
            if value is None:
                sort = variable.sort
                bits = T.bv_sort(sort.width) if sort.kind == "fp" else sort
                symbol = input_symbol(number, bits)
                number += 1
                value = T.fp_from_bv(symbol, sort) if sort.kind == "fp" else symbol
            values[variable] = value
        path: Any = PathCondition.empty()
        if program.axioms:
            self._chain.axioms = tuple(under(a, values) for a in program.axioms)
        return Symbolic(values, path, number)

    def _decided(self, outcome: Outcome) -> list[PathEnd]:
        self._outcome = outcome
        match outcome:
            case Pass():
                self._over = True
                return []
            case GaveUp(reason, region):
                location = None if region is None else region.place.location
                self._stop(Cut(Reason.REFINEMENT, reason, location))
                return []
            case Fail(model, place):
                return self._violation(model, place)

    def _violation(self, model: Mapping[Term, Any], place: Place | None) -> list[PathEnd]:
        """A test meets an error: execute the program with its inputs, and go on without that error."""
        if place is not None:
            self._shared.questions.close(place)
        executor = Executor(self._program, self._chain, self._options.checks)
        ends = [end for end in executor.run(self._inputs(model)) if end.check]
        cuts = executor.recording.cut_list()
        if not ends and not cuts:
            # a test gives functions without a meaning any, whatever axioms say of them
            real = not self._lowered.unreal and not self._options.axioms
            reason = Reason.INTERNAL if real else Reason.REFINEMENT
            what = "a test that fails does not" if real else "values that no input supplies may"
            where = None if place is None else place.location
            cuts = [Cut(reason, f"{what} fail when the program is executed", where)]
        known = {(cut.reason, cut.detail, cut.location) for cut in self._cuts}
        self._cuts += [cut for cut in cuts if (cut.reason, cut.detail, cut.location) not in known]
        self._errors += len(ends)
        found = [end for end in ends if end.reason is Reason.VIOLATION]
        return [replace(end, number=self._errors) for end in (found or ends)[:1]]

    def _inputs(self, model: Mapping[Term, Any]) -> list[Given]:
        """The values of a test, in the order in which the program asks for them."""
        entry = self._program.procedures[self._program.entry]
        given = [Given(p.sort, model.get(t), P.Source.INPUT) for p, t in self._parameters(entry)]
        return given + self._shared.tests.inputs_of(self._program.entry, self._start(), model)

    def _parameters(self, entry: P.Procedure) -> Iterator[tuple[Term, Term]]:
        start = self._start()
        for parameter in entry.parameters:
            symbol = start.values[parameter]
            yield parameter, next(iter(T.free_variables(symbol)), symbol)

    def interrupt(self) -> None:
        self._limits.interrupt()

    def close(self, check: str, location: Location | None) -> None:
        self._closed.add((check, location))

    # ------------------------------------------------------------ results

    @property
    def _effort(self) -> float:
        tests = 0 if self._over and not hasattr(self, "_shared") else self._shared.tests.edges
        return (
            asked(self._chain.statistics)
            + asked(self._lemma_chain.statistics)
            + ITERATION * self._measures.iterations
            + EDGE * tests
        )

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
        solver = self._chain.statistics
        return Statistics(
            wall_seconds=self._limits.elapsed(),
            instructions=self._shared.tests.edges if hasattr(self, "_shared") else 0,
            paths=self._measures.tests,
            queries=solver.queries,
            solver_queries=solver.solver_queries,
            solver_seconds=solver.solver_seconds,
            peak_memory_mb=peak_mb(),
            errors=self._errors,
            steps=int(self._effort),
            extra=self._measures.extra(),
        )

    def certificate(self) -> Certificate | None:
        if not self.complete or self._shared.questions.closed:
            return None
        shared = self._shared
        moves = moves_of(shared.questions.systems, self._program.entry, self._start())
        lemmas = shared.lemmas
        if self._lowered.program is self._program:
            lemmas = trimmed(lemmas, moves, Asking(self._lemma_chain, TRIMMING))
        return certificate_of(shared.questions, self._program, self._lowered, lemmas)
