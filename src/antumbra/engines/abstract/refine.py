"""REFINE (Fig. 4): execute, check, refine, until the answer is known or a limit is met."""

from __future__ import annotations

import time
from collections.abc import Callable

from antumbra import terms as T
from antumbra.engines.abstract.checking.confirm import confirm
from antumbra.engines.abstract.exploring.abstraction import Abstraction, SolverGaveUp
from antumbra.engines.abstract.exploring.checks import (
    Checker,
    Escape,
    inductive_invariant,
    reachable_edges,
    safe_fragment,
)
from antumbra.engines.abstract.exploring.states import Abstract
from antumbra.engines.abstract.exploring.symbolic_exec import Model, TooManyPaths, symbolic_exec
from antumbra.engines.abstract.exploring.symmetry import find
from antumbra.engines.abstract.exploring.trace import Trace, concrete_trace, shorter, shorter_concrete
from antumbra.engines.abstract.exploring.under_refinement import concrete_exec, unfit_for_ur
from antumbra.engines.abstract.options import AbstractOptions
from antumbra.engines.abstract.proof import Proof
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.engines.limits import resident_mb, uncollected
from antumbra.engines.outcome import Reason
from antumbra.records import dataclass, field, replace
from antumbra.solvers.backends.enumeration import Enumerator
from antumbra.terms import Term

SAFE_FRAGMENT = "safe-fragment"
INDUCTIVE_INVARIANT = "inductive-invariant"
POST_FIXPOINT = "post-fixpoint"
EXHAUSTIVE = "exhaustive"
#: abstract states in a fragment that is worth showing when the proof does not need it
SMALL = 100
#: edges of a picture worth drawing
MOST_EDGES = 2_000
#: concrete states among which a shorter counterexample is looked for
MOST_CONCRETE = 200_000
#: symbolic states among which one is looked for with inputs, and the solver queries for it
MOST_SYMBOLIC = 50_000
MOST_QUERIES = 5_000
#: escapes from a set that are refined at once
ESCAPES = 12
#: solver queries that a post-fixpoint is always worth; later, a third of what was asked so far
WORTH = 1_000


class Stop(Exception):  # noqa: N818 - how a limit ends the analysis
    """The analysis ends without an answer."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Iteration:
    """One turn of the loop, as a row of the paper's tables. ``literal``: what the paper's own check said."""

    number: int
    predicates: tuple[Term, ...]
    symbolic: int
    abstract: int
    queries: int
    seconds: float
    literal: str = ""


@dataclass(slots=True)
class Outcome:
    """What the analysis found: a trace, a proof that was confirmed, or the reason why neither."""

    trace: Trace | None = None
    proof: Proof | None = None
    reason: Reason | None = None
    detail: str = ""
    iterations: list[Iteration] = field(default_factory=list[Iteration])
    #: the last abstract transition system, and which of its edges are exact
    model: Model | None = None
    exact: dict[object, bool] = field(default_factory=dict[object, bool])


class Refinement:
    """The engine on one transition system. ``run`` once; ``interrupt`` may come from a signal handler."""

    def __init__(self, system: TransitionSystem, options: AbstractOptions) -> None:
        self.system = system
        self.options = options
        self.outcome = Outcome()
        self._started = time.monotonic()
        self._interrupted = False
        self._ticks = 0
        self._everywhere = options.matching == "everywhere"
        self.on_tick: Callable[[], None] | None = None
        self.solver = Enumerator(self._left, self._stopped)
        symmetry = find(system, self.solver) if options.symmetry and options.baseline == "ase" else None
        self.space = Abstraction(system, self.solver, self._tick, symmetry)

    def interrupt(self) -> None:
        self._interrupted = True

    def _stopped(self) -> bool:
        return self._interrupted or self.options.interrupted()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def _left(self) -> float | None:
        """Seconds for one query."""
        return None if self.options.timeout is None else max(0.001, self.options.timeout - self.seconds)

    def _patience(self, queries: int) -> Callable[[], bool]:
        """Whether so many solver queries have not been asked yet: unlike seconds, the same in every run."""
        limit = self.solver.queries + queries
        return lambda: self.solver.queries < limit

    def _tick(self) -> None:
        self._ticks += 1
        if self._stopped():
            raise Stop(Reason.INTERRUPT)
        if self._ticks & 15:
            return
        if self.options.timeout is not None and self.seconds > self.options.timeout:
            raise Stop(Reason.TIME, f"{self.options.timeout:.3g} s")
        most = self.options.max_queries
        if most is not None and self.solver.queries > most:
            raise Stop(Reason.STEPS, f"{most} queries")
        if self.on_tick is not None:
            self.on_tick()
        if self.options.memory_mb is not None and not self._ticks & 1023 and resident_mb() > self.options.memory_mb:
            raise Stop(Reason.MEMORY, f"{self.options.memory_mb} MB")

    # ---------------------------------------------------------------- the loop

    def run(self) -> Outcome:
        outcome = self.outcome
        try:
            with uncollected():
                self._loop()
        except Stop as stop:
            outcome.reason, outcome.detail = stop.reason, stop.detail
        except SolverGaveUp as gave_up:
            late = self.options.timeout is not None and self.seconds >= self.options.timeout
            outcome.reason = Reason.TIME if late else Reason.SOLVER
            outcome.detail = f"{self.options.timeout:.3g} s" if late else str(gave_up)
        except MemoryError as error:
            outcome.reason, outcome.detail = Reason.MEMORY, str(error)
        return outcome

    def _loop(self) -> None:
        if self.options.baseline == "ur":
            unfit = unfit_for_ur(self.system)
            if unfit:
                raise Stop(Reason.UNSUPPORTED, f"the baseline UR takes {unfit}")
        number = 0
        while True:
            number += 1
            if self.options.max_iterations is not None and number > self.options.max_iterations:
                raise Stop(Reason.ITERATIONS, str(self.options.max_iterations))
            if self._iterate(number):
                return

    def _iterate(self, number: int) -> bool:
        """One turn; True when the answer is known."""
        started = self.seconds
        most = self.options.max_states
        if self.options.baseline == "ur":
            model = concrete_exec(self.space, most, self._tick)
        else:
            model = self._execute(most, first=number == 1)
        self.outcome.model, self.outcome.exact = model, {}
        checker = Checker(self.space)
        literal = ""
        new: list[Term] = []
        done = False
        if model.error is not None:
            self.outcome.trace = self._trace(model.error)
            done = True
        else:
            if self.options.literal:
                literal = self._literal(checker, model)
            proof, escapes = self._prove(checker, model)
            if proof is not None:
                self.outcome.proof = proof
                done = True
            else:
                new = self._new_predicates(checker, model, escapes)
        self._remember(checker, model)
        self.outcome.iterations.append(
            Iteration(
                number,
                tuple(self.space.predicates),
                len(model.states),
                len(model.abstract),
                self.solver.queries,
                self.seconds - started,
                literal,
            )
        )
        if not done and not self.space.add(new):
            raise Stop(Reason.REFINEMENT)
        return done

    def _execute(self, most: int, *, first: bool) -> Model:
        """SYMBOLICEXEC, with matching as it was asked for. In doubt: along the path, as long as that is cheap."""
        if not self._everywhere:
            bounded = self.options.matching == "auto"
            try:
                model = symbolic_exec(self.space, most, self._tick, share_all=first, bounded=bounded)
                if first and model.error is None and model.open_stops():
                    model = symbolic_exec(self.space, most, self._tick, bounded=bounded)
                return model
            except TooManyPaths:
                self._everywhere = True
        return symbolic_exec(self.space, most, self._tick, everywhere=True)

    def _remember(self, checker: Checker, model: Model) -> None:
        """Which edges are exact, for pictures."""
        if self.options.picture and len(model.edges) <= MOST_EDGES:
            self.outcome.exact = {e: checker.exact(e, move) for e, move in model.edges.items()}

    # ---------------------------------------------------------------- answers

    def _trace(self, path: tuple[int, ...]) -> Trace:
        trace = concrete_trace(self.system, path, self.solver)
        if not self.options.shortest:
            return trace
        try:
            if unfit_for_ur(self.system):
                patient = self._patience(max(MOST_QUERIES, self.solver.queries))
                better = shorter(self.space, len(path), MOST_SYMBOLIC, patient, self._tick)
            else:
                better = shorter_concrete(self.system, len(path), MOST_CONCRETE, self._tick)
        except (Stop, SolverGaveUp):
            # The violation that was found is an answer, whatever happens to the search for a shorter one.
            return trace
        return trace if better is None else concrete_trace(self.system, better, self.solver)

    def _literal(self, checker: Checker, model: Model) -> str:
        if safe_fragment(checker, model, self._tick):
            return SAFE_FRAGMENT
        return INDUCTIVE_INVARIANT if inductive_invariant(checker, model, self._tick) else ""

    def _prove(self, checker: Checker, model: Model) -> tuple[Proof | None, list[Escape]]:
        """A proof that the independent check confirms, or what escapes from the sets that were tried."""
        if self.options.baseline == "ur":
            return self._bisimulation(checker, model), []
        stops = model.open_stops()
        if not stops:
            proof = self._exhaustive(checker, model)
            if proof is not None:
                return proof, []
        fragment = model.reachable(stops)
        escapes = checker.escapes(fragment, self._tick, ESCAPES)
        if not escapes:
            exact = safe_fragment(checker, model, self._tick)
            proof = self._confirmed(SAFE_FRAGMENT if exact else INDUCTIVE_INVARIANT, model, fragment)
            if proof is not None:
                return proof, []
        outside = escapes
        if len(model.abstract) > len(fragment):
            outside = checker.escapes(model.abstract, self._tick, 1)
            if not outside:
                proof = self._confirmed(INDUCTIVE_INVARIANT, model, dict(model.abstract))
                if proof is not None:
                    return proof, []
        if self.options.fixpoint:
            patient = self._patience(max(WORTH, self.solver.queries // 3))
            closed = checker.post_fixpoint(stops, 3 * len(model.abstract) + 50, patient, self._tick)
            if closed is not None:
                proof = self._confirmed(POST_FIXPOINT, model, closed)
                if proof is not None:
                    return proof, []
        return None, [*escapes, *outside]

    def _bisimulation(self, checker: Checker, model: Model) -> Proof | None:
        """What UR asks for: every transition is exact. Without inputs the states met are then closed."""
        if not safe_fragment(checker, model, self._tick):
            return None
        return self._confirmed(SAFE_FRAGMENT, model, dict(model.abstract) if model.open_stops() else {})

    def _exhaustive(self, checker: Checker, model: Model) -> Proof | None:
        """Every reachable state was explored. Where the paper's check holds too and is small, it tells more."""
        if not safe_fragment(checker, model, self._tick):
            return self._confirmed(EXHAUSTIVE, model, {})
        fragment = model.reachable(model.stops)
        small = len(fragment) <= SMALL and not checker.escapes(fragment, self._tick)
        return self._confirmed(SAFE_FRAGMENT, model, fragment if small else {})

    def _confirmed(self, check: str, model: Model, closed: dict[Abstract, None]) -> Proof | None:
        symmetry = self.space.symmetry
        proof = Proof(check, tuple(self.space.predicates), model.states, closed, model.roots)
        if symmetry is not None:
            proof = replace(proof, families=symmetry.families, ways=symmetry.ways)
        self.refuted = confirm(self.system, proof, self._tick, self._left)
        return proof if self.refuted is None else None

    # ---------------------------------------------------------------- refinement

    def _new_predicates(self, checker: Checker, model: Model, escapes: list[Escape]) -> list[Term]:
        """The predicates of the preimages of inexact transitions in ``inf`` or reachable from it; else of escapes."""
        found: dict[Term, None] = {}
        for edge in reachable_edges(model):
            self._tick()
            move = model.edges[edge]
            if not checker.exact(edge, move):
                found.update(dict.fromkeys(checker.preimage(Escape(edge.source, move, edge.reached))))
        # An exact transition with an input can still lead elsewhere, and only the escapes show that.
        for escape in escapes:
            if escape.move.inputs:
                found.update(dict.fromkeys(checker.preimage(escape)))
        known = set(self.space.predicates)
        fresh = [p for p in found if p not in known and T.free_variables(p)]
        if fresh:
            return fresh
        for escape in escapes:
            found.update(dict.fromkeys(checker.preimage(escape)))
        fresh = [p for p in found if p not in known and T.free_variables(p)]
        if fresh:
            return fresh
        for edge, move in model.edges.items():
            if not checker.exact(edge, move):
                found.update(dict.fromkeys(checker.preimage(Escape(edge.source, move, edge.reached))))
        return [p for p in found if p not in known and T.free_variables(p)]
