"""What is asked of one program."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from antumbra.records import dataclass

#: what is checked where nothing is said
DEFAULT: Final = "unreach-call"


@dataclass(frozen=True, slots=True)
class Task:
    """A program and one property.

    ``expected`` is a verdict in SV-COMP's words (``true``, ``false``, ``false(valid-deref)``), ``unknown``, or
    ``not-true`` where only a proof would be wrong, or None where nobody says. ``problem``: why it cannot be run.
    """

    name: str  #: by which results know it: its path, and the procedure of a Boogie file
    file: Path
    specification: str | None = None  #: as ``--property`` has it
    expected: str | None = None
    options: tuple[str, ...] = ()  #: that belong to it, as on the command line of ``check``
    sources: tuple[Path, ...] = ()  #: further files that its text consists of
    problem: str = ""

    @property
    def asked(self) -> str:
        """The property by its name: of a property file that is the file's."""
        if self.specification is None:
            return DEFAULT
        return Path(self.specification).stem if self.specification.endswith(".prp") else self.specification

    @property
    def key(self) -> tuple[str, str]:
        return self.name, self.asked

    @property
    def words(self) -> tuple[str, ...]:
        """The options of ``check`` that make it this task."""
        return (*(() if self.specification is None else ("--property", self.specification)), *self.options)


def digest(task: Task, words: Sequence[str]) -> str:
    """A name for the task's text and everything that is said about it. Headers that it includes are not looked at."""
    found = hashlib.sha256()
    stated = task.specification or ""
    for part in (task.file, *task.sources, *([Path(stated)] if stated.endswith(".prp") else ())):
        try:
            content = part.read_bytes()
        except OSError:
            content = b""
        found.update(b"%d:" % len(content) + content)
    found.update(repr((tuple(words), task.expected)).encode("utf-8", "surrogateescape"))
    return found.hexdigest()[:20]
