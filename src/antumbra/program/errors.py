"""The one exception for input that is wrong, below every layer that reads input."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra.program.source import Location


class InputError(Exception):
    """The input or the call is wrong (exit status 3).

    ``message`` says what is wrong and what was expected; ``location`` says where, if anywhere.
    ``str(error)`` is the one line to show a user, without the word "error". ``notes`` are further lines
    (the compiler's other messages, the text of the line), each complete in itself.
    """

    def __init__(self, message: str, location: Location | None = None, notes: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.notes = notes

    def __str__(self) -> str:
        return f"{self.location}: {self.message}" if self.location else self.message


def suggestion(word: str, known: Iterable[str]) -> str:
    """``; did you mean x?`` where something known is near, else nothing."""
    from difflib import get_close_matches  # few calls are wrong

    near = get_close_matches(word, list(dict.fromkeys(known)), n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""
