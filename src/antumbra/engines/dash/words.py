"""Predicates about variables that stand for memory, in the words of the program with memory."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra import terms as T
from antumbra.engines.memoryless import Memoryless
from antumbra.proofs.certificate import Cell, LoopClaim
from antumbra.terms import Term


class Words:
    """Which cells of memory variables are, and which variables hold the addresses that are constants here."""

    def __init__(self, lowered: Memoryless) -> None:
        self._origins = lowered.origins
        self._cells: dict[str, dict[Term, Cell]] = {}
        for procedure, cell in lowered.cells:
            self._cells.setdefault(procedure, {})[cell.variable] = cell
        self._holders: dict[str, dict[Term, Term]] = {}
        for procedure, constant, holder in lowered.places:
            self._holders.setdefault(procedure, {})[constant] = holder

    def claim(self, procedure: str, head: str, conditions: Iterable[Term]) -> LoopClaim:
        """Each of the conditions holds at a head; of a copy of a procedure where it is what is called."""
        cells = {**self._cells.get("", {}), **self._cells.get(procedure, {})}
        holders = {**self._holders.get("", {}), **self._holders.get(procedure, {})}
        said = tuple(T.replace_parts(condition, holders) for condition in conditions)
        used = {v: None for c in said for v in sorted(T.free_variables(c), key=lambda v: str(v.data)) if v in cells}
        return LoopClaim(self._origins.get(procedure, procedure), head, said, tuple(cells[v] for v in used))
