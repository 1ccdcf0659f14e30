"""A suite that is killed again and again, and goes on: every task once, none lost, none twice."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from antumbra.suites.results import read_rows
from antumbra.suites.running import Orders
from support.size import FULL, some
from support.suites import printing

TASKS = some(40, 500)
#: the suite as the command line has it, but for what it runs
CODE = """
import sys
sys.path[:0] = {path!r}
from antumbra.suites import running
from support.suites import SHELL
command = running.Orders.command
running.Orders.command = lambda self, task, out: [*SHELL, *command(self, task, out)[len(self.program):]]
from antumbra.cli import program as main
main()
"""


def make(folder: Path) -> Path:
    """Tasks that note each time they are run to the end."""
    tasks = folder / "tasks"
    tasks.mkdir()
    for i in range(TASKS):
        verdict = "safe" if i % 3 else "unsafe"
        script = printing(int(verdict == "unsafe"), violated="assert" if verdict == "unsafe" else None)
        (tasks / f"t{i:03}.c").write_text(f"// expect: {verdict}\nsleep 0.002\necho {i} >> {folder}/log\n{script}")
    return tasks


def start(folder: Path, tasks: Path) -> subprocess.Popen[bytes]:
    code = CODE.format(path=[p for p in sys.path if p])
    words = ["antumbra", "suite", str(tasks), "--out", str(folder / "out"), "-j", "2", "--timeout", "600"]
    return subprocess.Popen([sys.executable, "-c", code, *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def test_killed_and_resumed(tmp_path: Path) -> None:
    tasks = make(tmp_path)
    results = tmp_path / "out" / "results.jsonl"
    chance = random.Random(7)
    kills, done = 0, 0
    while kills < some(2, 12):
        suite = start(tmp_path, tasks)
        wanted = done + chance.randrange(1, max(2, TASKS // some(4, 16)))
        while suite.poll() is None and (not results.exists() or results.read_bytes().count(b"\n") < wanted):
            time.sleep(0.002)
        suite.kill()
        suite.wait()
        suite.communicate()
        kills += 1
        before, done = done, results.read_bytes().count(b"\n")
        assert done >= before  # what is written stays
        if chance.random() < 0.5:  # as if it had been killed while it wrote
            with results.open("ab") as file:
                file.write(json.dumps({"task": "t"}).encode()[: chance.randrange(1, 10)])
    assert done < TASKS, "it was done before it was killed"
    last = start(tmp_path, tasks)
    out, _ = last.communicate(timeout=280)
    assert last.returncode == 0, out
    rows = read_rows(results)
    assert len(rows) == TASKS
    assert {row["category"] for row in rows} == {"correct"}
    assert len(results.read_bytes().splitlines()) == TASKS  # no task was run again whose row was written
    ran = Counter((tmp_path / "log").read_text().split())
    assert len(ran) == TASKS
    assert sum(ran.values()) <= TASKS + 2 * kills  # a killed run loses the tasks in hand, two at a time
    again = start(tmp_path, tasks)
    again.communicate(timeout=280)
    assert Counter((tmp_path / "log").read_text().split()) == ran


def test_stopped_by_ctrl_c_it_reports_and_goes_on(tmp_path: Path) -> None:
    tasks = make(tmp_path)
    results = tmp_path / "out" / "results.jsonl"
    suite = start(tmp_path, tasks)
    while not results.exists() or not results.read_bytes():
        time.sleep(0.002)
    suite.send_signal(signal.SIGINT)
    out, _ = suite.communicate(timeout=120)
    assert suite.returncode == 2
    done = results.read_bytes().count(b"\n")
    assert 0 < done < TASKS
    assert f"all {done}" in " ".join(out.decode().split()) or f"unreach-call {done}" in " ".join(out.decode().split())


def test_the_digest_is_of_all_that_counts(tmp_path: Path) -> None:
    """A task is not run again only if nothing is different."""
    from antumbra.records import replace
    from antumbra.suites.child import Limits
    from antumbra.suites.tasks import Task

    file, other = tmp_path / "a.c", tmp_path / "p.prp"
    file.write_text("one")
    other.write_text("CHECK")
    task = Task("a.c", file, str(other), "true", ("--bound", "1"), (tmp_path / "b.c",))
    orders = Orders(Limits(1.0, None, 10), ("--engine", "dash"))
    first = orders.digest(task)
    assert first == Orders(Limits(1.0, None, 10), ("--engine", "dash"), jobs=7).digest(task)
    for changed in (
        replace(task, expected="false"),
        replace(task, options=("--bound", "2")),
        replace(task, specification="no-overflow"),
    ):
        assert orders.digest(changed) != first
    for others in (
        Orders(Limits(2.0, None, 10), ("--engine", "dash")),
        Orders(Limits(1.0, 1.0, 10), ("--engine", "dash")),
        Orders(Limits(1.0, None, 11), ("--engine", "dash")),
        Orders(Limits(1.0, None, 10), ("--engine", "abstract")),
    ):
        assert others.digest(task) != first
    for each in (file, other, tmp_path / "b.c"):
        before = each.read_text() if each.exists() else ""
        each.write_text(before + " ")
        assert orders.digest(task) != first
        each.write_text(before)
    assert FULL or orders.digest(task) == first
