"""What a run tells its user while it works, and how the user stops it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from antumbra.engines.limits import resident_mb
from antumbra.engines.outcome import Statistics
from antumbra.records import dataclass, field


class Observer(Protocol):
    """Watches a run. Called often, on the thread of the run: must be cheap and must not raise."""

    def phase(self, name: str) -> None:
        """A new part of the work begins: reading, exploring, replaying."""
        ...

    def progress(self, counters: Statistics) -> None:
        """The search goes on."""
        ...


class Silent:
    """Watches nothing."""

    def phase(self, name: str) -> None:
        del name

    def progress(self, counters: Statistics) -> None:
        del counters


class OutOfTime(BaseException):
    """The clock ran out where nothing looks at it. Like KeyboardInterrupt, no handler of errors may swallow it."""


class OutOfMemory(BaseException):
    """The memory limit was passed where nothing looks at it."""


#: Seconds, and part of the time limit, that a search has after its time to come to an end by itself. Then it is ended.
GRACE: Final = 0.25
GRACE_PART: Final = 0.03
#: the same while a violation is replayed: it would be a pity to lose it
REPLAY: Final = 0.5
REPLAY_PART: Final = 0.07
#: the same after an interrupt
PATIENCE: Final = 0.4
#: the same of a memory limit, which a search looks at four times a second
MORE_MEMORY: Final = 1.1
#: processor seconds before something is thrown again: whoever catches it needs some
AGAIN: Final = 0.05


@dataclass(slots=True)
class Control:
    """Clock and stop button of a run. ``interrupt`` may be called at any time, also from a signal handler."""

    timeout: float | None = None
    memory_mb: float | None = None
    started: float = field(default_factory=time.monotonic)
    interrupted: bool = False
    #: stops what runs now; None while nothing runs that can be asked to stop (a program is read)
    stop: Callable[[], None] | None = None
    #: does someone call ``overdue`` and throw what it says? Else a run sees to that itself.
    watched: bool = False
    #: a violation is being confirmed
    replaying: bool = False
    #: the search is over and its result is made: not to be disturbed
    finishing: bool = False
    #: whoever holds it makes the result of the run and tells it: the run, or who ends the process in its place
    last: threading.Lock = field(default_factory=threading.Lock)
    #: the result is being told: nobody waits for anything else
    telling: bool = False
    #: whoever holds it tells a result, and nobody else does
    voice: threading.Lock = field(default_factory=threading.Lock)
    #: the result as it is to be told should the run not come to the end of writing its files
    unwritten: object | None = None
    #: what was thrown is being dealt with
    held: bool = False
    #: the result of what is known so far, for who ends a run that does not come back; given the reason
    last_words: Callable[[str], object] | None = None
    _interrupted_at: float = field(default=math.inf, init=False)
    _thrown_at: float = field(default=-math.inf, init=False)

    def claim(self) -> None:
        """The run makes its result. If somebody else does, who ends the process, it has nothing more to do."""
        if not self.last.acquire(blocking=False):
            threading.Event().wait()

    def speak(self) -> None:
        """The result is told from here on, unless somebody else tells it already, who ends the process."""
        self.telling = True
        if not self.voice.acquire(blocking=False):
            threading.Event().wait()

    def interrupt(self) -> bool:
        """Ask the run to stop. False if it cannot hear that yet: it will stop when the program has been read."""
        if not self.interrupted:
            self.interrupted, self._interrupted_at = True, time.monotonic()
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

    @property
    def grace(self) -> float:
        """Seconds after the time limit in which a search may still end by itself."""
        if self.stop is None:
            return 0.0
        seconds, part = (REPLAY, REPLAY_PART) if self.replaying else (GRACE, GRACE_PART)
        return seconds + part * (self.timeout or 0.0)

    def overdue(self) -> type[BaseException] | None:
        """What to throw into a run that should have ended: whatever it does, it does not look at its limits."""
        if self.finishing or self.held or time.process_time() < self._thrown_at + AGAIN:
            return None
        thrown = self._overdue()
        if thrown is not None:
            self._thrown_at = time.process_time()
        return thrown

    @property
    def impatient(self) -> bool:
        """Was it interrupted, and has had the time to come to an end by itself?"""
        return time.monotonic() > self._interrupted_at + (0.0 if self.stop is None else PATIENCE)

    def _overdue(self) -> type[BaseException] | None:
        if self.impatient:
            return KeyboardInterrupt
        if self.timeout is not None and self.elapsed >= self.timeout + self.grace:
            return OutOfTime
        if self.memory_mb is not None and resident_mb() > MORE_MEMORY * self.memory_mb:
            return OutOfMemory
        return None
