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


@dataclass(frozen=True, slots=True)
class Change:
    """A variable has another value. ``frame``: how many functions are under way in whose frame it is; 0: it is global.

    An empty text: it has no value any more that could be told.
    """

    frame: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A run came to a line: how many functions are under way there, and which variables change until the next step.

    ``enters``: the last of them begins, and its variables have no values yet.
    """

    location: Location
    depth: int
    enters: bool = False
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """The steps of a run; ``left_out`` are events that are missing behind step ``gap`` of a long one."""

    steps: tuple[Step, ...] = ()
    gap: int = 0
    left_out: int = 0
