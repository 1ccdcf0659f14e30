"""What the engine abstract is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from antumbra.engines.options import user_option
from antumbra.records import dataclass

Baseline = Literal["ase", "ur"]
#: along the path as in the paper, on whatever path, or the first until it gets out of hand
Matching = Literal["auto", "path", "everywhere"]


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class AbstractOptions:
    """``traces``: a counterexample is a trace of values; else inputs for native code (program.languages)."""

    checks: frozenset[str] = frozenset()
    max_iterations: int | None = user_option(None, "Refinements before it gives up.")
    timeout: float | None = None
    memory_mb: float | None = None
    max_states: int = 2_000_000
    max_queries: int | None = None  #: of the solver
    baseline: Baseline = user_option(
        "ase", "ase (the default), or ur: concrete states matched in one table.", ("ase", "ur")
    )
    matching: Matching = user_option(
        "auto",
        "Cut where an abstract state repeats on the path (the paper's way), or on any path (everywhere: faster, not "
        "monotone); auto (the default) begins with path.",
        ("auto", "path", "everywhere"),
    )
    explicit: bool = user_option(True, "Enumerate states where all variables are finite.")
    symmetry: bool = user_option(True, "Explore one of the orders of like processes.")
    literal: bool = user_option(False, "Also make the paper's own checks, for comparison; they alone never count.")
    fixpoint: bool = user_option(True, "Also try the least post-fixpoint.")
    traces: bool = True
    named_properties: bool = False  #: the file names properties of its own
    shortest: bool = True  #: look for a shorter counterexample than the one found
    picture: bool = False  #: also find out which abstract transitions are exact where no proof needs it
    interrupted: Callable[[], bool] = _never
