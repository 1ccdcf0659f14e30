"""Dynamic symbolic execution without pruning: KLEE's job."""

from antumbra.engines.coverage import Coverage
from antumbra.engines.explore.explorer import ExploreOptions, Explorer
from antumbra.engines.outcome import Cut, Progress

__all__ = ["Coverage", "Cut", "ExploreOptions", "Explorer", "Progress"]
