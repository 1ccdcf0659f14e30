"""What a page needs of a run besides its result: sources, coverage and costs by line, the failing runs step by step.

The object is ``run.json`` in the output folder; ``format`` counts up when something in it changes its meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from antumbra.program.steps import Step, Walk
from antumbra.report.coverage.callgrind import HotSpot
from antumbra.report.coverage.values import FileCoverage
from antumbra.report.json_values import Json
from antumbra.report.result import Finding, Result

FORMAT: Final = 1
#: lines that cost most, of each file
MOST_SPOTS: Final = 2_000


def run_values(result: Result) -> Json:
    return {
        "format": FORMAT,
        "sources": [{"file": file, "text": text} for file, text in result.sources.items()],
        "coverage": [_coverage(file, data) for file, data in sorted(result.covered.items())],
        "hot_spots": [_hot_spot(spot) for spot in _hottest(result.hot_spots)],
        "walks": [
            _walk(number, finding.walk) for number, finding in enumerate(_findings(result)) if finding.walk.steps
        ],
        "replay": [finding.replay.told(finding.replayed) for finding in _findings(result)],
        "reading": list(result.reading),
        "pictures": [{"title": picture.title, "svg": picture.svg} for picture in result.pictures],
    }


def _findings(result: Result) -> Iterator[Finding]:
    """The violation comes first, as in the result's own lists."""
    if result.finding is not None:
        yield result.finding
    yield from result.others


def _coverage(file: str, data: FileCoverage) -> Json:
    arms: dict[int, list[int]] = {}
    for arm in data.branches:
        ways = arms.setdefault(arm.line, [0, 0])
        ways[0] += bool(arm.taken)
        ways[1] += 1
    return {
        "file": file,
        "lines": [[line, hits] for line, hits in sorted(data.lines.items())],
        "branches": [[line, *ways] for line, ways in sorted(arms.items())],
        "functions": [
            [name, f.line, f.hits] for name, f in sorted(data.functions.items(), key=lambda item: item[1].line)
        ],
    }


def _hottest(spots: Sequence[HotSpot]) -> list[HotSpot]:
    costs = sorted(spots, key=lambda s: (s.solver_microseconds, s.queries, s.forks, s.instructions), reverse=True)
    return costs[:MOST_SPOTS]


def _hot_spot(spot: HotSpot) -> Json:
    return {
        "file": spot.file,
        "function": spot.function,
        "line": spot.line,
        "instructions": spot.instructions,
        "forks": spot.forks,
        "queries": spot.queries,
        "solver_queries": spot.solver_queries,
        "solver_microseconds": spot.solver_microseconds,
    }


def _walk(number: int, walk: Walk) -> Json:
    """``finding``: 0 is the violation, or the first of the others where there is none."""
    return {
        "finding": number,
        "gap": walk.gap,
        "left_out": walk.left_out,
        "steps": [_step(step) for step in walk.steps],
    }


def _step(step: Step) -> Json:
    place = step.location
    found: Json = {"file": place.file, "line": place.line, "function": place.function, "depth": step.depth}
    if step.enters:
        found["enters"] = True
    if step.changes:
        found["changes"] = [[change.frame, change.name, change.text] for change in step.changes]
    return found
