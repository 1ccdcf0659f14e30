"""The engine abstract as a part of a run, and the replay of its traces."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from antumbra.engines.abstract import AbstractOptions, Refinement
from antumbra.engines.abstract.errors import Unsupported
from antumbra.engines.abstract.from_program import transition_system
from antumbra.engines.abstract.names import abstract_text, part_names, predicate_text, shown_trace
from antumbra.engines.abstract.refine import Outcome, resident_mb
from antumbra.engines.abstract.system import TransitionSystem
from antumbra.engines.abstract.trace import Trace
from antumbra.engines.outcome import InputValue, PathEnd, Reason, Statistics
from antumbra.frontends.guarded.properties import named, without
from antumbra.frontends.loaded import Loaded
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.report.lcov import Coverage
from antumbra.report.result import ProofSummary, Target, Verdict
from antumbra.session.control import Control, Counters
from antumbra.session.ledger import Stopped
from antumbra.session.options import RunOptions
from antumbra.session.parts import Confirmation

#: who checks the proofs of this engine: engines.abstract.confirm
CHECKER = "every transition of the program from every state of the proof"


class AbstractAnalysis:
    """The ``Engine`` part of a run."""

    name = "abstract"

    def __init__(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> None:
        self._options = options
        self._program = loaded.program
        self._guarded = loaded.language == "guarded"
        #: whether a counterexample is a trace of values, or inputs for native code
        self._traced = loaded.language in ("guarded", "boogie")
        self._started = time.monotonic()
        self._interrupted = False
        self._timeout = timeout
        self._refinement: Refinement | None = None
        self._current: Refinement | None = None
        self._outcome: Outcome | None = None
        self._cuts: list[Stopped] = []
        self._verdicts: dict[tuple[str, Location | None], Verdict] = {}
        self.notes: list[str] = []
        try:
            self._system = transition_system(loaded.program, options.load.properties.checks)
        except Unsupported as unsupported:
            self._system = None
            self._cuts.append(Stopped(Reason.UNSUPPORTED, unsupported.what, unsupported.place))
            return
        self._refinement = self._current = Refinement(self._system, self._chosen(timeout))

    def _chosen(self, timeout: float | None) -> AbstractOptions:
        options = self._options
        return AbstractOptions(
            max_iterations=options.limits.max_iterations,
            timeout=timeout,
            memory_mb=options.limits.memory_mb,
            baseline=options.baseline,
            matching=options.matching,
            symmetry=options.symmetry,
            literal=options.literal,
            fixpoint=options.fixpoint,
        )

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        """The first violation; then, where the file names several properties, what becomes of the others."""
        if self._refinement is None or self._system is None:
            return
        self._outcome = outcome = self._analysed(self._refinement, on_progress)
        if outcome.reason is not None:
            self._cuts.append(Stopped(outcome.reason, outcome.detail))
        self._note_literal(outcome)
        if outcome.proof is not None:
            self.notes += [f"states stand for all orders of {part_names(f)}" for f in outcome.proof.families]
        violated: set[tuple[str, Location | None]] = set()
        system = self._system
        while outcome.trace is not None:
            end = self._end(system, outcome.trace, len(violated) + 1)
            key = (outcome.trace.violated.message, outcome.trace.violated.place)
            self._verdicts[key] = Verdict.UNSAFE
            violated.add(key)
            yield end
            if not self._guarded or all((p.message, p.place) in violated for p in named(self._program)):
                return
            if key not in {(p.message, p.place) for p in named(self._program)}:
                return
            system = transition_system(without(self._program, violated), self._options.load.properties.checks)
            spent = time.monotonic() - self._started
            left = max(10.0, 3 * spent) if self._timeout is None else self._timeout - spent
            if left <= 0:
                return
            self._current = Refinement(system, self._chosen(left))
            outcome = self._analysed(self._current, on_progress)
            if outcome.reason is not None:
                self.notes.append(f"the other properties are not decided: {outcome.reason.text}")
        if outcome.proof is not None:
            for one in named(self._program) if self._guarded else ():
                self._verdicts.setdefault((one.message, one.place), Verdict.SAFE)

    def _analysed(self, refinement: Refinement, on_progress: Callable[[Counters], None]) -> Outcome:
        if self._interrupted:
            refinement.interrupt()
        refinement.on_tick = lambda: on_progress(self.statistics)
        return refinement.run()

    def _end(self, system: TransitionSystem, trace: Trace, number: int) -> PathEnd:
        violated = trace.violated
        check = violated.message.partition(":")[0] if self._guarded else violated.check
        return PathEnd(
            number=number,
            reason=Reason.VIOLATION,
            inputs=() if self._traced else _inputs(system, trace),
            location=violated.place,
            check=check,
            message=violated.message,
            trace=shown_trace(system, trace) if self._traced else (),
        )

    @property
    def decided(self) -> Sequence[Target]:
        """A verdict for each property, where the file has several."""
        properties = named(self._program) if self._guarded else ()
        if len(properties) < 2:
            return ()
        return [
            Target(
                one.id,
                one.place.line if one.place is not None else 1,
                self._verdicts.get((one.message, one.place), Verdict.UNKNOWN).value,
            )
            for one in properties
        ]

    def _note_literal(self, outcome: Outcome) -> None:
        for row in outcome.iterations:
            if row.literal:
                last = row is outcome.iterations[-1] and outcome.proof is not None
                state = "and it is" if last else "which the sound check does not confirm"
                self.notes.append(f"the paper's {row.literal} says safe in iteration {row.number}, {state}")

    def certificate(self) -> Certificate | None:
        """Nothing that helps with programs; of a protocol the engine's own check is the independent one."""
        return None if self._guarded else Certificate()

    def interrupt(self) -> None:
        self._interrupted = True
        if self._current is not None:
            self._current.interrupt()

    @property
    def complete(self) -> bool:
        return self._outcome is not None and self._outcome.proof is not None

    @property
    def cuts(self) -> Sequence[Stopped]:
        return self._cuts

    @property
    def proof(self) -> ProofSummary | None:
        if self._outcome is None or self._outcome.proof is None or self._system is None:
            return None
        proof, system = self._outcome.proof, self._system
        predicates = tuple(predicate_text(p) for p in proof.predicates)
        states = tuple(abstract_text(system, proof.predicates, a) for a in proof.closed)
        return ProofSummary(proof.check, predicates, states, CHECKER)

    @property
    def statistics(self) -> Statistics:
        statistics = Statistics(wall_seconds=time.monotonic() - self._started, peak_memory_mb=round(resident_mb(), 1))
        refinement = self._refinement
        if refinement is None:
            return statistics
        rows = refinement.outcome.iterations
        counts = refinement.space.counts
        statistics.queries = counts.splits + counts.exactness + counts.closure
        statistics.solver_queries = refinement.solver.queries
        statistics.solver_seconds = round(refinement.solver.seconds, 4)
        statistics.states = rows[-1].symbolic if rows else 0
        statistics.extra = {
            "iterations": len(rows),
            "predicates": len(refinement.space.predicates),
            "symbolic_states": rows[-1].symbolic if rows else 0,
            "abstract_states": rows[-1].abstract if rows else 0,
            "exactness_checks": counts.exactness,
            "closure_checks": counts.closure,
            "enumerations": counts.enumerations,
            "enumerations_cached": counts.cached,
            "states_shared": counts.shared,
        }
        return statistics

    def measured(self) -> Coverage:
        return {}


def _inputs(system: TransitionSystem, trace: Trace) -> tuple[InputValue, ...]:
    """What the program asked for along the trace, in order: what native code needs to take the same way."""
    found: list[InputValue] = []
    for given in trace.given:
        for unknown, value in given.items():
            havoc = system.sources.get(unknown)
            if havoc is not None:
                width = unknown.width or 1
                found.append(InputValue(havoc.name, havoc.type_name, havoc.source, width, int(value), havoc.location))
    return tuple(found)


class TraceReplay:
    """The ``Native`` part of a run: the engine hands on traces that it has run step by step on concrete values."""

    def __init__(self, loaded: Loaded, control: Control) -> None:
        externals = loaded.program.externals
        self._weakened = [name for name, policy in externals.items() if policy == "weakened"]
        self._loaded = loaded
        self._control = control

    def replay(self, end: PathEnd) -> Confirmation:
        if self._weakened:
            return Confirmation(False, tuple(f"assumptions that were not used: {name}" for name in self._weakened))
        if end.trace and self._loaded.whole is not None:
            from antumbra.session.boogie import Unused  # loads a solver

            forbidden = Unused(self._loaded, self._control).forbid(end)
            if forbidden is not None:
                return Confirmation(False, (forbidden,))
        return Confirmation(bool(end.trace))

    def close(self) -> None:
        pass
