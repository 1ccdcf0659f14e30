"""What a run tells its user while it works, and how the user stops it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol


class Counters(Protocol):
    """How far a search is."""

    @property
    def states(self) -> int: ...
    @property
    def paths(self) -> int: ...
    @property
    def covered_blocks(self) -> int: ...
    @property
    def total_blocks(self) -> int: ...
    @property
    def instructions(self) -> int: ...
    @property
    def queries(self) -> int: ...
    @property
    def solver_queries(self) -> int: ...
    @property
    def solver_seconds(self) -> float: ...


class Observer(Protocol):
    """Watches a run. Called often, on the thread of the run: must be cheap and must not raise."""

    def phase(self, name: str) -> None:
        """A new part of the work begins: reading, exploring, replaying."""
        ...

    def progress(self, counters: Counters) -> None:
        """The search goes on."""
        ...


class Silent:
    """Watches nothing."""

    def phase(self, name: str) -> None:
        del name

    def progress(self, counters: Counters) -> None:
        del counters


class OutOfTime(BaseException):
    """The clock ran out where nothing looks at it. Like KeyboardInterrupt, no handler of errors may swallow it."""


@dataclass(slots=True)
class Control:
    """Clock and stop button of a run. ``interrupt`` may be called at any time, also from a signal handler."""

    timeout: float | None = None
    started: float = field(default_factory=time.monotonic)
    interrupted: bool = False
    #: stops what runs now; None while nothing runs that can be asked to stop (a program is read)
    stop: Callable[[], None] | None = None

    def interrupt(self) -> bool:
        """Ask the run to stop. False if it cannot hear that yet: it will stop when the program has been read."""
        self.interrupted = True
        if self.stop is None:
            return False
        self.stop()
        return True

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    @property
    def remaining(self) -> float | None:
        """Seconds left, never negative; None without a limit."""
        return None if self.timeout is None else max(0.0, self.timeout - self.elapsed)
