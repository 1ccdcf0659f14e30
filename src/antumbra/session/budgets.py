"""``auto`` for Boogie programs with loops: exploration and Houdini, each anew with a larger budget, until one decides.

Exploration finds violations, and is all that a program with few rounds needs; Houdini closes loops. A single query may
take longer than a turn, and cannot be taken up again where it was left; so each run has its own deadline, and
what it did not finish is thrown away. Since budgets grow fast, that costs little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from antumbra.engines.outcome import PathEnd, Reason, Statistics
from antumbra.frontends.loaded import Loaded
from antumbra.proofs import Certificate
from antumbra.report.lcov import Coverage
from antumbra.session.control import Counters
from antumbra.session.exploring import Exploration
from antumbra.session.inducting import Induction
from antumbra.session.options import RunOptions
from antumbra.session.parts import Cut

#: seconds of the first run, and how much longer the next one of the other engine may take
FIRST = 1.0
GROWTH = 4.0

#: what more time may decide
_OPEN = frozenset({Reason.TIME, Reason.MEMORY})


class Budgets:
    """The ``Engine`` part of a run."""

    def __init__(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> None:
        self._loaded = loaded
        self._options = options
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._interrupted = False
        self._budget = FIRST
        self._active: Exploration | Induction = self._new(Exploration)

    def _new(self, kind: type[Exploration | Induction], *, alone: bool = False) -> Exploration | Induction:
        """An engine with the budget that is its turn's; ``alone``: with all the time that is left."""
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        budget = left if alone else self._budget if left is None else min(self._budget, left)
        return kind(self._loaded, self._options, budget)

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        alone = False
        while True:
            yield from self._active.run(on_progress)
            reasons = _reasons(self._active)
            if self._active.complete or self._over() or not reasons <= _OPEN:
                return
            self._budget *= GROWTH
            last = alone or Reason.MEMORY in reasons  # exploration will not come further
            proof = self._active = self._made(self._new(Induction, alone=last))
            yield from proof.run(on_progress)
            if proof.complete or self._over() or last:
                return
            # what Houdini has given up on, exploration may decide
            alone = _reasons(proof) != {Reason.TIME}
            self._active = self._made(self._new(Exploration, alone=alone))

    def _made(self, engine: Exploration | Induction) -> Exploration | Induction:
        if self._interrupted:
            engine.interrupt()
        return engine

    def _over(self) -> bool:
        late = self._deadline is not None and time.monotonic() > self._deadline
        return late or self._interrupted

    def certificate(self) -> Certificate:
        return self._active.certificate()

    def interrupt(self) -> None:
        self._interrupted = True
        self._active.interrupt()

    @property
    def name(self) -> str:
        return self._active.name

    @property
    def complete(self) -> bool:
        return self._active.complete

    @property
    def cuts(self) -> Sequence[Cut]:
        return self._active.cuts

    @property
    def statistics(self) -> Statistics:
        """Of the run that decided, or was the last."""
        return self._active.statistics

    def measured(self) -> Coverage:
        return self._active.measured()


def _reasons(engine: Exploration | Induction) -> set[Reason]:
    """Why a run did not decide."""
    return {cut.reason for cut in engine.cuts}
