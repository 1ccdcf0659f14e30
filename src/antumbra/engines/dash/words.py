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
        self._cells: dict[str, dict[Term, Cell]] = {}
        for procedure, cell in lowered.cells:
            self._cells.setdefault(procedure, {})[cell.variable] = cell
        self._holders: dict[str, dict[Term, Term]] = {}
        for procedure, constant, holder in lowered.places:
            self._holders.setdefault(procedure, {})[constant] = holder

    def claim(self, procedure: str, head: str, conditions: Iterable[Term]) -> LoopClaim:
        """Each of the conditions holds at a head."""
        cells = {**self._cells.get("", {}), **self._cells.get(procedure, {})}
        holders = {**self._holders.get("", {}), **self._holders.get(procedure, {})}
        said = tuple(_replaced(condition, holders) for condition in conditions)
        used = {v: None for c in said for v in sorted(T.free_variables(c), key=lambda v: str(v.data)) if v in cells}
        return LoopClaim(procedure, head, said, tuple(cells[v] for v in used))


def _replaced(term: Term, known: dict[Term, Term]) -> Term:
    """A term with constants replaced by variables."""
    if not known:
        return term
    done = dict(known)
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
            continue
        if not top.args or top.op in T.BINDERS:
            done[top] = top
            continue
        pending = [a for a in top.args if a not in done]
        if pending:
            stack += pending
        else:
            done[top] = T.make(top.op, tuple(done[a] for a in top.args), top.data)
    return done[term]
