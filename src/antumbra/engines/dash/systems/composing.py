"""Fewer places: ways through a join are composed where that makes no more edges than there were."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash.systems.guards import normal, under, with_constants
from antumbra.engines.dash.systems.system import Edge, Input, Kind, Place, System
from antumbra.terms import Term

#: nodes of a composed edge's guards and values together
LARGEST = 400


def compose(system: System) -> None:
    """Remove joins that save no edges; threads jumps: what one edge decides the next one need not ask."""
    work = [p for p in system.places if _may_go(p)]
    while work:
        place = work.pop()
        if not _may_go(place):
            continue
        pairs = [_joined(a, b) for a in place.incoming for b in place.outgoing]
        made = [edge for edge in pairs if edge is not None]
        if len(made) > len(place.incoming) + len(place.outgoing) or any(_size(e) > LARGEST for e in made):
            continue
        _replace(system, place, made)
        # what lies around may have become simple enough
        work += [p for e in made for p in (e.source, e.target) if _may_go(p)]


def drop_unreachable(system: System) -> None:
    """Places to which no edges lead from the entry."""
    reachable = _reachable(system)
    system.places = [p for p in system.places if p in reachable or p.kind in (Kind.ENTRY, Kind.EXIT)]
    system.edges = [e for e in system.edges if e.source in reachable]
    for place in system.places:
        place.incoming = [e for e in place.incoming if e.source in reachable]


def _may_go(place: Place) -> bool:
    return (
        place.kind is Kind.INNER
        and not place.head
        and bool(place.incoming)
        and all(e.call is None for e in (*place.incoming, *place.outgoing))
        and all(e.source is not place for e in place.incoming)
    )


def _joined(first: Edge, second: Edge) -> Edge | None:
    """One edge after the other; None if they exclude each other openly."""
    values = dict(first.updates)
    conditions: dict[Term, None] = dict.fromkeys(first.guards)
    for guard in second.guards:
        term = under(guard, values)
        conditions[term] = None
    guards = normal(conditions)
    if guards is None:
        return None
    updates = {**values, **{v: under(t, values) for v, t in second.updates.items()}}
    updates = with_constants(guards, updates)
    inputs: tuple[Input, ...] = (*first.inputs, *second.inputs)
    labels = (*first.labels, *second.labels)
    return Edge(-1, first.source, second.target, tuple(guards), updates, inputs, labels=labels)


def _size(edge: Edge) -> int:
    return sum(T.size(t) for t in (*edge.guards, *edge.updates.values()))


def _replace(system: System, place: Place, made: list[Edge]) -> None:
    gone = {*place.incoming, *place.outgoing}
    numbers = max((e.number for e in system.edges), default=0)
    for edge in gone:
        edge.source.outgoing = [e for e in edge.source.outgoing if e is not edge]
        edge.target.incoming = [e for e in edge.target.incoming if e is not edge]
    system.edges = [e for e in system.edges if e not in gone]
    for offset, edge in enumerate(made, 1):
        edge.number = numbers + offset
        edge.source.outgoing.append(edge)
        edge.target.incoming.append(edge)
    system.edges += made
    system.places = [p for p in system.places if p is not place]


def _reachable(system: System) -> set[Place]:
    seen = {system.entry}
    work = [system.entry]
    while work:
        for edge in work.pop().outgoing:
            if edge.target not in seen:
                seen.add(edge.target)
                work.append(edge.target)
    return seen
