"""A procedure's body, followed from a state for all its entries to all its returns; calls are answered, not made."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from antumbra.engines.driver import Ran
from antumbra.engines.interpolate.tree.exploration import Exploration
from antumbra.engines.recording import Recording
from antumbra.semantics.contract import Pending
from antumbra.semantics.state import State

#: a state at a call of a recursive procedure, its region and arguments → where it goes on; None if it never does
Answer = Callable[[State, int, tuple[Any, ...]], "tuple[int, tuple[Any, ...]] | None"]
#: gets the state at the entry, one at a return, and its results
Returned = Callable[[State, State, tuple[Any, ...]], None]


class Returns(Recording):
    """Keeps the states that return."""

    def __init__(self, checks: frozenset[str]) -> None:
        super().__init__(checks)
        self.returned: list[tuple[State, tuple[Any, ...]]] = []

    def finished(self, state: State, values: tuple[Any, ...]) -> None:
        self.returned.append((state, values))


def follow(
    engine: Exploration,
    entries: Container[int],
    begun: Pending,
    found: Returns,
    answer: Answer,
    returned: Returned,
    exhausted: Callable[[], bool],
) -> bool:
    """In a scope of its own, with what is ``found`` there. False: something is violated, or it takes too long or is
    more than can be told. ``entries``: regions where calls are answered."""

    def over(_state: State, region: int) -> bool:
        return region in entries or exhausted()

    entry = begun.state.fork()
    waiting = [begun]
    while waiting:
        at: Pending | Ran | None = waiting.pop()
        at.state.log = []
        found.mark()
        while isinstance(at, Pending):
            if exhausted():
                return False
            if at is not begun and at.region in entries:
                after = answer(at.state, at.region, at.arguments)
                at = after and Pending(at.state, *after)
            else:
                at = engine.advance(at.state, at.region, at.arguments, over)
        if at is Ran.FORKED:
            waiting.extend(engine.take_split())
        if not found.clean or found.reached:
            return False
        while found.returned:
            returned(entry, *found.returned.pop())
    return True
