"""Effort in steps, the same on every machine: what budgets and turns are counted in.

Units are microseconds, roughly: what each thing takes on one machine. A clock would say more, and never the same twice.
"""

from __future__ import annotations

from typing import Final

from antumbra.semantics.contract import Counters
from antumbra.solvers.chain.statistics import Statistics

#: execution: a command, a fork, the end of a path; and to write the code of a region
INSTRUCTION: Final = 0.15
FORK: Final = 6.0
END: Final = 3.0
COMPILED: Final = 500.0
#: the same as machine code, LLVM's part; loading LLVM is in the first
NATIVE: Final = 0.003
NATIVE_CODE: Final = 40_000.0
#: questions of the chain, conditions that its layers go through, questions that reach a solver, and the solver's steps
QUESTION: Final = 6.0
CONDITION: Final = 2.0
SOLVER_QUESTION: Final = 1500.0
SOLVER_STEP: Final = 1.0


def asked(questions: Statistics) -> float:
    """Effort of all questions so far."""
    return (
        QUESTION * questions.queries
        + CONDITION * questions.conditions
        + SOLVER_QUESTION * questions.solver_queries
        + SOLVER_STEP * questions.solver_steps
    )


class Meter:
    """Effort of plain execution."""

    def __init__(self, questions: Statistics, machine: Counters) -> None:
        self._questions = questions
        self._machine = machine

    def total(self, instructions: int) -> float:
        """With so many commands executed."""
        counters = self._machine
        return (
            INSTRUCTION * max(0, instructions - counters.native)
            + NATIVE * counters.native
            + NATIVE_CODE * counters.native_code
            + FORK * counters.forks
            + COMPILED * counters.compiled
            + asked(self._questions)
        )
