"""What the engine interpolate is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antumbra.engines.options import user_option
from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches

if TYPE_CHECKING:
    from pathlib import Path

    from antumbra.engines.targets import TargetPlace
    from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class InterpolateOptions:
    """``prune``: use what was learnt; without it every path is followed. ``search``: depth first, or ``random``.

    ``targets``: places to reach, besides the checks. ``counters``: variables that count the iterations of bounded
    loops (program.bounds).
    """

    checks: frozenset[str]
    timeout: float | None = None
    memory_mb: float | None = None
    max_calls: int = 20_000
    solver: str = "auto"
    solver_timeout: float | None = None
    query_steps: int | None = None  #: of a solver, for one query (solvers.contract)
    save_queries: Path | None = None
    switches: Switches = DEFAULT_SWITCHES
    prune: bool = True
    search: tuple[str, ...] = ("dfs",)
    seed: int = 0
    targets: tuple[TargetPlace, ...] = ()
    counters: frozenset[Term] = frozenset()
    check_subsumption: bool = user_option(
        False, "Also explore what was pruned, as far as time allows; a violation there is an error of ours."
    )

    @property
    def order(self) -> str:
        return "random" if "random" in self.search else "dfs"
