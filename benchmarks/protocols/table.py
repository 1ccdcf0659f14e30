"""The tables of the paper, measured: ``python benchmarks/protocols/table.py [--baseline] [--past] [--growth]``.

Prints Markdown. Each row runs in a process of its own. The paper's tables are made the paper's way: matching along the
path, no symmetry, no post-fixpoint. Seconds are those of the processor, start-up included.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

from paper_rows import FIGURE_7, FIGURE_8, GROWTH, PAPERS_WAY, PAST, UR

HERE = Path(__file__).parent

SHORT = {"safe-fragment": "SF", "inductive-invariant": "II", "post-fixpoint": "PF", "exhaustive": "EX"}


def run(file: str, given: dict[str, int], timeout: int, *options: str) -> dict[str, Any]:
    defines = [word for name, value in given.items() for word in ("-D", f"{name}={value}")]
    name, *more = file.split(" ")
    command = [sys.executable, "-m", "antumbra", "check", str(HERE / f"{name}.gcl"), *more, *defines]
    command += ["--no-explicit", "--json", "--timeout", str(timeout), *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    result["seconds"] = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return result


def cells(result: dict[str, Any]) -> str:
    stats = result["stats"]
    check = SHORT[result["proof"]["check"]] if result["proof"] else "–"
    if result["verdict"] == "unknown":
        return f"unknown: {result['reason']} | – | {result['seconds']:.1f}"
    counts = (stats[k] for k in ("iterations", "solver_queries", "predicates", "abstract_states"))
    text = "/".join(f"{int(c)}" for c in counts)
    steps = f", {len(result['trace']) - 1} steps" if result["trace"] else ""
    return f"{text}/{check}{steps} | {int(stats['symbolic_states'])} | {result['seconds']:.1f}"


def table(title: str, rows: list[tuple[str, str, dict[str, int], str]], timeout: int, *options: str) -> None:
    print(f"\n### {title}\n")
    print("| program | paper | here | symbolic states | seconds |\n|---|---|---|---|---|")
    for name, file, given, paper in rows:
        print(f"| {name} | {paper} | {cells(run(file, given, timeout, *options))} |", flush=True)


def growth(timeout: int, *options: str) -> None:
    """How cost grows with the number of processes, for each protocol until the time limit is met."""
    print("| protocol | N | result | symbolic states | seconds |\n|---|---|---|---|---|")
    for name, file, parameter, values in GROWTH:
        for value in values:
            result = run(file, {parameter: value}, timeout, *options)
            print(f"| {name} | {value} | {cells(result)} |", flush=True)
            if result["verdict"] == "unknown":
                break


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--baseline", action="store_true", help="also the baseline UR")
    parser.add_argument("--past", action="store_true", help="also what the paper does not have")
    parser.add_argument("--growth", action="store_true", help="only how cost grows with processes")
    chosen = parser.parse_args()
    if chosen.growth:
        print("\n### Growth with the number of processes\n")
        growth(chosen.timeout)
        print("\n### The same without symmetry\n")
        growth(chosen.timeout, "--no-symmetry")
        return
    table("Fig. 7, ASE", FIGURE_7, chosen.timeout, *PAPERS_WAY)
    table("Fig. 8", FIGURE_8, chosen.timeout, *PAPERS_WAY)
    if chosen.baseline:
        rows = [(*row[:3], paper) for row, paper in zip(FIGURE_7, UR, strict=True)]
        table("Fig. 7, UR", rows, chosen.timeout, "--baseline", "ur")
    if chosen.past:
        table("Past the paper", PAST, chosen.timeout)


if __name__ == "__main__":
    main()
