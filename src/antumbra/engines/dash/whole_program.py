"""The analysis of a whole program: tests with any inputs, DashLoop on the entry procedure, lemmas where it circles."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from random import Random
from typing import Any

from antumbra import terms as T
from antumbra.engines.chains import axiom_chain, plain_chain
from antumbra.engines.dash.answers import Fail, GaveUp, Outcome, Pass
from antumbra.engines.dash.certificate import certificate_of
from antumbra.engines.dash.events import Nobody, Watcher
from antumbra.engines.dash.evidence import Given
from antumbra.engines.dash.lemmas.hypotheses import Hypotheses
from antumbra.engines.dash.lemmas.lemmas import Lemmas
from antumbra.engines.dash.lemmas.searching import SOON, LemmaSearch
from antumbra.engines.dash.lemmas.when import When, promising
from antumbra.engines.dash.loop import Analysis, Shared
from antumbra.engines.dash.measures import Measures
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.questions import Questions
from antumbra.engines.dash.random_inputs import AnyInputs
from antumbra.engines.dash.refinement.refine_pred import Predicates
from antumbra.engines.dash.starting import start_of
from antumbra.engines.dash.states import Symbolic, under
from antumbra.engines.dash.systems.building import systems_of
from antumbra.engines.dash.systems.domains import named_values
from antumbra.engines.dash.systems.system import Kind
from antumbra.engines.dash.testing import LONGEST, Tests
from antumbra.engines.effort import INSTRUCTION, SOLVER_STEP, asked
from antumbra.engines.memoryless import Memoryless
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.records import replace
from antumbra.terms import Term

#: effort of one iteration besides questions, and of one edge of a test
ITERATION = 200.0
EDGE = 10 * INSTRUCTION
NATIVE_EDGE = INSTRUCTION / 50
#: tests with any inputs before the first question, and as many more as long as they take few edges for each place:
#: predicates are chosen by what states there are, and of two variables all combinations should be seen
RANDOM_TESTS = 8
SHORT_TESTS = 32
#: edges of one of these where lemmas come first: there are samples enough in so many
SHORT = 1_000
EDGES = 40
#: and before each search for lemmas, so that it has more to guess from
MORE_TESTS = 24
#: the solver's steps in one question about lemmas
LEMMA_STEPS = 4_000


class WholeProgram:
    """``lowered``: the program with variables in place of memory. Raises InputError for what is not taken."""

    def __init__(
        self,
        program: P.Program,
        lowered: Memoryless,
        options: DashOptions,
        remaining: Callable[[], float],
        watcher: Watcher | None,
    ) -> None:
        self._program = program
        self._lowered = lowered
        self._seed = options.seed
        make = axiom_chain if options.axioms else plain_chain
        self.chain = make(options, remaining)
        steps = min(options.query_steps or LEMMA_STEPS, LEMMA_STEPS)
        chain = make(replace(options, query_steps=steps), remaining)
        self._lemma_search = LemmaSearch(chain, lambda: remaining() <= 0, options.memory_mb)
        self.measures = Measures()
        systems = systems_of(lowered.program, options.checks, fine=options.fine)
        # who looks on sees every step
        tests = Tests(systems, compiling=watcher is None)
        named = {value for system in systems.values() for value in named_values(system)}
        predicates = Predicates(self.chain, options.refinement, tests.samples, named)
        self.shared = Shared(
            self.chain,
            Questions(systems),
            tests,
            predicates,
            self.measures,
            Lemmas(),
            Hypotheses(),
            watcher=watcher or Nobody(),
        )
        edges = sum(len(system.edges) for system in systems.values())
        self._places = sum(len(system.places) for system in systems.values())
        self._when = When(self.measures, predicates, edges=edges, places=self._places)
        self._analysis: Analysis | None = None
        self._lemmas_first = options.lemmas_first and promising(lowered.program, systems)

    @property
    def effort(self) -> float:
        """Steps so far, in the units of ``engines.effort``."""
        asking = asked(self.chain.statistics) + asked(self._lemma_search.chain.statistics)
        tests = self.shared.tests
        native = 0 if tests.leaps is None else tests.leaps.edges
        passing = EDGE * (tests.edges - native) + NATIVE_EDGE * native
        asking += SOLVER_STEP * self._lemma_search.horn.steps
        return asking + ITERATION * self.measures.iterations + passing

    @property
    def where(self) -> Location | None:
        """The place where it is refining."""
        region = None if self._analysis is None else self._analysis.last
        return None if region is None else region.place.location

    def analyse(self) -> Generator[None, None, Outcome]:
        """One analysis; from its beginning again when lemmas are found, or a hypothesis was wrong."""
        shared = self.shared
        if not shared.tests.edges:
            if self._lemmas_first:
                shared.tests.longest = SHORT
            self._try_some(SHORT_TESTS, 0, self._places * EDGES)
            shared.tests.longest = LONGEST
        if self._lemmas_first:
            self._lemmas_first = False
            shared.lemmas = (yield from self._lemmas(SOON)) or shared.lemmas
        while True:
            graph = shared.graph(self._program.entry, None)
            self._analysis = Analysis(shared, graph, self._start())
            outcome = yield from self._analysed(self._analysis.run())
            if isinstance(outcome, Pass) and not shared.hypotheses.hold(self.chain, shared.questions):
                self._begin_anew()
            elif outcome is not None:
                return outcome

    def _begin_anew(self) -> None:
        self.shared.questions.forget()
        self.shared.predicates.forget()
        self.shared.hypotheses.forget()

    def _analysed(self, steps: Generator[None, None, Outcome]) -> Generator[None, None, Outcome | None]:
        """What an analysis comes to; None if there are new lemmas."""
        outcome: Outcome | None = None
        while outcome is None:
            try:
                next(steps)
            except StopIteration as done:
                outcome = done.value
            given_up = isinstance(outcome, GaveUp)
            if (outcome is None or given_up) and (self._when.due() or (given_up and not self.measures.searches)):
                failed = self._try_some(MORE_TESTS, 1 + self.measures.searches)
                if failed is not None or (yield from self._look_for_lemmas()):
                    steps.close()
                    return failed
            yield
        return outcome

    def _look_for_lemmas(self) -> Generator[None, None, bool]:
        """Are there others than before? Then all graphs begin anew."""
        shared, searches = self.shared, self.measures.searches
        self.measures.searches += 1
        found = yield from self._lemmas(searches)
        self._when.searched()
        if found is None:
            return False
        shared.lemmas = found
        self._begin_anew()
        return True

    def _lemmas(self, searches: int) -> Generator[None, None, Lemmas | None]:
        shared = self.shared
        systems, samples = shared.questions.systems, shared.tests.samples
        return (
            yield from self._lemma_search.look(
                systems, self._program.entry, self._start(), samples, shared.lemmas, searches, shared.questions.closed
            )
        )

    def _try_some(self, tests: int, seed: int, edges: int | None = None) -> Fail | None:
        """Some tests with any inputs, so that predicates tell states apart that there are. Does one meet an error?"""
        random = Random(self._seed + (seed << 32))  # noqa: S311
        shared, start = self.shared, self._start()
        for number in range(tests):
            if edges is not None and number >= RANDOM_TESTS and shared.tests.edges > edges:
                break
            model = AnyInputs(random, number)
            reached = shared.tests.try_inputs(self._program.entry, start, model).reached
            place = None if reached is None else reached.place
            if place is not None and place.kind is Kind.ERROR and place not in shared.questions.closed:
                return Fail(model, place)
            if not model:
                break  # it asked for nothing: there is no other
        return None

    def _start(self) -> Symbolic:
        """Before the first command; the solver's axioms are about what is then."""
        program = self._lowered.program
        start = start_of(program)
        if program.axioms:
            self.chain.axioms = tuple(under(a, start.values) for a in program.axioms)
        return start

    def inputs(self, model: Mapping[Term, Any]) -> tuple[list[Given], list[int], int]:
        """The values of a test, in the order in which the program asks for them, its choices, and how long it is."""
        start = self._start()
        given: list[Given] = []
        for parameter in self._program.procedures[self._program.entry].parameters:
            symbol = start.values[parameter]
            bits = next(iter(T.free_variables(symbol)), symbol)
            given.append(Given(parameter.sort, model.get(bits), P.Source.INPUT))
        run = self.shared.tests.try_inputs(self._program.entry, start, model)
        return given + run.given, run.choices, run.edges

    def certificate(self) -> Certificate | None:
        """Of an analysis that has passed."""
        shared = self.shared
        if shared.questions.closed:
            return None
        lemmas = shared.lemmas
        if self._lowered.program is self._program:
            systems, start = shared.questions.systems, self._start()
            lemmas = self._lemma_search.trimmed(systems, self._program.entry, start, lemmas)
        return certificate_of(shared.questions, self._program, self._lowered, lemmas)
