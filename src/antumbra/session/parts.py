"""The parts a run is put together from, as contracts: an engine, a native replay, a writer of tests.

``session.run`` knows only these; ``standard`` binds them to the real ones. A test can bind others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from antumbra.engines.outcome import PathEnd, Statistics
from antumbra.frontends.load import Loaded
from antumbra.report.lcov import Coverage
from antumbra.session.control import Control, Observer
from antumbra.session.options import RunOptions


class Engine(Protocol):
    """A search. ``run`` may be left at any time; what it yielded stays true."""

    @property
    def statistics(self) -> Statistics: ...

    def run(self) -> Iterator[PathEnd]:
        """Every ended path, as it ends. Limits, the clock and interrupts end the search with paths that say so."""
        ...

    def coverage(self) -> Coverage:
        """What all paths so far covered."""
        ...


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What native code did with an input: failed the same way or not, and what it was seen to do."""

    confirmed: bool
    notes: tuple[str, ...] = ()


class Native(Protocol):
    """Runs inputs as native code, in a process of its own. ``close`` it at the end."""

    def replay(self, end: PathEnd) -> Confirmation: ...

    def close(self) -> None: ...


class Tests(Protocol):
    """Writes tests into a folder, in all formats."""

    def write(self, end: PathEnd, number: int) -> Path:
        """Write one test; the result is the file that ``antumbra replay`` takes."""
        ...

    def finish(self) -> None:
        """No test follows: write what describes them all."""
        ...


class Parts(Protocol):
    """Where the parts of a run come from."""

    def load(self, path: Path, options: RunOptions) -> Loaded: ...

    def engine(self, loaded: Loaded, options: RunOptions, control: Control, observer: Observer) -> Engine:
        """The engine that the options name."""
        ...

    def native(self, loaded: Loaded, options: RunOptions) -> Native: ...

    def tests(self, loaded: Loaded, options: RunOptions, folder: Path) -> Tests: ...
