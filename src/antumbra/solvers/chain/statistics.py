"""Counters of the chain."""

from __future__ import annotations

from typing import Final

from antumbra.records import dataclass, field

#: who answered: a condition that was constant or already known; the domain of one variable; bounds of
#: terms; the path's own model; the caches; a guess; a backend
LAYERS: Final = ("known", "domain", "range", "model", "core", "guess", "cache", "recent", "solver")


def _zeros() -> dict[str, int]:
    return dict.fromkeys(LAYERS, 0)


@dataclass(slots=True)
class Statistics:
    """How many questions were asked, who answered them, and what the backends cost."""

    #: questions asked of the chain (a branch is one)
    queries: int = 0
    #: conditions that layers have gone through one by one
    conditions: int = 0
    #: questions that reached a backend, by its answer
    solver_queries: int = 0
    sat: int = 0
    unsat: int = 0
    unknown: int = 0
    solver_seconds: float = 0.0
    #: effort of the backends in steps of their own, the same in every run
    solver_steps: int = 0
    #: answers by layer; a branch over related variables has up to two
    answers: dict[str, int] = field(default_factory=_zeros)
