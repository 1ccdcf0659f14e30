"""What a run covered of the user's files, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from antumbra.records import dataclass, field


@dataclass(frozen=True, slots=True)
class BranchArm:
    """One way out of a branch: its number among the arms, and how often it was taken (None: never reached)."""

    line: int
    branch: int  #: number of the branch on its line
    arm: int
    taken: int | None
    function: str = ""


@dataclass(frozen=True, slots=True)
class FunctionCoverage:
    """Where a function begins, how often it was entered, and the hits of its lines in its own file."""

    line: int
    hits: int
    lines: Mapping[int, int] = field(default_factory=dict[int, int])


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """``lines``: hits of every line that has code."""

    lines: Mapping[int, int]
    branches: Sequence[BranchArm] = ()
    functions: Mapping[str, FunctionCoverage] = field(default_factory=dict[str, FunctionCoverage])


Coverage = Mapping[str, FileCoverage]


@dataclass(frozen=True, slots=True)
class CoverageSummary:
    lines_covered: int
    lines_total: int
    branches_covered: int
    branches_total: int
    functions_covered: int = 0
    functions_total: int = 0


def summary(coverage: Coverage) -> CoverageSummary:
    """Totals over all files."""
    lines = [hits for data in coverage.values() for hits in data.lines.values()]
    arms = [arm.taken for data in coverage.values() for arm in data.branches]
    functions = [function.hits for data in coverage.values() for function in data.functions.values()]
    return CoverageSummary(
        sum(map(bool, lines)), len(lines), sum(map(bool, arms)), len(arms), sum(map(bool, functions)), len(functions)
    )


def function_summary(data: FileCoverage, name: str) -> CoverageSummary:
    """Totals of one function."""
    function = data.functions[name]
    arms = [arm for arm in data.branches if arm.function == name]
    return summary({"": FileCoverage(function.lines, arms, {name: function})})


def part(coverage: Coverage, patterns: Sequence[str]) -> Coverage:
    """What some patterns with * and ? name: files, by their paths or the last parts of them, and functions."""
    result: dict[str, FileCoverage] = {}
    for file, data in coverage.items():
        if any(fnmatchcase(name, pattern) for pattern in patterns for name in (file, file.rpartition("/")[2])):
            result[file] = data
            continue
        named = {
            name: function
            for name, function in data.functions.items()
            if any(fnmatchcase(name, pattern) for pattern in patterns)
        }
        if named:
            lines = {line: hits for function in named.values() for line, hits in function.lines.items()}
            result[file] = FileCoverage(lines, [arm for arm in data.branches if arm.function in named], named)
    return result
