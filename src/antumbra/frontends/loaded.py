"""A program that was read, with what replay and reports need of its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from antumbra.program.languages import Language
from antumbra.program.model import Program


@dataclass(frozen=True, slots=True)
class Module:
    """A module of LLVM IR as it was translated: its name (a file's, or ``<libc>/…``) and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program that was read. ``modules`` is what native replay compiles: the user's first, then libc's."""

    program: Program
    language: Language
    path: Path
    modules: tuple[Module, ...] = ()
    #: source text by the file names that locations use
    sources: dict[str, str] = field(default_factory=dict[str, str])
    #: the same program with the declarations that nothing uses, if the front end leaves such out
    whole: Callable[[], Program] | None = None
