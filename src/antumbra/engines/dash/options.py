"""What the engine dash is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from antumbra.engines.options import user_option
from antumbra.engines.targets import TargetPlace
from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches


@dataclass(frozen=True, slots=True)
class DashOptions:
    """``checks``: what counts as an error. Limits of None do not limit."""

    checks: frozenset[str]
    seed: int = 0
    timeout: float | None = None
    memory_mb: float | None = None
    solver: str = "auto"
    solver_timeout: float | None = 30.0
    query_steps: int | None = None
    save_queries: Path | None = None
    targets: tuple[TargetPlace, ...] = ()
    axioms: bool = False
    switches: Switches = DEFAULT_SWITCHES
    fine: bool = False  #: a place for each block, as the thesis has, where a picture is wanted
    refinement: str = user_option(
        "mixed",
        "How regions are split: by what mixes all rules, the thesis's weakest precondition, or interpolants.",
        ("mixed", "wp", "core", "itp"),
    )
    most_iterations: int | None = user_option(None, "Iterations of the main loop, those within calls included.")
