"""Predicates about variables that stand for memory, in the words of the program with memory."""

from __future__ import annotations

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

    def claim(self, procedure: str, head: str, condition: Term) -> LoopClaim | None:
        """None if the condition cannot be said."""
        cells = {**self._cells.get("", {}), **self._cells.get(procedure, {})}
        holders = {**self._holders.get("", {}), **self._holders.get(procedure, {})}
        said = _replaced(condition, holders)
        used = [cells[v] for v in sorted(T.free_variables(said), key=lambda v: str(v.data)) if v in cells]
        return LoopClaim(procedure, head, (said,), tuple(used))


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
