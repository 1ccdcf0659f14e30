"""What LLVM makes of large modules is kept: linking and preparing a whole project takes seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from antumbra.frontends.c import store
from antumbra.frontends.c.toolchain import digest
from antumbra.frontends.llvm import VERSION

#: letters from which on it is worth while
LARGE: Final = 500_000


def once(parts: Sequence[str | bytes], make: Callable[[], str]) -> str:
    """What ``make`` gives, which must depend on nothing but ``parts``."""
    if sum(map(len, parts)) < LARGE:
        return make()
    key = digest(*(part if isinstance(part, str) else part.decode("latin-1") for part in parts), preparation())
    text = store.find(key)
    if text is None:
        text = make()
        store.keep(key, text, store.Reads({}, (), ()))
    return text


@cache
def preparation() -> str:
    """What tells one way of preparing from another: LLVM's version and the state of our own files."""
    files = sorted((Path(__file__).parent / "llvm").rglob("*.py"))
    states = [f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files]
    return " ".join([VERSION, *states])
