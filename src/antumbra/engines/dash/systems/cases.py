"""Values that depend on a condition are cases of their own: an edge for each, so that predicates speak of one value."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.engines.dash.systems.guards import normal, with_constants
from antumbra.engines.dash.systems.system import Edge, System
from antumbra.terms import Term

#: conditions of one edge that are told apart
MOST_CONDITIONS = 3


def tell_apart(system: System) -> bool:
    """Edges without choices between values, if there are not too many; True if there were some."""
    found: list[Edge] = []
    number = max((edge.number for edge in system.edges), default=0)
    for edge in system.edges:
        if edge.call is not None or not 0 < len(set(_conditions(edge))) <= MOST_CONDITIONS:
            found.append(edge)
            continue
        for case in _cases(edge):
            number += 1
            case.number = number
            found.append(case)
            case.source.outgoing.append(case)
            case.target.incoming.append(case)
    changed = len(found) != len(system.edges) or any(a is not b for a, b in zip(found, system.edges, strict=True))
    system.keep(found)
    return changed


def _conditions(edge: Edge) -> Iterator[Term]:
    for term in (*edge.guards, *edge.updates.values()):
        parts = list(T.subterms(term))
        if not any(part.op in T.BINDERS for part in parts):
            yield from (part.args[0] for part in parts if part.op is T.ITE)


def _cases(edge: Edge) -> Iterator[Edge]:
    """Both cases of one condition, and theirs in turn."""
    condition = next(_conditions(edge), None)
    if condition is None:
        yield edge
        return
    for holds in (True, False):
        known = {condition: T.TRUE if holds else T.FALSE}
        said = condition if holds else T.not_(condition)
        guards = normal([said, *(T.replace_parts(guard, known) for guard in edge.guards)])
        if guards is not None:
            updates = {v: T.replace_parts(t, known) for v, t in edge.updates.items()}
            values = with_constants(guards, updates)
            yield from _cases(
                Edge(-1, edge.source, edge.target, tuple(guards), values, edge.inputs, labels=edge.labels)
            )
