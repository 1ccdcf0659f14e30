"""Suites and explorations on a cluster of two local workers, which are killed. Needs the extra ``cluster``."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from antumbra import cluster
from antumbra.cli import main
from antumbra.engines.explore.parallel import crew as crews
from antumbra.engines.explore.parallel.cluster import Cluster
from antumbra.program.errors import InputError
from antumbra.suites.cluster import parcel, run_tasks_on, unpack_and_run
from antumbra.suites.tasks import Task
from engines.parallel.test_crew import program
from support.crews import Crew, alone, options, ways
from support.size import FULL
from support.suites import orders, printing, scripted


def test_a_parcel_is_the_task(tmp_path: Path) -> None:
    """What a worker runs: files by content, in a folder of its own; names in the answer are the sender's."""
    (tmp_path / "p").mkdir()
    prp = tmp_path / "p" / "unreach-call.prp"
    prp.write_text("CHECK")
    task = scripted(tmp_path, "a.c", f'cat "$3" >&2; {printing(0, file="$1")}'.replace("'", '"', 0))
    task = Task("a.c", task.file, str(prp), "true")
    sent = parcel(task, orders())
    task.file.unlink()
    ended = unpack_and_run(cluster.VERSION, sent)
    assert ended.status == 0
    assert ended.complaint == "CHECK"
    with pytest.raises(cluster.OtherVersionError):
        unpack_and_run("antumbra 0.0.1", sent)


def test_without_a_scheduler(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("// expect: safe\nint main(void) { return 0; }\n")
    said = "no scheduler answers" if installed() else "pip install"
    for command in ("suite", "explore"):
        assert main([command, "a.c", "--scheduler", "tcp://127.0.0.1:9"]) == 3
        assert said in capsys.readouterr().err


def installed() -> bool:
    from importlib.util import find_spec

    return find_spec("distributed") is not None


def test_a_bad_address() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(InputError, match="no scheduler answers at nonsense://x"):
        cluster.connect("nonsense://x")


# ---------------------------------------------------------------- with workers


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    if not FULL:
        pytest.skip("starts three processes: in the full suite")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as local:
        yield local


def killed_one(local: Any) -> None:
    pid = next(worker.pid for worker in local.workers.values() if worker.pid)
    os.kill(pid, signal.SIGKILL)


@pytest.mark.filterwarnings("ignore")
def test_exploring_while_workers_are_killed(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "LONG", 3_000)
    monkeypatch.setattr(crews, "SHORT", 500)
    one, ends = alone(program(3))
    client = cluster.connect(workers.scheduler_address)
    crew = Crew(program(3), options(), Cluster(client, program(3), options()))
    found, kills = [], 0
    for end in crew.run():
        found.append(end)
        if len(found) % 100 == 0 and kills < 2:
            kills += 1
            killed_one(workers)
    assert kills == 2
    assert crew.complete
    # workers tell three violations of a place with their inputs, and count the others
    assert crew.statistics.paths == one.statistics.paths
    plain = [end for end in ends if not end.check]
    assert ways([end for end in found if not end.check]) == ways(plain)


@pytest.mark.filterwarnings("ignore")
def test_a_suite_while_workers_are_killed(workers: Any, tmp_path: Path) -> None:
    tasks = [
        scripted(tmp_path, f"{i}.c", f"sleep 0.1\n{printing(i % 2)}", "true" if i % 2 == 0 else "false")
        for i in range(30)
    ]
    client = cluster.connect(workers.scheduler_address)
    rows = []
    for row in run_tasks_on(client, tasks, orders()):
        rows.append(row)
        if len(rows) in (5, 15):
            killed_one(workers)
    client.close()
    assert sorted(row["task"] for row in rows) == sorted(task.name for task in tasks)
    assert {row["category"] for row in rows} == {"correct"}


@pytest.mark.filterwarnings("ignore")
def test_the_command_line(
    workers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t").mkdir()
    Path("t/a.bpl").write_text("// expect: safe\nprocedure main() { var x: int; assume x > 1; assert x > 0; }\n")
    Path("t/b.bpl").write_text("// expect: unsafe\nprocedure main() { var x: int; assert x > 0; }\n")
    assert main(["suite", "t", "--scheduler", workers.scheduler_address, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["tasks"]
    assert {row["task"] for row in rows} == {"t/a.bpl", "t/b.bpl"}
    assert any(str(tmp_path) in json.dumps(row) for row in rows)  # places are the sender's
    Path("a.c").write_text(
        "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() > 3 ? 1 : 2; }\n"
    )
    assert main(["explore", "a.c", "--scheduler", workers.scheduler_address, "--json", "--out", "o"]) == 0
