"""The parts a run is put together from, as contracts: an engine (engines.contract), a replay, a writer of tests.

``session.run`` knows only these; ``standard`` binds them to the real ones. A test can bind others.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from antumbra.engines.contract import Engine
from antumbra.engines.outcome import InputValue, PathEnd
from antumbra.frontends.loaded import Loaded
from antumbra.program.steps import TraceStep, Walk
from antumbra.records import dataclass, field
from antumbra.session.control import Control
from antumbra.session.options import RunOptions


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a run did that was made again: failed the same way or not, and what it was seen to do."""

    confirmed: bool
    notes: tuple[str, ...] = ()
    inputs: tuple[InputValue, ...] = ()  #: what that run was given, where it is not what the path says
    trace: tuple[TraceStep, ...] = ()  #: what that run did, where violations are traces and the path has none
    condition: str = ""  #: it fails if the C library does this, which is not known; then it is not confirmed
    walk: Walk = field(default_factory=Walk)  #: the steps of that run, where they were asked for


class Native(Protocol):
    """Runs what ended a path again: as native code, or as the language's own replay does. ``close`` it at the end."""

    def replay(self, end: PathEnd) -> Confirmation: ...

    def close(self) -> None: ...


class WriteError(Exception):
    """A result could not be written, and why."""


class Folder(Protocol):
    """Where results go. All methods raise WriteError."""

    @property
    def path(self) -> Path: ...

    def write_test(self, end: PathEnd, number: int) -> Path:
        """Write one test in all formats; the result is the file that ``antumbra replay`` takes."""
        ...

    def write(self, name: str, text: str) -> Path: ...

    def append(self, name: str, text: str) -> None:
        """Write more to a file of this folder, which is made when it is not there."""
        ...

    def close(self) -> None: ...


class Parts(Protocol):
    """Where the parts of a run come from."""

    def load(self, path: Path, options: RunOptions) -> Loaded: ...

    def engine(self, loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None]) -> Engine:
        """The engine that the options name; ``remaining`` says how many seconds are left, None without a limit."""
        ...

    def native(self, loaded: Loaded, options: RunOptions, control: Control) -> Native: ...

    def folder(self, loaded: Loaded, options: RunOptions) -> Folder:
        """The folder that the options name, or a new one. Raises WriteError."""
        ...
