"""Places whose reaching a run reports: which of them an instruction lies on, and where a function is watched.

A function's own line is reached when the function is entered, any other by its instructions. Within a block a place
is watched once, at its first instruction: no later one is executed before it. The generated code holds the numbers of
targets and sites, nothing of the program's text.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from antumbra.patterns import pattern
from antumbra.program.source import LIBRARY, Location

#: notes for optimisers and debuggers: native code does not have them
_MARKER = pattern(r"@llvm\.(?:lifetime|dbg)\.")


def same_file(one: str, other: str) -> bool:
    """By the last part: tools differ in how they write folders. Our library's files are never the user's."""
    return PurePath(one).name == PurePath(other).name and one.startswith(LIBRARY) == other.startswith(LIBRARY)


class Targets:
    """Targets by number, from 1 on; ``found`` are those that instrumented code has been seen to hold."""

    def __init__(self, places: Sequence[Location] = ()) -> None:
        self._by_line: dict[int, list[tuple[Location, int]]] = {}
        self._numbers: dict[tuple[str, int, int], int] = {}
        self.found: set[int] = set()
        for place in places:
            key = (place.file, place.line, place.column)
            if place.line and key not in self._numbers:
                number = self._numbers[key] = len(self._numbers) + 1
                self._by_line.setdefault(place.line, []).append((place, number))

    def number(self, place: Location) -> int:
        """Of a target itself; 0 if the place is none."""
        return self._numbers.get((place.file, place.line, place.column), 0)

    def at(self, place: Location | None) -> list[int]:
        """The targets that an instruction with this location lies on."""
        if place is None or place.line not in self._by_line:
            return []
        return [
            number
            for target, number in self._by_line[place.line]
            if target.column in (0, place.column) and same_file(target.file, place.file)
        ]


class Watch:
    """Goes through a function's instructions in order and says where the hook is to be called, with which target."""

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._watched: set[int] = set()
        self._waiting: list[tuple[int, int]] = []

    def block(self) -> None:
        """A new block begins."""
        self._watched.clear()

    def before(self, opcode: str, operands: str, place: Location | None, site: int) -> list[tuple[int, int]]:
        """(target, site) of the calls that belong before this instruction; those of phis come behind all of them."""
        for number in self._targets.at(place):
            if number not in self._watched and not _MARKER.search(operands):
                self._watched.add(number)
                self._targets.found.add(number)
                self._waiting.append((number, site))
        if opcode == "phi":
            return []
        due, self._waiting = self._waiting, []
        return due
