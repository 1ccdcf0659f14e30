"""A transition system: finite control, data, guarded transitions with parallel assignment and unknown inputs."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Transition:
    """``guard`` and the values of ``updates`` are over the variables before and over ``inputs``, which are unknown.

    ``guard`` never mentions a variable that an update changes in its new value. Variables without update keep theirs.
    """

    name: str
    guard: Term
    updates: Mapping[Term, Term]
    inputs: tuple[Term, ...] = ()
    place: Location | None = None


@dataclass(frozen=True, slots=True)
class Property:
    """``good`` holds in every state of a correct program."""

    good: Term
    message: str
    place: Location | None = None
    check: str = "assert"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a transition system comes from: what an independent check reads again."""

    program: P.Program
    heads: tuple[str, ...]  #: the blocks that are locations
    checks: frozenset[str]
    location: Term  #: the control variable that says which of them


@dataclass(frozen=True, slots=True)
class TransitionSystem:
    """``control`` are variables that take finitely many values, all constants; they stay explicit, no predicate is
    needed for them. An initial transition starts from nothing and gives every variable a value."""

    name: str
    control: tuple[Term, ...]
    data: tuple[Term, ...]
    initial: tuple[Transition, ...]
    transitions: tuple[Transition, ...]
    properties: tuple[Property, ...]
    #: the names of a control variable's values, where it has some (locations)
    labels: Mapping[Term, tuple[str, ...]]
    #: inputs of transitions → the command that made them; others are variables that nothing had set
    sources: Mapping[Term, P.Havoc]
    origin: Origin
