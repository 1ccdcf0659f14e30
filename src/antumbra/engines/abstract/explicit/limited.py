"""Enumerating states within the limits of a run, told in the words of REFINE."""

from __future__ import annotations

import time
from collections.abc import Callable

from antumbra.engines.abstract.explicit.enumerate import Enumeration, Found
from antumbra.engines.abstract.explicit.layout import NotFinite
from antumbra.engines.abstract.options import AbstractOptions
from antumbra.engines.abstract.proof import Proof
from antumbra.engines.abstract.refine import Outcome, Stop
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.engines.limits import resident_mb
from antumbra.engines.outcome import Reason
from antumbra.terms.native.machine_code import NoCode

#: how the proof is called: every reachable state was enumerated
ENUMERATION = "enumeration"


def limited(system: TransitionSystem, options: AbstractOptions, started: float) -> Limited | str:
    """The enumeration of a system, or why there is none."""
    try:
        return Limited(system, options, started)
    except (NotFinite, NoCode) as reason:
        return str(reason)


class Limited:
    """``run`` goes on; ``interrupt`` may come from a signal handler."""

    def __init__(self, system: TransitionSystem, options: AbstractOptions, started: float) -> None:
        self._options = options
        self._started = started
        self._interrupted = False
        self.on_tick: Callable[[], None] | None = None
        #: why it will not come to an end
        self.gave_up = ""
        self._enumeration = Enumeration(system, self._tick, self._grows, self._left, symmetry=options.symmetry)

    @property
    def states(self) -> int:
        return self._enumeration.table.count

    @property
    def edges(self) -> int:
        return self._enumeration.table.edges

    def interrupt(self) -> None:
        self._interrupted = True

    def _left(self) -> float | None:
        timeout = self._options.timeout
        return None if timeout is None else max(0.001, timeout - (time.monotonic() - self._started))

    def _tick(self) -> None:
        if self._interrupted or self._options.interrupted():
            raise Stop(Reason.INTERRUPT)
        timeout = self._options.timeout
        if timeout is not None and time.monotonic() - self._started > timeout:
            raise Stop(Reason.TIME, f"{timeout:.3g} s")
        if self.on_tick is not None:
            self.on_tick()

    def _grows(self, size: int) -> None:
        if self._options.memory_mb is not None and resident_mb() + size / 1e6 > self._options.memory_mb:
            raise MemoryError(f"{self._options.memory_mb} MB")

    def run(self, states: int | None) -> Outcome | None:
        """A trace, a proof that was confirmed, a limit of the run; None if there was no time for all states, or no
        room (``gave_up``)."""
        try:
            found = self._enumeration.run(states)
        except Stop as stop:
            return Outcome(reason=stop.reason, detail=stop.detail)
        except MemoryError as error:
            self.gave_up = f"no memory for more than {self.states} ({error})"
            return None
        return None if found is None else self._outcome(found)

    def _outcome(self, found: Found) -> Outcome | None:
        if found.trace is not None:
            return Outcome(trace=found.trace)
        if found.refuted is not None:
            self.gave_up = f"the check refutes it: {found.refuted}"
            return None
        symmetry = self._enumeration.symmetry
        families = symmetry.families if symmetry is not None else ()
        return Outcome(proof=Proof(ENUMERATION, (), {}, {}, (), families))
