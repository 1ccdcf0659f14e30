"""Tasks whose program is a line of shell: a suite of hundreds takes a second."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from antumbra.suites.child import Limits
from antumbra.suites.results import Row
from antumbra.suites.running import Orders
from antumbra.suites.tasks import Task

#: ``sh -c`` with it runs the first file that ``check`` is given
SHELL = ("/bin/sh", "-c", '. "$1"')


def printing(status: int, **fields: Any) -> str:
    """A script that ends as ``check --json`` does."""
    verdict = {0: "safe", 1: "unsafe", 2: "unknown"}.get(status, "unknown")
    told = json.dumps({"verdict": verdict, "reason": None, "engine": "sh", "stats": {}, **fields})
    return f"printf '%s\\n' '{told}'\nexit {status}\n"


def scripted(folder: Path, name: str, text: str, expected: str | None = "true") -> Task:
    file = folder / name
    file.write_text(text, "utf-8")
    return Task(name, file, None, expected)


def orders(jobs: int = 1, seconds: float | None = 60.0, **others: Any) -> Orders:
    return Orders(
        Limits(seconds, others.pop("processor", None), others.pop("memory_mb", None)),
        jobs=jobs,
        program=SHELL,
        **others,
    )


def row(task: str = "a.c", status: str = "true", category: str = "correct", **others: Any) -> Row:
    """A row as a run writes it."""
    return {
        "task": task, "file": task, "property": "unreach-call", "expected": "true", "status": status,
        "category": category, "cpu_seconds": 1.0, "wall_seconds": 1.5, "memory_mb": 20.0, "reason": None, "options": [],
        **others,
    }  # fmt: skip


def is_gone(pid: int) -> bool:
    """Who is killed takes a moment to die."""
    for _ in range(2000):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.005)
    return False
