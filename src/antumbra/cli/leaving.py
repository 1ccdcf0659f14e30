"""Ways to end the process from within, with a word and never with a traceback."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

UNKNOWN = 2


def leave_on_interrupt() -> None:
    """From here on Ctrl-C ends the process at once: for as long as there is nothing to report yet."""
    signal.signal(signal.SIGINT, _interrupted)


def raise_on_interrupt() -> None:
    """From here on Ctrl-C raises, as Python does it by itself: children are to be ended."""
    if signal.getsignal(signal.SIGINT) is _interrupted:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupted(_number: int, _frame: FrameType | None) -> NoReturn:
    os.write(2, b"antumbra: interrupted\n")
    os._exit(UNKNOWN)


def leave(reason: str, *, as_json: bool) -> NoReturn:
    """Say unknown and end the process: part of it does not come back."""
    from antumbra.report.json_report import to_text
    from antumbra.report.result import Result, Verdict

    result = Result(Verdict.UNKNOWN, "", "", "", reason=reason)
    try:
        sys.stdout.write(to_text(result) + "\n" if as_json else f"{result.result_line}\n")
        sys.stdout.flush()
    finally:
        os._exit(UNKNOWN)
