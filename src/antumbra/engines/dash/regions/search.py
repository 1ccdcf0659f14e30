"""find_abstract_error_path, and where it leaves what tests have reached (the frontier).

The search goes backward from the goal, nearest regions first, through regions without states. The first link that comes
from a region with a state is the frontier: states show that its source is reached, and beyond it nobody has been. It is
kept between iterations and goes on where it was; tests begin it anew, since they bring states to regions it has seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.systems.system import Edge, Kind
from antumbra.records import dataclass


@dataclass(frozen=True, slots=True)
class Frontier:
    """A link to try: from a region with states, or (``edge`` is None) from outside into a region at the entry."""

    source: Region | None
    edge: Edge | None
    target: Region


class ErrorPaths:
    """The search in one graph. ``skipped``: links that nobody could decide."""

    def __init__(self, graph: RegionGraph, excluded: Callable[[Region], bool]) -> None:
        self._graph = graph
        self._excluded = excluded
        self.skipped: set[tuple[Edge | None, Region | None, Region]] = set()
        self._queue: deque[Region] = deque()
        #: region → the next one on the way to the goal
        self._next: dict[Region, Region | None] = {}
        self.restart()

    def restart(self) -> None:
        self._next = dict.fromkeys(self._graph.goals)
        self._queue = deque(self._next)

    def was_split(self, region: Region, parts: tuple[Region, Region]) -> None:
        """A region is two now."""
        if region in self._next:
            onward = self._next.pop(region)
            for part in parts:
                self._next[part] = onward
                self._queue.append(part)

    def find_abstract_error_path(self) -> Frontier | None:
        """The next frontier; None if no way is left from any state, or from outside, to the goal."""
        found = self._go_on()
        if found is None:
            self.restart()
            found = self._go_on()
        return found

    def _go_on(self) -> Frontier | None:
        queue, seen = self._queue, self._next
        while queue:
            target = queue[0]
            if target not in seen:
                queue.popleft()
                continue
            if self._begins(target):
                return Frontier(None, None, target)
            for edge, source in target.ins:
                if source.states:
                    if (edge, source, target) not in self.skipped:
                        return Frontier(source, edge, target)
                elif source not in seen:
                    seen[source] = target
                    queue.append(source)
            queue.popleft()
        return None

    def _begins(self, region: Region) -> bool:
        """May executions begin in a region that none is known to begin in?"""
        return (
            region.place.kind is Kind.ENTRY
            and not region.states
            and not self._excluded(region)
            and (None, None, region) not in self.skipped
        )

    def path_from(self, region: Region) -> list[Region]:
        """The rest of the abstract error path."""
        path = [region]
        onward = self._next.get(region)
        while onward is not None and onward not in path:
            path.append(onward)
            onward = self._next.get(onward)
        return path
