"""Results of a suite, one JSON object a line, as one object of values for a page; beside them those of an earlier run.

What a row must have is agreed with ``antumbra suite``: task, property, expected, status, category and what it cost. The
last line may not be whole: the suite is still running, or was killed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, cast

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.report.json_values import Json
from antumbra.version import __version__

NEEDED: Final = ("task", "property", "category")
#: what a page shows of a row
_SHOWN: Final = ("task", "property", "expected", "category", "reason", "engine", "replayed", "proof_checked", "message")
_COSTS: Final = ("cpu_seconds", "wall_seconds", "memory_mb")


def read_suite(path: Path, earlier: Path | None = None) -> Json:
    """Raises InputError with the line that is no row."""
    return {
        "kind": "suite",
        "version": __version__,
        "title": path.name,
        "file": str(path),
        "rows": _rows(path),
        "earlier": None if earlier is None else {"file": str(earlier), "rows": _rows(earlier)},
    }


def _rows(path: Path) -> list[Json]:
    """Of each task and property the last row."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Location(str(path))) from error
    found: dict[tuple[str, str], Json] = {}
    for number, line in enumerate(lines, 1):
        row = _row(line)
        if row is not None:
            found[row["task"], row["property"]] = row
        elif line.strip() and number < len(lines):
            wanted = f"expected a JSON object with {', '.join(NEEDED)}"
            raise InputError(f"is no row of a suite's results; {wanted}", Location(str(path), number))
    return list(found.values())


def _row(line: bytes) -> Json | None:
    try:
        value: object = json.loads(line, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    row = cast("dict[str, Any]", value)
    if not all(isinstance(row.get(name), str) for name in NEEDED):
        return None
    shown: Json = {name: row[name] for name in _SHOWN if row.get(name) is not None}
    shown["status"] = str(row.get("status") or row.get("result") or "")
    for name in _COSTS:
        cost = row.get(name)
        shown[name] = cost if isinstance(cost, int | float) else None
    return shown
