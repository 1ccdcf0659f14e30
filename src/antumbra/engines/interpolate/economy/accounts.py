"""Does learning pay? What it costs and what it saves, counted in steps, so that every run decides the same.

Units are those of ``engines.effort``. What an interpolant saves when it prunes a state is
what its own subtree would cost without any pruning. Where more is spent than saved, learning rests, and the program is
executed as plain exploration does it, until execution has taken so much that the loss is a small part of it.
"""

from __future__ import annotations

from typing import Final

from antumbra.engines.effort import COMPILED, asked
from antumbra.semantics.contract import Counters
from antumbra.solvers.chain.statistics import Statistics

#: learning: a visit of a cut point, a form evaluated to find interpolants, an interpolant tested, a step and a literal
#: carried back
VISIT: Final = 40.0
LOOK: Final = 1.5
TEST: Final = 15.0
STEP_BACK: Final = 4.0
LITERAL: Final = 15.0

#: what may be lost: so much, a part of what execution takes, and for every state that waits and may be pruned
FREE: Final = 90_000.0
PART: Final = 0.2
WAITING: Final = 200.0
#: a rest lasts until so much is free again, or a part of what was lost
GRANT: Final = 30_000.0
#: what trials to close loops may take that come to nothing before the next begins, and before one is broken off
TRIALS_FREE: Final = 50_000.0
TRIALS_MOST: Final = 80_000.0
TRIALS_PART: Final = 0.08
#: these are for a run of so many seconds; one that is given more has as many times more for trials
USUAL: Final = 12.0


def patience(seconds: float | None) -> float:
    """How many times as much as usual trials may take, by the time that the user gives a run: no clock is asked."""
    return 1.0 if seconds is None else max(1.0, seconds / USUAL)


class Economy:
    """Told of what is executed, learnt and pruned; says when to rest, and when not to try."""

    def __init__(self, questions: Statistics, machine: Counters, patience: float = 1.0) -> None:
        """``patience``: how many times as much as usual trials to close loops may take."""
        self._patience = patience
        self._questions = questions
        self._machine = machine
        self._asked = 0.0
        self._compiled = 0
        #: effort of execution, of learning, and what pruning has spared
        self.executed = 0.0
        self.spent = 0.0
        self.saved = 0.0
        self.rests = 0
        self._resting = False
        #: trials under way: what is executed and learnt there is not the program; effort of all trials, and of those
        #: that came to nothing
        self._trials = 0
        self.tried = 0.0
        self._begun = 0.0
        self._in_vain = 0.0

    def _lap(self) -> float:
        """Effort of the questions since the last time."""
        now = asked(self._questions)
        since, self._asked = now - self._asked, now
        return since

    def execute(self, effort: float) -> float:
        """Something was executed, with the questions since the last account; what it would take again."""
        effort += self._lap()
        once = COMPILED * (self._machine.compiled - self._compiled)
        self._compiled = self._machine.compiled
        if self._trials:
            self.tried += effort + once
        else:
            self.executed += effort + once
        return effort

    def spend(self, effort: float) -> None:
        """Something was learnt or tested."""
        effort += self._lap()
        if self._trials:
            self.tried += effort
        else:
            self.spent += effort

    def save(self, effort: float) -> None:
        """A state was pruned."""
        if not self._trials:
            self.saved += effort

    # ------------------------------------------------------------ trials

    @property
    def may_try(self) -> bool:
        """Is there something left to try to close a loop? Within a trial that is the matter of the outer one."""
        return self._trials > 0 or self._in_vain < self._patience * TRIALS_FREE + TRIALS_PART * (
            self.executed + self.spent
        )

    def overdrawn(self) -> bool:
        """Must the trial under way be broken off?"""
        self.spend(0.0)
        tried = self._in_vain + self.tried - self._begun
        return tried > self._patience * TRIALS_MOST + TRIALS_PART * (self.executed + self.spent)

    def begin_trial(self) -> None:
        self.spend(0.0)
        self._trials += 1
        if self._trials == 1:
            self._begun = self.tried

    def end_trial(self, *, proved: bool) -> None:
        self.spend(0.0)
        self._trials -= 1
        if not proved and not self._trials:
            self._in_vain += self.tried - self._begun

    # ------------------------------------------------------------ accounts

    @property
    def plainly(self) -> float:
        """What exploring everything without pruning would take."""
        return self.executed + self.saved

    @property
    def total(self) -> float:
        return self.executed + self.spent + self.tried

    def resting(self, waiting: int) -> bool:
        """Is it better not to learn for now? So many states are waiting."""
        lost = self.spent - self.saved
        free = FREE + PART * self.executed + WAITING * waiting - lost
        if self._resting:
            self._resting = free < max(GRANT, lost / 8)
        elif free < 0:
            self._resting = True
            self.rests += 1
        return self._resting
