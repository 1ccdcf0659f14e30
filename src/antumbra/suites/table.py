"""Rows as a table: totals by folder and property, and what is not as expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from antumbra.report.sanitize import one_line
from antumbra.suites.judging import head, score
from antumbra.suites.results import Row

COLUMNS = (
    "tasks",
    "correct true",
    "confirmed",
    "correct false",
    "wrong",
    "unknown",
    "timeout",
    "memory",
    "error",
    "missing",
    "score",
)


def counts(rows: Sequence[Row]) -> dict[str, int]:
    """How many rows are in each column; ``confirmed``: of those that say true, whose proof was checked again."""
    found: dict[str, int] = dict.fromkeys(COLUMNS, 0)
    for row in rows:
        found["tasks"] += 1
        found["score"] += score(row["expected"], row["status"])
        found[column(row)] += 1
        found["confirmed"] += head(row["status"]) == "true" and row.get("proof_checked") is True
    return found


def column(row: Row) -> str:
    """The one that counts a row."""
    said = head(row["status"])
    match row["category"]:
        case "correct":
            return "correct true" if said == "true" else "correct false" if said == "false" else "unknown"
        case "error":
            return {"TIMEOUT": "timeout", "OUT OF MEMORY": "memory"}.get(said, "error")
        case "missing" if said == "unknown":
            return "unknown"
        case category:
            return category


def group(row: Row) -> str:
    """Where tables put a row: the folder that its task is in."""
    return Path(row["task"]).parent.name or "."


def table(rows: Sequence[Row], *, markdown: bool = False) -> str:
    """A line for each folder and property, and one for all."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((group(row), row["property"]), []).append(row)
    lines = [_cells(name, asked, mine) for (name, asked), mine in groups.items()]
    if len(lines) != 1:
        lines.append(_cells("all", "", rows))
    titles = ["folder", "property", *COLUMNS, "cpu s", "wall s"]
    return _markdown(titles, lines) if markdown else _aligned(titles, lines)


def _cells(name: str, asked: str, rows: Sequence[Row]) -> list[str]:
    found = counts(rows)
    seconds = [f"{sum(row[which] for row in rows):.1f}" for which in ("cpu_seconds", "wall_seconds")]
    return [one_line(name), one_line(asked), *(str(found[column]) for column in COLUMNS), *seconds]


def _markdown(titles: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rule = ["---", "---", *("--:" for _ in titles[2:])]
    escaped = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in (titles, rule, *escaped))


def _aligned(titles: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    widths = [max(len(line[i]) for line in (titles, *lines)) for i in range(len(titles))]
    return "".join(
        "  ".join(
            cell.ljust(width) if i < 2 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        + "\n"
        for line in (titles, *lines)
    )


def told(row: Row) -> str:
    """A row on one line."""
    wanted = f", expected {row['expected']}" if row["expected"] is not None else ""
    reason = f": {row['reason']}" if row.get("reason") else ""
    if row.get("unconfirmed"):
        reason = f"{reason}; proof not confirmed: {row['unconfirmed']}"
    mark = "WRONG " if row["category"] == "wrong" else ""
    name = f"{row['task']} ({row['property']})"
    return one_line(f"{mark}{row['status']}{wanted}  {row['cpu_seconds']:.2f} s  {name}{reason}")


def notable(rows: Iterable[Row]) -> list[str]:
    """Lines about what somebody has to look at: wrong verdicts first, then what went wrong with us or a task."""
    found = list(rows)
    wrong = [told(row) for row in found if row["category"] == "wrong"]
    return wrong + [told(row) for row in found if column(row) == "error"]
