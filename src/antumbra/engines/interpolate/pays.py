"""Does learning pay? What it costs and what it saves, counted in steps, so that every run decides the same.

Units are microseconds, roughly: what a step takes on one machine. What an interpolant saves when it prunes a state is
what its own subtree would cost without any pruning. Where more is spent than saved, learning rests, and the program is
executed as plain exploration does it, until execution has taken so much that the loss is a small part of it.
"""

from __future__ import annotations

from typing import Final

from antumbra.solvers.statistics import Statistics

#: execution: a command, a fork, the end of a path
INSTRUCTION: Final = 0.15
FORK: Final = 12.0
END: Final = 4.0
#: questions of the chain, those that reach a solver, and the solver's own steps
QUESTION: Final = 12.0
SOLVER_QUESTION: Final = 400.0
SOLVER_STEP: Final = 5.0
#: learning: a visit of a cut point, a form evaluated to find interpolants, an interpolant tested, a step and a literal
#: carried back
VISIT: Final = 40.0
LOOK: Final = 1.5
TEST: Final = 15.0
STEP_BACK: Final = 4.0
LITERAL: Final = 15.0

#: what may be lost: so much, and a part of what execution takes
FREE: Final = 100_000.0
PART: Final = 0.35
#: a rest lasts until so much is free again, or a part of what was lost
GRANT: Final = 30_000.0


class Pays:
    """Told of what is executed, learnt and pruned; says when to rest."""

    def __init__(self, questions: Statistics) -> None:
        self._questions = questions
        self._asked = 0.0
        #: effort of execution, of learning, and what pruning has spared
        self.executed = 0.0
        self.spent = 0.0
        self.saved = 0.0
        self.rests = 0
        self._resting = False
        #: trials under way: what is executed there is not the program
        self.trials = 0

    def _lap(self) -> float:
        """Effort of the questions since the last time."""
        q = self._questions
        asked = QUESTION * q.queries + SOLVER_QUESTION * q.solver_queries + SOLVER_STEP * q.solver_steps
        since, self._asked = asked - self._asked, asked
        return since

    def execute(self, effort: float) -> float:
        """Something was executed, with the questions since the last account; its whole effort."""
        effort += self._lap()
        if self.trials:
            self.spent += effort
        else:
            self.executed += effort
        return effort

    def spend(self, effort: float) -> None:
        """Something was learnt or tested."""
        self.spent += effort + self._lap()

    def save(self, effort: float) -> None:
        """A state was pruned."""
        if not self.trials:
            self.saved += effort

    @property
    def lost(self) -> float:
        return self.spent - self.saved

    @property
    def resting(self) -> bool:
        free = FREE + PART * self.executed - self.lost
        if self._resting:
            self._resting = free < max(GRANT, self.lost / 8)
        elif free < 0:
            self._resting = True
            self.rests += 1
        return self._resting
