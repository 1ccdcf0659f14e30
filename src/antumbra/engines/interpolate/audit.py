"""``--check-subsumption``: what was pruned is explored after all. A violation there is an error of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from antumbra.engines.interpolate.order import Work
from antumbra.engines.interpolate.trace import Start
from antumbra.semantics.state import State

if TYPE_CHECKING:
    from antumbra.engines.interpolate.interpolator import Interpolator

#: nodes below one pruned state that are looked at: without pruning, loops have no end
LARGEST = 1_000


class SubsumptionError(Exception):
    """A pruned state reaches a violation."""


class Audit:
    """Remembers every state that comes to a cut point and is pruned there."""

    def __init__(self, engine: Interpolator) -> None:
        self._engine = engine
        self._states: list[tuple[State, int, tuple[Any, ...], Start]] = []
        self._finished = 0
        self._begun = 0

    def remember(self, state: State, region: int, arguments: tuple[Any, ...], start: Start) -> None:
        self._states.append((state.fork(), region, arguments, start))

    def forget(self) -> None:
        """The last state was not pruned."""
        self._states.pop()

    @property
    def statistics(self) -> dict[str, float]:
        return {"audited": self._begun, "audited_to_the_end": self._finished, "audits_left": len(self._states)}

    def run(self) -> None:
        """Explore, as long as there is time. Raises SubsumptionError."""
        engine = self._engine
        stopped, engine.prune = engine.stopped, False
        while self._states and engine.stopped is None and engine.limits.exceeded() is None:
            state, region, arguments, start = self._states.pop()
            self._begun += 1
            before = engine.nodes
            with engine.apart() as found:
                engine.order.add([Work(state, region, arguments, engine.new_node(None, 0, start, state))])
                while engine.nodes - before < LARGEST and (work := engine.order.select()) is not None:
                    ended = engine.step(work)
                    if found.violated_since or found.reached:
                        raise SubsumptionError(f"a state pruned at {engine.machine.compiler.entries[region].label}")
                    if ended is not None:
                        engine.after_step(*ended)
                self._finished += not len(engine.order) and engine.stopped is None
        # time that runs out here takes nothing away from what was proved
        engine.stopped = stopped
