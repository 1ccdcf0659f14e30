"""Ctrl-C asks the run to stop and report; a second one ends the process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_interrupt(action: Callable[[], None]) -> Generator[None]:
    """Within the block, the first SIGINT or SIGTERM calls ``action``; the next one does what it did before."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in previous.items():
            signal.signal(number, handler)

    def handle(_number: int, _frame: FrameType | None) -> None:
        restore()
        action()

    for number in previous:
        signal.signal(number, handle)
    try:
        yield
    finally:
        restore()
