"""Where a command comes from in the user's text."""

from __future__ import annotations

from antumbra.records import dataclass


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
