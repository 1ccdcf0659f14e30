"""What a solver can say. Answers are values to match on, never ``bool`` or ``None``."""

from __future__ import annotations

from typing import Any, Final

from antumbra.records import dataclass
from antumbra.terms.term import Term
from antumbra.terms.values import default_value


class Model(dict[Term, Any]):
    """Values of variables. A variable that is left out has its sort's default value (0, false, …).

    The default is only sound because whoever fills a model names every variable whose value matters:
    a variable that no constraint mentions may take any value, so it may take the default.
    """

    __slots__ = ()

    def __missing__(self, variable: Term) -> Any:
        return default_value(variable.sort)


@dataclass(frozen=True, slots=True)
class Sat:
    """Satisfiable, and this model makes every assertion true."""

    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """Unsatisfiable already for this subset of the assertions."""

    core: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer: a time limit, a construct no solver takes, a solver that gave up. Never read it as either.

    ``unreadable``: a solver found a model that is none of ours, a map without a finite table say. To ask on is idle.
    """

    reason: str
    unreadable: bool = False


Answer = Sat | Unsat | Unknown

#: the run's own time is over, whatever a query may take
OUT_OF_TIME: Final = Unknown("out of time")
#: the steps that a query may take are over; a second is about a million of them
OUT_OF_STEPS: Final = Unknown("out of steps")
#: the question is too hard to be answered at once; whoever asks again waits longer
POSTPONED: Final = Unknown("postponed")


class SolverError(Exception):
    """A solver contradicted itself or us: a bug in it or in our translation."""


class UnsupportedTerm(Exception):  # noqa: N818 - it says what the term is, not that something failed
    """This backend has no translation for a sort or an operator."""
