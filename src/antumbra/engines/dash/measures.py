"""Counters of a run, and the time in each procedure of the thesis (its Figure 5.5)."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager


class Measures:
    def __init__(self) -> None:
        self.iterations = 0
        self.queries = 0
        self.tests = 0
        self.splits = 0
        #: calls that went on by a way that was known (``ways``)
        self.known_ways = 0
        #: most analyses of one procedure within each other
        self.nested = 0
        #: the longest trace to a frontier
        self.longest = 0
        #: searches for lemmas, and questions in them
        self.searches = 0
        self._seconds: dict[str, float] = {}
        self._calls: dict[str, int] = {}

    @contextmanager
    def timed(self, procedure: str) -> Generator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[procedure] = self._seconds.get(procedure, 0.0) + time.perf_counter() - began
            self._calls[procedure] = self._calls.get(procedure, 0) + 1

    def extra(self) -> dict[str, float]:
        """As keys of ``stats``."""
        found: dict[str, float] = {
            "dash_iterations": self.iterations,
            "dash_queries": self.queries,
            "dash_tests": self.tests,
            "dash_splits": self.splits,
            "dash_known_ways": self.known_ways,
            "dash_lemma_searches": self.searches,
        }
        for name, seconds in self._seconds.items():
            found[f"dash_{name}_ms"] = round(1000 * seconds, 3)
            found[f"dash_{name}_calls"] = self._calls[name]
        return found
