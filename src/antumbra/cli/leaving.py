"""Ways to end the process from within, with a word and never with a traceback."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn

UNKNOWN = 2

#: The report of a run that never began. What writes reports may be half loaded when it is needed, so it stands here; a
#: test compares it with theirs.
NEVER_BEGAN: Final = (
    '{"verdict": "unknown", "reason": "interrupted", "engine": "", "property": "", "file": "", "fixed": [], '
    '"location": null, "called": "", "inputs": null, "replayed": null, "proof_checked": null, "targets": [], '
    '"checks": [], "stats": {}, "violated": null, "message": null, "stack": [], "path": [], "test": null, "trace": [], '
    '"proof": null, "others": [], "externals": {}, "assumptions": [], "assumption_ids": [], "notes": [], '
    '"tests_dir": null, "tests_written": 0, "coverage": null}'
)


def leave_on_interrupt(*, reported: bool = False) -> None:
    """From here on Ctrl-C ends the process at once: before there is something to report, or after it was."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _too_late if reported else _interrupted)


def raise_on_interrupt() -> None:
    """From here on Ctrl-C raises, as Python does it by itself: children are to be ended."""
    if signal.getsignal(signal.SIGINT) is _interrupted:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _interrupted(number: int, frame: FrameType | None) -> NoReturn:
    report = NEVER_BEGAN if "--json" in sys.argv else "RESULT: unknown(interrupted)"
    with suppress(OSError):
        os.write(1, f"{report}\n".encode())
    _too_late(number, frame)


def _too_late(_number: int, _frame: FrameType | None) -> NoReturn:
    with suppress(OSError):
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
