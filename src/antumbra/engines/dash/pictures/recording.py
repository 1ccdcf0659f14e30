"""What pictures of an analysis need to know, taken down while it runs: a frame for each thing that happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra.engines.dash.events import Began, Ended, Event, Excluded, Found, Tested
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.states import State
from antumbra.engines.dash.systems.system import Edge
from antumbra.records import dataclass, field
from antumbra.terms import Term

Link = tuple[Edge, Region, Region]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The run ended before the analysis did."""

    why: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A region as it was: its links, and its states with the number of steps to each."""

    region: Region
    outs: tuple[tuple[Edge, Region], ...]
    states: tuple[tuple[int, Mapping[Term, Any]], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """``depth``: analyses around it. ``iteration``: of its analysis. ``goals``: what it must not reach."""

    graph: RegionGraph
    depth: int
    iteration: int
    event: Event | Stopped
    regions: tuple[Seen, ...]
    goals: frozenset[Region]
    #: was there a frame of this graph before?
    again: bool
    #: regions at the entry in which no execution of this analysis begins
    excluded: frozenset[Region]
    #: what a test has passed
    trace: frozenset[Link] = frozenset()
    #: the abstract error path from behind the frontier
    path: tuple[Region, ...] = ()


@dataclass(slots=True)
class _Running:
    graph: RegionGraph
    depth: int
    iteration: int = 0
    excluded: set[Region] = field(default_factory=set[Region])


class Recording:
    """A ``Watcher`` that keeps the first frames, how the main analysis ended, and of each graph the last frame."""

    def __init__(self, most: int, parts: int) -> None:
        self._most = most
        self._parts = parts
        self.frames: list[Frame] = []
        self.total = 0
        #: the last frame of each graph
        self.last: dict[RegionGraph, Frame] = {}
        self._running: list[_Running] = []

    def sees(self, graph: RegionGraph, event: Event) -> None:
        if isinstance(event, Began):
            # those that were given up for another beginning do not tell
            del self._running[event.depth :]
            self._running.append(_Running(graph, event.depth))
        now = self._running[-1]
        if isinstance(event, Found):
            now.iteration += 1
        if isinstance(event, Excluded):
            now.excluded.add(event.region)
        self._take(now, event)
        if isinstance(event, Ended):
            self._running.pop()

    def stop(self, why: str) -> None:
        """Nothing more will come: what has not ended stays as it is."""
        while self._running:
            self._take(self._running.pop(), Stopped(why))

    def _take(self, now: _Running, event: Event | Stopped) -> None:
        self.total += 1
        full = len(self.frames) >= self._most or self._parts < 0
        if full and not isinstance(event, Ended | Stopped):
            return
        graph = now.graph
        frame = Frame(
            graph,
            now.depth,
            now.iteration,
            event,
            tuple(
                Seen(region, tuple(region.outs), tuple((s.depth, s.values) for s in region.states if s.values))
                for region in graph.all_regions()
            ),
            frozenset(graph.goals),
            graph in self.last or (not now.depth and bool(self.frames)),
            frozenset(now.excluded),
            frozenset(_passed(graph, _end_of(event))),
            tuple(event.paths.path_from(event.frontier.target)) if isinstance(event, Found) else (),
        )
        self.last[graph] = frame
        if not full or not now.depth:
            self._parts -= sum(1 + len(seen.outs) for seen in frame.regions)
            self.frames.append(frame)


def _end_of(event: Event | Stopped) -> State | None:
    if isinstance(event, Found):
        return event.state
    return event.run.last if isinstance(event, Tested) else None


def _passed(graph: RegionGraph, state: State | None) -> dict[Link, None]:
    """The links that a test has passed to a state. Calls are one link: states within callees have no values here."""
    found: dict[Link, None] = {}
    after: tuple[State, Region] | None = None
    while state is not None:
        if state.values is not None:
            region = graph.region_of(state.place, state.values)
            if region is None:
                after = None
                state = state.parent
                continue
            if after is not None and after[0].edge is not None:
                found[after[0].edge, region, after[1]] = None
            after = state, region
        state = state.parent
    return found
