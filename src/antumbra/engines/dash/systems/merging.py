"""Edges that do the same between the same places are one: under either's condition."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash.systems.system import Edge, System
from antumbra.terms import Term

Guards = frozenset[Term]


def merge(system: System) -> bool:
    """True if there are fewer edges now."""
    alike: dict[object, list[Edge]] = {}
    for edge in system.edges:
        if edge.call is None:
            does = (edge.target, frozenset(edge.updates.items()), edge.inputs)
            alike.setdefault((edge.source, does), []).append(edge)
    gone: set[Edge] = set()
    for edges in alike.values():
        if len(edges) > 1:
            conditions = _merged([frozenset(edge.guards) for edge in edges])
            gone.update(edges[len(conditions) :])
            for edge, guards in zip(edges, conditions, strict=False):
                edge.guards = tuple(sorted(guards, key=lambda g: g.id))
    system.keep([edge for edge in system.edges if edge not in gone])
    return bool(gone)


def _merged(conditions: list[Guards]) -> list[Guards]:
    """Fewer conjunctions, one of which holds where one of these does."""
    found = list(dict.fromkeys(conditions))
    changed = True
    while changed:
        changed = False
        for i, a in enumerate(found):
            for j in range(i):
                both = _either(a, found[j])
                if both is not None:
                    found[j] = both
                    del found[i]
                    changed = True
                    break
            if changed:
                break
    return found


def _either(a: Guards, b: Guards) -> Guards | None:
    """One of two conjunctions as a conjunction that is no larger; None if it would be."""
    ours, theirs = a - b, b - a
    if not ours or not theirs:
        return a & b
    if len(ours) == 1 and len(theirs) == 1:
        either = T.or_(*ours, *theirs)
        return a & b if either is T.TRUE else (a & b) | {either}
    return None
