"""Models counted by decision diagrams, and where those grow too large by Ganak."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.solvers.answers import Unknown, UnsupportedTerm
from antumbra.solvers.counting.circuits import diagram_of, levels_of
from antumbra.solvers.counting.comparing import compare
from antumbra.solvers.counting.diagrams import Diagrams, TooLarge
from antumbra.solvers.counting.ganak import count_clauses
from antumbra.terms import Term

#: nodes that diagrams may cost before Ganak is asked: some three seconds
_STEPS: Final = 1_500_000


def count_bits(
    condition: Term, variables: Sequence[Term], expired: Callable[[], bool], memory_mb: float | None = None
) -> int | Unknown:
    """For how many values of ``variables`` (bit-vectors and Booleans) there are values of all others, of which the
    condition may speak too, so that it holds. Ends soon after ``expired``; the answer is exact or Unknown."""
    if any(v.sort.kind not in ("bv", "bool") for v in (*variables, *T.free_variables(condition))):
        return Unknown("values that are not made of bits")
    try:
        return count_by_diagrams(condition, variables, _STEPS, expired)
    except (UnsupportedTerm, TooLarge):
        return Unknown("timeout") if expired() else count_clauses(condition, variables, expired, memory_mb)


def count_by_diagrams(condition: Term, variables: Sequence[Term], steps: int, expired: Callable[[], bool]) -> int:
    """Raises UnsupportedTerm, TooLarge."""
    hidden = sorted(T.free_variables(condition) - {*variables}, key=lambda v: str(v.data))
    levels = levels_of(variables, hidden)
    counted = sum(len(levels[v]) for v in variables)
    diagrams = Diagrams(sum(map(len, levels.values())), steps, expired)
    diagram = diagram_of(condition, levels, diagrams)

    def says(values: Mapping[Term, int]) -> bool:
        bits = {level: bool(values[v] >> n & 1) for v, places in levels.items() for n, level in enumerate(places)}
        return diagrams.holds(diagram, bits)

    compare(condition, [*variables, *hidden], says)
    return diagrams.count(diagram, counted)
