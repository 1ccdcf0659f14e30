"""Tasks as processes, so many at a time."""

from __future__ import annotations

import os
import select
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from antumbra.records import dataclass
from antumbra.report.sanitize import as_file
from antumbra.suites.child import Child, Ended, Limits, adopt, end_adopted
from antumbra.suites.results import Row, row_of, row_of_problem
from antumbra.suites.tasks import Task, digest
from antumbra.version import __version__

#: seconds between two looks at the limits of tasks
LOOK: Final = 0.2
#: of the machine's memory, what all tasks together may have
MEMORY_PART: Final = 0.8


@dataclass(frozen=True, slots=True)
class Orders:
    """What every task is told."""

    limits: Limits
    words: tuple[str, ...] = ()  #: options of ``check``, before those that a task has itself
    jobs: int = 1
    memory_said: bool = True  #: a limit that depends on the machine does not make another task
    program: tuple[str, ...] = (sys.executable, "-m", "antumbra")

    def digest(self, task: Task) -> str:
        limits = self.limits
        given = f"{limits.seconds} {limits.processor} {limits.memory_mb if self.memory_said else ''}"
        return digest(task, (__version__, given, *self.words, *task.words))

    def command(self, task: Task, out: Path) -> list[str]:
        limits = self.limits
        words = [*self.program, "check", as_file(str(task.file)), *self.words, *task.words]
        words += ["--json", "--out", str(out)]
        if limits.seconds is not None:
            words += ["--timeout", f"{limits.seconds:g}"]
        if limits.memory_mb is not None:
            words += ["--memory", str(limits.memory_mb)]
        return words


def shared_memory(jobs: int) -> int:
    """Megabytes for each of so many tasks, so that together they fit into the machine."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e6
    return max(256, int(total * MEMORY_PART / jobs))


class _Running:
    """A task under way, with a folder for what it writes."""

    def __init__(self, task: Task, orders: Orders) -> None:
        self.task = task
        self.digest = orders.digest(task)  # of what is read now, should the file change meanwhile
        self.folder = Path(tempfile.mkdtemp(prefix="antumbra-suite-"))
        try:
            self.child = Child(orders.command(task, self.folder / "out"), orders.limits)
        except BaseException:
            self.close()
            raise
        self.watched = _watched(self.child.pid)

    def row(self, ended: Ended) -> Row:
        return row_of(self.task, ended, self.digest, __version__)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        if getattr(self, "watched", None) is not None:
            os.close(self.watched)  # type: ignore[arg-type]


def _watched(pid: int) -> int | None:
    """Something that ``select`` sees when the process ends."""
    with suppress(OSError, AttributeError):
        return os.pidfd_open(pid)
    return None


def run_tasks(
    tasks: Sequence[Task], orders: Orders, running: Callable[[int], None] | None = None, *, alone: bool = False
) -> Generator[Row]:
    """A row for each task as it ends. Whatever ends this, no process of a task is left.

    ``running`` is told how many are under way, now and then. ``alone``: this process has no other children, so that
    whatever a task has left behind can be ended, too.
    """
    waiting = list(reversed(tasks))
    active: list[_Running] = []
    if alone:
        adopt(yes=True)
    try:
        while waiting or active:
            while waiting and len(active) < orders.jobs:
                task = waiting.pop()
                if task.problem:
                    yield row_of_problem(task, orders.digest(task), __version__)
                else:
                    active.append(_Running(task, orders))
            if running is not None:
                running(len(active))
            _wait(active)
            for each in list(active):
                ended = each.child.poll()
                if ended is None:
                    each.child.watch()
                    continue
                active.remove(each)
                each.close()
                if alone:
                    end_adopted([other.child.pid for other in active])
                yield each.row(ended)
    finally:
        for each in active:
            each.child.end()
            each.close()
        if alone:
            end_adopted(())
            adopt(yes=False)


def _wait(active: Sequence[_Running]) -> None:
    """Until one of them ends, or it is time to look at their limits."""
    select.select([each.watched for each in active if each.watched is not None], [], [], LOOK)
