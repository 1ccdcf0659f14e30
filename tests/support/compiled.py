"""A program that several tests check is compiled once in each process.

Engines, options and faults meet the same few hundred programs again and again, and a compiler takes longer to start
than most of them to be checked. What is kept depends on nothing but the text and the command: a program that includes
files of its own, and a compiler that a test has made, are run each time.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from antumbra.frontends.c import compile as compiling
from antumbra.frontends.c.compile import CSource
from antumbra.frontends.c.toolchain import find_toolchain
from antumbra.frontends.errors import InputError

_FILES = re.compile(rb"#\s*include\s*[^<\s]|#\s*include_next|__has_include|__DATE__|__TIME__|#\s*embed|\.incbin")
_kept: dict[tuple[tuple[str, ...], bytes], str] = {}
_run = compiling._run


def _once(command: list[str], folder: Path, timeout: float, source: CSource) -> str | InputError:
    text = (folder / compiling.COPY).read_bytes()
    own = command[0] == find_toolchain(None).command[0]
    if (
        not own
        or source.built is not None
        or _FILES.search(text)
        or any(argument.startswith(("-I", "-include")) for argument in command)
    ):
        return _run(command, folder, timeout, source)
    key = tuple(argument.replace(str(folder), "") for argument in command), text
    if key in _kept:
        return _kept[key].replace("\0", str(folder))
    outcome = _run(command, folder, timeout, source)
    if isinstance(outcome, str):
        _kept[key] = outcome.replace(str(folder), "\0")
    return outcome


def pytest_sessionstart() -> None:
    os.environ.setdefault("ANTUMBRA_CACHE", "off")  # what one test compiles is nothing to another run
    compiling._run = _once
