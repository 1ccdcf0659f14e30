"""Texts of the files that a result speaks of, for excerpts: headers and what bitcode was compiled from too.

Which files those are, debug information says, and bitcode may come from anywhere: only what is named like a source of
the C family is read, so that no other file of the user's gets into a report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

SUFFIXES = (".c", ".h", ".i", ".inc", ".def", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".rs", ".zig", ".y", ".l")
#: bytes of a source that anyone would want to see
LARGEST = 8_000_000


def texts(files: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """The known texts, and those of other files that can be read."""
    result = dict(known)
    for file in dict.fromkeys(files):
        if file not in result and (text := _text(Path(file))) is not None:
            result[file] = text
    return result


def _text(path: Path) -> str | None:
    try:
        place = path.resolve()
        if place.suffix.lower() not in SUFFIXES or not place.is_file() or place.stat().st_size > LARGEST:
            return None
        return place.read_text("utf-8", "replace")
    except (OSError, ValueError, RuntimeError):
        return None
