"""What comes out: a program without memory, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.program.model import Program
from antumbra.program.source import Location
from antumbra.proofs.certificate import Cell
from antumbra.records import dataclass, field
from antumbra.terms import Term


class NotLowered(Exception):  # noqa: N818 - not an error: the program is one for other engines
    """The program does something with memory that is not expressed in variables here."""

    def __init__(self, reason: str, location: Location | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.location = location


@dataclass(frozen=True, slots=True)
class Memoryless:
    """A program that does what another does, and perhaps more.

    ``unreal``: targets of havocs that no input supplies: what unwritten memory holds, what depends on where objects
    lie. Which number a new object of a family gets is not among them: any run has all of these choices.
    ``cells``: the variables that stand for memory of the original program, by the procedure in which that memory can be
    named ("" in all of them); their addresses are over that program's variables. If the number is not zero the variable
    is an array, whose first element the cell is; so many bytes on is the next one.
    ``places``: the constants that stand for addresses, with the variable of the original program that holds each.
    ``origins``: procedures that are copies of one of the original program.
    """

    program: Program
    unreal: frozenset[Term] = frozenset()
    cells: tuple[tuple[str, Cell, int], ...] = ()
    places: tuple[tuple[str, Term, Term], ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict[str, str])
