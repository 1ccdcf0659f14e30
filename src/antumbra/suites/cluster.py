"""Tasks on the workers of a cluster: files are sent by content, how a process ended comes back."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, Final

from antumbra.cluster import VERSION, refuse_other, workers
from antumbra.records import dataclass, replace
from antumbra.report.sanitize import as_file
from antumbra.suites.child import Child, Ended
from antumbra.suites.results import Row, row_of, row_of_problem
from antumbra.suites.running import Orders
from antumbra.suites.tasks import Task
from antumbra.version import __version__

#: tasks that are sent ahead, for each worker
AHEAD: Final = 3
_LOOK: Final = 0.05


@dataclass(frozen=True, slots=True)
class Parcel:
    """A task as it is sent: its files by their names below a common folder."""

    root: str
    files: tuple[tuple[str, bytes], ...]
    task: Task
    orders: Orders


def parcel(task: Task, orders: Orders) -> Parcel:
    """Headers that a program includes from its own folder are not part of it."""
    stated = task.specification or ""
    named = [task.file, *task.sources, *([Path(stated)] if stated.endswith(".prp") else [])]
    absolute = [Path(os.path.abspath(each)) for each in named]  # noqa: PTH100 - links stay as they are
    root = Path(os.path.commonpath([str(each.parent) for each in absolute]))
    files = tuple((str(each.relative_to(root)), each.read_bytes()) for each in absolute)
    inside = [Path(name) for name, _ in files]
    sent = replace(
        task,
        file=inside[0],
        sources=tuple(inside[1 : 1 + len(task.sources)]),
        specification=str(inside[-1]) if stated.endswith(".prp") else task.specification,
    )
    return Parcel(str(root), files, sent, orders)


def run_tasks_on(
    client: Any, tasks: Sequence[Task], orders: Orders, running: Callable[[int], None] | None = None
) -> Generator[Row]:
    """A row for each task as it ends. A worker that is lost in mid-task loses nothing: Dask has it done again."""
    waiting = list(reversed(tasks))
    active: dict[Any, Task] = {}
    try:
        while waiting or active:
            while waiting and len(active) < AHEAD * max(1, workers(client)):
                task = waiting.pop()
                try:
                    sent = None if task.problem else parcel(task, orders)
                except OSError as error:
                    sent, task = None, replace(task, problem=f"cannot be read: {error.strerror}")
                if sent is None:
                    yield row_of_problem(task, orders.digest(task), __version__)
                else:
                    active[client.submit(unpack_and_run, VERSION, sent, pure=False)] = task
            if running is not None:
                running(len(active))
            done = [future for future in active if future.done()]
            for future in done:
                yield _row(future, active.pop(future), orders)
            if not done:
                time.sleep(_LOOK)
    finally:
        client.cancel(list(active))


def _row(future: Any, task: Task, orders: Orders) -> Row:
    try:
        ended: Ended = future.result()
    except Exception as error:  # noqa: BLE001 - whatever happened on a worker
        problem = f"a worker failed: {type(error).__name__}: {error}"
        return row_of_problem(replace(task, problem=problem), orders.digest(task), __version__)
    return row_of(task, ended, orders.digest(task), __version__)


def unpack_and_run(version: str, sent: Parcel) -> Ended:
    """On a worker: the task in a folder of its own. Names in its answer are those that the sender knows."""
    refuse_other(version)
    with tempfile.TemporaryDirectory(prefix="antumbra-task-") as name:
        root = Path(name) / "files"
        for relative, content in sent.files:
            place = root / relative
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        stated = sent.task.specification or ""
        task = replace(
            sent.task,
            file=Path(as_file(str(root / sent.task.file))),
            specification=str(root / stated) if stated.endswith(".prp") else sent.task.specification,
        )
        child = Child(sent.orders.command(task, Path(name) / "out"), sent.orders.limits)
        try:
            while (ended := child.poll()) is None:
                child.watch()
                time.sleep(_LOOK)
        finally:
            child.end()
    return replace(ended, output=ended.output.replace(str(root), sent.root))
