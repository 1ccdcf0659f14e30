"""``compile_commands.json``: which files a build compiles, where, and with which flags."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

from antumbra.frontends.c.building.arguments import ArgumentError, Call, words_of
from antumbra.frontends.c.compile import Built, CSource, read_source
from antumbra.frontends.c.naming import display_name, shown_path
from antumbra.frontends.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file that a build compiles. ``path`` is absolute."""

    path: Path
    called: str
    directory: Path
    call: Call


def selected(database: Path, only: Sequence[str], data_model: str) -> tuple[list[CSource], list[str]]:
    """The C files of a database, or those that match one of the patterns ``only``; and names of selected files that are
    not C. Raises InputError."""
    where = Location(display_name(database))
    entries: dict[Path, _Entry] = {}
    for entry in _entries(database, where):
        entries.setdefault(entry.path, entry)  # compiled twice: for a library that is shared, and one that is not
    chosen = [entry for entry in entries.values() if not only or any(_matches(entry, pattern) for pattern in only)]
    if not chosen:
        names = ", ".join(shown_path(path) for path in list(entries)[:5]) or "none"
        wanted = " or ".join(only)
        raise InputError(f"no file matches --only {wanted}; there are {names}" if only else "names no files", where)
    sources = [_source(entry, data_model) for entry in chosen if _is_c(entry)]
    if not sources:
        raise InputError("no selected file is C", where)
    return sources, [shown_path(entry.path) for entry in chosen if not _is_c(entry)]


def _source(entry: _Entry, data_model: str) -> CSource:
    shown = shown_path(entry.path)
    model = entry.call.data_model
    if model != data_model:
        raise InputError(f"is compiled for {model}, not for {data_model}", Location(shown))
    source = read_source(entry.path)
    built = Built(display_name(Path(entry.called)), entry.directory, entry.call.meaning())
    return replace(source, name=shown, built=built)


def _is_c(entry: _Entry) -> bool:
    named = [word for word in entry.call.sources if word.value == entry.called]
    return any(word.is_c for word in named) if named else entry.path.suffix in (".c", ".i")


def _matches(entry: _Entry, pattern: str) -> bool:
    """By the name from here, the name in the build, the last part of the name, or the whole path; of a folder all."""
    names = (shown_path(entry.path), entry.called, entry.path.name, str(entry.path))
    prefix = f"{pattern.rstrip('/')}/"
    return any(fnmatchcase(name, pattern) for name in names) or any(name.startswith(prefix) for name in names)


def _entries(database: Path, where: Location) -> Iterator[_Entry]:
    try:
        value: object = json.loads(database.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; expected a compilation database", where) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"is no JSON: {error}", where) from error
    if not isinstance(value, list):
        raise InputError("is no compilation database; expected a list of commands", where)
    for number, item in enumerate(cast("list[object]", value), 1):
        try:
            yield _entry(cast("dict[str, Any]", item), database)
        except (KeyError, TypeError, ValueError) as error:
            reason = error if isinstance(error, ArgumentError) else "expected directory, file, and arguments or command"
            raise InputError(f"command {number} of the compilation database: {reason}", where) from error


def _entry(item: dict[str, Any], database: Path) -> _Entry:
    called = item["file"]
    words = item["arguments"] if "arguments" in item else words_of(item["command"])
    if not isinstance(called, str) or not all(isinstance(word, str) for word in words) or "\0" in called:
        raise TypeError
    # relative folders are not in the specification; tools read them from where the database is
    directory = Path(os.path.normpath(Path.cwd() / database.parent / item["directory"]))
    path = Path(os.path.normpath(directory / called))
    return _Entry(path, called, directory, Call(words[1:], directory))
