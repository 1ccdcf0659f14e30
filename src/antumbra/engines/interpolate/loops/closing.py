"""Where loops are closed: trials at their heads (``widening``), how many, and when."""

from __future__ import annotations

from typing import Any

from antumbra.engines.backward.formula import Formula
from antumbra.engines.backward.trace import Point
from antumbra.engines.interpolate.economy.accounts import patience
from antumbra.engines.interpolate.loops.nesting import LoopNesting
from antumbra.engines.interpolate.loops.widening import Trial, Widening
from antumbra.engines.interpolate.tree.exact_states import Exact
from antumbra.engines.interpolate.tree.exploration import Exploration
from antumbra.engines.interpolate.tree.nodes import GIVEN_UP, PROVED, Node, Result
from antumbra.engines.interpolate.tree.order import Work
from antumbra.semantics.state import State
from antumbra.terms import Term

#: trials within trials, for loops in loops
DEEPEST_TRIAL = 3
#: nodes of all trials for one state: so many, or a part of all before them
SMALL_TRIAL = 200
LARGEST_TRIAL = 1_000
PART = 16
#: trials for one state, each without what the one before refuted
MOST_TRIALS = 12
#: visits of a loop whose states are all known before it is tried to do without
PATIENCE_CONCRETE = 40
#: the same for a loop whose end does not depend on inputs
PATIENCE_COUNTED = 100
#: after a trial that failed, so many times as many visits before the next
BACK_OFF = 8


class LoopCloser:
    """Tries to prove all iterations of a loop at once."""

    def __init__(self, engine: Exploration) -> None:
        self._engine = engine
        more = patience(engine.options.given)
        #: nodes of trials, and how many times as many visits come before the next one
        self._nodes = int(more * SMALL_TRIAL), int(more * LARGEST_TRIAL)
        self._back_off = max(2, int(BACK_OFF / more))
        self.nesting = LoopNesting(engine.machine.compiler)
        self._widening = Widening(engine.machine, engine.learning.locations, engine.learning.evaluation, engine.chain)
        #: trials under way, innermost last
        self._trials: list[Trial] = []
        self._failures: dict[Point, int] = {}
        self._arrivals: dict[Point, int] = {}
        self.trials = 0
        self.closed_loops = 0
        #: trials that closed a loop, with those inside them
        self.proved: list[Trial] = []
        self._stable: list[Trial] = []
        #: the number of the last node that trials may make, and whether they came so far
        self._limit = 0
        self._too_large = False
        #: what all iterations of the loop closed last have in common
        self._invariant: list[Term] = []

    @property
    def busy(self) -> bool:
        """Is a trial under way?"""
        return bool(self._trials)

    def closed(
        self, state: State, arguments: tuple[Any, ...], node: Node, below: Node, point: Point, exact: Exact
    ) -> bool:
        """Prune a state at a loop's head, if that can be done."""
        engine = self._engine
        before = node.same_point_above(point)
        arrivals = self._arrivals[point] = self._arrivals.get(point, 0) + 1
        if before is None or engine.options.counters or len(self._trials) >= DEEPEST_TRIAL:
            return False
        failures = self._failures.get(point, 0)
        patience = PATIENCE_CONCRETE if exact.concrete else 1
        if arrivals < patience * self._back_off**failures or not engine.scope.economy.may_try:
            return False
        waits = not failures and not self.busy and arrivals < PATIENCE_COUNTED
        if waits and self.nesting.counted(before, node, point):
            return False
        result: Result = GIVEN_UP
        engine.scope.economy.begin_trial()
        if not self._trials:
            self._limit = engine.nodes + max(self._nodes[0], min(self._nodes[1], engine.nodes // PART))
        self._too_large = False
        self._stable = []
        for trial in self._widening.trials(before, state, below.start, arguments, point):
            result = self._until_stable(trial, state, arguments)
            if result is not GIVEN_UP or engine.stopped is not None or self._too_large:
                break
        engine.scope.economy.end_trial(proved=result is not GIVEN_UP)
        if result is GIVEN_UP:
            self._failures[point] = failures + 1
            return False
        self.closed_loops += 1
        self.proved += self._stable
        if engine.scope.watcher is not None:
            engine.scope.watcher.closed(below, self._invariant)
        # what it would take without is not known: there may be few rounds
        engine.learning.results.pruned(node, below, result if isinstance(result, Formula) else None, result, 0.0)
        return True

    def _until_stable(self, trial: Trial | None, state: State, arguments: tuple[Any, ...]) -> Result:
        """Try, without what was refuted, until it is proved or fails for another reason."""
        for _ in range(MOST_TRIALS):
            if trial is None or self._engine.stopped is not None or self._engine.scope.economy.overdrawn():
                return GIVEN_UP
            result = self._try(trial)
            if result is not GIVEN_UP or trial.failed:
                self._invariant = trial.guesses
                self._stable += [trial] if result is not GIVEN_UP else []
                return result
            trial = self._widening.again(trial, state, arguments)
        return GIVEN_UP

    def _try(self, trial: Trial) -> Result:
        """Explore what a trial stands for. GIVEN_UP if that is not proved safe; nothing learnt is kept then."""
        engine = self._engine
        self.trials += 1
        journals = engine.learning.begin_trial()
        self._trials.append(trial)
        proved = False
        try:
            with engine.apart() as scope:
                root = engine.new_node(None, 0, trial.start, trial.state)
                root.point, root.values, root.snapshot = trial.point, trial.arguments, trial.state.fork()

                def promising() -> bool:
                    self._too_large = engine.nodes > self._limit or engine.scope.economy.overdrawn()
                    if not scope.recording.clean or scope.recording.reached or self._too_large:
                        trial.failed = True
                    return not trial.wrong

                work = Work(trial.state.fork(), trial.point[0], trial.arguments, root)
                proved = engine.exhaust(work, promising) and not trial.wrong
        finally:
            self._trials.pop()
            engine.learning.end_trial(journals, proved=proved)
        return (root.outcome or GIVEN_UP) if proved else GIVEN_UP

    def came_back(self, state: State, arguments: tuple[Any, ...], node: Node, below: Node, point: Point) -> bool:
        """Is this the head of a loop on trial? Then the state is covered by it, or the innermost trial went wrong."""
        trial = next((t for t in reversed(self._trials) if t.point == point), None)
        if trial is None:
            return False
        if self._widening.arrive(trial, state, arguments):
            self._engine.learning.results.pruned(node, below, None, trial.formula or PROVED, 0.0)
        elif trial is not self._trials[-1]:
            # an outer trial's guesses may hold once the inner loop is looked at differently
            self._trials[-1].failed = True
            trial.changed.clear()
            trial.refuted.clear()
        return True
