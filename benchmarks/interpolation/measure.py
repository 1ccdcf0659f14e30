"""One run of antumbra in a process of its own, with limits on processor time and memory.

The limit is on processor time, not on the clock, so that tables made on a busy machine mean the same: when it is used
up the process gets the signal of Ctrl-C, and reports what it has. Linux only (the time is read from /proc).
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

MEMORY_MB = 2000
#: on the clock, a run may take this many times its processor time
PATIENCE = 20
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Run:
    """What came out. Processor seconds are of the whole process: start-up, compilation, analysis, replay."""

    verdict: str
    reason: str
    cpu_seconds: float
    stats: dict[str, Any]
    targets: list[dict[str, Any]]
    confirmed: bool = False  #: by the independent check of proofs

    @property
    def cut(self) -> bool:
        """Did a limit end it?"""
        return self.reason.startswith(("time limit", "memory limit", "interrupted"))

    def count(self, name: str) -> int:
        return int(self.stats.get(name, 0))


class Child(Protocol):
    """A process that was started."""

    pid: int
    returncode: Any

    def send_signal(self, sig: int, /) -> None: ...

    def kill(self) -> None: ...


def check(file: Path, engine: str, seconds: float, options: Sequence[str] = (), source: str = "") -> Run:
    """Run ``antumbra check`` to its end or its limit. ``source``: a folder with another version of the package."""
    environment = {**os.environ, "PYTHONPATH": source} if source else None
    return measure(("check", str(file), "--engine", engine, *options), seconds, environment)


def measure(arguments: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None) -> Run:
    """Run any command of antumbra that analyses a file."""
    with tempfile.TemporaryDirectory(prefix="antumbra-bench-") as folder:
        result, cpu, status = answer(arguments, seconds, Path(folder) / "out", environment)
    if result is None:
        return Run("unknown", f"no answer (status {status})", cpu, {}, [])
    confirmed = bool(result["proof_checked"])
    return Run(result["verdict"], result["reason"] or "", cpu, result["stats"], result["targets"], confirmed)


def answer(
    arguments: Sequence[str],
    seconds: float,
    out: Path,
    environment: Mapping[str, str] | None = None,
    patience: float = PATIENCE,
) -> tuple[dict[str, Any] | None, float, int]:
    """What a command prints with --json (None: nothing that is JSON), processor seconds, exit status."""
    command = [sys.executable, "-m", "antumbra", *arguments, "--json", "--out", str(out)]
    command += ["--timeout", str(patience * seconds), "--memory", str(MEMORY_MB)]
    with tempfile.TemporaryFile() as stdout:
        child = subprocess.Popen(command, stdout=stdout, stderr=subprocess.DEVNULL, env=environment)
        usage = wait(child, seconds)
        stdout.seek(0)
        text = stdout.read().decode("utf-8")
    cpu = usage.ru_utime + usage.ru_stime
    try:
        return json.loads(text), cpu, child.returncode
    except json.JSONDecodeError:
        return None, cpu, child.returncode


def wait(child: Child, seconds: float) -> resource.struct_rusage:
    """Until its end; it is asked to stop after so many processor seconds."""
    asked = False
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return usage
        used = cpu_seconds(child.pid)
        if used > seconds and not asked:
            child.send_signal(signal.SIGINT)
            asked = True
        elif used > 2 * seconds + 20:
            child.kill()
        time.sleep(0.02)


def cpu_seconds(pid: int) -> float:
    """Of the process and the children it has waited for, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15]) / _TICKS


def warm_up(file: Path) -> None:
    """Fill the caches that an installed package has: bytecode and the library models."""
    check(file, "explore", 20)
    check(file, "interpolate", 20)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
