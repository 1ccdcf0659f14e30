"""Runs that are forked from one process in which everything is loaded: start-up is not measured."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.interpolation.measure import MEMORY_MB, wait

_MODULES = (
    "cli.app",
    "session.characterizing.run",
    "proofs.check",
    "engines.dash.engine",
    "engines.explore.explorer",
    "engines.interpolate.dsei",
    "solvers.backends.z3_backend",
    "solvers.backends.bitwuzla_backend",
    "report.bounds.json_bounds",
)


@dataclass(slots=True)
class _Child:
    pid: int
    returncode: int = 0

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def answer(
    arguments: Sequence[str], seconds: float, out: Path, patience: float
) -> tuple[dict[str, Any] | None, float, int]:
    """As ``measure.answer``."""
    for module in _MODULES:
        import_module(f"antumbra.{module}")
    command = [*arguments, "--json", "--out", str(out), "--memory", str(MEMORY_MB)]
    command += ["--timeout", str(patience * seconds)]
    with tempfile.TemporaryFile() as stdout:
        child = _Child(os.fork())
        if child.pid == 0:
            _run(command, stdout.fileno())
        usage = wait(child, seconds)
        stdout.seek(0)
        text = stdout.read().decode("utf-8")
    cpu = usage.ru_utime + usage.ru_stime
    try:
        return json.loads(text), cpu, child.returncode
    except json.JSONDecodeError:
        return None, cpu, child.returncode


def _run(command: list[str], stdout: int) -> None:
    status = 1
    try:
        from antumbra.cli.run import run

        os.dup2(stdout, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        status = run(command)
    finally:
        os._exit(status)
