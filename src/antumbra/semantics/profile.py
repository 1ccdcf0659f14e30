"""Where execution spends its effort: entries of blocks, and forks, queries and solver time at each place.

A block counts as a whole when it is entered. Only code that is compiled for it counts, and only its machine asks: a run
that nobody profiles pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra.records import dataclass
from antumbra.semantics.contract import Counters
from antumbra.solvers import Chain

#: what generated code calls that may ask a solver or fork; the place is the last argument of each
WATCHED = ("fork", "switch", "fork_and_meet", "switch_and_meet", "choose", "part",
           "assume", "check", "load", "store", "free", "copy", "fill", "builtin",
           "call_address", "stay", "alloc")  # fmt: skip


@dataclass(slots=True)
class Costs:
    forks: int = 0
    queries: int = 0
    solver_queries: int = 0
    solver_seconds: float = 0.0


class Profile:
    """``entries``: of each block, by its number. ``sites``: costs by place."""

    def __init__(self, chain: Chain, counters: Counters) -> None:
        self._statistics = chain.statistics
        self._counters = counters
        self.entries: list[int] = []
        self.sites: dict[int, Costs] = {}

    def watch(self, environment: dict[str, Any]) -> None:
        """Have generated code call through us."""
        for name in WATCHED:
            environment[name] = self._watched(environment[name])

    def _watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        statistics, counters, sites = self._statistics, self._counters, self.sites

        def call(*arguments: Any) -> Any:
            queries, forks = statistics.queries, counters.forks
            solved, seconds = statistics.solver_queries, statistics.solver_seconds
            try:
                return function(*arguments)
            finally:
                if statistics.queries != queries or counters.forks != forks or statistics.solver_queries != solved:
                    costs = sites.setdefault(arguments[-1], Costs())
                    costs.forks += counters.forks - forks
                    costs.queries += statistics.queries - queries
                    costs.solver_queries += statistics.solver_queries - solved
                    costs.solver_seconds += statistics.solver_seconds - seconds

        return call
