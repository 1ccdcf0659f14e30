"""Region graphs as a proof: states at places of a program, and which may follow which.

The claims are about the program's own edges, so that one claim serves every call of its procedure. They may use each
other and themselves: what they say follows together, by induction over the length of an execution.
"""

from __future__ import annotations

from antumbra.records import dataclass
from antumbra.terms import Term, var

_FROZEN = "frozen: "
#: procedure, label of a block, index of a command in it: before that command; one past the last: before the block ends
Place = tuple[str, str, int]


def frozen(variable: Term) -> Term:
    """What a variable of the caller (one of its own frozen ones, too) is called in a claim about the callee.

    A claim holds for all values of its frozen variables, so that other callers may use it as well; but of a name that
    is made here the checker knows which value is meant.
    """
    return var(f"{_FROZEN}{variable.data}", variable.sort)


def thawed(variable: Term) -> Term | None:
    """The caller's variable that ``frozen`` gave this name."""
    name = str(variable.data)
    return var(name.removeprefix(_FROZEN), variable.sort) if name.startswith(_FROZEN) else None


@dataclass(frozen=True, slots=True)
class Region:
    """States at a place. ``predicate`` is over the procedure's variables, global variables and frozen ones."""

    number: int
    place: Place
    predicate: Term


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No execution of ``procedure`` that begins in a state outside ``entry`` returns in a state of ``goal``; if
    ``errors``, it violates nothing and meets nothing forbidden either, in the procedures that it calls as well.

    ``goal`` is over results (``certificate.result``), global variables and ``frozen`` ones, which stand for any values
    of a caller; ``entry`` is over parameters, global variables and frozen ones. ``regions`` are those in which such
    executions may be, at the procedure's start and at every place that cuts loops or follows calls; ``links`` are all
    moves between them, by their numbers.
    """

    procedure: str
    goal: Term
    errors: bool
    entry: Term
    frozen: tuple[Term, ...] = ()
    regions: tuple[Region, ...] = ()
    links: tuple[tuple[int, int], ...] = ()
