"""What an engine hands out with ``safe``: what a checker needs besides the program.

Plain exploration has nothing to say: to check it is to execute the program once more. An engine that closes loops says
what holds at their heads. A condition is a claim, not a fact: the checker keeps of them what it can show itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from antumbra.terms import Term, var


def at_entry(variable: Term) -> Term:
    """The value that a variable had before the first round of a loop, as a variable of claims."""
    return var(f"at entry of the loop: {variable.data}", variable.sort)


@dataclass(frozen=True, slots=True)
class Cell:
    """``variable`` stands in claims for so many bytes of memory at an address (a term over the program's variables)."""

    variable: Term
    address: Term
    width: int


@dataclass(frozen=True, slots=True)
class LoopClaim:
    """At the head of a loop (a block of a procedure) these hold in every round.

    They are over variables of the program, the values that variables had before the first round (``at_entry``), and
    ``cells`` of memory.
    """

    procedure: str
    head: str
    conditions: tuple[Term, ...]
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Certificate:
    """Loops that are not in ``loops`` have ends, and are executed round by round.

    ``paths``: how many ways the engine has found through the program, where it has followed each; a hint.
    """

    loops: tuple[LoopClaim, ...] = ()
    paths: int | None = None

    @staticmethod
    def of_loops(found: Sequence[LoopClaim]) -> Certificate:
        """All claims of one loop together: the checker keeps those that hold where it comes to that loop."""
        together: dict[tuple[str, str], tuple[dict[Term, None], dict[Term, Cell]]] = {}
        for claim in found:
            conditions, cells = together.setdefault((claim.procedure, claim.head), ({}, {}))
            conditions.update(dict.fromkeys(claim.conditions))
            cells.update((cell.variable, cell) for cell in claim.cells)
        return Certificate(tuple(LoopClaim(*place, tuple(c), tuple(m.values())) for place, (c, m) in together.items()))
