"""A program that is piped in: ``-`` in place of a file. Kept by its content, so that its tests can be replayed."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

from antumbra.cli.declared import WrongCall
from antumbra.frontends.c.toolchain import cache_folder
from antumbra.program.languages import LANGUAGES
from antumbra.program.source import Location

#: the folder, in that of what is kept between runs
FOLDER = "stdin"
_BITCODE = b"BC"


def kept(settings: dict[str, Any]) -> Path:
    """The file that has what was piped in. Headers are looked for in the current folder."""
    from antumbra.program.errors import InputError

    language = settings.get("language")
    if language is None:
        raise WrongCall("a program from standard input (-) needs --language, as in --language c")
    content = sys.stdin.buffer.read()
    if not content.strip():
        raise InputError("nothing was piped in; expected a program", Location("-"))
    suffix = LANGUAGES[language].suffixes[0]
    if language == "llvm" and content.startswith(_BITCODE):
        suffix = ".bc"
    path = cache_folder() / FOLDER / f"{hashlib.sha256(content).hexdigest()[:12]}{suffix}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    except OSError as error:
        raise InputError(f"what was piped in cannot be kept: {error.strerror}", Location(str(path))) from error
    settings["include_dirs"] = (*settings.get("include_dirs", ()), ".")
    return path
