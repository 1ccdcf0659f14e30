"""Moves between places of all procedures. An invariant is what the first move gives and every move keeps.

A procedure's own variables that it may write, and global variables, have a ghost: their value when the procedure began.
Ghosts make of an invariant at the exit a contract: a relation between what a call is given and what it leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from antumbra import terms as T
from antumbra.engines.dash.states import Symbolic
from antumbra.engines.dash.systems.system import Edge, Kind, Place, System
from antumbra.records import dataclass, field
from antumbra.terms import Term

_GHOST = "at the start: "


def ghost(variable: Term) -> Term:
    """The value of a variable when the procedure that is executed began."""
    return T.var(f"{_GHOST}{variable.data}", variable.sort)


def is_ghost(variable: Term) -> bool:
    return str(variable.data).startswith(_GHOST)


def ghosts_of(system: System) -> dict[Term, Term]:
    """Ghosts, and whose they are. A variable that nobody writes needs none, nor does a procedure that nobody calls."""
    if not system.called:
        return {}
    written = {v for edge in system.edges for v in edge.updates}
    written.update(v for edge in system.edges if edge.call is not None for v in edge.call.targets)
    changing = [v for v in system.procedure.parameters if v in written]
    changing += sorted(system.modifies, key=lambda v: str(v.data))
    return {ghost(v): v for v in changing}


@dataclass(eq=False, frozen=True, slots=True)
class Move:
    """``values``: variables at the target in terms of those at the source, as far as they are not the same.

    ``exit`` and ``returned``: of a return, the callee's exit and its variables there (with what the call was given) in
    terms of the caller's before the call and of unknowns.
    """

    source: Place | None
    target: Place
    conditions: tuple[Term, ...] = ()
    values: Mapping[Term, Term] = field(default_factory=dict[Term, Term])
    exit: Place | None = None
    returned: Mapping[Term, Term] = field(default_factory=dict[Term, Term])


def moves_of(systems: Mapping[str, System], entry: str, start: Symbolic) -> list[Move]:
    """All of them. ``start``: the beginning of the program."""
    found = [_first(systems[entry], start)]
    for system in systems.values():
        for edge in system.edges:
            found += moves_along(edge, systems)
    return found


def _first(system: System, start: Symbolic) -> Move:
    values = dict(start.values)
    values.update((g, values[v]) for g, v in ghosts_of(system).items())
    return Move(None, system.entry, tuple(start.path.conditions()), values)


def moves_along(edge: Edge, systems: Mapping[str, System]) -> Iterator[Move]:
    """Errors are no targets: of states in which executions end there is nothing to say."""
    if edge.call is None:
        if edge.target.kind is not Kind.ERROR:
            yield Move(edge.source, edge.target, edge.guards, edge.updates)
        return
    callee = systems[edge.callee]
    given = given_to(edge, callee)
    if edge.target.kind is Kind.CALLEE:
        return
    yield Move(edge.source, callee.entry, (), given)
    changed = {v: _returned(v) for v in ghosts_of(callee).values()}
    results = {r: _returned(r) for r in callee.results}
    values = {v: t for v, t in changed.items() if v in callee.modifies}
    values.update(zip(edge.call.targets, results.values(), strict=False))
    yield Move(edge.source, edge.target, (), values, callee.exit, {**given, **changed, **results})


def given_to(edge: Edge, callee: System) -> dict[Term, Term]:
    """Parameters and ghosts where a callee begins, in terms of the caller's variables."""
    if edge.call is None:
        raise ValueError("no call")
    given: dict[Term, Term] = dict(zip(callee.procedure.parameters, edge.call.arguments, strict=True))
    return {**given, **{g: given.get(v, v) for g, v in ghosts_of(callee).items()}}


def _returned(variable: Term) -> Term:
    return T.var(f"returned: {variable.data}", variable.sort)
