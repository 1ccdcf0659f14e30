"""Questions to the solvers, within a deadline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final

from antumbra.solvers import OUT_OF_TIME, Answer, Statistics
from antumbra.solvers.chain.oracle import Oracle
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term

#: whether conditions hold together
Ask = Callable[[Sequence[Term]], Answer]

#: steps of a query: about a second
_STEPS: Final = 1_000_000


def solvers(deadline: Deadline) -> Ask:
    """The solver that fits each question."""

    left = None if deadline.seconds is None else lambda: deadline.seconds or 0.0
    oracle = Oracle("auto", Statistics(), timeout=None, steps=_STEPS, deadline=left, folder=None, save_after=inf)

    def ask(assertions: Sequence[Term]) -> Answer:
        return OUT_OF_TIME if deadline.passed else oracle.ask(assertions)

    return ask
