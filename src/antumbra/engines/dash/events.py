"""What an analysis tells whoever watches it, as it happens: one value for each thing that it finds or does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from antumbra.engines.dash.answers import Outcome
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.regions.search import ErrorPaths, Frontier
from antumbra.engines.dash.states import State
from antumbra.engines.dash.systems.system import Edge
from antumbra.engines.dash.testing import Run
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Began:
    """An analysis begins, within ``depth`` others."""

    depth: int


@dataclass(frozen=True, slots=True)
class Found:
    """An abstract error path, which ``paths`` knows, and its frontier; ``state``: where the trace of a test ends."""

    frontier: Frontier
    paths: ErrorPaths
    state: State | None


@dataclass(frozen=True, slots=True)
class Tested:
    """A test was run, with these inputs of the whole program."""

    run: Run
    model: Mapping[Term, Any]


@dataclass(frozen=True, slots=True)
class WasSplit:
    """Of the two parts only ``yes`` may still lead to ``target``."""

    region: Region
    predicate: Term
    yes: Region
    no: Region
    target: Region


@dataclass(frozen=True, slots=True)
class Unlinked:
    """No execution leaves ``source`` by ``edge`` for ``target``."""

    source: Region
    edge: Edge
    target: Region


@dataclass(frozen=True, slots=True)
class Excluded:
    """No execution of this analysis begins in a region."""

    region: Region


@dataclass(frozen=True, slots=True)
class Skipped:
    """Nobody could tell whether a test crosses the frontier."""

    frontier: Frontier


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome


Event = Began | Found | Tested | WasSplit | Unlinked | Excluded | Skipped | Ended


class Watcher(Protocol):
    """Is told after it has happened; the graph is as the event left it, and must not be changed."""

    def sees(self, graph: RegionGraph, event: Event) -> None: ...


class Nobody:
    """Watches, and does nothing."""

    def sees(self, graph: RegionGraph, event: Event) -> None:
        pass
