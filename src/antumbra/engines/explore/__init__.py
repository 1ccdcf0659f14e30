"""Dynamic symbolic execution without pruning: KLEE's job."""

from antumbra.engines.coverage import Coverage
from antumbra.engines.explore.explorer import Cut, ExploreOptions, Explorer, Progress

__all__ = ["Coverage", "Cut", "ExploreOptions", "Explorer", "Progress"]
