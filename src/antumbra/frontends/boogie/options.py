"""What a user can say about reading and executing a Boogie program."""

from __future__ import annotations

from typing import Literal

from antumbra.records import dataclass

#: Symbooglix's optimisations in the order of section IV, by the names of ``--disable``; frontends/boogie/__init__.py
#: says where each is
OPTIMISATIONS = (
    "unique-distinct",
    "dead-declarations",
    "look-ahead",
    "simplification",
    "independence",
    "cached-search",
    "concrete-maps",
    "symbolic-maps",
    "cheap-cloning",
    "shortcuts",
)


@dataclass(frozen=True, slots=True)
class BoogieOptions:
    """``entry``: None means the ``{:entrypoint}`` procedure, else main, else every implementation in turn.

    The switches are the paper's optimisations that concern translation; those of execution are in
    :class:`antumbra.semantics.switches.Switches`.
    """

    entry: str | None = None
    defines: tuple[str, ...] = ()  #: names that ``#if`` finds defined
    infer_modifies: bool = False  #: work out modifies clauses from bodies (Boogie's /inferModifies)
    #: what constants marked ``{:existential}`` are: false, true, or free (any value, as other constants); None: false
    #: in files with a ``{:kernel}``, whose candidate invariants they switch on, and free in others
    existential: Literal["false", "true", "free"] | None = None
    unique_distinct: bool = True  #: unique constants as one ``distinct`` (else pairwise)
    elements: bool = (
        True  #: unique constants of a type without meaning as elements of it, where there is a ``distinct``
    )
    dead_declarations: bool = True  #: leave out what the entry cannot reach
    look_ahead: bool = True  #: goto to blocks that start with complementary assumptions is a branch
    leave_loops: bool = True  #: the way out of a loop first
