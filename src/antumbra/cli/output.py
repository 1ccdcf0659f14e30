"""Writing to the user: a reader that went away is no error of ours, a full disk one that the user hears of."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TextIO

from antumbra.report.sanitize import one_line


class OutputError(Exception):
    """The standard output cannot be written, and why."""


def write(text: str, stream: TextIO | None = None) -> None:
    """Write and flush; if nobody reads any more, go on silently. Raises OutputError."""
    target = stream or sys.stdout
    try:
        _write(text, target)
    except BrokenPipeError:
        discard(target)
    except OSError as error:
        discard(target)
        if target is not sys.stderr:
            raise OutputError(error.strerror or str(error)) from error


def _write(text: str, target: TextIO) -> None:
    try:
        target.write(text)
    except UnicodeEncodeError:
        encoding = target.encoding or "ascii"
        target.write(text.encode(encoding, "backslashreplace").decode(encoding))
    target.flush()


def complain(text: str) -> None:
    write(text if text.endswith("\n") else f"{text}\n", sys.stderr)


def complain_of_ourselves(error: BaseException | str, *, verbose: bool) -> None:
    """Say that the error is ours and how to report it; the traceback only for those who asked."""
    import traceback

    text = error if isinstance(error, str) else "".join(traceback.format_exception(error))
    if verbose:
        complain(text)
    complain(f"antumbra: internal error: {one_line(text.strip().splitlines()[-1])}")
    complain(
        "This is an error in Antumbra, not in your program. Please report it with the command line, the input file"
    )
    complain("and the output of the same command with --verbose.")


def discard(stream: TextIO) -> None:
    """Let the rest of the output vanish, so that the interpreter's last flush does not fail either."""
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, stream.fileno())
    finally:
        os.close(sink)


def provide_streams() -> None:
    """Python leaves out a stream that was closed before the start; give it one that swallows everything."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - for the rest of the process
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115


def flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            discard(stream)


def colours(stream: TextIO) -> bool:
    """Whether to use colours: on a terminal, unless the user's environment says no."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
