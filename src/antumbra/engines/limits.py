"""Time, memory and interruption."""

from __future__ import annotations

import gc
import os
import resource
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from antumbra.engines.outcome import Reason

_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_mb() -> float:
    """Memory of this process now. Asked for in signal handlers: no codec, which may have to be imported just then."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * _PAGE / 1e6
    except OSError:
        return peak_mb()


def peak_mb() -> float:
    """Largest memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


class _Collector:
    """The collector is one for the whole process, and so is what is known of who holds it."""

    lock = threading.Lock()
    holders = 0
    was_enabled = False


@contextmanager
def uncollected() -> Generator[None]:
    """Without the collection of cycles, which would walk all states again and again.

    It would also run in any thread, while another one is inside a solver that is not made for two: solvers that are
    no longer needed are given back by their destructors.
    """
    with _Collector.lock:
        if not _Collector.holders:
            _Collector.was_enabled = gc.isenabled()
            gc.disable()
        _Collector.holders += 1
    try:
        yield
    finally:
        with _Collector.lock:
            _Collector.holders -= 1
            if not _Collector.holders and _Collector.was_enabled:
                gc.enable()


class Limits:
    """Asked often; looks at the clock each time and at memory four times a second."""

    def __init__(self, timeout: float | None, memory_mb: float | None, within: Limits | None = None) -> None:
        """``within``: limits of a larger part of the run; who interrupts that interrupts this."""
        self._within = within
        self.started = time.monotonic()
        self._deadline = None if timeout is None else self.started + timeout
        self._memory_mb = memory_mb
        self._next_memory = self.started
        self._interrupted = False

    @property
    def interrupted(self) -> bool:
        return self._interrupted or (self._within is not None and self._within.interrupted)

    def interrupt(self) -> None:
        self._interrupted = True

    def remaining(self) -> float:
        """Seconds left; a large number if there is no limit."""
        if self.interrupted:
            return 0.0
        return 1e9 if self._deadline is None else self._deadline - time.monotonic()

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def exceeded(self) -> Reason | None:
        if self.interrupted:
            return Reason.INTERRUPT
        now = time.monotonic()
        if self._deadline is not None and now > self._deadline:
            return Reason.TIME
        if self._memory_mb is not None and now > self._next_memory:
            self._next_memory = now + 0.25
            if resident_mb() > self._memory_mb:
                return Reason.MEMORY
        return None
