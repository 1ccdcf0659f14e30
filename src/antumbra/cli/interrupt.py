"""Signals: Ctrl-C asks a run to stop and report, an alarm ends what does not look at its limits."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from antumbra.session.control import Control, OutOfMemory, OutOfTime
from antumbra.solvers.backends.callbacks import in_callback

_STOP = (signal.SIGINT, signal.SIGTERM)

#: seconds between two alarms: what is raised in a callback of a library would be lost
AGAIN: Final = 0.2
#: Seconds, and part of the time limit, after which a run is given up that even an exception does not end: a library
#: does not come back.
LAST: Final = 0.5
LAST_PART: Final = 0.08
#: the same after an interrupt; on a busy machine later: when the run itself has had so much of the processor
LAST_INTERRUPT: Final = 1.5
LAST_BUSY: Final = 6.0
#: seconds more for a run that writes what it has found; the same on a busy machine
FINISHING: Final = 10.0
FINISHING_BUSY: Final = 60.0


@contextmanager
def signals(control: Control, give_up: Callable[[str], None] | None = None) -> Generator[None]:
    """Within the block, the first SIGINT or SIGTERM asks the run to stop, the next one ends it.

    A program is read by parts that neither ask for a clock nor for interrupts: there, both end as exceptions; so does
    what an engine does for too long. ``give_up`` is called, in another thread and with the reason, when not even that
    has ended the run; it should leave the process.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    control.watched = True
    previous = {number: signal.getsignal(number) for number in (*_STOP, signal.SIGALRM)}

    def stop(_number: int, frame: FrameType | None) -> None:
        for number in _STOP:
            signal.signal(number, signal.default_int_handler)
        heard = control.interrupt()
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
        if not heard and not in_callback(frame):
            raise KeyboardInterrupt

    def look(_number: int, frame: FrameType | None) -> None:
        if not in_callback(frame) and (thrown := control.overdue()) is not None:
            raise thrown

    for number in _STOP:
        signal.signal(number, stop)
    signal.signal(signal.SIGALRM, look)
    hook, sys.unraisablehook = sys.unraisablehook, _silent_of_ours
    if control.memory_mb is not None:
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
    elif control.remaining is not None:
        signal.setitimer(signal.ITIMER_REAL, max(control.remaining, 0.001), AGAIN)
    try:
        with _guard(control, give_up):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.unraisablehook = hook
        for number, handler in previous.items():
            signal.signal(number, handler)


def _silent_of_ours(what: sys.UnraisableHookArgs) -> None:
    """What we have thrown into a place that cannot pass it on is thrown again soon."""
    if not isinstance(what.exc_value, (OutOfTime, OutOfMemory, KeyboardInterrupt)):
        sys.__unraisablehook__(what)


@contextmanager
def _guard(control: Control, give_up: Callable[[str], None] | None) -> Generator[None]:
    """Python handles signals between two steps of its own: a thread hears of them even while a library works."""
    if give_up is None:
        yield
        return
    reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    done = threading.Event()

    def watch() -> None:
        end = None
        if control.timeout is not None:
            end = control.started + control.timeout * (1 + LAST_PART) + LAST
        reason = "time limit"
        used, latest, finishing = 0.0, 0.0, False
        while not done.is_set():
            heard, _, _ = select.select([reader], [], [], None if end is None else max(0.0, end - time.monotonic()))
            if heard:
                if set(os.read(reader, 64)) & set(_STOP):
                    control.interrupt()
                    end, reason = time.monotonic() + LAST_INTERRUPT, "interrupted"
                    used, latest = time.process_time() + LAST_INTERRUPT, time.monotonic() + LAST_BUSY
            elif control.telling:
                end = None  # whoever reads the report may be slow
            elif control.finishing and not finishing:
                finishing, end = True, time.monotonic() + FINISHING
                used, latest = time.process_time() + FINISHING, time.monotonic() + FINISHING_BUSY
            elif time.process_time() < used and time.monotonic() < latest:
                end = time.monotonic() + AGAIN
            elif not done.is_set():
                give_up(reason)

    watcher = threading.Thread(target=watch, name="guard of a run", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        with suppress(OSError):
            os.write(writer, b"\0")
        watcher.join()
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)
