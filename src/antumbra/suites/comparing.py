"""Two runs of the same tasks: what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from antumbra.records import dataclass
from antumbra.report.sanitize import one_line
from antumbra.suites.judging import head
from antumbra.suites.results import Row

#: times as much processor time, and seconds more, that are a change
FACTOR: Final = 1.5
LEAST: Final = 1.0

Kind = Literal["worse", "better", "other", "slower", "faster", "new", "gone"]
#: how good a row is; a decided task that nobody has an expectation of counts as correct
_WORTH: Final = {"wrong": 0, "error": 1, "unknown": 1, "missing": 2, "correct": 2}


@dataclass(frozen=True, slots=True)
class Change:
    """``worse``: wrong now, or decided no longer."""

    kind: Kind
    task: str
    property: str
    before: Row | None
    now: Row | None


def changes(before: Sequence[Row], now: Sequence[Row]) -> Iterator[Change]:
    """In the order of kinds that matter most, then of the rows now."""
    old = {(row["task"], row["property"]): row for row in before}
    new = {(row["task"], row["property"]): row for row in now}
    found = [Change(_kind(old[key], row), *key, old[key], row) for key, row in new.items() if key in old]
    found += [Change("new", *key, None, row) for key, row in new.items() if key not in old]
    found += [Change("gone", *key, row, None) for key, row in old.items() if key not in new]
    for kind in ("worse", "better", "other", "slower", "faster", "new", "gone"):
        yield from (each for each in found if each.kind == kind and not _same(each))


def _same(change: Change) -> bool:
    return (
        change.kind == "other"
        and change.before is not None
        and change.now is not None
        and (change.before["status"] == change.now["status"])
    )


def _kind(before: Row, now: Row) -> Kind:
    old, new = _worth(before), _worth(now)
    if old != new:
        return "worse" if new < old else "better"
    if before["status"] == now["status"] and old == 2:
        a, b = before["cpu_seconds"], now["cpu_seconds"]
        if b > a * FACTOR and b > a + LEAST:
            return "slower"
        if a > b * FACTOR and a > b + LEAST:
            return "faster"
    return "other"


def _worth(row: Row) -> int:
    undecided = row["category"] == "missing" and head(row["status"]) == "unknown"
    return 1 if undecided else _WORTH.get(row["category"], 1)


def comparison(found: Sequence[Change]) -> str:
    """A line for each change, after one with their numbers."""
    numbers = {kind: sum(change.kind == kind for change in found) for kind in Kind.__args__}
    counted = ", ".join(f"{number} {kind}" for kind, number in numbers.items() if number)
    lines = [f"against the run before: {counted or 'nothing changed'}"]
    for change in found:
        if change.kind in ("new", "gone"):
            continue
        lines.append(
            f"  {change.kind:6} {change.task} ({change.property}): {_short(change.before)} -> {_short(change.now)}"
        )
    return "".join(f"{one_line(line)}\n" for line in lines)


def _short(row: Row | None) -> str:
    return "" if row is None else f"{row['status']} {row['cpu_seconds']:.1f} s"
