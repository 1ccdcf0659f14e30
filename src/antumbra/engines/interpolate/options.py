"""What the engine interpolate is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antumbra.engines.options import ExecutionOptions, user_option
from antumbra.records import dataclass

if TYPE_CHECKING:
    from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class InterpolateOptions(ExecutionOptions):
    """``prune``: use what was learnt; without it every path is followed. ``search``: depth first, or ``random``.

    ``given``: seconds that the whole run has, which budgets of trials grow with; who ends it looks at ``timeout``.
    ``counters``: variables that count the iterations of bounded loops (program.restricting.bounds).
    """

    prune: bool = True
    search: tuple[str, ...] = ("dfs",)
    seed: int = 0
    given: float | None = None
    counters: frozenset[Term] = frozenset()
    check_subsumption: bool = user_option(
        False, "Also explore what was pruned, as far as time allows; a violation there is an error of ours."
    )

    @property
    def order(self) -> str:
        return "random" if "random" in self.search else "dfs"
