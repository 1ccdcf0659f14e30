"""What a user can say about the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Baseline = Literal["ase", "ur"]
#: along the path as in the paper, on whatever path, or the first until it gets out of hand
Matching = Literal["auto", "path", "everywhere"]


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class AbstractOptions:
    """``literal``: also make the paper's own checks, whose answer alone never counts."""

    max_iterations: int | None = None
    timeout: float | None = None
    memory_mb: int | None = None
    max_states: int = 2_000_000
    baseline: Baseline = "ase"
    matching: Matching = "auto"  #: which abstract states cut the exploration
    symmetry: bool = True  #: of states that differ by the order of like processes, explore one
    literal: bool = False
    fixpoint: bool = True  #: also try the least abstract post-fixpoint of the states where exploration stopped
    shortest: bool = True  #: look for a shorter counterexample than the one found
    picture: bool = False  #: also find out which abstract transitions are exact where no proof needs it
    interrupted: Callable[[], bool] = _never
