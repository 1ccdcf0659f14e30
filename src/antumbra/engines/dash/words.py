"""Predicates about variables that stand for memory, in the words of the program with memory."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra import terms as T
from antumbra.engines.memoryless import Memoryless
from antumbra.proofs.certificate import Cell, Contract, LoopClaim, at_entry
from antumbra.terms import Term


class Words:
    """Which cells of memory variables are, and which variables hold the addresses that are constants here."""

    def __init__(self, lowered: Memoryless) -> None:
        self._origins = lowered.origins
        self._cells: dict[str, dict[Term, Cell]] = {}
        self._arrays: dict[Term, tuple[Cell, int]] = {}
        for procedure, cell, period in lowered.cells:
            if period:
                self._arrays[cell.variable] = (cell, period)
            else:
                self._cells.setdefault(procedure, {})[cell.variable] = cell
        self._holders: dict[str, dict[Term, Term]] = {}
        for procedure, constant, holder in lowered.places:
            self._holders.setdefault(procedure, {})[constant] = holder

    def claim(self, procedure: str, head: str, conditions: Iterable[Term]) -> LoopClaim:
        """Each of the conditions holds at a head; of a copy of a procedure where it is what is called."""
        said, cells = self._said(procedure, conditions)
        return LoopClaim(self._origins.get(procedure, procedure), head, said, cells)

    def contract(self, procedure: str, before: Iterable[Term], after: Iterable[Term]) -> Contract:
        """Each of the conditions holds where calls begin, or where they return."""
        (first, one), (last, other) = self._said(procedure, before), self._said(procedure, after)
        return Contract(self._origins.get(procedure, procedure), first, last, tuple(dict.fromkeys((*one, *other))))

    def _said(self, procedure: str, conditions: Iterable[Term]) -> tuple[tuple[Term, ...], tuple[Cell, ...]]:
        conditions = list(conditions)
        elements = self._elements(conditions)
        cells = {**self._cells.get("", {}), **self._cells.get(procedure, {})}
        cells |= {cell.variable: cell for cell in elements.values()}
        cells |= {at_entry(variable): cell for variable, cell in cells.items()}
        holders = {**self._holders.get("", {}), **self._holders.get(procedure, {})}
        holders |= {element: cell.variable for element, cell in elements.items()}
        said = tuple(T.replace_parts(condition, holders) for condition in conditions)
        used = {v: None for c in said for v in sorted(T.free_variables(c), key=lambda v: str(v.data)) if v in cells}
        return said, tuple(dict.fromkeys(cells[v] for v in used))

    def _elements(self, conditions: Iterable[Term]) -> dict[Term, Cell]:
        """Elements of arrays that conditions speak of are cells as well, if it is known which they are."""
        found: dict[Term, Cell] = {}
        for part in T.subterms(*conditions):
            if part.op is T.SELECT and part.args[0] in self._arrays and part.args[1].op is T.CONST:
                cell, period = self._arrays[part.args[0]]
                at = T.const(part.args[1].data * period, cell.address.sort)
                variable = T.var(f"{cell.variable.data} [{part.args[1].data}]", part.sort)
                found[part] = Cell(variable, T.bvadd(cell.address, at), cell.width)
        return found
