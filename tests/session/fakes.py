"""Parts of a run that do what a test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from antumbra.engines.contract import Engine, EngineDefaults, OnProgress
from antumbra.engines.coverage import Coverage, Side
from antumbra.engines.outcome import Cut, InputValue, Kind, PathEnd, Reason, Statistics
from antumbra.frontends.loaded import Loaded
from antumbra.program.languages import C
from antumbra.program.model import Layout, Program, Source
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.session.control import Control
from antumbra.session.options import RunOptions
from antumbra.session.parts import Confirmation, Folder, Native, WriteError

HERE = Location("a.c", 5, 3, "main")
VALUE = InputValue("x", "int", Source.INPUT, 32, 7, Location("a.c", 3))


def end(reason: Reason, **details: object) -> PathEnd:
    number = details.pop("number", 1)
    return PathEnd(number, reason, (VALUE,), **details)  # type: ignore[arg-type]


def violation(location: Location = HERE, check: str = "unreach-call") -> PathEnd:
    return end(Reason.VIOLATION, location=location, check=check, message="reach_error is called")


def loaded(path: Path) -> Loaded:
    program = Program("a", "c", {}, "main", Layout(64), externals={"getpid": "havoc"})
    return Loaded(program, C, path, sources={"a.c": ""})


@dataclass
class FakeEngine(EngineDefaults):
    """Yields what the script says. Ends that are cuts are also in ``cuts``, as in the real engine."""

    script: Callable[[], Iterator[PathEnd]]
    statistics: Statistics = field(default_factory=Statistics)
    cuts: list[Cut] = field(default_factory=list[Cut])
    exhausted: bool = False
    stopped: bool = False
    name: str = "explore"

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        del steps
        for one in self.script():
            self.statistics.paths += 1
            if one.reason.kind is Kind.CUT:
                self.cuts.append(Cut(one.reason, one.message, one.location))
            if on_progress is not None:
                on_progress(self.statistics)
            yield one
        self.exhausted = True

    def interrupt(self) -> None:
        self.stopped = True

    @property
    def complete(self) -> bool:
        return self.exhausted and not self.cuts

    @property
    def unfinished(self) -> bool:
        return not self.exhausted

    @property
    def coverage(self) -> Coverage:
        return Coverage({"a.c": {1: True, 2: False}}, {"a.c": [Side(1, 0, 0, True, True, "main")]})

    def certificate(self) -> Certificate | None:
        return None


@dataclass
class FakeNative:
    confirms: Callable[[PathEnd], bool]
    asked: list[PathEnd] = field(default_factory=list[PathEnd])
    closed: bool = False

    def replay(self, end: PathEnd) -> Confirmation:
        self.asked.append(end)
        return Confirmation(self.confirms(end), ("ours: calls reach_error", "native: returned 0"))

    def close(self) -> None:
        self.closed = True


@dataclass
class FakeFolder:
    path: Path
    closed: bool = False

    def append(self, name: str, text: str) -> None:
        del name, text

    def write_test(self, end: PathEnd, number: int) -> Path:
        return self.write(f"test{number:06}.json", end.reason.text)

    def write(self, name: str, text: str) -> Path:
        if not self.path.is_dir():
            raise WriteError("the disk is full")
        file = self.path / name
        file.write_text(text)
        return file

    def close(self) -> None:
        self.closed = True


class FakeParts:
    """``ends`` is what the engine yields, or a function that does it."""

    def __init__(
        self,
        ends: list[PathEnd] | Callable[[], Iterator[PathEnd]],
        confirms: Callable[[PathEnd], bool] = lambda _end: True,
    ) -> None:
        self.fake_engine = FakeEngine(ends if callable(ends) else lambda: iter(ends))
        self.fake_native = FakeNative(confirms)

    def load(self, path: Path, options: RunOptions) -> Loaded:
        return loaded(path)

    def engine(self, loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None]) -> Engine:
        return self.fake_engine

    def native(self, loaded: Loaded, options: RunOptions, control: Control) -> Native:
        return self.fake_native

    def folder(self, loaded: Loaded, options: RunOptions) -> Folder:
        if options.out is None:
            raise WriteError("read-only folder")
        if options.out.is_file():
            raise WriteError("a file is no folder")
        return FakeFolder(options.out)
