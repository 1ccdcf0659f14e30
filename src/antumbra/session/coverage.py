"""What a run covered of the user's own files; the models of the C library are ours."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.engines.coverage import Coverage as Measured
from antumbra.report.coverage import BranchArm, Coverage, FileCoverage


def of_sources(coverage: Measured | None, sources: Mapping[str, str]) -> Coverage:
    if coverage is None:
        return {}
    return {
        file: FileCoverage(
            {line: int(hit) for line, hit in lines.items()},
            [
                BranchArm(line, number, side, int(taken))
                for line, number, side, taken in coverage.branches.get(file, ())
            ],
            {name: (line, int(hit)) for name, (line, hit) in coverage.functions.get(file, {}).items()},
        )
        for file, lines in coverage.lines.items()
        if file in sources
    }
