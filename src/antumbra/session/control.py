"""What a run tells its user while it works, and how the user stops it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

from antumbra.engines.outcome import Statistics


class Observer(Protocol):
    """Watches a run. Called often, on the thread of the run: must be cheap and must not raise."""

    def phase(self, name: str) -> None:
        """A new part of the work begins: reading, exploring, replaying."""
        ...

    def progress(self, statistics: Statistics) -> None:
        """The search goes on; the counters are live and must only be read."""
        ...


class Silent:
    """Watches nothing."""

    def phase(self, name: str) -> None:
        del name

    def progress(self, statistics: Statistics) -> None:
        del statistics


@dataclass(slots=True)
class Control:
    """Clock and stop button of a run. ``interrupt`` may be called at any time, also from a signal handler."""

    timeout: float | None = None
    started: float = field(default_factory=time.monotonic)
    interrupted: bool = False

    def interrupt(self) -> None:
        self.interrupted = True

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    @property
    def remaining(self) -> float | None:
        """Seconds left, never negative; None without a limit."""
        return None if self.timeout is None else max(0.0, self.timeout - self.elapsed)
