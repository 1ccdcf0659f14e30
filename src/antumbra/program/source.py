"""Where a command comes from in the user's text."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.records import dataclass

#: files of the models of the C library have names that begin with this
LIBRARY = "<libc>/"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a source file. Lines and columns count from 1; 0 means not known."""

    file: str
    line: int = 0
    column: int = 0
    function: str = ""

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"

    @property
    def in_library(self) -> bool:
        """In a model of the C library, whose text users do not know."""
        return self.file.startswith(LIBRARY)


def blamed(location: Location | None, stack: Sequence[Location]) -> tuple[Location | None, str]:
    """The place that is named to users, and the library's function that is called there ("": none is).

    Whatever happens in a model happens in the user's innermost call. ``stack`` is innermost first, its first frame is
    ``location``; without a frame of the user's the place stays.
    """
    if location is None or not location.in_library:
        return location, ""
    called = location.function
    for frame in stack:
        if not frame.in_library:
            return frame, called
        called = frame.function
    return location, ""
