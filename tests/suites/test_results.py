"""Rows: what a process has told, and files that survive whatever ends a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from antumbra.program.errors import InputError
from antumbra.suites.child import Ended
from antumbra.suites.results import Ledger, read_rows, row_of
from antumbra.suites.tasks import Task
from support.suites import row


def status_of(status: int, output: object, *, limit: str = "", killed: bool = False, asked: str | None = None) -> str:
    text = output if isinstance(output, str) else json.dumps(output)
    ended = Ended(status, text, "last words", limit, killed, 1.0, 2.0, 3.0)
    return row_of(Task("a.c", Path("a.c"), asked, "true"), ended, "", "")["status"]


SAFE = {"verdict": "safe", "reason": None, "stats": {}}
UNSAFE = {"verdict": "unsafe", "reason": None, "violated": "assert", "stats": {}}
UNKNOWN = {"verdict": "unknown", "reason": "solver gave up", "stats": {}}


def test_what_a_process_has_told() -> None:
    assert status_of(0, SAFE) == "true"
    assert status_of(1, UNSAFE) == "false(unreach-call)"
    assert status_of(1, UNSAFE, asked="assert") == "false(assert)"
    assert status_of(2, UNKNOWN) == "unknown"
    assert status_of(2, {**UNKNOWN, "reason": "time limit: 3 states left"}) == "TIMEOUT"
    assert status_of(2, {**UNKNOWN, "reason": "memory limit"}) == "OUT OF MEMORY"
    assert status_of(2, {**UNKNOWN, "reason": "internal error: x"}) == "ERROR"
    assert status_of(2, {**UNKNOWN, "reason": "interrupted"}, limit="time") == "TIMEOUT"
    assert status_of(2, {**UNKNOWN, "reason": "interrupted"}) == "unknown"


@pytest.mark.parametrize("output", ["", "{", "[]", "null", json.dumps({"reason": None}), json.dumps(SAFE)[:-1]])
@pytest.mark.parametrize("status", [0, 1, 2, 3, -9, -11])
def test_no_verdict_without_an_answer(output: str, status: int) -> None:
    assert status_of(status, output) == "ERROR"


def test_exit_status_and_answer_must_agree() -> None:
    for status in (1, 2, 3, -6):
        assert status_of(status, SAFE) == "ERROR"
    assert status_of(0, UNSAFE) == "ERROR"
    assert status_of(3, {**UNKNOWN, "error": "a.c:1: nonsense"}) == "ERROR"


def test_what_had_to_be_killed_has_no_verdict() -> None:
    assert status_of(0, SAFE, limit="time", killed=True) == "TIMEOUT"
    assert status_of(0, SAFE, limit="memory", killed=True) == "OUT OF MEMORY"
    assert status_of(0, SAFE, killed=True) == "KILLED"


# ---------------------------------------------------------------- files


def test_rows_are_appended_and_the_last_of_a_task_counts(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with Ledger(file) as ledger:
        ledger.append(row("a.c", "unknown", "unknown"))
        ledger.append(row("b.c"))
    with Ledger(file) as ledger:
        ledger.append(row("a.c"))
    assert [(each["task"], each["status"]) for each in read_rows(file)] == [("a.c", "true"), ("b.c", "true")]
    assert len(file.read_text().splitlines()) == 3


@pytest.mark.parametrize("torn", range(1, 200, 7))
def test_a_torn_last_line_is_dropped(tmp_path: Path, torn: int) -> None:
    file = tmp_path / "results.jsonl"
    first, second = (json.dumps(row(name)) + "\n" for name in ("a.c", "b.c"))
    file.write_text(first + second[:torn])
    assert [each["task"] for each in read_rows(file)] == ["a.c"]  # who only reads changes nothing
    assert file.read_text() == first + second[:torn]
    with Ledger(file) as ledger:
        assert ledger.torn == torn
        ledger.append(row("c.c"))
    assert [each["task"] for each in read_rows(file)] == ["a.c", "c.c"]


def test_a_last_row_that_lacks_only_its_end_counts(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(json.dumps(row("a.c")))
    with Ledger(file) as ledger:
        assert list(ledger.rows) == [("a.c", "unreach-call")]
        ledger.append(row("b.c"))
    assert [each["task"] for each in read_rows(file)] == ["a.c", "b.c"]


@pytest.mark.parametrize("line", ["hello", '{"task": "a.c"}', "[1]", '{"task": '])
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, line: str) -> None:
    file = tmp_path / "results.jsonl"
    text = json.dumps(row()) + f"\n{line}\n" + json.dumps(row("b.c")) + "\n"
    file.write_text(text)
    for reading in (Ledger, read_rows):
        with pytest.raises(InputError) as error:
            reading(file)
        assert error.value.location is not None
        assert error.value.location.line == 2
    assert file.read_text() == text


def test_only_one_run_writes(tmp_path: Path) -> None:
    with Ledger(tmp_path / "results.jsonl"), pytest.raises(InputError, match="another run"):
        Ledger(tmp_path / "results.jsonl")
    Ledger(tmp_path / "results.jsonl").__exit__(None, None, None)
