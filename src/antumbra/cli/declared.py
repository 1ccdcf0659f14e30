"""Commands and their options as values: what ``plain`` reads calls by, and ``clicking`` makes click's parser from."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

from antumbra.program.errors import InputError
from antumbra.records import dataclass
from antumbra.session.asking.quantities import megabytes, seconds


class WrongCall(Exception):  # noqa: N818 - what it is, as ``InputError`` is for files
    """The words of the call do not fit together (exit status 3)."""


@dataclass(slots=True, eq=False)
class Call:
    """One call of the program. ``leaving``: the process is ours, and may be left from within.

    Thousands of states take seconds to tear down; whoever holds the call decides when, or leaves it to the system.
    """

    leaving: bool = False
    held: object | None = None
    words: tuple[str, ...] = ()  #: those after the command's name, as they were given

    def loaded(self) -> None:
        """Most modules are there, and stay: only what comes from now on may become garbage."""
        if self.leaving:
            gc.freeze()
            gc.enable()


# ---------------------------------------------------------------- kinds of values


@dataclass(frozen=True, slots=True)
class Text:
    """Any word."""

    def read(self, word: str) -> Any:
        """The value. Raises InputError or ValueError where the word does not stand for one, as all kinds do."""
        return word


@dataclass(frozen=True, slots=True)
class Whole:
    """A number from ``least`` on."""

    least: int = 1

    def read(self, word: str) -> Any:
        value = int(word)
        if value < self.least:
            raise ValueError(word)
        return value


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these words."""

    words: tuple[str, ...]

    def read(self, word: str) -> Any:
        if word not in self.words:
            raise ValueError(word)
        return word


@dataclass(frozen=True, slots=True)
class Time:
    """Seconds: ``90``, ``1.5``, ``90s``, ``500ms``, ``5min``, ``2h``."""

    def read(self, word: str) -> Any:
        return seconds(word)


@dataclass(frozen=True, slots=True)
class Size:
    """Megabytes: ``500``, ``500MB``, ``2GB``."""

    def read(self, word: str) -> Any:
        return megabytes(word)


@dataclass(frozen=True, slots=True)
class Place:
    """A path: of a file, of a folder, or of what the front end will say."""

    of: Literal["file", "folder", "any"] = "any"

    def read(self, word: str) -> Any:
        path = Path(word)
        if path.exists() and (
            not os.access(word, os.R_OK) or (self.of != "any" and path.is_dir() != (self.of == "folder"))
        ):
            raise ValueError(word)
        return path


Kind = Text | Whole | Choice | Time | Size | Place

TEXT: Final = Text()
COUNT: Final = Whole(1)


# ---------------------------------------------------------------- options


@dataclass(frozen=True, slots=True)
class Option:
    """An option: what it is called, what it sets, and what the help page says.

    With ``kind`` it takes a value (with several, so many values), else it stands for ``value``; ``off`` are names that
    stand for False.
    """

    names: tuple[str, ...]
    sets: str
    group: str
    help: str
    kind: Kind | tuple[Kind, ...] | None = TEXT
    default: Any = None
    value: Any = True
    off: tuple[str, ...] = ()
    multiple: bool = False  #: may be given again: all values, in order
    metavar: str | None = None
    #: collects single values and groups of them in one list with others of the same name
    in_order: bool = False
    completes: Literal["", "properties"] = ""  #: what a shell is told (cli.completion)

    @property
    def initial(self) -> Any:
        """What it sets when it is not given."""
        if self.multiple:
            return ()
        switch = self.kind is None and self.value is True and not self.off
        return False if switch and self.default is None else self.default


def option(
    *names: str,
    group: str,
    help: str,  # noqa: A002 - the word users know
    kind: Kind | tuple[Kind, ...] = TEXT,
    **details: Any,
) -> Option:
    """An option with a value. What it sets is named last, without dashes, or after the first long name."""
    flags, sets = _named(names)
    return Option(flags, sets, group, help, kind, **details)


def flag(*names: str, group: str, help: str, **details: Any) -> Option:  # noqa: A002
    """An option without a value: a switch, or one value of several. ``--x/--no-x`` are two names for yes and no."""
    flags, sets = _named(tuple(name.partition("/")[0] for name in names))
    off = tuple(no for name in names if (no := name.partition("/")[2]))
    return Option(flags, sets, group, help, None, off=off, **details)


def _named(names: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    flags = tuple(name for name in names if name.startswith("-"))
    told = [name for name in names if not name.startswith("-")]
    return flags, told[-1] if told else flags[0].removeprefix("--").replace("-", "_")


# ---------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class Command:
    """A command: ``run`` is given the call and, by name, what the options set. Its docstring is the help page."""

    name: str
    run: Callable[..., int]
    options: Callable[[], tuple[Option, ...]]
    brief: str | None = None  #: for the list of commands; None: the help page begins with it
    epilog: str | None = None
    files: str = "FILE..."  #: what the help page calls the words that are no options, which are files
    words: tuple[str, ...] = ()  #: instead, one of these words
    raw: bool = False  #: instead, any words, options too


#: among the options of a command, those that engines have for users; what they are when not given is for engines to say
OF_ENGINES: Final = Option((), "", "", "")


def value_of(kind: Kind, word: str) -> Any:
    """The value of a word, or None where click has to say what is wrong with it."""
    try:
        return kind.read(word)
    except (InputError, ValueError, OSError):
        return None
