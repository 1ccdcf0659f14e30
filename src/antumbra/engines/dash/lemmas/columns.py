"""What guesses at a place speak of."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra import terms as T
from antumbra.engines.dash.lemmas.moves import ghosts_of
from antumbra.engines.dash.systems.liveness import live_variables
from antumbra.engines.dash.systems.system import Kind, Place, System
from antumbra.engines.invariants.numbers import KINDS, Numbers
from antumbra.terms import Term

#: variables at one place
MOST_COLUMNS = 14
#: constants of the program that bounds stop at
MOST_THRESHOLDS = 60

_ORDERS = (T.EQ, T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.LT, T.LE)
_KINDS = ("bool", *KINDS)


def columns_of(
    system: System, systems: Mapping[str, System], most: int | None = MOST_COLUMNS
) -> dict[Place, list[Term]]:
    """The numbers and Booleans at each place that decide what executions do from there; global ones first. ``most``: so
    many of them, those that are nearest."""
    live = _live(system, systems)
    parameters = dict.fromkeys(system.procedure.parameters)
    ghosts = ghosts_of(system)

    def rank(variable: Term) -> tuple[int, str]:
        if variable in system.globals:
            return 0, str(variable.data)
        return (1 if variable in ghosts else 2 if variable in parameters else 3), str(variable.data)

    found: dict[Place, list[Term]] = {}
    for place, variables in live.items():
        usable = [v for v in variables if v.sort.kind in _KINDS]
        found[place] = sorted(usable, key=rank)[-most if most else 0 :]
    return found


def _live(system: System, systems: Mapping[str, System]) -> dict[Place, set[Term]]:
    """Variables that matter; where a procedure ends, what it was given and what it leaves."""
    ghosts = ghosts_of(system)
    given = {v for v in system.procedure.parameters if v not in ghosts.values()}
    ends = {*system.results, *given, *ghosts, *_used_globals(systems)}
    lasting = ends - {*system.results}
    places = [p for p in system.places if p.kind not in (Kind.ERROR, Kind.CALLEE)]
    live = live_variables(system, {**dict.fromkeys(places, lasting), system.exit: ends})
    return {place: live[place] for place in places}


def _used_globals(systems: Mapping[str, System]) -> set[Term]:
    """Global variables that decide something or are written."""
    found: set[Term] = set()
    for system in systems.values():
        read = {v for e in system.edges for t in (*e.guards, *e.updates.values()) for v in T.free_variables(t)}
        read |= {v for e in system.edges if e.call for t in e.call.arguments for v in T.free_variables(t)}
        found |= system.globals & (read | system.modifies)
    return found


def thresholds(systems: Mapping[str, System]) -> list[int]:
    """Constants of the program, as signed numbers, and their neighbours."""
    found: dict[int, None] = {}
    for system in systems.values():
        for edge in system.edges:
            arguments = edge.call.arguments if edge.call is not None else ()
            for term in (*edge.guards, *edge.updates.values(), *arguments):
                for part in T.subterms(term):
                    if part.op is T.CONST and part.sort.kind in KINDS:
                        value = Numbers(part.sort).number(part.data)
                        found.update(dict.fromkeys((value, value - 1, value + 1)))
    return list(found)[:MOST_THRESHOLDS]


def comparisons(system: System) -> list[Term]:
    """What a procedure compares, without inputs."""
    found: dict[Term, None] = {}
    for edge in system.edges:
        inputs = {x.variable for x in edge.inputs}
        for guard in edge.guards:
            for part in T.subterms(guard):
                atom = part.op in _ORDERS and part.args[0].sort.kind in _KINDS
                if (atom or (part.op is T.VAR and part.sort is T.BOOL)) and inputs.isdisjoint(T.free_variables(part)):
                    found[part] = None
    return list(found)
