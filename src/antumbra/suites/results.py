"""Rows: what became of each task, one JSON object on a line.

A row is written when its task is done, with one call of the system; so a run that is killed loses the tasks in hand and
nothing else. A last line without an end is what was being written then: it is dropped when the file is opened again.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, cast

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.suites.child import Ended
from antumbra.suites.judging import category
from antumbra.suites.tasks import Task

Row = dict[str, Any]

#: what each row has at least
FIELDS: Final = ("task", "property", "expected", "status", "category", "cpu_seconds", "wall_seconds", "memory_mb")
_VERDICTS: Final = {"safe": "true", "unsafe": "false", "unknown": "unknown"}
_STATUS: Final = {0: "safe", 1: "unsafe", 2: "unknown"}
#: of what ``check --json`` prints, what a row keeps
_KEPT: Final = ("engine", "location", "message", "inputs", "replayed", "proof_checked", "assumption_ids")
_COUNTED: Final = ("instructions", "paths", "forks", "subsumed", "queries", "solver_queries", "solver_seconds")
_MOST_INPUTS: Final = 50


def row_of(task: Task, ended: Ended, digest: str, version: str) -> Row:
    """The row of a task whose process has ended."""
    result = _printed(ended)
    status, reason = _status(task, ended, result)
    row = _row(task, status, reason, digest, version)
    if result is not None:
        row |= {name: result[name] for name in _KEPT if result.get(name) is not None}
        if row.get("inputs"):
            row["inputs"] = row["inputs"][:_MOST_INPUTS]
        proof: Mapping[str, Any] = result.get("proof") or {}
        if row["result"] == "safe" and proof.get("result") != "confirmed":
            row["unconfirmed"] = str(proof.get("reason") or "there was no check")
        counters: Mapping[str, Any] = result.get("stats") or {}
        row["stats"] = {name: counters[name] for name in _COUNTED if name in counters}
    row |= {
        "cpu_seconds": round(ended.cpu_seconds, 3),
        "wall_seconds": round(ended.wall_seconds, 3),
        "memory_mb": round(ended.memory_mb, 1),
    }
    return row


def row_of_problem(task: Task, digest: str, version: str) -> Row:
    """The row of a task that cannot be run."""
    return _row(task, "ERROR", task.problem, digest, version)


def _row(task: Task, status: str, reason: str, digest: str, version: str) -> Row:
    said = status.partition("(")[0]
    return {
        "task": task.name,
        "file": str(task.file),
        "property": task.asked,
        "expected": task.expected,
        "status": status,
        "result": {"true": "safe", "false": "unsafe"}.get(said, "unknown"),
        "category": category(task.expected, status),
        "reason": reason or None,
        "cpu_seconds": 0.0,
        "wall_seconds": 0.0,
        "memory_mb": 0.0,
        "options": list(task.options),
        "digest": digest,
        "version": version,
    }


def _printed(ended: Ended) -> Mapping[str, Any] | None:
    """The object that was printed, if it is one and says the same as the exit status."""
    try:
        printed: object = json.loads(ended.output)
    except ValueError:
        return None
    if not isinstance(printed, dict):
        return None
    result = cast("dict[str, Any]", printed)
    if ended.status == 3 and "error" in result:
        return result
    return result if result.get("verdict") == _STATUS.get(ended.status) and "verdict" in result else None


def _status(task: Task, ended: Ended, result: Mapping[str, Any] | None) -> tuple[str, str]:
    """Only what a process has told whole counts, and only if nobody had to kill it."""
    if ended.killed:
        names = {"time": "TIMEOUT", "memory": "OUT OF MEMORY"}
        return names.get(ended.limit, "KILLED"), "killed: it did not stop at its limit"
    if result is None:
        told = ended.complaint.splitlines()[-1] if ended.complaint else ""
        ending = f"signal {-ended.status}" if ended.status < 0 else f"exit status {ended.status}"
        return "ERROR", f"no answer ({ending}) {told}".strip()
    reason = str(result.get("reason") or "")
    if "error" in result:
        return "ERROR", str(result["error"])
    verdict = _VERDICTS[result["verdict"]]
    if verdict == "false":
        violated = str(result.get("violated") or "")
        # an assertion is what SV-COMP's property speaks of as a call of the error function
        part = "unreach-call" if violated == "assert" and task.asked == "unreach-call" else violated
        return (f"false({part})" if part else "false"), reason
    if verdict == "unknown":
        if reason.startswith("time limit") or (ended.limit == "time" and reason.startswith("interrupted")):
            return "TIMEOUT", reason
        if reason.startswith("memory limit"):
            return "OUT OF MEMORY", reason
        if reason.startswith("internal error"):
            return "ERROR", reason
    return verdict, reason


# ---------------------------------------------------------------- files


def read_rows(path: Path) -> list[Row]:
    """The rows of a file, of each task the last. Raises InputError with the line that is no row."""
    return list(_by_task(_parsed(path, _content(path))[0]).values())


class Ledger:
    """A file of rows that is written to; nobody else may do so meanwhile.

    Raises InputError if it has other lines than rows, and leaves it as it is.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", Location(str(path))) from error
        try:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise InputError("is being written by another run", Location(str(path))) from error
            rows, whole = _parsed(path, _content(path))
            self.torn = os.fstat(self._file).st_size - whole
            if self.torn > 0:
                os.ftruncate(self._file, whole)
            elif self.torn < 0:  # all of the last row but its end
                os.write(self._file, b"\n")
        except BaseException:
            os.close(self._file)
            raise
        self.rows = _by_task(rows)

    def append(self, row: Row) -> None:
        data = json.dumps(row, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"
        os.write(self._file, data)
        self.rows[row["task"], row["property"]] = row

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Location(str(path))) from error


def _by_task(rows: Iterable[Row]) -> dict[tuple[str, str], Row]:
    return {(row["task"], row["property"]): row for row in rows}


def _parsed(path: Path, content: bytes) -> tuple[list[Row], int]:
    """The rows, and how many bytes they take with the ends of their lines."""
    rows: list[Row] = []
    whole = 0
    for number, line in enumerate(content.split(b"\n"), 1):
        ended = whole + len(line) < len(content)
        row = _row_in(line)
        if row is not None:
            rows.append(row)
        elif line.strip() and ended:
            raise InputError(
                f"is no row of results; expected a JSON object with {', '.join(FIELDS)}", Location(str(path), number)
            )
        elif not ended:
            break
        whole += len(line) + 1
    return rows, whole


def _row_in(line: bytes) -> Row | None:
    try:
        value: object = json.loads(line)
    except ValueError:
        return None
    if not isinstance(value, dict):
        return None
    row = cast("Row", value)
    return row if all(name in row for name in FIELDS) else None
