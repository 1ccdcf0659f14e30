"""Steps of an execution, as engines find them and reports show them."""

from __future__ import annotations

from antumbra.program.source import Location
from antumbra.records import dataclass

#: a branch of a path: where, and whether its condition held
BranchTaken = tuple[Location | None, bool]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One transition of a counterexample: the inputs it took and the values of the variables after it."""

    name: str
    inputs: tuple[tuple[str, int], ...]
    values: tuple[tuple[str, int | str], ...]
    location: Location | None = None
