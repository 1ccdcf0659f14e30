"""The net below a run that nobody else watches: a thread that throws what is overdue into the thread of the run.

Every engine looks at its limits where it can; what does not, or not often enough, is caught here. The command line
uses signals instead, which also end a wait for the system (``cli.interrupt``); a thread of somebody else's program
has none.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, Final

from antumbra.session.control import Control, OutOfMemory, OutOfTime
from antumbra.solvers.backends.callbacks import callback_runs

#: seconds between two looks; again and again, since what is thrown into a callback of a library is lost
LOOK: Final = 0.1


@contextmanager
def net(control: Control) -> Generator[None]:
    """Within the block, what is overdue ends as an exception."""
    if control.watched:
        yield
        return
    thread = threading.get_ident()
    done = threading.Event()

    def watch() -> None:
        while not done.wait(LOOK):
            if callback_runs() or done.is_set():
                continue
            thrown = control.overdue()
            if thrown is not None:
                _throw(thread, thrown)

    watcher = threading.Thread(target=watch, name="limits of a run", daemon=True)
    watcher.start()
    told, sys.unraisablehook = sys.unraisablehook, _quietly(sys.unraisablehook)
    printed, sys.excepthook = sys.excepthook, _printing_nothing_of_ours(sys.excepthook)
    try:
        yield
    finally:
        sys.unraisablehook, sys.excepthook = told, printed
        with suppress(OutOfTime, OutOfMemory, KeyboardInterrupt):  # thrown in the last moment
            done.set()
            watcher.join()
            _throw(thread, None)


def _quietly(tell: Callable[[Any], object]) -> Callable[[Any], object]:
    """What we throw may hit the end of an object, where it is lost: it is thrown again, so there is nothing to tell."""

    def hook(lost: Any) -> None:
        if not issubclass(lost.exc_type, (OutOfTime, OutOfMemory)):
            tell(lost)

    return hook


def _printing_nothing_of_ours(tell: Callable[..., object]) -> Callable[..., object]:
    """The same for Bitwuzla, which prints what its callback raises: it may be thrown as the callback begins."""

    def hook(kind: type[BaseException], *rest: Any) -> None:
        if not issubclass(kind, (OutOfTime, OutOfMemory)):
            tell(kind, *rest)

    return hook


def _throw(thread: int, exception: type[BaseException] | None) -> None:
    """Let a thread raise an exception at its next step; None: nothing that it has not raised yet."""
    import ctypes

    thrown = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), thrown)
