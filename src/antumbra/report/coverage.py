"""What a run covered of the user's files, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BranchArm:
    """One way out of a branch: its number among the arms, and how often it was taken (None: never reached)."""

    line: int
    branch: int  #: number of the branch on its line
    arm: int
    taken: int | None


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """``lines``: hits of every line that has code. ``functions``: name → (line, hits)."""

    lines: Mapping[int, int]
    branches: Sequence[BranchArm] = ()
    functions: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])


Coverage = Mapping[str, FileCoverage]


@dataclass(frozen=True, slots=True)
class CoverageSummary:
    lines_covered: int
    lines_total: int
    branches_covered: int
    branches_total: int


def summary(coverage: Coverage) -> CoverageSummary:
    """Totals over all files."""
    lines = [hits for data in coverage.values() for hits in data.lines.values()]
    arms = [arm.taken for data in coverage.values() for arm in data.branches]
    return CoverageSummary(sum(map(bool, lines)), len(lines), sum(map(bool, arms)), len(arms))
