"""Which variables matter at a place: they decide what executions do from there, or are asked for where these end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from antumbra import terms as T
from antumbra.engines.dash.systems.system import Edge, Kind, Place, System
from antumbra.terms import Term

Live = dict[Place, set[Term]]


def needed(edge: Edge, after: Iterable[Term]) -> set[Term]:
    """The variables in front of an edge on which those behind it, and whether it is taken, depend."""
    after = set(after) if edge.target.kind not in (Kind.ERROR, Kind.CALLEE) else set[Term]()
    terms: list[Term] = [*edge.guards]
    if edge.call is not None:
        terms += edge.call.arguments
        after -= {*edge.call.targets}
    else:
        terms += [t for v, t in edge.updates.items() if v in after]
        after -= edge.updates.keys()
    return {*after, *(v for t in terms for v in T.free_variables(t))} - {x.variable for x in edge.inputs}


def live_variables(system: System, ends: Mapping[Place, Iterable[Term]]) -> Live:
    """By place. ``ends``: what is said to matter at some places whatever comes behind them."""
    live: Live = {place: set(ends.get(place, ())) for place in system.places}
    work = dict.fromkeys(system.places)
    while work:
        place, _ = work.popitem()
        for edge in place.incoming:
            before = live[edge.source]
            size = len(before)
            before |= needed(edge, live[place])
            if len(before) > size:
                work[edge.source] = None
    return live


def drop_dead(system: System) -> None:
    """Assignments to variables of the procedure's own that nobody asks for, and all of those where executions end."""
    # others may ask for global variables, and lemmas speak of parameters
    kept = {*system.globals, *system.procedure.parameters}
    live = live_variables(system, {**dict.fromkeys(system.places, kept), system.exit: {*kept, *system.results}})
    for edge in system.edges:
        if edge.target.kind is Kind.ERROR:
            edge.updates = {}
        elif edge.call is None:
            matter = live[edge.target]
            edge.updates = {v: t for v, t in edge.updates.items() if v in matter}
