"""A program that was read, with what replay and reports need of its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from antumbra.frontends.environment import NOTHING, Environment
from antumbra.program.contracts import Contract
from antumbra.program.languages import Language
from antumbra.program.model import Program
from antumbra.program.pointers import Meanings
from antumbra.records import dataclass, field


class Module:
    """A module of LLVM IR as it was translated: its name (a file's, or ``<libc>/…``), and its text."""

    __slots__ = ("_text", "name")

    def __init__(self, name: str, text: str | Callable[[], str]) -> None:
        """``text``: or what makes it, which is called when it is first needed."""
        self.name: Final = name
        self._text = text

    @property
    def text(self) -> str:
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text


@dataclass(frozen=True, slots=True)
class FunctionCode:
    """A function as its debug information has it: its file and line, lines with code, and (line, sides) of branches."""

    name: str
    file: str
    line: int
    lines: tuple[int, ...]
    branches: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program that was read. ``modules`` is what native replay compiles: the user's first, then libc's."""

    program: Program
    language: Language
    path: Path
    modules: tuple[Module, ...] = ()
    #: source text by the file names that locations use
    sources: dict[str, str] = field(default_factory=dict[str, str])
    #: what the program finds when it starts, as the options or its own text give it, and what is fixed of it
    environment: Environment = NOTHING
    fixed: tuple[str, ...] = ()
    #: the same program with the declarations that nothing uses, if the front end leaves such out
    whole: Callable[[], Program] | None = None
    #: the functions of the user's modules that nothing reaches: they have no procedure
    functions: Callable[[], Sequence[FunctionCode]] | None = None
    #: of C and LLVM: the function where it begins, what its pointer parameters are, and its contract, if it has one
    entry: str = ""
    pointers: Meanings = Meanings()
    contract: Contract | None = None
    #: that other compilers need to read the same text
    flags: tuple[str, ...] = ()
    #: what a user should hear of how it was read
    notes: tuple[str, ...] = ()
