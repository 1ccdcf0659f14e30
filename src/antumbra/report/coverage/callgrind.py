"""What lines cost, as a file that KCachegrind and callgrind_annotate open (the format of Valgrind's manual).

Costs are those of the lines themselves: what a call costs its caller is not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from antumbra.records import dataclass
from antumbra.report.sanitize import one_line


@dataclass(frozen=True, slots=True)
class HotSpot:
    """What was executed and asked at one line of a function."""

    file: str
    function: str
    line: int
    instructions: int
    forks: int
    queries: int
    solver_queries: int
    solver_microseconds: int

    @property
    def costs(self) -> tuple[int, ...]:
        return (self.instructions, self.forks, self.queries, self.solver_queries, self.solver_microseconds)


#: event → what it is; the first is what viewers sort by
EVENTS = {
    "Instr": "instructions",
    "Forks": "forks",
    "Queries": "queries",
    "Solved": "queries that reached a solver",
    "SolverUs": "microseconds of solvers",
}


def callgrind(program: str, spots: Sequence[HotSpot]) -> str:
    """The file's text; spots in the order of their files and functions."""
    return "".join(f"{line}\n" for line in _lines(program, spots))


def _lines(program: str, spots: Sequence[HotSpot]) -> Iterator[str]:
    yield "# callgrind format"
    yield "version: 1"
    yield "creator: antumbra"
    yield f"cmd: {_name(program)}"
    yield "positions: line"
    for event, text in EVENTS.items():
        yield f"event: {event} : {text}"
    yield f"events: {' '.join(EVENTS)}"
    yield f"summary: {_numbers([sum(column) for column in zip(*(s.costs for s in spots), strict=True)])}"
    for (file, function), group in groupby(spots, lambda spot: (spot.file, spot.function)):
        yield ""
        yield f"fl={_name(file)}"
        yield f"fn={_name(function)}"
        for spot in group:
            yield f"{spot.line} {_numbers(spot.costs)}"


def _numbers(values: Sequence[int]) -> str:
    return " ".join(map(str, values or [0] * len(EVENTS)))


def _name(text: str) -> str:
    """On one line, and nothing that looks like the number of an abbreviated name."""
    shown = one_line(text).strip() or "(unknown)"
    return f"_{shown}" if shown.startswith("(") and shown[1:2].isdigit() else shown
