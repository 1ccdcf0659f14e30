"""A task's process: started with limits, watched, and surely ended.

It is asked to stop by itself (``check`` has its own limits and reports at their end); what does not is killed, with all
processes it has started. Should this process be killed, the system kills the task's.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from antumbra.records import dataclass

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
_system: Final = ctypes.CDLL(None)
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_TICKS: Final = os.sysconf("SC_CLK_TCK")

#: what a task may take beyond its time before it is killed: a part of it, and seconds
LATE_PART: Final = 0.1
LATE: Final = 20.0
#: the same for memory, which it looks at now and then
MORE_PART: Final = 0.25
MORE_MB: Final = 300
#: most that is read of what a task prints
MOST_OUTPUT: Final = 64 << 20
#: and of what it complains of
MOST_COMPLAINT: Final = 4_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one task. ``seconds`` are on the clock, ``processor`` seconds of work; None: no limit."""

    seconds: float | None = None
    processor: float | None = None
    memory_mb: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended. ``limit``: what it was stopped for, "" if it came to its end."""

    status: int
    output: str
    complaint: str
    limit: str
    killed: bool
    cpu_seconds: float
    wall_seconds: float
    memory_mb: float


class Child:
    """A process that runs."""

    def __init__(self, command: Sequence[str], limits: Limits, environment: Mapping[str, str] | None = None) -> None:
        self.limits = limits
        self._limit = ""
        self._killed = False
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it has ended
        self._complaint = tempfile.TemporaryFile()  # noqa: SIM115
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=self._complaint,
            env=None if environment is None else dict(environment),
            start_new_session=True,
            preexec_fn=_tie,  # noqa: PLW1509 - no thread of ours is at work
        )
        self.pid: Final = self._process.pid

    def poll(self) -> Ended | None:
        """How it ended; None as long as it runs."""
        pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        if not pid:
            return None
        self._process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - self._started
        with self._output, self._complaint:
            return Ended(
                self._process.returncode,
                _text(self._output, MOST_OUTPUT),
                _text(self._complaint, MOST_COMPLAINT).strip(),
                self._limit,
                self._killed,
                usage.ru_utime + usage.ru_stime,
                wall,
                usage.ru_maxrss / 1024,
            )

    def watch(self) -> None:
        """Stop it if a limit is exceeded."""
        limits, wall = self.limits, time.monotonic() - self._started
        if limits.seconds is not None and wall > limits.seconds * (1 + LATE_PART) + LATE:
            self.kill("time")
        elif limits.processor is not None or limits.memory_mb is not None:
            self._watch_work()

    def _watch_work(self) -> None:
        limits = self.limits
        tree = [self.pid, *descendants(self.pid)]
        if limits.processor is not None:
            used = sum(map(cpu_seconds, tree))
            if used > limits.processor * (1 + LATE_PART) + LATE:
                self.kill("time")
            elif used > limits.processor and not self._limit:
                self._limit = "time"
                self._process.send_signal(signal.SIGINT)  # it reports what it has
        if limits.memory_mb is not None:
            most = limits.memory_mb * (1 + MORE_PART) + MORE_MB
            if any(resident_mb(pid) > most for pid in tree):
                self.kill("memory")

    def kill(self, limit: str = "") -> None:
        """End it and all that it has started."""
        self._limit = self._limit or limit
        self._killed = True
        end_tree(self.pid)

    def end(self) -> None:
        """Kill it and wait for it."""
        if self._process.returncode is None:
            self.kill()
            while self.poll() is None:
                time.sleep(0.005)


def _tie() -> None:
    """In the child, before it becomes the program: it ends when its parent does."""
    _system.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where a shell has put us in the background
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _text(file: IO[bytes], most: int) -> str:
    return os.pread(file.fileno(), most, 0).decode("utf-8", "replace")


def adopt(*, yes: bool) -> None:
    """Whether processes whose parent is gone become children of this one, rather than the system's."""
    _system.prctl(_PR_SET_CHILD_SUBREAPER, int(yes), 0, 0, 0)


def end_adopted(ours: Sequence[int]) -> int:
    """Kill all children but ours, and those of theirs; how many there were."""
    count = 0
    for pid in _children(os.getpid()):
        if pid in ours:
            continue
        count += 1
        end_tree(pid)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)
    return count


def end_tree(pid: int) -> None:
    """Kill a process and all below it. They are stopped first: none starts another while they are counted."""
    stopped: list[int] = []
    found = [pid]
    while found:
        for each in found:
            _send(each, signal.SIGSTOP)
        stopped += found
        found = [each for each in descendants(pid) if each not in stopped]
    for each in stopped:
        _send(each, signal.SIGKILL)


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


# ---------------------------------------------------------------- what the system knows of a process


def descendants(pid: int) -> list[int]:
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = list(_children(waiting.pop()))
        found += below
        waiting += below
    return found


def _children(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                yield from map(int, (thread / "children").read_text("ascii").split())


def cpu_seconds(pid: int) -> float:
    """Of a process and of those of its children that have ended."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, after_name[11:15])) / _TICKS


def resident_mb(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * _PAGE / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0
