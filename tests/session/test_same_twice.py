"""The same command twice gives the same result, the work it took included, whatever the hash seed and the load.

``tools/same_twice.py`` shows it for hundreds of commands.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import antumbra
from antumbra.report.bounds.json_bounds import characterization_json
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
    ("benchmarks/characterize/programs/midpoint/midpoint.c", "characterize"),
]


def _said(file: str, engine: str) -> dict[str, str]:
    if engine == "characterize":
        return said(characterization_json(antumbra.characterize(file)))
    return said(to_json(antumbra.check(file, engine=engine)))


def _said_by_all(*, once: bool) -> list[dict[str, dict[str, str]]]:
    """What each command says; if not ``once``, also again, and where minutes pass between two looks at the clock."""
    if once:
        return [{"first": _said(*command)} for command in COMMANDS]
    results = [{"first": _said(*command), "again": _said(*command)} for command in COMMANDS]
    jumps = itertools.count(0.0, 1000.0)
    time.monotonic = time.process_time = lambda: next(jumps)
    for command, result in zip(COMMANDS, results, strict=True):
        result["late"] = _said(*command)
    return results


def test_runs_say_the_same_in_any_process_and_again_in_the_same_one() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, __file__, *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
        )
        for seed, *words in (("1",), ("2", "once"))
    ]
    one, other = (json.loads(process.communicate()[0]) for process in processes)
    for command, result, in_other_process in zip(COMMANDS, one, other, strict=True):
        first = result["first"]
        assert first["verdict"] in ('"safe"', '"unsafe"'), command
        assert result["again"] == first, command
        assert result["late"] == first, command
        assert in_other_process["first"] == first, command


if __name__ == "__main__":
    print(json.dumps(_said_by_all(once=sys.argv[1:] == ["once"])))
