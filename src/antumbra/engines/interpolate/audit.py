"""``--check-subsumption``: what was pruned is explored after all. A violation there is an error of ours.

The run only hands over the states that it has thrown away, and goes on as it would without an audit.
"""

from __future__ import annotations

from typing import Any

from antumbra.engines.backward.trace import Start
from antumbra.engines.interpolate.economy.accounts import Economy
from antumbra.engines.interpolate.tree.exploration import Exploration
from antumbra.engines.interpolate.tree.order import Work
from antumbra.semantics.state import State

#: nodes below one pruned state that are looked at: without pruning, loops have no end
LARGEST = 1_000


class SubsumptionError(Exception):
    """A pruned state reaches a violation."""


class Audit:
    """Remembers every state that was pruned."""

    def __init__(self, engine: Exploration) -> None:
        self._engine = engine
        self._states: list[tuple[State, int, tuple[Any, ...]]] = []
        self._finished = 0
        self._begun = 0

    def remember(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        """A state that nobody will touch again."""
        self._states.append((state, region, arguments))

    @property
    def statistics(self) -> dict[str, float]:
        return {"audited": self._begun, "audited_to_the_end": self._finished, "audits_left": len(self._states)}

    def run(self) -> None:
        """Explore, as long as there is time. Raises SubsumptionError."""
        engine = self._engine
        # time that runs out here takes nothing away from what was proved, and what it takes is not the run's
        stopped = engine.stopped
        try:
            while self._states and engine.stopped is None and engine.limits.exceeded() is None:
                self._explore(*self._states.pop())
        finally:
            engine.stopped = stopped

    def _explore(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        engine = self._engine
        self._begun += 1
        before = engine.nodes
        economy = Economy(engine.chain.statistics, engine.machine.counters)
        with engine.apart(prune=False, economy=economy) as scope:
            node = engine.new_node(None, 0, Start.of(state, region), state)

            def small() -> bool:
                violated = scope.recording.open_violation
                if violated is not None or scope.recording.reached:
                    what = f": {violated[0]} at {violated[1]}" if violated is not None else ""
                    raise SubsumptionError(f"a state pruned at {engine.machine.compiler.entries[region].label}{what}")
                return engine.nodes - before < LARGEST

            self._finished += engine.exhaust(Work(state, region, arguments, node), small)
