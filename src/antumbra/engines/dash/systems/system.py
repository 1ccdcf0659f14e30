"""A procedure as a graph of places: what DASH makes region graphs of.

An edge is what lies between two places: guards, a parallel assignment and unknown inputs; or a call. Places are the
entry, loop heads, joins, both sides of calls, the exit, and one error place for each check.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.terms import Term


class Kind(Enum):
    """What a place is."""

    ENTRY = "entry"
    INNER = "inner"
    EXIT = "exit"  #: behind a return; results are variables of their own
    ERROR = "error"  #: the check of ``Place.error`` is violated
    CALLEE = "error in a callee"


@dataclass(frozen=True, slots=True)
class Error:
    """What is wrong at an error place. ``check`` is empty where executions are not analysed further (``cut``)."""

    check: str
    message: str
    location: Location | None
    cut: P.End | None = None


@dataclass(eq=False, slots=True)
class Place:
    """``label`` and ``index``: before this command of this block."""

    number: int
    procedure: str
    kind: Kind
    label: str = ""
    index: int = 0
    location: Location | None = None
    error: Error | None = None
    head: bool = False  #: of a loop
    outgoing: list[Edge] = field(default_factory=list["Edge"])
    incoming: list[Edge] = field(default_factory=list["Edge"])

    def __repr__(self) -> str:
        return f"{self.procedure}:{self.label or self.kind.value}:{self.index}"


@dataclass(frozen=True, slots=True)
class Input:
    """An unknown value: ``variable`` stands for it on the edge; ``havoc`` is who asks, None for a choice of ours."""

    variable: Term
    havoc: P.Havoc | None


@dataclass(eq=False, slots=True)
class Edge:
    """Without a call: executed when all ``guards`` hold; then ``updates`` at once. All over variables before it.

    With a call: the procedure is called with ``arguments``; what it returns goes to ``targets``. An edge with a call to
    a place of kind CALLEE stands for executions in which the callee meets an error.
    """

    number: int
    source: Place
    target: Place
    guards: tuple[Term, ...] = ()
    updates: Mapping[Term, Term] = field(default_factory=dict[Term, Term])
    inputs: tuple[Input, ...] = ()
    call: P.Call | None = None
    callee: str = ""
    #: variables that the call may write: results, and what the callee modifies
    written: frozenset[Term] = frozenset()
    #: blocks on the way, for people
    labels: tuple[str, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """All that it computes."""
        given = () if self.call is None else self.call.arguments
        return (*self.guards, *self.updates.values(), *given)

    @property
    def guards_by_inputs(self) -> tuple[list[Term], list[Term]]:
        """Those guards that no input has a say in: where they fail, no input is asked for; and the others."""
        asked = {x.variable for x in self.inputs}
        before = [g for g in self.guards if asked.isdisjoint(T.free_variables(g))]
        return before, [g for g in self.guards if not asked.isdisjoint(T.free_variables(g))]

    def __repr__(self) -> str:
        return f"{self.source!r} -> {self.target!r}"


@dataclass(slots=True)
class System:
    """The graph of one procedure. ``modifies``: global variables that it or its callees may write. ``erroneous``: may
    something be wrong in it or in a callee? ``called``: is there a call of it?"""

    procedure: P.Procedure
    entry: Place
    exit: Place
    places: list[Place]
    edges: list[Edge]
    results: tuple[Term, ...]
    globals: frozenset[Term]
    modifies: frozenset[Term] = frozenset()
    erroneous: bool = False
    called: bool = True

    @property
    def errors(self) -> list[Place]:
        return [place for place in self.places if place.kind in (Kind.ERROR, Kind.CALLEE)]

    @property
    def size(self) -> int:
        """Nodes of the terms of all edges."""
        return sum(T.size(t) for e in self.edges for t in e.terms)

    def keep(self, edges: list[Edge]) -> None:
        """Without the other edges."""
        self.edges = edges
        chosen = set(edges)
        for place in self.places:
            place.outgoing = [e for e in place.outgoing if e in chosen]
            place.incoming = [e for e in place.incoming if e in chosen]
