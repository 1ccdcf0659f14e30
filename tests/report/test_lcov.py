"""The tracefile, line by line as lcov's manual has it."""

from __future__ import annotations

from antumbra.report.coverage.lcov import tracefile
from antumbra.report.coverage.values import BranchArm, CoverageSummary, FileCoverage, FunctionCoverage, summary

COVERAGE = {
    "b.c": FileCoverage({1: 0}),
    "a.c": FileCoverage(
        {2: 5, 3: 0},
        [BranchArm(2, 0, 1, 0), BranchArm(2, 0, 0, 4), BranchArm(3, 0, 0, None)],
        {"main": FunctionCoverage(1, 5), "odd,name\n": FunctionCoverage(9, 0)},
    ),
}


def test_tracefile() -> None:
    assert tracefile(COVERAGE).splitlines() == [
        "TN:", "SF:a.c", "FN:1,main", "FN:9,odd_name_", "FNDA:5,main", "FNDA:0,odd_name_", "FNF:2", "FNH:1",
        "BRDA:2,0,0,4", "BRDA:2,0,1,0", "BRDA:3,0,0,-", "BRF:3", "BRH:1",
        "DA:2,5", "DA:3,0", "LF:2", "LH:1", "end_of_record",
        "TN:", "SF:b.c", "DA:1,0", "LF:1", "LH:0", "end_of_record",
    ]  # fmt: skip


def test_summary() -> None:
    assert summary(COVERAGE) == CoverageSummary(1, 3, 1, 3, 1, 2)
    assert summary({}) == CoverageSummary(0, 0, 0, 0)
