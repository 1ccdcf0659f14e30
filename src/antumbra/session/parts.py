"""The parts a run is put together from, as contracts: an engine, a native replay, a writer of tests.

``session.run`` knows only these; ``standard`` binds them to the real ones. A test can bind others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from antumbra.engines.outcome import InputValue, PathEnd, Reason, Statistics
from antumbra.frontends.loaded import Loaded
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.report.lcov import Coverage
from antumbra.report.result import ProofSummary, Target
from antumbra.session.control import Control, Counters
from antumbra.session.options import RunOptions


class Cut(Protocol):
    """Executions that were not analysed to their end: why, where, how often."""

    @property
    def reason(self) -> Reason: ...
    @property
    def detail(self) -> str: ...
    @property
    def location(self) -> Location | None: ...
    @property
    def count(self) -> int: ...


class Engine(Protocol):
    """A search. ``run`` may be left at any time; what it yielded stays true."""

    @property
    def name(self) -> str:
        """Which engine it is (or, of several, which is at work)."""
        ...

    @property
    def statistics(self) -> Statistics: ...

    @property
    def complete(self) -> bool:
        """Was every path followed to its end?"""
        ...

    @property
    def cuts(self) -> Sequence[Cut]:
        """What was not analysed; empty if and only if nothing was left out so far."""
        ...

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        """Every ended path, as it ends."""
        ...

    def interrupt(self) -> None:
        """Stop soon; may be called from a signal handler."""
        ...

    def measured(self) -> Coverage:
        """What all paths so far covered."""
        ...


@runtime_checkable
class Proving(Protocol):
    """An engine that checks by itself what its ``safe`` rests on."""

    @property
    def proof(self) -> ProofSummary | None: ...

    @property
    def notes(self) -> Sequence[str]: ...


@runtime_checkable
class Certified(Protocol):
    """An engine whose ``safe`` can be checked by ``antumbra.proofs``."""

    def certificate(self) -> Certificate | None:
        """What the check needs besides the program; None if there is nothing to be gained by it."""
        ...


@runtime_checkable
class Closing(Protocol):
    """An engine that need not prove what is known to fail."""

    def close(self, check: str, location: Location | None) -> None:
        """A violation of this check at this place was confirmed."""
        ...


@runtime_checkable
class Deciding(Protocol):
    """An engine that tells of each part of the property by itself."""

    @property
    def decided(self) -> Sequence[Target]: ...


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a run did that was made again: failed the same way or not, and what it was seen to do."""

    confirmed: bool
    notes: tuple[str, ...] = ()
    inputs: tuple[InputValue, ...] = ()  #: what that run was given, where it is not what the path says
    condition: str = ""  #: it fails if the C library does this, which is not known; then it is not confirmed


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

    def close(self) -> None: ...


class Parts(Protocol):
    """Where the parts of a run come from."""

    def load(self, path: Path, options: RunOptions) -> Loaded: ...

    def engine(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> Engine:
        """The engine that the options name, with ``timeout`` seconds left."""
        ...

    def native(self, loaded: Loaded, options: RunOptions, control: Control) -> Native: ...

    def folder(self, loaded: Loaded, options: RunOptions) -> Folder:
        """The folder that the options name, or a new one. Raises WriteError."""
        ...
