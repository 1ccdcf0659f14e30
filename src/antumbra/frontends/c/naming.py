"""How files are called in messages and reports."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from antumbra.patterns import pattern

_FILE: Final = pattern(r'!DIFile\(filename: "([^"]*)", directory: "[^"]*"')
_ESCAPE: Final = pattern(rb"\\([0-9A-Fa-f]{2})")


def display_name(path: Path) -> str:
    """The name of a file as messages show it: what cannot be printed on one line is written as an escape."""
    name = str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in name)


def shown_path(path: Path) -> str:
    """A path as the user would write it from here: relative if it is below this folder."""
    here = str(Path.cwd()).rstrip("/") + "/"
    return display_name(Path(os.path.normpath(path).removeprefix(here)))


def with_shown_names(ir: str, called: str, directory: Path, name: str) -> str:
    """A module with its files named as seen from here.

    A compiler that ran in ``directory`` has named them, the main one ``called``, which is shown as ``name``.
    """

    def renamed(match: re.Match[str]) -> str:
        raw = _ESCAPE.sub(lambda code: bytes([int(code[1], 16)]), match[1].encode("utf-8", "surrogateescape"))
        file = os.fsdecode(raw)
        shown = name if file == called else shown_path(directory / file)
        return f'!DIFile(filename: "{"".join(map(_escaped, shown.encode("utf-8", "replace")))}", directory: "."'

    return _FILE.sub(renamed, ir)


def _escaped(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}"
