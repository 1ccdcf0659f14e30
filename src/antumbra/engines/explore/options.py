"""What the engine explore is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches

if TYPE_CHECKING:
    from pathlib import Path

    from antumbra.engines.targets import TargetPlace


@dataclass(frozen=True, slots=True)
class ExploreOptions:
    """``checks``: what counts as an error. Limits of None do not limit."""

    checks: frozenset[str]
    search: tuple[str, ...] = ("balanced",)
    seed: int = 0
    timeout: float | None = None
    memory_mb: float | None = None
    max_depth: int | None = None
    max_forks: int | None = None
    max_paths: int | None = None
    max_calls: int = 20_000
    solver: str = "auto"
    solver_timeout: float | None = None
    query_steps: int | None = None  #: of a solver, for one query (solvers.contract)
    save_queries: Path | None = None
    #: run concretely with these inputs, in order; further ones are zero
    fixed_inputs: tuple[int, ...] | None = None
    #: inputs for every ended path, not only for those that are news
    every_input: bool = False
    #: tell every ended path with its condition over the program's inputs (PathEnd.input_condition)
    path_conditions: bool = False
    #: places to reach
    targets: tuple[TargetPlace, ...] = ()
    #: the program has axioms, quantifiers or functions without meaning: see solvers.axioms
    axioms: bool = False
    switches: Switches = DEFAULT_SWITCHES
