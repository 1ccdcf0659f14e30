"""An explorer of parts of the tree: it is given prefixes and steps, and gives back what ended and what is left."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from antumbra.engines.coverage import Distances
from antumbra.engines.driver import BATCH, Ran
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.explore.parallel.prefixes import Prefix, line_of, listed, mark, prefix_of
from antumbra.engines.limits import peak_mb
from antumbra.engines.outcome import Cut, Kind, PathEnd, Reason
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.records import dataclass, field, replace
from antumbra.search import Turns, make_searcher
from antumbra.semantics.contract import Pending
from antumbra.semantics.ends import Ended
from antumbra.semantics.state import State
from antumbra.solvers import PathCondition

#: what happens where a path goes another way than the one who was there first
STRAYED: Final = "a path could not be followed again"


@dataclass(slots=True)
class Explored:
    """What came of a piece. Counters are of this piece alone, without the way to it."""

    ends: list[tuple[PathEnd, tuple[int, ...]]] = field(default_factory=list[tuple[PathEnd, tuple[int, ...]]])
    left: list[Prefix] = field(default_factory=list[Prefix])
    cuts: list[Cut] = field(default_factory=list[Cut])
    stopped: Reason | None = None
    covered: bytes = b""
    counters: dict[str, float] = field(default_factory=dict[str, float])
    peak_memory_mb: float = 0.0
    cpu_seconds: float = 0.0  #: of whoever did it, since it is there


class _Strayed(Exception):  # noqa: N818 - how a path ended
    """The path is not the one that the prefix tells."""


class FollowingRecording(Recording):
    """What ends is recorded, but for what happens on the way to a state: who was there first has told it."""

    following = False

    def __init__(self, checks: frozenset[str], *, every_input: bool) -> None:
        super().__init__(checks, every_input=every_input)
        #: of each end that was not taken yet, the blocks that its path was the first to reach
        self._news: list[tuple[int, ...]] = []
        #: those that were taken, with them
        self.ends: list[tuple[PathEnd, tuple[int, ...]]] = []

    def covered(self, state: State, block: int) -> None:
        if not self.following:
            super().covered(state, block)

    def finished(self, state: State, values: tuple[Any, ...]) -> None:
        if not self.following:
            super().finished(state, values)

    def stopped(self, state: State, command: P.Stop, site: int) -> None:
        if not self.following:
            super().stopped(state, command, site)

    def ended(self, state: State, reason: Ended, site: int) -> None:
        if not self.following:
            super().ended(state, reason, site)

    def violated(self, state: State, path: PathCondition, check: str, message: str, site: int) -> None:
        if not self.following:
            super().violated(state, path, check, message, site)

    def cut(self, state: State, reason: Ended, detail: str, site: int) -> None:
        if not self.following:
            super().cut(state, reason, detail, site)

    def _end(self, state: State, path: PathCondition, reason: Reason, **told: Any) -> None:
        news = prefix_of(Pending(state, 0, ())).news if state.new_coverage is not None else ()
        super()._end(state, path, reason, **told)
        self._news.append(news if self._ends[-1].new_coverage else ())

    def take(self) -> list[PathEnd]:
        ends, news = super().take(), self._news
        self._news = []
        self.ends += zip(ends, news, strict=True)
        return ends


class PieceExplorer(Explorer):
    """Explores below prefixes. Its states know the way to them; nothing is merged, and no branch postponed."""

    postpones = False

    def __init__(self, program: P.Program, options: ExploreOptions) -> None:
        self._way: list[tuple[int, int, int]] | None = None
        self._at = 0
        self._arrived: Pending | None = None
        #: states of the last piece that were left, by the way to them
        self._kept: dict[bytes, Pending] = {}
        super().__init__(program, options)

    def make_recording(self) -> FollowingRecording:
        return FollowingRecording(self.options.checks, every_input=self.options.every_input)

    @property
    def _recorded(self) -> FollowingRecording:
        recording = self.recording
        if not isinstance(recording, FollowingRecording):
            raise TypeError("another recording")
        return recording

    # ------------------------------------------------------------ a piece

    def explore(self, prefixes: Sequence[Prefix], steps: int) -> Explored:
        """Go on from these states for about so many steps."""
        result = Explored()
        result.left = self._load(prefixes, result)
        before = self._counted()
        for _ in self.run(steps=steps):
            pass
        result.left += self._unload()
        recorded = self._recorded
        # conditions are terms, which belong to one process; who runs native code again has no use for them
        result.ends = [(replace(end, conditions=()), news) for end, news in recorded.ends if _is_told(end)]
        recorded.ends = []
        result.cuts += self.recording.cut_list()
        self.recording.cuts.clear()
        result.stopped = self.stopped if isinstance(self.stopped, Reason) else None
        result.covered = bytes(self.machine.covered)
        result.counters |= {name: value - before[name] for name, value in self._counted().items()}
        result.peak_memory_mb = peak_mb()
        result.cpu_seconds = time.process_time()
        return result

    def start(self) -> None:
        """States come by ``explore``."""

    def _load(self, prefixes: Sequence[Prefix], result: Explored) -> list[Prefix]:
        """Make their states wait; those that a limit leaves no time for are returned."""
        kept, self._kept = self._kept, {}
        followed = 0
        for number, prefix in enumerate(prefixes):
            item = kept.pop(prefix.way, None)
            if item is None:
                followed += 1
                item = self._followed(prefix, result)
            if self.stopped is not None:
                return list(prefixes[number:])
            if item is not None:
                self.searcher.add([item])
        result.counters["followed"] = followed
        return []

    def _unload(self) -> list[Prefix]:
        """What waits, in the order in which it would be run."""
        waiting = self.searcher.waiting()
        left = [prefix_of(item) for item in waiting]
        self._kept = {prefix.way: item for prefix, item in zip(left, waiting, strict=True)}
        self.searcher = Turns(make_searcher(self.options.search, self.options.seed, Distances(self.machine)))
        return left

    def _counted(self) -> dict[str, float]:
        recording, solver = self.recording, self.chain.statistics
        return {
            "paths": recording.paths,
            "errors": recording.errors,
            "instructions": self.instructions,
            "forks": self.machine.counters.forks,
            "queries": solver.queries,
            "solver_queries": solver.solver_queries,
            "solver_seconds": solver.solver_seconds,
            "steps": self.effort,
        }

    # ------------------------------------------------------------ following

    def _followed(self, prefix: Prefix, result: Explored) -> Pending | None:
        """The state at the end of the way; None if it was not found again, which is a cut."""
        recording = self._recorded
        recording.following, self._way, self._at = True, prefix.forks, 0
        try:
            item = self._follow(self.machine.initial())
        except _Strayed:
            result.cuts.append(Cut(Reason.INTERNAL, STRAYED))
            return None
        finally:
            recording.following, self._way, self._arrived = False, None, None
        if item is not None:
            item.state.new_coverage = listed(prefix.news)
        return item

    def _follow(self, item: Pending) -> Pending | None:
        way = self._way
        while way is not None and self._at < len(way):
            self._arrived = None
            ran = self.advance(item.state, item.region, item.arguments, _never, BATCH)
            if isinstance(ran, Pending):
                if self.stopped is not None:
                    return None
                item = ran  # its turn is over, and nobody else waits for one
                continue
            if ran is Ran.ENDED or self._arrived is None:
                raise _Strayed
            item = self._arrived
        return item

    def _split(self, children: Sequence[Pending]) -> bool:
        mark(children)
        if self._way is None:
            return super()._split(children)
        side, sides, line = self._way[self._at]
        if sides != len(children) or side >= sides or line != line_of(children[side]):
            raise _Strayed
        self._at += 1
        self._arrived = children[side]
        return side == 0 and self._at < len(self._way)


def _never(_state: State, _region: int) -> bool:
    return False


def _is_told(end: PathEnd) -> bool:
    """Ends that only count are counted."""
    return bool(end.inputs or end.check or end.new_coverage or end.reason.kind is not Kind.END)
