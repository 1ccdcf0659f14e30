"""Values that depend on a condition are cases of their own: an edge for each, so that predicates speak of one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod

from antumbra import terms as T
from antumbra.engines.dash.systems.guards import conjuncts, normal, under, with_constants
from antumbra.engines.dash.systems.system import Edge, System
from antumbra.terms import Term

#: conditions of one edge that are told apart, and values of its indices together
MOST_CONDITIONS = 3
MOST_VALUES = 16


def tell_apart(system: System) -> bool:
    """Edges without choices between values, and with constant indices; True if there were others, and not too many."""
    found: list[Edge] = []
    number = max((edge.number for edge in system.edges), default=0)
    for edge in system.edges:
        cases = [edge] if edge.call is not None else list(_cases(edge))
        if cases != [edge]:
            for case in cases:
                number += 1
                case.number = number
                case.source.outgoing.append(case)
                case.target.incoming.append(case)
        found += cases
    changed = found != system.edges
    system.keep(found)
    return changed


def _cases(edge: Edge) -> Iterator[Edge]:
    conditions = dict.fromkeys(_conditions(edge))
    ranges = _indices(edge)
    if 1 < prod(len(values) for values in ranges.values()) <= MOST_VALUES:
        for values in product(*ranges.values()):
            known = {v: T.const(x, v.sort) for v, x in zip(ranges, values, strict=True)}
            said = [T.eq(v, x) for v, x in known.items()]
            case = _case(edge, [*said, *edge.guards], {v: under(t, known) for v, t in edge.updates.items()})
            if case is not None:
                yield from _cases(case)
    elif 0 < len(conditions) <= MOST_CONDITIONS:
        condition = next(iter(conditions))
        for holds in (True, False):
            known = {condition: T.TRUE if holds else T.FALSE}
            guards = [T.replace_parts(guard, known) for guard in edge.guards]
            updates = {v: T.replace_parts(t, known) for v, t in edge.updates.items()}
            case = _case(edge, [condition if holds else T.not_(condition), *guards], updates)
            if case is not None:
                yield from _cases(case)
    else:
        yield edge


def _case(edge: Edge, conditions: Iterable[Term], updates: Mapping[Term, Term]) -> Edge | None:
    """An edge that is taken in one case; None if it never is."""
    guards = normal(conditions)
    if guards is None:
        return None
    values = with_constants(guards, updates)
    return Edge(-1, edge.source, edge.target, tuple(guards), values, edge.inputs, labels=edge.labels)


def _conditions(edge: Edge) -> Iterator[Term]:
    """What values depend on. Some operators cannot be written without a choice: guards decide it, and it stays."""
    said = set(edge.guards)
    for term in (*edge.guards, *edge.updates.values()):
        parts = list(T.subterms(term))
        if not any(part.op in T.BINDERS for part in parts):
            found = (part.args[0] for part in parts if part.op is T.ITE)
            yield from (c for c in found if not any(said.issuperset(conjuncts(side)) for side in (c, T.not_(c))))


def _indices(edge: Edge) -> dict[Term, range]:
    """Variables that choose elements of arrays, of which guards leave few."""
    terms = (*edge.guards, *edge.updates.values())
    used = {
        v: None
        for term in terms
        for part in T.subterms(term)
        if part.op in (T.SELECT, T.STORE)
        for v in sorted(T.free_variables(part.args[1]), key=lambda v: v.id)
        if v.sort.kind == "bv"
    }
    return {v: few for v in used if (few := _few(v, edge.guards)) is not None}


def _few(variable: Term, guards: Iterable[Term]) -> range | None:
    """The values below a bound."""
    bounds = [g.args[1].data for g in guards if g.op is T.BVULT and g.args[0] is variable and g.args[1].op is T.CONST]
    return range(min(bounds)) if bounds and min(bounds) <= MOST_VALUES else None
