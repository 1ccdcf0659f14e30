"""Questions about procedures, and the names that callers' variables have in callees (the thesis's renaming).

A question is a procedure and a goal at its exit. Variables of the caller that the goal speaks of are constants in the
callee, under names of their own (frozen). One region graph answers a question for every call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from antumbra import terms as T
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.systems.system import Edge, Place, System
from antumbra.proofs.regions import frozen, thawed
from antumbra.terms import Term


def goal_of(edge: Edge, callee: System, literals: Iterable[Term]) -> Term:
    """The exit constraint: what must hold when the callee returns so that a region behind the call is entered."""
    if edge.call is None:
        raise ValueError("no call")
    names: dict[Term, Term] = dict(zip(edge.call.targets, callee.results, strict=False))
    parts: list[Term] = []
    for literal in literals:
        own = {v: names[v] if v in names else frozen(v) for v in T.free_variables(literal)}
        parts.append(T.substitute(literal, {v: t for v, t in own.items() if v in names or v not in callee.globals}))
    return T.and_(*parts) if parts else T.TRUE


def for_caller(edge: Edge, callee: System, predicate: Term) -> Term:
    """A predicate at a callee's entry in the caller's words, before the call."""
    if edge.call is None:
        raise ValueError("no call")
    names: dict[Term, Term] = dict(zip(callee.procedure.parameters, edge.call.arguments, strict=False))
    for variable in T.free_variables(predicate):
        own = thawed(variable)
        if own is not None:
            names[variable] = own
    return T.substitute(predicate, names)


def parted(edge: Edge, literals: Iterable[Term]) -> tuple[list[Term], list[Term]]:
    """The conditions that a call leaves as they were before, and the others."""
    same: list[Term] = []
    rest: list[Term] = []
    for literal in literals:
        (same if edge.written.isdisjoint(T.free_variables(literal)) else rest).append(literal)
    return same, rest


def refinements(graph: RegionGraph, connected: Mapping[Region, None]) -> Term:
    """InitialRefines: entry states from which the goal may still be reached."""
    parts = [region.predicate for region in graph.entry_regions() if region in connected]
    return T.or_(*parts) if parts else T.FALSE


class Questions:
    """The region graphs of a program, by procedure and goal."""

    def __init__(self, systems: Mapping[str, System]) -> None:
        self.systems = systems
        self.graphs: dict[tuple[str, Term | None], RegionGraph] = {}
        #: errors that nothing more has to be known about
        self.closed: set[Place] = set()

    def graph(self, procedure: str, goal: Term | None) -> RegionGraph:
        """``goal`` None: an error in the procedure or its callees."""
        key = (procedure, goal)
        found = self.graphs.get(key)
        if found is None:
            found = self.graphs[key] = RegionGraph(self.systems[procedure], goal)
            for place in self.closed:
                found.close(place)
        return found

    def forget(self) -> None:
        """All graphs begin anew."""
        self.graphs.clear()

    def close(self, place: Place) -> None:
        """An error is known well enough: whether it can be reached otherwise does not matter."""
        same = [p for s in self.systems.values() for p in s.errors if p is place or p.error is place.error]
        self.closed.update(same)
        for graph in self.graphs.values():
            for one in same:
                graph.close(one)
