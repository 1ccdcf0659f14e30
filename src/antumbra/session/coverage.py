"""What a run covered of the user's own files: neither models of the C library nor headers of the system."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from antumbra.engines.coverage import Coverage as Measured
from antumbra.frontends.loaded import Loaded
from antumbra.program.errors import InputError, suggestion
from antumbra.report.coverage.callgrind import HotSpot
from antumbra.report.coverage.values import BranchArm, Coverage, FileCoverage, FunctionCoverage, part

#: where a system keeps headers and libraries that a user has installed rather than written
_SYSTEM = ("/usr/include/", "/usr/lib/", "/usr/local/include/", "/usr/local/lib/", "/opt/homebrew/", "/Library/")


def of_program(measured: Measured | None, loaded: Loaded, patterns: Sequence[str] = ()) -> Coverage:
    """By file, of what ``patterns`` name (all if there are none). Functions that nothing reaches count too."""
    if measured is None:
        return {}
    result = {
        file: FileCoverage(
            {line: int(hit) for line, hit in lines.items()},
            [
                BranchArm(side.line, side.branch, side.side, int(side.taken) if side.reached else None, side.function)
                for side in measured.branches.get(file, ())
            ],
            {
                name: FunctionCoverage(f.line, int(f.entered), {line: int(hit) for line, hit in f.lines.items()})
                for name, f in measured.functions.get(file, {}).items()
            },
        )
        for file, lines in measured.lines.items()
        if _is_users(file, loaded)
    }
    result = _with_unread(result, loaded)
    return part(result, patterns) if patterns else result


def hot_spots(measured: Measured | None) -> tuple[HotSpot, ...]:
    """What places cost, models of the C library too; none if nobody counted."""
    if measured is None:
        return ()
    return tuple(
        HotSpot(
            h.file, h.function, h.line, h.instructions, h.forks, h.queries, h.solver_queries, round(h.seconds * 1e6)
        )
        for h in measured.hot
    )


def check_patterns(patterns: Sequence[str], loaded: Loaded) -> None:
    """Raises InputError where one of ``--coverage-of`` names nothing, before anything has taken its time."""
    if not patterns:
        return
    found: dict[str, FileCoverage] = {}
    for procedure in loaded.program.procedures.values():
        place = procedure.location
        if place is not None and _is_users(place.file, loaded):
            functions = found.get(place.file, FileCoverage({})).functions
            named = {**functions, place.function: FunctionCoverage(place.line, 0)}
            found[place.file] = FileCoverage({}, (), named)
    known = _with_unread(found, loaded)
    for pattern in patterns:
        if not part(known, [pattern]):
            names = [*known, *(name for data in known.values() for name in data.functions)]
            hint = suggestion(pattern, names) or f"; it has {', '.join(names[:8])}"
            raise InputError(f"no file or function of the program matches {pattern!r}{hint}")


def _is_users(file: str, loaded: Loaded) -> bool:
    if file in loaded.sources:
        return True
    if file.startswith("<") or not file:
        return False
    from antumbra.frontends.c.compile import INCLUDE
    from antumbra.frontends.c.toolchain import header_folders

    place = str(Path(file).absolute())
    return not place.startswith((*_SYSTEM, f"{INCLUDE}/", *(f"{folder}/" for folder in header_folders())))


def _with_unread(coverage: dict[str, FileCoverage], loaded: Loaded) -> Coverage:
    if loaded.functions is None:
        return coverage
    number = 1 + max((arm.branch for data in coverage.values() for arm in data.branches), default=-1)
    for code in loaded.functions():
        data = coverage.get(code.file, FileCoverage({}))
        if code.name in data.functions or not _is_users(code.file, loaded):
            continue
        own = dict.fromkeys(code.lines, 0)
        arms: list[BranchArm] = []
        for line, sides in code.branches:
            arms += [BranchArm(line, number, side, None, code.name) for side in range(sides)]
            number += 1
        coverage[code.file] = FileCoverage(
            {**own, **data.lines},
            [*data.branches, *arms],
            {**data.functions, code.name: FunctionCoverage(code.line, 0, own)},
        )
    return coverage
