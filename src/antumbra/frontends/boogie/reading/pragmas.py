"""Lines that start with ``#``: ``#if NAME``, ``#elsif``, ``#else``, ``#endif`` and ``#line``.

Lines that are not meant are emptied, so that places stay those of the file that the user has. For the same reason
``#line`` is read and not followed.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.patterns import pattern
from antumbra.records import dataclass

_LINE = pattern(r"#line\s+[0-9]+(\s.*)?\Z")
_PRAGMA = pattern(r"^[ \t]*#", re.MULTILINE)


@dataclass(slots=True)
class _Branch:
    """An open ``#if``: where it is, whether its lines count now, whether one of its branches counted already."""

    line: int
    included: bool
    done: bool
    closed: bool = False  #: ``#else`` was seen


def without_pragmas(text: str, defines: Collection[str], diagnostics: Diagnostics) -> str:
    """The lines that count when ``defines`` are defined; as many lines as before."""
    if _PRAGMA.search(text) is None:
        return text
    lines = text.split("\n")
    branches: list[_Branch] = []
    for number, line in enumerate(lines):
        word, _, rest = line.strip().partition(" ")
        match word:
            case "#if":
                included = _holds(rest, defines)
                branches.append(_Branch(number + 1, included, included))
            case "#elsif" | "#else" | "#endif" if not branches or (branches[-1].closed and word != "#endif"):
                diagnostics.error((number + 1, 1), f"misplaced {word}")
            case "#elsif" | "#else":
                branch = branches[-1]
                branch.included = not branch.done and (word == "#else" or _holds(rest, defines))
                branch.done = branch.done or branch.included
                branch.closed = word == "#else"
            case "#endif":
                branches.pop()
            case _:
                if all(branch.included for branch in branches):
                    if not line.startswith("#"):
                        continue
                    _check(line.rstrip(), number + 1, diagnostics)
        lines[number] = ""
    for branch in branches:
        diagnostics.error((branch.line, 1), "this #if has no #endif")
    return "\n".join(lines)


def _holds(condition: str, defines: Collection[str]) -> bool:
    name = condition.strip()
    sense = True
    while name.startswith("!"):
        sense = not sense
        name = name[1:].strip()
    return (name in defines) == sense


def _check(line: str, number: int, diagnostics: Diagnostics) -> None:
    if line.startswith("#line"):
        if _LINE.match(line) is None:
            diagnostics.error((number, 1), f"malformed pragma {line!r}, expected #line NUMBER [FILE]")
    else:
        diagnostics.error(
            (number, 1), f"unrecognized pragma {line[:60]!r}, expected #line, #if, #elsif, #else or #endif"
        )
