"""A comprehensive failure characterization: pieces of the input space that surely fail or surely do not.

Inputs are ``k``-th reads of a place (program.inputs). An assignment of values to all inputs is one execution, whether
it reads all of them or not: what is not read does not matter. An execution ``fails`` if it violates the property. It
does not if it ends otherwise, runs for ever, or breaks an assumption that the program itself makes.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from antumbra import terms as T
from antumbra.program.inputs import InputName
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.terms import Term

#: the phase of pieces that nobody proved: conditions of paths
EXPLORED: Final = "DEFINITE"


class Side(Enum):
    """What is known of a piece."""

    MUST = "must"  #: every input in it fails
    SAFE = "safe"  #: no input in it fails


@dataclass(frozen=True, slots=True)
class Parameter:
    """An input as reports name it. ``type_name`` is the source's (``int``, ``unsigned char``, ``float``, ``bytes`` …).

    ``name`` is for people (``low``, ``buf[3]``, ``x (call 2)``) and may hold text of the program; ``identifier`` is a C
    identifier of our own making. Both are unique among the parameters of a characterization.
    """

    input: InputName
    name: str
    identifier: str
    type_name: str
    signed: bool

    @property
    def variable(self) -> Term:
        """The canonical variable; floats are their bits."""
        return self.input.variable


@dataclass(frozen=True, slots=True)
class Failure:
    """Which check fails where: what tells two failures apart."""

    check: str
    location: Location | None
    #: in words of whoever saw it: runs and exploration need not use the same
    message: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a piece is on its side. ``phase``: of the paper (DEFINITE, POSSIBLE, …). ``claim``: what was shown."""

    phase: str
    engine: str
    claim: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A region of the input space. ``failure``: of MUST, what fails in all of it; None where that may differ.

    ``wide``: a simpler condition, where one is known, that reaches into other pieces of the side and failure. Pieces
    are disjoint, to be counted; to be asked or told they need not be, and many would be long.
    """

    condition: Term
    side: Side
    evidence: Evidence
    failure: Failure | None = None
    wide: Term | None = field(default=None, compare=False)

    @property
    def whole(self) -> Term:
        """With what it has in common with others of its kind: together these are the same as all conditions."""
        return self.condition if self.wide is None else self.wide


@dataclass(frozen=True, slots=True)
class Cfc:
    """Pieces are disjoint. ``parameters`` are in the order in which a run first reads them.

    ``domain``: the inputs that are looked at; outside of it nothing is said. ``exact``: it was shown that nothing of
    the domain is left between the bounds. ``more_inputs``: executions may read inputs that no parameter stands for.
    """

    parameters: tuple[Parameter, ...]
    pieces: tuple[Piece, ...]
    exact: bool
    domain: Term = T.TRUE
    more_inputs: bool = False

    def of(self, side: Side) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.side is side)

    @property
    def lower(self) -> Term:
        """Every solution in the domain fails."""
        return union(piece.whole for piece in self.of(Side.MUST))

    @property
    def safe(self) -> Term:
        """No solution in the domain fails."""
        return union(piece.whole for piece in self.of(Side.SAFE))

    @property
    def upper(self) -> Term:
        """No other input of the domain fails. Where the bounds are exact it is the lower one."""
        return self.lower if self.exact else T.not_(self.safe)

    @property
    def may(self) -> Term:
        """What nothing is known of."""
        return T.FALSE if self.exact else T.and_(T.not_(self.safe), T.not_(self.lower))

    @property
    def failures(self) -> tuple[Failure, ...]:
        """All that are known to happen, in the order of their pieces."""
        return tuple(dict.fromkeys(piece.failure for piece in self.pieces if piece.failure is not None))

    def of_failure(self, failure: Failure) -> tuple[Term, Term]:
        """Lower and upper bound of one failure. An execution ends at its first failure, so it has no other."""
        must = self.of(Side.MUST)
        lower = union(piece.whole for piece in must if piece.failure == failure)
        others = union(p.whole for p in must if p.failure is not None and p.failure != failure)
        return lower, T.and_(self.upper, T.not_(others))


def union(conditions: Iterable[Term]) -> Term:
    return T.or_(T.FALSE, *conditions)
