"""Processes of tasks: limits, and that none is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from antumbra.suites import child
from antumbra.suites.child import cpu_seconds, descendants
from antumbra.suites.running import run_tasks
from support.suites import is_gone, orders, printing, scripted

#: a child that leaves its parent and its session, and says its number
STRAY = "setsid sleep 600 & echo $! > {}\n"


def test_rows_of_all_tasks(tmp_path: Path) -> None:
    tasks = [
        scripted(tmp_path, "safe.c", printing(0)),
        scripted(tmp_path, "missed.c", printing(0), "false"),
        scripted(tmp_path, "failing.c", printing(1, violated="assert"), "false"),
        scripted(tmp_path, "crash.c", "kill -SEGV $$\n"),
        scripted(tmp_path, "silent.c", "exit 0\n"),
        scripted(tmp_path, "lying.c", printing(0).replace("exit 0", "exit 2")),
    ]
    rows = {row["task"]: (row["status"], row["category"]) for row in run_tasks(tasks, orders(2))}
    assert rows == {
        "safe.c": ("true", "correct"),
        "missed.c": ("true", "wrong"),
        "failing.c": ("false(unreach-call)", "correct"),
        "crash.c": ("ERROR", "error"),
        "silent.c": ("ERROR", "error"),
        "lying.c": ("ERROR", "error"),
    }


def test_what_does_not_stop_is_killed_with_all_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "LATE", 0.0)
    place = tmp_path / "stray"
    task = scripted(tmp_path, "a.c", f"trap '' INT TERM\n{STRAY.format(place)}while :; do sleep 1; done\n")
    started = time.monotonic()
    rows = list(run_tasks([task], orders(seconds=0.3)))
    assert [row["status"] for row in rows] == ["TIMEOUT"]
    assert time.monotonic() - started < 60
    assert is_gone(int(place.read_text()))


def test_processor_time_is_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked to stop first, and may report."""
    monkeypatch.setattr(child, "LATE", 5.0)
    stops = printing(2, reason="interrupted").replace("\n", "; ").rstrip("; ")
    told = tmp_path / "told.sh"
    told.write_text(stops.replace("; exit", "\nexit"))
    task = scripted(tmp_path, "a.c", f"trap '. {told}' INT\nwhile :; do :; done\n")
    rows = list(run_tasks([task], orders(processor=0.05)))
    assert [(row["status"], row["reason"]) for row in rows] == [("TIMEOUT", "interrupted")]


def test_memory_is_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MORE_MB", 0)
    code = f"{sys.executable} -c 'x = bytearray(200_000_000); import time; time.sleep(600)'\n"
    rows = list(run_tasks([scripted(tmp_path, "a.c", code)], orders(memory_mb=100)))
    assert [row["status"] for row in rows] == ["OUT OF MEMORY"]


def test_nothing_is_left_when_a_run_is_given_up(tmp_path: Path) -> None:
    tasks = [scripted(tmp_path, f"{i}.c", printing(0) if not i else "sleep 600\n") for i in range(3)]
    rows = run_tasks(tasks, orders(3))
    assert next(rows)["task"] == "0.c"
    mine = descendants(os.getpid())
    assert mine
    rows.close()
    assert all(map(is_gone, mine))


ALONE = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from antumbra.suites.running import run_tasks
from support.suites import orders, scripted
folder = Path(sys.argv[1])
for row in run_tasks([scripted(folder, "a.c", (folder / "script").read_text())], orders(), alone=True):
    print(row["status"], flush=True)
    if sys.argv[2:] == ["wait"]:
        sys.stdin.read()
"""


def test_what_a_task_leaves_behind_is_ended(tmp_path: Path) -> None:
    """A process whose parent has ended is nobody's, unless the suite adopts it."""
    place = tmp_path / "stray"
    (tmp_path / "script").write_text(STRAY.format(place) + printing(0))
    code = ALONE.format(path=[p for p in sys.path if p])
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, capture_output=True, timeout=120)
    assert is_gone(int(place.read_text()))


def test_a_task_ends_with_the_suite(tmp_path: Path) -> None:
    """Even if that is killed."""
    place = tmp_path / "pid"
    (tmp_path / "script").write_text(f"echo $$ > {place}.new; mv {place}.new {place}; while :; do sleep 1; done\n")
    code = ALONE.format(path=[p for p in sys.path if p])
    suite = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)])
    while not place.exists():
        time.sleep(0.01)
    suite.kill()
    suite.wait()
    assert is_gone(int(place.read_text()))


def test_processor_seconds_are_those_of_the_process() -> None:
    before = cpu_seconds(os.getpid())
    sum(i for i in range(2_000_000))
    assert cpu_seconds(os.getpid()) > before
    assert cpu_seconds(2**22 + 1) == 0
