"""Fewer places, edges and assignments, with the same executions from the entry to the exit and to errors."""

from __future__ import annotations

from antumbra.engines.dash.systems.cases import tell_apart
from antumbra.engines.dash.systems.composing import compose
from antumbra.engines.dash.systems.guards import normal, with_constants
from antumbra.engines.dash.systems.liveness import drop_dead
from antumbra.engines.dash.systems.merging import merge
from antumbra.engines.dash.systems.system import Edge, System

#: a program that takes more is large enough
ROUNDS = 20


def reduce(system: System) -> None:
    """What is merged may be composed, and what is composed merged, until nothing changes."""
    _simplify(system)
    drop_dead(system)
    again, rounds = True, 0
    while again and rounds < ROUNDS:
        rounds += 1
        compose(system)
        again = tell_apart(system)
        drop_dead(system)
        again = merge(system) or again


def _simplify(system: System) -> None:
    """All guards in their normal form; edges that are never taken are gone."""
    possible: list[Edge] = []
    for edge in system.edges:
        if edge.call is None:
            guards = normal(edge.guards)
            if guards is None:
                continue
            edge.guards = tuple(guards)
            edge.updates = with_constants(edge.guards, edge.updates)
        possible.append(edge)
    system.keep(possible)
