"""The same command twice gives the same result, the work it took included, whatever the hash seed and the load.

``tools/same_twice.py`` shows it for hundreds of commands.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import antumbra
from antumbra.report.json_report import to_json
from support.said import said

ROOT = Path(__file__).resolve().parent.parent.parent
#: programs and engines: violations and proofs, both solvers, every engine and language
COMMANDS = [
    ("examples/midpoint.c", "explore"),
    ("tests/programs/memory/realloc_safe.c", "auto"),
    ("benchmarks/interpolation/beyond/recursion/parity_safe.c", "interpolate"),
    ("tests/boogie/corpus/while_star_count_safe.bpl", "auto"),
    ("tests/boogie/corpus/axiom_trigger_safe.bpl", "houdini"),
    ("benchmarks/protocols/fig1.gcl", "abstract"),
]


def _all_twice() -> list[list[dict[str, str]]]:
    return [[said(to_json(antumbra.check(file, engine=engine))) for _ in range(2)] for file, engine in COMMANDS]


def test_runs_say_the_same_in_any_process_and_again_in_the_same_one() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, __file__],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    one, other = (json.loads(process.communicate()[0]) for process in processes)
    for command, (first, again), (second, _) in zip(COMMANDS, one, other, strict=True):
        assert first["verdict"] in ('"safe"', '"unsafe"'), command
        assert again == first, command
        assert second == first, command


if __name__ == "__main__":
    print(json.dumps(_all_twice()))
