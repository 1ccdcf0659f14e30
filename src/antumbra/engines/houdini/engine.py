"""The engine: runs states, replaces them at loop heads by trials, and judges those that come back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from antumbra import terms as T
from antumbra.engines.chains import axiom_chain
from antumbra.engines.driver import Driver
from antumbra.engines.effort import Meter
from antumbra.engines.houdini.certificate import certificate_of
from antumbra.engines.houdini.judge import Judge
from antumbra.engines.houdini.loops import LoopValues
from antumbra.engines.houdini.probing import ProbingMachine, ProofRecording
from antumbra.engines.houdini.trial import Trial, same_frames
from antumbra.engines.invariants.guesses import guesses
from antumbra.engines.invariants.probe import Environment, Sample, drop_unchanged, same_value
from antumbra.engines.options import ExecutionOptions
from antumbra.engines.outcome import Cut, Reason
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.proofs import Certificate
from antumbra.records import dataclass
from antumbra.semantics.contract import MachineOptions, Pending
from antumbra.semantics.runtime import to_term
from antumbra.semantics.state import State, Wanted
from antumbra.solvers import PathCondition
from antumbra.terms import Term

#: how often one loop may be tried anew, and all loops together
MOST_TRIALS = 40
MOST_TRIALS_IN_ALL = 400


@dataclass(frozen=True, slots=True)
class _Work:
    """A state to run. ``begins``: at the head of a loop that it stands for all rounds of."""

    pending: Pending
    begins: bool = False


@dataclass(frozen=True, slots=True)
class _Seen:
    """All states of a probe have been run."""

    trial: Trial


class Houdini(Driver):
    """It claims nothing but ``complete``: every execution was looked at. There are no ends to tell of."""

    name = "houdini"

    def __init__(self, program: P.Program, options: ExecutionOptions) -> None:
        if uses_memory(program):
            raise InputError("the engine houdini takes programs without memory; expected --engine interpolate")
        if options.targets:
            raise InputError("the engine houdini decides no targets; expected --engine explore or interpolate")
        super().__init__(options)
        self.options = options
        self.chain = axiom_chain(options, self.limits.remaining)
        self.recording = self._proof = ProofRecording(options.checks)
        self.machine = ProbingMachine(
            program,
            self.chain,
            self,
            self.recording,
            MachineOptions(checks=options.checks, max_calls=options.max_calls, switches=options.switches, rounds=True),
        )
        self.recording.attach(self.machine, ())
        self.loops = LoopValues(self.machine.compiler)
        self.judge = Judge(self.chain)
        self.meter = Meter(self.chain.statistics, self.machine.counters)
        self.trials = 0
        self.closed = 0
        self._stack: list[_Work | _Seen] = []
        self._tries: dict[int, int] = {}
        #: region → locations that some trial saw change, and guesses that it saw refuted
        self._changing: dict[int, dict[Term, None]] = {}
        self._refuted: dict[int, set[Term]] = {}
        #: trials that may be what the proof rests on
        self._final: list[Trial] = []

    # ------------------------------------------------------------ scheduling

    def split(self, children: Sequence[Pending]) -> bool:
        """As semantics.contract.Scheduler asks. The last one in is the first one out: what stays in the loop."""
        trial: Trial | None = children[0].state.node
        head = None if trial is None else trial.region
        ordered = sorted(children, key=lambda child: head is not None and self.loops.inside(head, child.region))
        self._stack.extend(_Work(child) for child in ordered)
        return False

    # ------------------------------------------------------------ the run

    def start(self) -> None:
        self._stack.append(_Work(self.machine.initial()))

    def step(self) -> bool:
        if not self._stack:
            return False
        item = self._stack.pop()
        if isinstance(item, _Seen):
            self._seen(item.trial)
        else:
            self._run_state(item)
        self.recording.take()
        if self.stopped is None:
            self.stopped = self._proof.failure
        return True

    def _run_state(self, work: _Work) -> None:
        """Run one state until it ends, forks, comes to a loop, or a limit is hit."""
        ran = work.pending
        trial: Trial | None = ran.state.node
        if trial is not None and trial.lost:
            return
        if work.begins or not self._is_over(ran.state, ran.region):
            silent = trial is not None and trial.silent
            with self.chain.hurried() if silent else nullcontext():
                ran = self.advance(ran.state, ran.region, ran.arguments, self._is_over)
        if not isinstance(ran, Pending):
            return
        if self.stopped is not None:
            self._stack.append(_Work(ran))
        elif self.loops.is_head(ran.region):
            self._visit(ran.state, ran.region, ran.arguments)

    def _is_over(self, state: State, region: int) -> bool:
        """At a loop, or a probe that has left its own."""
        trial: Trial | None = state.node
        return self.loops.is_head(region) or (
            trial is not None and trial.probing and self._has_left(trial, state, region)
        )

    def _stop(self, reason: Reason, detail: str | None = None, region: int | None = None) -> None:
        location = None if region is None else self.loops.location(region)
        self.stopped = Cut(reason, f"{len(self._stack)} states left" if detail is None else detail, location, 1)

    def _has_left(self, trial: Trial, state: State, region: int) -> bool:
        """A probe need not be followed out of its loop."""
        return state.frame is trial.before.frame and not self.loops.inside(trial.region, region)

    # ------------------------------------------------------------ at the head of a loop

    def _visit(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        trial: Trial | None = state.node
        while trial is not None:
            if trial.region == region and same_frames(trial.before.frame, state.frame):
                self._arrive(trial, state, arguments)
                return
            trial = trial.outer
        self._enter(state, region, arguments)

    def _enter(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        """A loop from outside: see what a round does first."""
        entry = self.loops.environment(state, region, arguments)
        trial = Trial(region, state, arguments, entry, state.node, probing=True)
        self._begin(trial, self._suspects(trial))

    def _suspects(self, trial: Trial) -> list[Term]:
        """Locations that a round may change."""
        assigned, seen = self.loops.assigned(trial.region), self._changing.get(trial.region, {})
        return [x for x in trial.entry if x in assigned or x in seen]

    def _begin(self, trial: Trial, changing: Sequence[Term]) -> None:
        """Put the state of a trial on the stack."""
        self.trials += 1
        tries = self._tries[trial.region] = self._tries.get(trial.region, 0) + 1
        nesting = max(1, self.loops.depth(trial.region))
        if tries > MOST_TRIALS * nesting or self.trials > MOST_TRIALS_IN_ALL:
            self._stop(Reason.INVARIANT, "too many trials", trial.region)
            return
        state = trial.before.fork()
        state.node = trial
        values = dict(trial.entry)
        for location in changing:
            fresh = self.machine.fresh(state, Wanted(location.sort, P.Source.HAVOC, str(location.data), "", None))
            trial.changing[location] = values[location] = fresh
        path: Any = self.judge.with_values(state.path, trial)
        for guess in trial.guesses:
            path = self.chain.assume(path, trial.condition(guess, values))
            if not isinstance(path, PathCondition):
                late = self.limits.exceeded()
                self._stop(late or Reason.INVARIANT, "guesses that a path contradicts", trial.region)
                return
        state.path = path
        trial.depth = path.depth
        arguments = self.loops.refill(self.machine, state, trial, values)
        if trial.probing:
            self._stack.append(_Seen(trial))
        else:
            self._final.append(trial)
        self._stack.append(_Work(Pending(state, trial.region, arguments), begins=True))

    def _again(self, trial: Trial, changing: Sequence[Term], guessed: list[Term], *, probing: bool) -> None:
        """The same loop, tried another way."""
        trial.void = True
        following = Trial(trial.region, trial.before, trial.arguments, trial.entry, trial.outer, probing)
        following.guesses = guessed
        self._begin(following, changing)

    def _seen(self, probe: Trial) -> None:
        """All rounds of a probe are over: guess."""
        if probe.lost:
            return
        region = probe.region
        drop_unchanged(probe, self._changing.get(region, {}))
        kept = frozenset(u.variable for u in probe.before.unknowns() if u.variable is not None)
        usable = self.loops.names(probe.entry) | kept
        refuted = self._refuted.get(region, set[Term]())
        found = [
            guess
            for guess in guesses(probe, self.loops.asserted(region), kept)
            if guess not in refuted and T.free_variables(guess) <= usable
        ]
        wrong = self._wrong(probe, found, probe.before.path, probe.entry)
        self._again(probe, [*probe.changing, *probe.changed], [g for g in found if g not in wrong], probing=False)

    def _arrive(self, trial: Trial, state: State, arguments: tuple[Any, ...]) -> None:
        """A state came back: is it one of those that the trial stands for?"""
        if trial.silent and not trial.probing:
            return  # a round has been seen; nothing is claimed of others
        values = self.loops.environment(state, trial.region, arguments)
        changed = self._changed(trial, state, values)
        if trial.probing:
            trial.changed.update(changed)
            conditions = tuple(state.path.conditions()[trial.depth :])
            trial.samples.append(Sample(values, conditions, self._bounds_inside(trial, state)))
        elif changed:
            self._changing.setdefault(trial.region, {}).update(changed)
            self._again(trial, self._suspects(trial), [], probing=True)
        elif wrong := self._wrong(trial, trial.guesses, state.path, values):
            self._refuted.setdefault(trial.region, set()).update(wrong)
            left = [guess for guess in trial.guesses if guess not in wrong]
            self._again(trial, list(trial.changing), left, probing=False)
        else:
            self.closed += 1

    def _changed(self, trial: Trial, state: State, values: Environment) -> dict[Term, None]:
        """Locations whose value is not the one that the trial holds fixed."""
        result: dict[Term, None] = {}
        for location, value in values.items():
            if location in trial.changing:
                continue
            fixed = trial.entry[location]
            if same_value(fixed, value):
                continue
            one, other = to_term(fixed, location.sort), to_term(value, location.sort)
            if one is other:
                continue
            if trial.silent or location.sort.kind == "array" or not self.judge.holds(state.path, T.eq(one, other)):
                result[location] = None
        return result

    def _wrong(self, trial: Trial, guessed: list[Term], path: PathCondition, values: Environment) -> set[Term]:
        """Guesses that do not surely hold."""
        conditions: dict[Term, list[Term]] = {}
        for guess in guessed:
            conditions.setdefault(trial.condition(guess, values), []).append(guess)
        # a guess for a probe need not be right
        silent = trial.outer is not None and trial.outer.silent
        judge = self.judge.unlikely if silent else self.judge.refuted
        return {guess for c in judge(path, list(conditions)) for guess in conditions[c]}

    def _bounds_inside(self, trial: Trial, state: State) -> dict[Term, Term]:
        """What loops inside this one say of the flags they change."""
        result: dict[Term, Term] = {}
        inner: Trial | None = state.node
        while inner is not None and inner is not trial:
            values = {**inner.entry, **inner.changing}
            for flag, fresh in inner.changing.items():
                if flag.sort is not T.BOOL:
                    continue
                off = T.not_(flag)
                guess = next((g for g in inner.guesses if g.op is T.OR and off in g.args), None)
                if guess is not None:
                    result[fresh] = inner.condition(T.or_(*(a for a in guess.args if a is not off)), values)
            inner = inner.outer
        return result

    # ------------------------------------------------------------ results

    @property
    def complete(self) -> bool:
        return self._started and self.stopped is None and not self._stack and self._proof.failure is None

    @property
    def cuts(self) -> list[Cut]:
        """The first thing that stands against the proof is all there is to say."""
        return [] if self.stopped is None else super().cuts[:1]

    @property
    def waiting(self) -> int:
        return len(self._stack)

    @property
    def effort(self) -> float:
        return self.meter.total(self.instructions)

    def certificate(self) -> Certificate:
        """What holds at the heads of loops, of a run that is complete."""
        entries = self.machine.compiler.entries
        heads = {trial.region: (entries[trial.region].procedure, entries[trial.region].label) for trial in self._final}
        return certificate_of(self.machine.program, self._final, heads)

    @property
    def counters(self) -> dict[str, float]:
        return {"trials": self.trials, "closed_loops": self.closed}


#: commands that work on memory, of which guesses do not speak
_MEMORY = (P.Load, P.Store, P.Alloc, P.Free, P.Copy, P.Fill, P.Builtin)


def uses_memory(program: P.Program) -> bool:
    """Does a program have objects, or commands that work on them?"""
    return bool(program.objects) or any(
        isinstance(command, _MEMORY)
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
    )
