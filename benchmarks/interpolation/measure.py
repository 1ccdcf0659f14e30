"""One run of ``antumbra check`` in a process of its own, with a time limit, a memory limit, and its processor time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEMORY_MB = 2000


@dataclass(frozen=True, slots=True)
class Run:
    """What came out. Processor seconds are of the whole process: start-up, compilation, analysis, replay."""

    verdict: str
    reason: str
    cpu_seconds: float
    stats: dict[str, Any]
    targets: list[dict[str, Any]]

    @property
    def cut(self) -> bool:
        """Did a limit end it?"""
        return self.reason.startswith(("time limit", "memory limit"))

    def count(self, name: str) -> int:
        return int(self.stats.get(name, 0))


def check(file: Path, engine: str, timeout: float, options: Sequence[str] = ()) -> Run:
    """Run it to its end or its limit."""
    with tempfile.TemporaryDirectory(prefix="antumbra-bench-") as folder:
        command = [sys.executable, "-m", "antumbra", "check", str(file), "--engine", engine, "--json"]
        command += ["--timeout", str(timeout), "--memory", str(MEMORY_MB), "--out", f"{folder}/out", *options]
        answer = Path(folder) / "answer.json"
        with answer.open("wb") as stdout:
            child = subprocess.Popen(command, stdout=stdout, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        text = answer.read_text("utf-8")
    cpu = usage.ru_utime + usage.ru_stime
    try:
        result: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError:
        return Run("unknown", f"no answer (status {child.returncode})", cpu, {}, [])
    return Run(result["verdict"], result["reason"] or "", cpu, result["stats"], result["targets"])


def warm_up(file: Path) -> None:
    """Fill the caches that an installed package has: bytecode and the library models."""
    check(file, "explore", 20)
    check(file, "interpolate", 20)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
