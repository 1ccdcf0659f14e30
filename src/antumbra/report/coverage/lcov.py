"""Coverage as an lcov tracefile (``.info``), which genhtml and most editors and CI services read."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.report.coverage.values import Coverage, FileCoverage


def tracefile(coverage: Coverage, test_name: str = "") -> str:
    """The tracefile's text: one record a source file, files in the order of their names."""
    return "".join(f"{line}\n" for file in sorted(coverage) for line in _record(file, coverage[file], test_name))


def _record(file: str, data: FileCoverage, test_name: str) -> Iterator[str]:
    # A tracefile is line based: a line end inside a name would start a record of its own.
    yield f"TN:{_name(test_name)}"
    yield f"SF:{file.splitlines()[0] if file else ''}"
    for name, function in sorted(data.functions.items()):
        yield f"FN:{function.line},{_name(name)}"
    for name, function in sorted(data.functions.items()):
        yield f"FNDA:{function.hits},{_name(name)}"
    if data.functions:
        yield f"FNF:{len(data.functions)}"
        yield f"FNH:{sum(1 for function in data.functions.values() if function.hits)}"
    arms = sorted(data.branches, key=lambda arm: (arm.line, arm.branch, arm.arm))
    for arm in arms:
        yield f"BRDA:{arm.line},{arm.branch},{arm.arm},{'-' if arm.taken is None else arm.taken}"
    if arms:
        yield f"BRF:{len(arms)}"
        yield f"BRH:{sum(1 for arm in arms if arm.taken)}"
    for line, hits in sorted(data.lines.items()):
        yield f"DA:{line},{hits}"
    yield f"LF:{len(data.lines)}"
    yield f"LH:{sum(1 for hits in data.lines.values() if hits)}"
    yield "end_of_record"


def _name(text: str) -> str:
    return "".join(c if c.isalnum() or c in "_.$-" else "_" for c in text)
