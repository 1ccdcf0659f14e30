"""Coverage for people: the sums, and a short table by file; by function for those who ask for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from antumbra.report.coverage.values import Coverage, CoverageSummary, function_summary, summary
from antumbra.report.sanitize import one_line

#: rows of the table of files, and names of functions that were not entered, unless all are asked for
MAX_FILES = 20
MAX_NAMES = 12


def coverage_line(coverage: CoverageSummary) -> str:
    functions = coverage.functions_total
    return (
        f"lines {share(coverage.lines_covered, coverage.lines_total)}, "
        f"branches {share(coverage.branches_covered, coverage.branches_total)}"
        + (f", functions {coverage.functions_covered}/{functions}" if functions else "")
    )


def coverage_rows(coverage: Coverage, *, verbose: bool = False) -> Iterator[tuple[str, str, str, str]]:
    """One row a file (there is no table of a single one), or with ``verbose`` one a function below its file."""
    if len(coverage) < 2 and not verbose:
        return
    yield ("file", "lines", "branches", "functions")
    for file in sorted(coverage if verbose else _most_covered(coverage)[:MAX_FILES]):
        data = coverage[file]
        total = summary({file: data})
        yield (*_cells(one_line(file), total), f"{total.functions_covered}/{total.functions_total}")
        if verbose:
            for name, function in sorted(data.functions.items(), key=lambda item: (item[1].line, item[0])):
                yield (*_cells(f"  {function.line}: {one_line(name)}", function_summary(data, name)), "")


def coverage_notes(coverage: Coverage, *, verbose: bool = False) -> Iterator[str]:
    """What was left out of the table, what nobody entered, and which lines are missing."""
    if len(coverage) > MAX_FILES and not verbose:
        yield f"… and {len(coverage) - MAX_FILES} files more (all of them with --verbose, or in the JSON object)"
    missing = [name for file in _most_covered(coverage) for name, f in coverage[file].functions.items() if not f.hits]
    if missing and not verbose:
        names = ", ".join(map(one_line, missing[:MAX_NAMES]))
        more = f", and {len(missing) - MAX_NAMES} more" if len(missing) > MAX_NAMES else ""
        yield f"never entered: {names}{more}"
    if verbose:
        yield from _uncovered(coverage)


def _most_covered(coverage: Coverage) -> list[str]:
    """What the run was about comes first: of many files of a library it enters few."""
    return sorted(coverage, key=lambda file: (-summary({file: coverage[file]}).lines_covered, file))


def _cells(name: str, total: CoverageSummary) -> tuple[str, str, str]:
    return (
        name,
        share(total.lines_covered, total.lines_total),
        share(total.branches_covered, total.branches_total) if total.branches_total else "-",
    )


def _uncovered(coverage: Coverage) -> Iterator[str]:
    """The lines that nothing reached; a range where no line between is reached."""
    for file in sorted(coverage):
        groups = groupby(sorted(coverage[file].lines.items()), lambda line: not line[1])
        missing = [[line for line, _ in group] for missed, group in groups if missed]
        if missing:
            yield one_line(f"not covered: {file}: {', '.join(map(_range, missing))}")


def _range(lines: Sequence[int]) -> str:
    return str(lines[0]) if len(lines) == 1 else f"{lines[0]}-{lines[-1]}"


def share(part: int, whole: int) -> str:
    return f"{part}/{whole} ({100 * part / whole:.1f} %)" if whole else "0/0"
