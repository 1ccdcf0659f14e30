"""Ways to end the process from within, with a word and never with a traceback."""

from __future__ import annotations

import os
import signal
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
    try:
        say_unknown(reason, as_json=as_json)
    finally:
        os._exit(UNKNOWN)


def say_unknown(reason: str, *, as_json: bool) -> int:
    """All there is to say of a run that has no result; the exit status."""
    from antumbra.cli.output import write
    from antumbra.report.json_report import to_text
    from antumbra.report.result import Result, Verdict
    from antumbra.report.sanitize import one_line

    result = Result(Verdict.UNKNOWN, "", "", "", reason=one_line(reason))
    write(to_text(result) + "\n" if as_json else f"{result.result_line}\n")
    return result.exit_status
