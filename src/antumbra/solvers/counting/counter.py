"""Models counted by decision diagrams, and where those grow too large by Ganak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.solvers.answers import Unknown, UnsupportedTerm
from antumbra.solvers.counting.circuits import diagram_of, levels_of
from antumbra.solvers.counting.comparing import compare
from antumbra.solvers.counting.diagrams import Diagrams, TooLarge
from antumbra.solvers.counting.ganak import count_clauses
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term

#: nodes that diagrams may cost before Ganak is asked, and steps that each costs: some three seconds
_NODES: Final = 1_500_000
_NODE: Final = 2


def count_bits(
    condition: Term, variables: Sequence[Term], limits: Deadline, memory_mb: float | None = None
) -> int | Unknown:
    """For how many values of ``variables`` (bit-vectors and Booleans) there are values of all others, of which the
    condition may speak too, so that it holds. Ends soon after the ``limits``, whose steps it takes; the answer is exact
    or Unknown."""
    if any(v.sort.kind not in ("bv", "bool") for v in (*variables, *T.free_variables(condition))):
        return Unknown("values that are not made of bits")
    try:
        nodes = _NODES if limits.steps is None else min(_NODES, limits.steps // _NODE)
        return count_by_diagrams(condition, variables, nodes, limits)
    except (UnsupportedTerm, TooLarge):
        return Unknown("timeout") if limits.passed else count_clauses(condition, variables, limits, memory_mb)


def count_by_diagrams(condition: Term, variables: Sequence[Term], nodes: int, limits: Deadline) -> int:
    """Raises UnsupportedTerm, TooLarge."""
    hidden = sorted(T.free_variables(condition) - {*variables}, key=lambda v: str(v.data))
    levels = levels_of(variables, hidden)
    counted = sum(len(levels[v]) for v in variables)
    diagrams = Diagrams(sum(map(len, levels.values())), nodes, lambda: limits.late)
    try:
        diagram = diagram_of(condition, levels, diagrams)
    finally:
        limits.spend(_NODE * diagrams.spent)

    def says(values: Mapping[Term, int]) -> bool:
        bits = {level: bool(values[v] >> n & 1) for v, places in levels.items() for n, level in enumerate(places)}
        return diagrams.holds(diagram, bits)

    compare(condition, [*variables, *hidden], says)
    return diagrams.count(diagram, counted)
