"""Every error of a file, in Boogie's style: ``FILE(LINE,COL): error: …``."""

from __future__ import annotations

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, field

Place = tuple[int, int]

#: errors that are shown; more are only counted
SHOWN = 1000


@dataclass(slots=True)
class Diagnostics:
    """Errors in the order they were found. ``stage`` names what is looked for now."""

    file: str
    stage: str = "parse"
    errors: list[tuple[Place, str]] = field(default_factory=list[tuple[Place, str]])
    _seen: set[tuple[Place, str]] = field(default_factory=set[tuple[Place, str]])

    def error(self, place: Place, message: str) -> None:
        if (place, message) not in self._seen:
            self._seen.add((place, message))
            self.errors.append((place, message))

    def lines(self) -> list[str]:
        """The errors by their place in the file."""
        return [f"{self.file}({line},{column}): error: {message}" for (line, column), message in self._sorted()]

    def _sorted(self) -> list[tuple[Place, str]]:
        return sorted(self.errors, key=lambda item: item[0])

    def finish(self) -> None:
        """Raise InputError if anything is wrong: the first error is its message, the others its notes."""
        if not self.errors:
            return
        lines = self.lines()
        count = len(lines)
        (line, column), message = self._sorted()[0]
        notes = list(lines[1 : SHOWN + 1])
        if count > SHOWN + 1:
            notes.append(f"… and {count - SHOWN - 1} more")
        word = "error" if count == 1 else "errors"
        notes.append(f"{count} {self.stage} {word} detected in {self.file}")
        raise BoogieError(message, Location(self.file, line, column), tuple(notes))


class BoogieError(InputError):
    """A Boogie file is wrong; shown as Boogie shows it."""

    def __str__(self) -> str:
        place = self.location
        if place is None:
            return self.message
        return f"{place.file}({place.line},{place.column}): error: {self.message}"
