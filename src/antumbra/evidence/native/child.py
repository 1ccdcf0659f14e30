"""Run the executable on one test, in a process of its own that can do nothing but compute and report.

The harness limits and confines itself before the program's first instruction (see harness_system.c); here
are the limits that only a parent can set: no environment, an empty folder, no open files, a session of
its own, a time limit after which the whole group is killed.
"""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path

from antumbra.engines.outcome import InputValue
from antumbra.evidence.values import in_memory
from antumbra.patterns import pattern
from antumbra.program.model import UNCHOSEN, Source
from antumbra.records import dataclass


class Ending(IntEnum):
    """How a native run ended. The numbers are those of harness.h."""

    RETURN = 1
    EXIT = 2
    ABORT = 3
    ASSUMPTION = 4
    SILENT = 5
    ERROR_CALL = 6
    ASSERT = 7
    NULL = 8
    BOUNDS = 9
    FREED = 10
    READ_ONLY = 11
    DOUBLE_FREE = 12
    INVALID_FREE = 13
    OVERFLOW = 14
    DIVISION = 15
    UNDEFINED = 16
    CALLEE = 17
    STACK = 18
    MEMORY = 19
    SIGNAL = 20
    TROUBLE = 21
    SHIFT = 22
    TARGET = 23
    TIMEOUT = 100  #: the parent's: the run took too long
    VANISHED = 101  #: the parent's: no record came back


@dataclass(frozen=True, slots=True)
class Record:
    """What the harness reported. ``sites`` holds the call stack's places, innermost first."""

    ending: Ending
    detail: int = 0
    address: int = 0
    sites: tuple[int, ...] = ()
    missing: int = 0
    mismatched: int = 0
    unfreed: int = 0
    lost: int = 0
    confined: bool = False
    used: tuple[int, ...] = (0, 0, 0)
    ways: int = 0  #: a number for the way that the run went at all branches, if those are watched
    steps: bytes = b""  #: what was told of steps (``steps``), if they were asked for


@dataclass(frozen=True, slots=True)
class Limits:
    """For one run. ``memory_mb`` bounds the objects of the program; the harness's own tables come on top.

    A run has its seconds of the processor on a busy machine, too; ``seconds`` by the clock end one that waits.
    """

    seconds: float = 40.0
    cpu_seconds: int = 10
    memory_mb: int = 512


_QUEUES: Mapping[Source, int] = {
    Source.INPUT: 0,
    Source.HAVOC: 0,
    Source.UNINITIALISED: 1,
    Source.EXTERNAL: 2,
    Source.OPEN: 2,
}
_PLACED = pattern(r"\d+ bytes at (\d{1,9})")
_ANYWHERE = 0xFFFFFFFF
_REQUEST, _REPLY = 0x41544E41, 0x52544E41
_RECORD = struct.Struct("<4IQ3I7I64IQ")
STOP_ON_OVERFLOW, SCAN_LEAKS, MALLOC_MAY_FAIL, TELL_STEPS = 1, 2, 4, 8


def request(
    inputs: Sequence[InputValue], flags: int, limits: Limits, tags: Mapping[str, int], target: int = 0
) -> bytes:
    """The test as the harness reads it: a header, then the values of each source in order.

    Where ``target`` is reached the run ends; 0 is none.
    """
    queues: list[list[bytes]] = [[], [], []]
    for item in inputs:
        if item.source is Source.MACHINE or (item.source is Source.UNINITIALISED and item.name in UNCHOSEN):
            continue
        value = in_memory(item)
        # the analysis calls a global that it keeps as a variable by its name and a mark
        tag = tags.get(item.name.removesuffix("!"), 0) if _QUEUES[item.source] == 2 else 0
        head = struct.pack("<III", len(value), tag, _offset(item))
        queues[_QUEUES[item.source]].append(head + value)
    body = b"".join(entry for queue in queues for entry in queue)
    counts = [len(queue) for queue in queues]
    head = (_REQUEST, flags, limits.cpu_seconds, limits.memory_mb, target, *counts, len(body))
    return struct.pack("<9I", *head) + body


def _offset(item: InputValue) -> int:
    """Where in its object a value from memory lies, if its type says so: ``4 bytes at 8``."""
    match = _PLACED.fullmatch(item.type_name)
    return min(int(match[1]), _ANYWHERE) if match else _ANYWHERE


def run(executable: Path, data: bytes, limits: Limits) -> Record:
    with tempfile.TemporaryDirectory(prefix="antumbra-run-") as empty:
        process = subprocess.Popen(
            [str(executable)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=empty,
            env={},
            close_fds=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(data, timeout=limits.seconds)
        except subprocess.TimeoutExpired:
            return Record(Ending.TIMEOUT)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
    return _decode(output, process.returncode)


def _decode(output: bytes, status: int) -> Record:
    steps, output = output[: -_RECORD.size], output[-_RECORD.size :]
    if len(output) != _RECORD.size:
        if status in (-signal.SIGXCPU, -signal.SIGKILL):
            return Record(Ending.TIMEOUT)
        return Record(Ending.VANISHED, detail=-status if status < 0 else status)
    fields = _RECORD.unpack(output)
    magic, ending, detail, site, address = fields[:5]
    used, rest, sites, ways = fields[5:8], fields[8:15], fields[15:-1], fields[-1]
    missing, mismatched, unfreed, lost, confined, _depth, frames = rest
    if magic != _REPLY or ending not in set(Ending) or frames > len(sites):
        return Record(Ending.VANISHED)
    if ending == Ending.SIGNAL and detail == signal.SIGXCPU:
        return Record(Ending.TIMEOUT)
    return Record(
        Ending(ending),
        detail,
        address,
        (site, *sites[:frames]),
        missing,
        mismatched,
        unfreed,
        lost,
        bool(confined),
        used,
        ways,
        steps,
    )
