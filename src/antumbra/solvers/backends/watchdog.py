"""Z3's own time limit is lost when it fires before the search has begun, as it does on a busy machine: then the query
would never end; and Python hears of a signal when Z3 has ended. A thread looks after every query and interrupts it."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

#: seconds between two looks, and beyond the limit before we interrupt
LOOK: Final = 0.1
GRACE: Final = 0.3


class Watched(Protocol):
    """``recover`` makes the solver usable again: an interrupt holds for whatever comes next, too."""

    def interrupt(self) -> None: ...
    def recover(self) -> None: ...


class Watchdog:
    """One thread, started with the first query. It sleeps but for its looks, so to be watched costs nothing."""

    def __init__(self) -> None:
        self._asked: Watched | None = None
        self._deadline: float | None = None
        self._stop: Callable[[], bool] | None = None
        self._interrupted = False
        #: so that no interrupt comes after the query it was meant for
        self._lock: Final = threading.Lock()
        #: the process whose thread it is: a child of ours has none
        self._process = 0

    def watched(
        self,
        asked: Watched,
        check: Callable[[], Any],
        seconds: float | None,
        stop: Callable[[], bool] | None = None,
    ) -> Any:
        """What ``check`` returns; it is interrupted when it takes much longer than it should, or is to ``stop``."""
        if seconds is None and stop is None:
            return check()
        if self._process != os.getpid():
            self._process = os.getpid()
            threading.Thread(target=self._watch, name="solver watchdog", daemon=True).start()
        self._asked, self._stop = asked, stop
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds + GRACE
        try:
            return check()
        finally:
            with self._lock:
                self._asked = self._deadline = self._stop = None
                interrupted, self._interrupted = self._interrupted, False
            if interrupted:
                asked.recover()

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK)
            self._look()  # a call: who sleeps must hold nothing of a query that is over

    def _look(self) -> None:
        with self._lock:
            asked, stop, deadline = self._asked, self._stop, self._deadline
            if asked is None or deadline is None:
                return
            if time.monotonic() > deadline or (stop is not None and stop()):
                # again and again: an interrupt can come too early, too
                self._interrupted = True
                asked.interrupt()
