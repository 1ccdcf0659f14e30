"""The files that describe a run, besides its tests: names and texts."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.report.coverage.callgrind import callgrind
from antumbra.report.coverage.lcov import tracefile
from antumbra.report.coverage.page import coverage_page
from antumbra.report.json_report import to_text
from antumbra.report.json_values import dumps
from antumbra.report.page.recording import run_values
from antumbra.report.result import Result


def files_of(result: Result) -> Iterator[tuple[str, str]]:
    if result.covered:
        yield "coverage.info", tracefile(result.covered)
        yield "coverage.html", coverage_page(result.file, result.covered, result.sources)
    if result.hot_spots:
        yield "callgrind.out", callgrind(result.file, result.hot_spots)
    if result.crash:
        yield "crash.txt", result.crash
    yield "run.json", dumps(run_values(result), indent=None) + "\n"
    yield "result.json", to_text(result) + "\n"
