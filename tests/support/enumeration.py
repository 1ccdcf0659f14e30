"""Small transition systems, enumerated."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import product

from antumbra import terms as T
from antumbra.engines.abstract.systems.system import Transition, TransitionSystem


def successors(transition: Transition, values: dict[T.Term, int], window: int) -> Iterator[dict[T.Term, int]]:
    for given in product(range(-window, window + 1), repeat=len(transition.inputs)):
        here = {**values, **dict(zip(transition.inputs, given, strict=True))}
        if T.evaluate(transition.guard, here):
            yield {**values, **{v: T.evaluate(u, here) for v, u in transition.updates.items()}}


def error_depth(system: TransitionSystem, window: int, most: int = 3_000) -> tuple[int | None, bool]:
    """The length of the shortest way to an error inside the window, and whether the window held everything.

    Values outside the window are not followed: what is found inside is still real.
    """
    seen: set[tuple[int, ...]] = set()
    order = (*system.control, *system.data)
    whole = True
    queue = deque((state, 0) for t in system.initial for state in successors(t, {}, window))
    while queue:
        values, depth = queue.popleft()
        if len(seen) > most:
            return None, False
        if any(abs(int(values[v])) > window for v in system.data):
            whole = False
            continue
        key = tuple(int(values[v]) for v in order)
        if key in seen:
            continue
        seen.add(key)
        if not all(T.evaluate(p.good, values) for p in system.properties):
            return depth, whole
        for transition in system.transitions:
            queue += [(state, depth + 1) for state in successors(transition, values, window)]
    return None, whole
