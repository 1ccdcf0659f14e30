"""Signals: Ctrl-C asks a run to stop and report, an alarm ends what has no clock of its own."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from antumbra.session.control import Control, OutOfTime

_STOP = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def signals(control: Control) -> Generator[None]:
    """Within the block, the first SIGINT or SIGTERM asks the run to stop, the next one ends it.

    A program is read by parts that neither ask for a clock nor for interrupts: there, both end as exceptions.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.getsignal(number) for number in (*_STOP, signal.SIGALRM)}

    def stop(_number: int, _frame: FrameType | None) -> None:
        for number in _STOP:
            signal.signal(number, signal.default_int_handler)
        if not control.interrupt():
            raise KeyboardInterrupt

    def expire(_number: int, _frame: FrameType | None) -> None:
        if control.stop is None:
            raise OutOfTime

    for number in _STOP:
        signal.signal(number, stop)
    signal.signal(signal.SIGALRM, expire)
    if control.remaining is not None:
        signal.setitimer(signal.ITIMER_REAL, max(control.remaining, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in previous.items():
            signal.signal(number, handler)
