"""A program and the same without memory, explored: what goes wrong in one, and in the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.memoryless import Memoryless, NotLowered, without_memory
from antumbra.engines.outcome import Kind, PathEnd, Reason
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.model import CHECKS, Program, Source
from antumbra.program.validity.validate import validate

ALL = frozenset(CHECKS) - {"no-overflow", "valid-memtrack", "valid-memcleanup"}

#: check and line
Violation = tuple[str, int]


@dataclass(frozen=True)
class Explored:
    """``real``: violations on a path that rests on no value but inputs."""

    violations: frozenset[Violation]
    real: frozenset[Violation]
    complete: bool
    cuts: tuple[str, ...]


@dataclass(frozen=True)
class Compared:
    original: Explored
    lowered: Explored
    memoryless: Memoryless

    @property
    def missing(self) -> frozenset[Violation]:
        """Violations that the program without memory does not have."""
        return self.original.violations - self.lowered.violations if self.lowered.complete else frozenset()

    @property
    def invented(self) -> frozenset[Violation]:
        """Violations that only the program without memory has."""
        return self.lowered.violations - self.original.violations if self.original.complete else frozenset()


def explored(program: Program, timeout: float, max_paths: int) -> Explored:
    options = ExploreOptions(ALL, timeout=timeout, max_paths=max_paths, query_steps=2_000_000, every_input=True)
    explorer = Explorer(program, options)
    ends = list(explorer.run())
    wrong = [end for end in ends if end.reason in (Reason.VIOLATION, Reason.UNDEFINED)]
    real = frozenset(_key(end) for end in wrong if _rests_on_inputs(end))
    cuts = [cut for cut in explorer.cuts if cut.reason is not Reason.UNDEFINED]
    complete = not cuts and not any(end.reason.kind is Kind.CUT and end.reason is not Reason.UNDEFINED for end in ends)
    texts = tuple(f"{cut.reason.name} {cut.detail}" for cut in cuts)
    return Explored(frozenset(map(_key, wrong)), real, complete, texts)


def _key(end: PathEnd) -> Violation:
    return end.check, end.location.line if end.location is not None else 0


def _rests_on_inputs(end: PathEnd) -> bool:
    return all(value.source is Source.INPUT for value in end.inputs if value.decisive)


def program_of(path: Path, **options: object) -> Program:
    return load(path, LoadOptions(**options)).program  # type: ignore[arg-type]


def compared(program: Program, timeout: float = 5, max_paths: int = 300) -> Compared | NotLowered:
    try:
        found = without_memory(program, ALL)
    except NotLowered as reason:
        return reason
    assert validate(found.program) == []
    return Compared(explored(program, timeout, max_paths), explored(found.program, timeout, max_paths), found)
