"""What ``safe`` rests on, as values for whoever shows it or works on with it."""

from __future__ import annotations

from typing import Literal

from antumbra.program.source import Location
from antumbra.proofs.certificate import Cell
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Condition:
    """``term`` holds. It is over variables of the program form; ``cells`` says what stands for memory.

    ``text`` is for people: widths are left out, ``<u`` is unsigned. ``expression`` is for programs: an expression of
    the source's language over the source's variables, true exactly where the term is. None where the language has none
    (memory, quantifiers, values of earlier states), or where it is not known which variable holds a value.
    """

    term: Term
    text: str
    expression: str | None = None
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Invariant:
    """Holds whenever control is at a place: the head of a loop (a block of the program form)."""

    procedure: str
    block: str
    location: Location | None
    condition: Condition


@dataclass(frozen=True, slots=True)
class ProcedureContract:
    """``before`` holds at every call of a procedure, ``after`` at every return; there expressions are ACSL's."""

    procedure: str
    location: Location | None
    before: tuple[Condition, ...]
    after: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class RegionAt:
    """States before a command of a block."""

    number: int
    block: str
    index: int
    location: Location | None
    condition: Condition


@dataclass(frozen=True, slots=True)
class RegionGraph:
    """Executions of a procedure that begin outside ``entry`` are in regions and move along links; none returns in a
    state of ``goal``, and if ``errors``, none fails."""

    procedure: str
    location: Location | None
    goal: Condition
    errors: bool
    entry: Condition
    regions: tuple[RegionAt, ...]
    links: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AbstractState:
    """Control values, and which of the proof's predicates hold."""

    control: tuple[tuple[str, int | str], ...]
    holds: tuple[bool, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Proof:
    """``check`` is what closed it, ``states`` the closed set of a proof by predicate abstraction.

    ``checker`` is who checked it independently, and ``result`` what came of that; ``reason`` why it is not confirmed.
    Invariants, contracts and regions are those that the checker has shown; of a proof that it has not confirmed there
    are none.
    """

    check: str = ""
    predicates: tuple[Condition, ...] = ()
    states: tuple[AbstractState, ...] = ()
    checker: str = ""
    result: Literal["confirmed", "refuted", "unchecked"] = "confirmed"
    reason: str = ""
    invariants: tuple[Invariant, ...] = ()
    contracts: tuple[ProcedureContract, ...] = ()
    regions: tuple[RegionGraph, ...] = ()

    @property
    def confirmed(self) -> bool | None:
        """None where nothing is known."""
        return {"confirmed": True, "refuted": False, "unchecked": None}[self.result]
