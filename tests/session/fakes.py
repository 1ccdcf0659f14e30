"""Parts of a run that do what a test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from antumbra.engines.outcome import InputValue, PathEnd, Reason, Statistics
from antumbra.frontends.load import Loaded
from antumbra.program.model import Layout, Program, Source
from antumbra.program.source import Location
from antumbra.report.lcov import BranchArm, Coverage, FileCoverage
from antumbra.session.control import Control, Observer
from antumbra.session.options import RunOptions
from antumbra.session.parts import Confirmation, Engine, Native, Tests

HERE = Location("a.c", 5, 3, "main")
VALUE = InputValue("x", "int", Source.INPUT, 32, 7, Location("a.c", 3))


def end(reason: Reason, **details: object) -> PathEnd:
    number = details.pop("number", 1)
    return PathEnd(number, reason, (VALUE,), **details)  # type: ignore[arg-type]


def violation(location: Location = HERE, check: str = "unreach-call") -> PathEnd:
    return end(Reason.VIOLATION, location=location, check=check, message="reach_error is called")


def loaded(path: Path) -> Loaded:
    program = Program("a", "c", {}, "main", Layout(64), externals={"getpid": "havoc"})
    return Loaded(program, "c", path)


@dataclass
class FakeEngine:
    script: Callable[[], Iterator[PathEnd]]
    statistics: Statistics = field(default_factory=Statistics)

    def run(self) -> Iterator[PathEnd]:
        for one in self.script():
            self.statistics.paths += 1
            yield one

    def coverage(self) -> Coverage:
        return {"a.c": FileCoverage({1: 1, 2: 0}, [BranchArm(1, 0, 0, 1)])}


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
class FakeTests:
    folder: Path

    def write(self, end: PathEnd, number: int) -> Path:
        file = self.folder / f"test{number:06}.json"
        file.write_text(end.reason.text)
        return file

    def finish(self) -> None:
        (self.folder / "metadata.xml").write_text("")


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

    def engine(self, loaded: Loaded, options: RunOptions, control: Control, observer: Observer) -> Engine:
        return self.fake_engine

    def native(self, loaded: Loaded, options: RunOptions) -> Native:
        return self.fake_native

    def tests(self, loaded: Loaded, options: RunOptions, folder: Path) -> Tests:
        return FakeTests(folder)
