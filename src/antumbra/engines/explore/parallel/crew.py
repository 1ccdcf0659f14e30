"""An exploration that is done by several: hands out pieces, and gathers what comes back.

A piece that comes back has prefixes left. Whose it was goes on with them, its states still being there; where others
have nothing to do, they get every other one, the shortest first, since below those is most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.coverage import Coverage, measure
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.explore.parallel.pieces import Explored
from antumbra.engines.explore.parallel.prefixes import Prefix
from antumbra.engines.limits import Limits, peak_mb
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program import model as P
from antumbra.proofs import Certificate
from antumbra.records import dataclass, replace

#: steps of a piece: while somebody has nothing to do, and at most
SHORT: Final = 30_000
LONG: Final = 1_000_000
#: seconds between two looks at the limits
LOOK: Final = 0.1
#: seconds that those at work have to come back when all is over
PATIENCE: Final = 0.3
#: times that a piece is begun whose hands were lost
TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Order:
    """A piece that is to be done. ``tries``: how often its hands were lost."""

    prefixes: tuple[Prefix, ...]
    steps: int = SHORT
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Gone:
    """Whoever had a piece is no more, and why."""

    reason: str


class Hands(Protocol):
    """Who does pieces: some places, each of which has one at a time."""

    @property
    def places(self) -> int:
        """How many; may grow and shrink where nothing is under way."""
        ...

    def give(self, place: int, order: Order) -> None: ...

    def results(self, seconds: float) -> Sequence[tuple[int, Explored | Gone]]:
        """What has come back from which place; waits for at most so long."""
        ...

    def interrupt(self) -> None:
        """Whoever has a piece gives it back soon."""
        ...

    def close(self) -> None:
        """No more; whoever is still at work is ended."""
        ...


class Crew(EngineDefaults):
    """The engine. Ends come in no order; there are the same as of one explorer."""

    name = "explore"

    def __init__(self, program: P.Program, options: ExploreOptions, hands: Hands) -> None:
        self._hands = hands
        self.limits = Limits(options.timeout, None)
        #: knows the program's blocks; executes nothing
        self._atlas: Final = Explorer(program, options)
        self._queue: list[Prefix] = [Prefix()]
        self._busy: dict[int, Order] = {}
        self._steps: dict[int, int] = {}
        self.stopped: Reason | None = None
        self._cuts: dict[tuple[object, ...], Cut] = {}
        self._counters: dict[str, float] = {}
        self._peaks: dict[int, float] = {}
        self._cpu: dict[int, float] = {}
        self._told: set[int] = set()
        self._numbered = 0
        self._began = False
        self._lost = 0

    # ------------------------------------------------------------ the run

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """To the end, whatever the ``steps``: it runs alone."""
        del steps
        self._began = True
        try:
            while (self._queue or self._busy) and self.stopped is None:
                self._hand_out()
                for place, result in self._hands.results(LOOK):
                    yield from self._back(place, result)
                self.stopped = self.stopped or self.limits.exceeded()
                if on_progress is not None:
                    on_progress(self.statistics)
            if self.stopped is not None:
                yield from self._gather()
        finally:
            self._hands.close()

    def _gather(self) -> Iterator[PathEnd]:
        """What those at work have found, if they come back at once."""
        self._hands.interrupt()
        patience = Limits(PATIENCE, None)
        while self._busy and patience.exceeded() is None:
            for place, result in self._hands.results(LOOK):
                yield from self._back(place, result)

    def _hand_out(self) -> None:
        idle = [place for place in range(self._hands.places) if place not in self._busy]
        for number, place in enumerate(idle):
            if not self._queue:
                return
            share = max(1, len(self._queue) // (len(idle) - number))
            given, self._queue = self._queue[:share], self._queue[share:]
            self._give(place, given)

    def _give(self, place: int, prefixes: Sequence[Prefix], tries: int = 0) -> None:
        order = Order(tuple(prefixes), self._steps.get(place, SHORT), tries)
        self._busy[place] = order
        self._hands.give(place, order)

    def _back(self, place: int, result: Explored | Gone) -> Iterator[PathEnd]:
        order = self._busy.pop(place)
        if isinstance(result, Gone):
            self._again(order, result)
            return
        self._count(place, result)
        self._share(place, result.left)
        for end, news in result.ends:
            yield self._told_once(end, news)

    def _again(self, order: Order, gone: Gone) -> None:
        """Others do what was lost; what is lost again and again is not analysed."""
        self._lost += 1
        if order.tries + 1 < TRIES:
            for place in range(self._hands.places):
                if place not in self._busy:
                    self._give(place, order.prefixes, order.tries + 1)
                    return
            self._queue += order.prefixes
        else:
            self._cut(Cut(Reason.INTERNAL, f"a part was lost {TRIES} times: {gone.reason}"))

    def _share(self, place: int, left: Sequence[Prefix]) -> None:
        """Who was at it goes on with what is left, but for what others have time for."""
        idle = sum(other not in self._busy for other in range(self._hands.places)) - 1
        wanted = self.stopped is None and idle > len(self._queue)
        own = sorted(left, key=lambda prefix: prefix.depth)
        if wanted and len(own) > 1:
            self._queue += own[0::2]
            own = own[1::2]
        self._steps[place] = SHORT if wanted else min(LONG, 2 * self._steps.get(place, SHORT))
        if own and self.stopped is None:
            self._give(place, own)
        else:
            self._queue += own

    # ------------------------------------------------------------ what was found

    def _count(self, place: int, result: Explored) -> None:
        for name, value in result.counters.items():
            self._counters[name] = self._counters.get(name, 0) + value
        self._cpu[place] = max(self._cpu.get(place, 0.0), result.cpu_seconds)
        self._peaks[place] = max(self._peaks.get(place, 0.0), result.peak_memory_mb)
        for cut in result.cuts:
            self._cut(cut)
        self.stopped = self.stopped or result.stopped
        covered = self._atlas.machine.covered
        for block, reached in enumerate(result.covered):
            covered[block] |= reached

    def _cut(self, cut: Cut) -> None:
        key = (cut.reason, cut.detail, cut.location, cut.called)
        before = self._cuts.get(key)
        self._cuts[key] = cut if before is None else replace(cut, count=cut.count + before.count)

    def _told_once(self, end: PathEnd, news: Sequence[int]) -> PathEnd:
        """Several may have been the first to reach a block, each among its own."""
        self._numbered += 1
        new = end.new_coverage and not self._told.issuperset(news)
        self._told.update(news)
        return replace(end, number=self._numbered, new_coverage=new)

    # ------------------------------------------------------------ results

    def interrupt(self) -> None:
        self.limits.interrupt()

    @property
    def _waiting(self) -> int:
        return len(self._queue) + sum(len(order.prefixes) for order in self._busy.values())

    @property
    def unfinished(self) -> bool:
        return self.stopped is None and (self._waiting > 0 or not self._began)

    @property
    def complete(self) -> bool:
        return self._began and self.stopped is None and not self._waiting and not self._cuts

    @property
    def cuts(self) -> list[Cut]:
        stopped = (
            [] if self.stopped is None else [Cut(self.stopped, f"{self._waiting} states left", None, self._waiting)]
        )
        return [*stopped, *self._cuts.values()]

    @property
    def statistics(self) -> Statistics:
        counted = self._counters
        covered = self._atlas.machine.covered
        return Statistics(
            wall_seconds=self.limits.elapsed(),
            instructions=int(counted.get("instructions", 0)),
            paths=int(counted.get("paths", 0)),
            forks=int(counted.get("forks", 0)),
            queries=int(counted.get("queries", 0)),
            solver_queries=int(counted.get("solver_queries", 0)),
            solver_seconds=counted.get("solver_seconds", 0.0),
            peak_memory_mb=peak_mb() + sum(self._peaks.values()),
            states=self._waiting,
            covered_blocks=sum(covered),
            total_blocks=len(covered),
            errors=int(counted.get("errors", 0)),
            steps=int(counted.get("steps", 0)),
            extra={
                "processes": self._hands.places,
                "prefixes_followed": counted.get("followed", 0.0),
                "processes_lost": self._lost,
                "busiest_cpu_seconds": round(max(self._cpu.values(), default=0.0), 3),
            },
        )

    @property
    def coverage(self) -> Coverage:
        return measure(self._atlas.machine)

    def certificate(self) -> Certificate:
        return Certificate(paths=int(self._counters.get("paths", 0)))
