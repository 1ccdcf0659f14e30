"""Work in a child of this process, which can be ended at any time.

Bitwuzla holds the interpreter while it works, and polls us in its search only: neither while it preprocesses nor while
it builds circuits, which may take minutes. Nothing but the end of its process stops it then. A fork has all terms
already, so only the answer travels.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import resource
import select
import signal
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from antumbra.records import dataclass

#: seconds between two looks at the clock while a child works
LOOK: Final = 0.02
_CHUNK: Final = 1 << 20
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_PR_SET_PDEATHSIG: Final = 1
_system: Final = ctypes.CDLL(None)


@dataclass(frozen=True, slots=True)
class Returned:
    """What the work has returned."""

    value: Any


@dataclass(frozen=True, slots=True)
class Ended:
    """The child was ended: the time was over."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The child ended without an answer, and why."""

    reason: str


def apart(
    work: Callable[[], object], expired: Callable[[], bool], memory_mb: float | None, processor: float | None = None
) -> Returned | Ended | Lost:
    """Do the work in a child, which is killed as soon as ``expired``. What it returns must be picklable.

    ``memory_mb``: what this process and the child may take together; None: half of what the machine has to spare.
    ``processor``: seconds of work of the child, however busy the machine is.
    """
    reader, writer = os.pipe()
    try:
        child = _fork()
    except OSError as error:
        os.close(reader)
        os.close(writer)
        return Lost(f"no process could be started: {error.strerror}")
    if not child:
        _work(work, writer, memory_mb, processor)
    os.close(writer)
    try:
        received = _received(reader, expired)
    finally:
        os.close(reader)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if received is None:
        return Ended()
    if not received:
        worked_out = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
        return Ended() if worked_out else Lost(_story(status))
    kind, value = pickle.loads(received)  # noqa: S301 - written by our own child
    return Returned(value) if kind == "returned" else Lost(value)


def _fork() -> int:
    with warnings.catch_warnings():
        # threads of ours only watch: none of them holds a lock that a child would wait for
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _work(work: Callable[[], object], writer: int, memory_mb: float | None, processor: float | None) -> NoReturn:
    """In the child: never returns, writes nothing but its answer."""
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGALRM})
        _system.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _limit_memory(memory_mb)
        if processor is not None:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)  # which ends the child
            signal.setitimer(signal.ITIMER_PROF, processor)
        try:
            answer = ("returned", work())
        except MemoryError:
            answer = ("lost", "out of memory")
        except Exception as error:  # noqa: BLE001 - the parent tells it
            answer = ("lost", f"{type(error).__name__}: {error}")
        data = memoryview(pickle.dumps(answer))
        while data:
            data = data[os.write(writer, data) :]
    finally:
        os._exit(0)


def _limit_memory(memory_mb: float | None) -> None:
    size, resident = (int(word) * _PAGE for word in Path("/proc/self/statm").read_bytes().split()[:2])
    more = _spare() // 2 if memory_mb is None else max(0, int(memory_mb * 1e6) - resident)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = size + more
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _spare() -> int:
    for line in Path("/proc/meminfo").read_bytes().splitlines():
        if line.startswith(b"MemAvailable:"):
            return int(line.split()[1]) * 1024
    return 1 << 32


def _received(reader: int, expired: Callable[[], bool]) -> bytes | None:
    """All that the child writes, or None when the time is over."""
    parts: list[bytes] = []
    waiting = select.poll()
    waiting.register(reader, select.POLLIN)
    while True:
        if waiting.poll(LOOK * 1000):
            part = os.read(reader, _CHUNK)
            if not part:
                return b"".join(parts)
            parts.append(part)
        elif expired():
            return None


def _story(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "out of memory" if number == signal.SIGABRT else f"ended by {signal.Signals(number).name}"
    return "ended without an answer"
