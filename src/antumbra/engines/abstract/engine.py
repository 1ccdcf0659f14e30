"""The engine: REFINE on the transition system of a program; one property after the other where a file names several."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from antumbra.engines.abstract.errors import Unsupported
from antumbra.engines.abstract.exploring.trace import Trace
from antumbra.engines.abstract.names import part_names, predicate_text, shown_state, shown_trace
from antumbra.engines.abstract.options import AbstractOptions
from antumbra.engines.abstract.refine import Outcome, Refinement
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.engines.contract import Decision, EngineDefaults, OnProgress
from antumbra.engines.limits import peak_mb
from antumbra.engines.outcome import Cut, InputValue, PathEnd, Reason, Statistics
from antumbra.frontends.guarded.properties import Named, named, without
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.proofs.proof import Condition, Proof
from antumbra.records import replace

if TYPE_CHECKING:
    from antumbra.engines.abstract.explicit.limited import Limited

#: who checks the proofs of this engine: engines.abstract.confirm
CHECKER = "every transition of the program from every state of the proof"

#: steps of a turn that a solver query stands for: the second turn is one from the beginning, and few need it
QUERY = 40
#: states that a step stands for, where they are enumerated: a small system is decided in the first turn
STATES = 20
#: solver queries that the properties besides the first violated one are always worth
QUERIES = 5_000
#: and states
MORE_STATES = 5_000_000


class AbstractAnalysis(EngineDefaults):
    """See :class:`antumbra.engines.contract.Engine`. It ends in one turn, or is made anew for a longer one."""

    name = "abstract"

    def __init__(self, program: P.Program, options: AbstractOptions) -> None:
        self._options = options
        self._program = program
        self._started = time.monotonic()
        self._interrupted = False
        self._ran = False
        self._enumeration: Limited | None = None
        self._refinement: Refinement | None = None  #: the first one
        self._current: Refinement | Limited | None = None
        self._outcome: Outcome | None = None
        self._cuts: list[Cut] = []
        #: is it violated?
        self._verdicts: dict[tuple[str, Location | None], bool] = {}
        self._notes: list[str] = []
        try:
            self._system = transition_system(program, options.checks)
        except Unsupported as unsupported:
            self._system = None
            self._cuts.append(Cut(Reason.UNSUPPORTED, unsupported.what, unsupported.place))

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """The first violation; then, where the file names several properties, what becomes of the others."""
        if self._system is None or self._ran:
            return
        outcome = self._enumerated(self._system, on_progress, None if steps is None else steps * STATES)
        if outcome is None and self._enumeration is not None:
            return  # there are more states than this turn has time for
        self._ran = True
        if outcome is None:
            outcome = self._analysed(self._system, on_progress, None if steps is None else steps // QUERY)
        self._outcome = outcome
        if outcome.reason is not None:
            self._cuts.append(Cut(outcome.reason, outcome.detail))
        self._note_literal(outcome)
        if outcome.proof is not None:
            self._notes += [f"states stand for all orders of {part_names(f)}" for f in outcome.proof.families]
        violated: set[tuple[str, Location | None]] = set()
        system, asked = self._system, 0
        while outcome.trace is not None:
            end = self._end(system, outcome.trace, len(violated) + 1)
            key = (outcome.trace.violated.message, outcome.trace.violated.place)
            self._verdicts[key] = True
            violated.add(key)
            yield end
            properties = self._named()
            if all((p.message, p.place) in violated for p in properties):
                return
            if key not in {(p.message, p.place) for p in properties}:
                return
            system = transition_system(without(self._program, violated), self._options.checks)
            timeout = self._options.timeout
            left = None if timeout is None else timeout - (time.monotonic() - self._started)
            if left is not None and left <= 0:
                return
            asked += self._effort
            outcome = self._enumerated(system, on_progress, max(MORE_STATES, 3 * asked), again=True)
            if outcome is None:
                outcome = self._analysed(system, on_progress, max(QUERIES, 3 * asked), left)
            if outcome.reason is not None:
                self._notes.append(f"the other properties are not decided: {outcome.reason.text}")
        if outcome.proof is not None:
            for one in self._named():
                self._verdicts.setdefault((one.message, one.place), False)

    def _named(self) -> Sequence[Named]:
        """Properties that the file names."""
        return named(self._program) if self._options.named_properties else ()

    @property
    def _effort(self) -> int:
        """Of the analysis that has just ended: solver queries, or states."""
        current = self._current
        if isinstance(current, Refinement):
            return current.solver.queries
        return 0 if current is None else current.states

    def _enumerated(
        self, system: TransitionSystem, on_progress: OnProgress | None, states: int | None, *, again: bool = False
    ) -> Outcome | None:
        """What enumerating states tells, if there is nothing but finite variables, and the states are not too many."""
        if not self._options.explicit or self._options.baseline == "ur" or (self._enumeration is None and again):
            return None
        if self._enumeration is None or again:
            from antumbra.engines.abstract.explicit.limited import limited  # loads what compiles

            found = limited(system, self._options, self._started)
            if isinstance(found, str):
                return None
            self._enumeration = self._current = found
        self._prepare(self._enumeration, on_progress)
        outcome = self._enumeration.run(states)
        if self._enumeration.gave_up:
            self._notes.append(f"not by enumerating states: {self._enumeration.gave_up}")
            self._enumeration = None
        return outcome

    def _analysed(
        self, system: TransitionSystem, on_progress: OnProgress | None, most: int | None, left: float | None = None
    ) -> Outcome:
        options = self._options
        if most is not None:
            options = replace(options, max_queries=most)
        if left is not None:
            options = replace(options, timeout=left)
        refinement = self._current = Refinement(system, options)
        self._refinement = self._refinement or refinement
        self._prepare(refinement, on_progress)
        return refinement.run()

    def _prepare(self, analysis: Refinement | Limited, on_progress: OnProgress | None) -> None:
        if self._interrupted:
            analysis.interrupt()
        if on_progress is not None:
            analysis.on_tick = lambda: on_progress(self.statistics)

    def _end(self, system: TransitionSystem, trace: Trace, number: int) -> PathEnd:
        violated = trace.violated
        return PathEnd(
            number=number,
            reason=Reason.VIOLATION,
            inputs=() if self._options.traces else _inputs(system, trace),
            location=violated.place,
            check=violated.check,
            message=violated.message,
            trace=shown_trace(system, trace) if self._options.traces else (),
        )

    @property
    def decided(self) -> Sequence[Decision] | None:
        """A verdict for each property, where the file has several."""
        properties = self._named()
        return [
            Decision(
                one.id,
                one.place.line if one.place is not None else 1,
                self._verdicts.get((one.message, one.place)),
            )
            for one in (properties if len(properties) > 1 else ())
        ]

    @property
    def notes(self) -> Sequence[str]:
        return self._notes

    def _note_literal(self, outcome: Outcome) -> None:
        for row in outcome.iterations:
            if row.literal:
                last = row is outcome.iterations[-1] and outcome.proof is not None
                state = "and it is" if last else "which the sound check does not confirm"
                self._notes.append(f"the paper's {row.literal} says safe in iteration {row.number}, {state}")

    def certificate(self) -> Certificate | None:
        """Nothing that helps with programs; of a protocol the engine's own check is the independent one."""
        return None if self._options.named_properties else Certificate()

    def interrupt(self) -> None:
        self._interrupted = True
        if self._current is not None:
            self._current.interrupt()

    @property
    def unfinished(self) -> bool:
        return self._system is not None and not self._ran

    @property
    def complete(self) -> bool:
        return self._outcome is not None and self._outcome.proof is not None

    @property
    def cuts(self) -> Sequence[Cut]:
        return self._cuts

    @property
    def proof(self) -> Proof | None:
        if self._outcome is None or self._outcome.proof is None or self._system is None:
            return None
        proof, system = self._outcome.proof, self._system
        predicates = tuple(Condition(p, predicate_text(p)) for p in proof.predicates)
        states = tuple(shown_state(system, proof.predicates, a) for a in proof.closed)
        return Proof(proof.check, predicates, states, CHECKER)

    @property
    def statistics(self) -> Statistics:
        statistics = Statistics(wall_seconds=time.monotonic() - self._started, peak_memory_mb=round(peak_mb(), 1))
        if self._enumeration is not None:
            statistics.states = self._enumeration.states
            statistics.extra = {"explicit_states": self._enumeration.states, "explicit_edges": self._enumeration.edges}
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
