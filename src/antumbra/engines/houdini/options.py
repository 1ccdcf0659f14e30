"""What the engine houdini is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches

if TYPE_CHECKING:
    from pathlib import Path

    from antumbra.engines.targets import TargetPlace


@dataclass(frozen=True, slots=True)
class HoudiniOptions:
    """As of the other engines that execute programs."""

    checks: frozenset[str]
    timeout: float | None = None
    memory_mb: float | None = None
    max_calls: int = 20_000
    solver: str = "auto"
    solver_timeout: float | None = None
    query_steps: int | None = None  #: of a solver, for one query (solvers.contract)
    save_queries: Path | None = None
    switches: Switches = DEFAULT_SWITCHES
    targets: tuple[TargetPlace, ...] = ()  #: it decides none
