"""The same command twice gives the same result, the work it took included, whatever the hash seed and the load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.report.json_report import to_json

ROOT = Path(__file__).resolve().parent.parent.parent
#: programs and engines: violations and proofs, both solvers, every engine and language
COMMANDS = [
    ("tests/programs/memory/realloc_safe.c", "interpolate"),
    ("examples/midpoint.c", "auto"),
    ("benchmarks/programs/sort.c", "auto"),
    ("benchmarks/interpolation/beyond/loops/parity_safe.c", "interpolate"),
    ("tests/boogie/corpus/while_star_count_safe.bpl", "auto"),
    ("tests/boogie/corpus/while_star_safe.bpl", "houdini"),
    ("benchmarks/protocols/ticket_broken.gcl", "auto"),
    ("benchmarks/protocols/fig1.gcl", "abstract"),
]

#: in one process: Z3 keeps what it has seen, and may find other models for houdini the second time
REPEATED = [(file, engine) for file, engine in COMMANDS[1:] if engine != "houdini"]


def _said(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """All that is said, but for seconds, memory and the names of files that were written."""
    if isinstance(value, dict):
        for key, part in value.items():
            if not any(word in key for word in ("seconds", "memory", "tests_dir")) and key != "test":
                yield from _said(f"{name}.{key}", part)
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _said(f"{name}[{number}]", part)
    else:
        yield name, value


def _command(file: str, engine: str, seed: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "antumbra", "check", file, "--json", "--engine", engine],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    return dict(_said("", json.loads(done.stdout)))


@pytest.mark.parametrize(("file", "engine"), COMMANDS)
def test_two_processes_say_the_same(file: str, engine: str) -> None:
    first = _command(file, engine, 1)
    assert first[".verdict"] != "unknown"
    assert _command(file, engine, 2) == first


@pytest.mark.parametrize(("file", "engine"), REPEATED)
def test_a_second_run_in_the_process_says_the_same(file: str, engine: str) -> None:
    first, second = (dict(_said("", to_json(antumbra.check(ROOT / file, engine=engine)))) for _ in range(2))
    assert first == second
