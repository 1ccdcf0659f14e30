"""Procedures of one step in place of their calls: where nothing loops or calls, there is nothing to ask about."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from antumbra import terms as T
from antumbra.engines.dash.systems.guards import normal, under, with_constants
from antumbra.engines.dash.systems.liveness import needed
from antumbra.engines.dash.systems.system import Edge, Input, Kind, System
from antumbra.records import replace
from antumbra.terms import Term

#: edges of a procedure that is put in place of its calls
MOST_EDGES = 16


def inline(system: System, systems: Mapping[str, System], short: AbstractSet[str]) -> bool:
    """Put callees of one step in place of their calls; True if there were any. ``short``: those that proofs execute."""
    calls = [e for e in system.edges if e.call is not None and e.callee in short and _one_step(systems[e.callee])]
    if not calls:
        return False
    system.keep([edge for edge in system.edges if edge not in set(calls)])
    for call in calls:
        if call.target.kind is not Kind.CALLEE:
            _put(system, call, systems[call.callee])
    gone = {call.target for call in calls if call.target.kind is Kind.CALLEE}
    system.places = [place for place in system.places if place not in gone]
    return True


def called(systems: Mapping[str, System], entry: str) -> dict[str, System]:
    """The procedures that are still called."""
    found = {entry: systems[entry]}
    work = [entry]
    while work:
        for edge in systems[work.pop()].edges:
            if edge.call is not None and edge.callee not in found:
                found[edge.callee] = systems[edge.callee]
                work.append(edge.callee)
    return {name: system for name, system in systems.items() if name in found}


def _one_step(callee: System) -> bool:
    """Does every edge lead from the entry to the exit or an error, with values that are known there?"""
    known = {*callee.procedure.parameters, *callee.globals}
    return len(callee.edges) <= MOST_EDGES and all(
        edge.call is None
        and edge.source is callee.entry
        and edge.target.kind in (Kind.EXIT, Kind.ERROR)
        and needed(edge, {*callee.results, *callee.globals}) <= known
        for edge in callee.edges
    )


def _put(system: System, call: Edge, callee: System) -> None:
    if call.call is None:
        raise ValueError("no call")
    given = dict(zip(callee.procedure.parameters, call.call.arguments, strict=True))
    for edge in callee.edges:
        inputs = tuple(_renamed(system, given_) for given_ in edge.inputs)
        names = {**given, **{old.variable: new.variable for old, new in zip(edge.inputs, inputs, strict=True)}}
        guards = normal(under(guard, names) for guard in edge.guards)
        if guards is None:
            continue
        values = {v: under(t, names) for v, t in edge.updates.items()}
        updates: dict[Term, Term] = {}
        target = call.target
        if edge.target.kind is Kind.EXIT:
            updates = {v: t for v, t in values.items() if v in system.globals}
            updates.update((v, values[r]) for v, r in zip(call.call.targets, callee.results, strict=False))
        else:
            target = replace(edge.target, procedure=system.procedure.name, outgoing=list[Edge](), incoming=list[Edge]())
            system.places.append(target)
        number = 1 + max((e.number for e in system.edges), default=0)
        made = Edge(number, call.source, target, tuple(guards), with_constants(guards, updates), inputs)
        made.labels = (*call.labels, *edge.labels)
        system.edges.append(made)
        call.source.outgoing.append(made)
        target.incoming.append(made)


def _renamed(system: System, given: Input) -> Input:
    """Inputs of each call are its own."""
    taken = {x.variable for edge in system.edges for x in edge.inputs}
    number = 0
    while (variable := T.var(f"{given.variable.data} in call {number}", given.variable.sort)) in taken:
        number += 1
    return Input(variable, given.havoc)
