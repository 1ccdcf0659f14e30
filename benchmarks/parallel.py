"""One exploration with one process and with several: the same paths, and how much faster. For a quiet machine.

    python benchmarks/parallel.py                     runs of a minute or more with one process, three times each
    python benchmarks/parallel.py branches --runs 1 --jobs 1,2,4
    python benchmarks/parallel.py --small             a few seconds each: does it work?

Runs with one process and with several alternate. A row has medians: the clock, processor time of all processes, that
of the busiest one, and how many times as fast the run is than with one, on the clock and by the busiest process (which
is what the clock would say if nobody else used the machine; with several the one that shares out work is no part of
it). The exit status is 1 if paths, forks, instructions, coverage or verdict differ, or if a run of a minute or more is
less than 1.7 times as fast on the clock with two processes.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAMS = Path(__file__).parent / "programs"
#: name → N for a minute or more, N for a few seconds
TASKS = {"branches": (21, 15), "sort": (9, 6), "bst": (8, 5)}
#: what has to be the same
SAME = ("paths", "forks", "instructions", "covered_blocks", "errors")
WANTED, LONG = 1.7, 60.0


@dataclass(frozen=True, slots=True)
class Measured:
    """One run, and what it must have in common with all others."""

    clock: float
    processor: float
    busiest: float
    common: tuple[Any, ...]


def explored(name: str, size: int, jobs: int) -> Measured:
    """One run of the command, in a process of its own; whatever it starts counts."""
    with tempfile.TemporaryDirectory(prefix="antumbra-bench-") as folder:
        words = ["explore", str(PROGRAMS / f"{name}.c"), f"--cflag=-DN={size}", "--json", "--out", f"{folder}/out"]
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        command = [sys.executable, "-m", "antumbra", *words, "-j", str(jobs)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        clock, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if not done.stdout.strip():
        raise SystemExit(f"{name} -j {jobs} gave no answer: {done.stderr[-500:]}")
    result = json.loads(done.stdout)
    stats = result["stats"]
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    common = result["verdict"], result["reason"], *(stats.get(key) for key in SAME)
    return Measured(clock, processor, stats.get("busiest_cpu_seconds") or processor, common)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *TASKS], help=", ".join(TASKS))
    parser.add_argument("--jobs", default="1,2", help="numbers of processes; the first is compared with")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--small", action="store_true")
    arguments = parser.parse_args()
    numbers = [int(word) for word in arguments.jobs.split(",")]
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors; seconds, medians of {arguments.runs}")
    print("| | paths | processes | clock | all processors | busiest | times as fast: clock | busiest |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    bad = False
    for name in arguments.names or TASKS:
        size = TASKS[name][arguments.small]
        runs: dict[int, list[Measured]] = {jobs: [] for jobs in numbers}
        for _ in range(arguments.runs):
            for jobs in numbers:
                runs[jobs].append(explored(name, size, jobs))
        first = runs[numbers[0]]
        for jobs, measured in runs.items():
            clock, processor, busiest = (
                statistics.median(getattr(one, key) for one in measured) for key in ("clock", "processor", "busiest")
            )
            alone = statistics.median(one.clock for one in first), statistics.median(one.busiest for one in first)
            ratios = alone[0] / clock, alone[1] / busiest
            figures = f"{clock:.1f} | {processor:.1f} | {busiest:.1f} | {ratios[0]:.2f} | {ratios[1]:.2f}"
            print(f"| {name} N={size} | {measured[0].common[2]} | {jobs} | {figures} |", flush=True)
            differs = {one.common for one in (*measured, *first)}
            if len(differs) > 1:
                print(f"{name} -j {jobs}: not the same: {differs}")
            slow = jobs == 2 and alone[0] >= LONG and ratios[0] < WANTED
            bad |= slow or len(differs) > 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
