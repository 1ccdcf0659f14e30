"""Measure ``antumbra explore`` on the benchmark programs: whole processes, from start-up to the last test written.

    python benchmarks/run.py                     the table, sizes that take seconds
    python benchmarks/run.py --all --best 3      every size, the best of three runs each
    python benchmarks/run.py sort bst --json     some programs, as JSON
    python benchmarks/run.py --rers FILE         also RERS 2012 Problem03, bounded to 6 inputs, from the public file

The number of paths is checked where it is known; a wrong one, or a run that does not end by itself, is a failure and
the exit status is 1. A run before the first row fills the caches that an installed package has: Python's bytecode, the
C library models. How other tools do on the same programs: ``versus.py``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cases import CASES, RERS, Case, source_of


@dataclass(frozen=True, slots=True)
class Measurement:
    """One row of the table: the best run of a case."""

    case: Case
    seconds: float
    cpu_seconds: float  #: of the process and what it started (the compiler)
    paths: int
    tests: int
    instructions: int
    forks: int
    queries: int
    solver_queries: int
    solver_seconds: float
    memory_mb: float
    verdict: str
    problem: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    cases = _chosen(options)
    rows: list[Measurement] = []
    with tempfile.TemporaryDirectory(prefix="antumbra-bench-") as folder:
        options.environment = _environment(Path(folder))
        _measure(CASES[0], source_of(CASES[0], Path(folder), None), Path(folder) / "warm-up", options)
        if not options.json:
            _print_head(options.markdown)
        for case in cases:
            source = source_of(case, Path(folder), options.rers)
            runs = [_measure(case, source, Path(folder) / f"out-{case.name}-{k}", options) for k in range(options.best)]
            best = min(runs, key=lambda row: (bool(row.problem), row.cpu_seconds if options.cpu else row.seconds))
            rows.append(best)
            if not options.json:
                _print_row(best, options)
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    failed = [row for row in rows if row.problem]
    for row in failed:
        print(f"FAILED {row.case.name}: {row.problem}", file=sys.stderr)
    if not options.json:
        print(f"\n{machine()}", flush=True)
    return 1 if failed else 0


def _environment(folder: Path) -> dict[str, str]:
    """The environment of a run: with compiled modules kept, as an installed package has them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def machine() -> str:
    """The machine and the date, for the table's foot."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    python = platform.python_version()
    return f"{time.strftime('%Y-%m-%d')}, {model}, {os.cpu_count()} cores, Python {python}"


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("programs", nargs="*", help="programs to run (default: all)")
    parser.add_argument("--all", action="store_true", help="also the sizes that take long")
    parser.add_argument("--size", type=int, help="run the named programs at this size")
    parser.add_argument("--best", type=int, default=1, metavar="K", help="best of K runs")
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="for one run")
    parser.add_argument("--rers", type=Path, metavar="FILE", help="a Problem03 program of RERS 2012")
    parser.add_argument("--cpu", action="store_true", help="compare processor time, not the clock")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--markdown", action="store_true", help="the table as Markdown")
    parser.add_argument("--option", action="append", default=[], metavar="OPT", help="hand on to antumbra explore")
    return parser.parse_args(arguments)


def _chosen(options: argparse.Namespace) -> list[Case]:
    wanted: list[str] = options.programs
    cases = [*CASES, *([RERS] if options.rers else [])]
    unknown = [name for name in wanted if name not in {case.program for case in cases}]
    if unknown:
        raise SystemExit(f"unknown program: {', '.join(unknown)}")
    if options.size is not None:
        return [Case(name, options.size) for name in wanted]
    return [case for case in cases if (not wanted or case.program in wanted) and (options.all or case.quick)]


def _measure(case: Case, source: Path, out: Path, options: argparse.Namespace) -> Measurement:
    command = [sys.executable, "-m", "antumbra", "explore", str(source), "-D", f"N={case.size}", "--json"]
    command += ["--out", str(out), "--timeout", str(options.timeout), *options.option]
    started, used = time.perf_counter(), _cpu_of_children()
    try:
        done = subprocess.run(
            command,
            env=options.environment,
            capture_output=True,
            text=True,
            timeout=options.timeout * 1.5 + 30,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _failure(case, time.perf_counter() - started, "did not stop at its time limit")
    seconds = time.perf_counter() - started
    try:
        result: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        return _failure(case, seconds, f"no JSON (status {done.returncode}): {done.stderr.strip()[-300:]}")
    stats = result["stats"]
    paths = int(stats.get("paths", 0))
    return Measurement(
        case,
        seconds,
        _cpu_of_children() - used,
        paths,
        int(result["tests_written"]),
        int(stats.get("instructions", 0)),
        int(stats.get("forks", 0)),
        int(stats.get("queries", 0)),
        int(stats.get("solver_queries", 0)),
        float(stats.get("solver_seconds", 0)),
        float(stats.get("peak_memory_mb", 0)),
        str(result["verdict"]),
        _problem(case, result, paths),
    )


def _cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _problem(case: Case, result: dict[str, Any], paths: int) -> str:
    """What is wrong with a run; a violation found on the way is not, a search that was cut is."""
    if result.get("error"):
        return str(result["error"])
    if result["verdict"] == "unknown":
        return str(result["reason"])
    if case.paths is not None and paths != case.paths:
        return f"{paths} paths, expected {case.paths}"
    return ""


def _failure(case: Case, seconds: float, problem: str) -> Measurement:
    return Measurement(case, seconds, 0.0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, "unknown", problem)


_HEAD = ("program", "N", "paths", "tests", "steps", "s", "cpu s", "queries", "solver", "solver s", "MB")
_WIDTHS = (16, 8, 7, 6, 9, 7, 7, 8, 7, 8, 6)


def _print_head(markdown: bool) -> None:
    if markdown:
        print("| " + " | ".join(_HEAD) + " |")
        print("|---" + "|--:" * (len(_HEAD) - 1) + "|")
    else:
        print(" ".join(title.rjust(width) for title, width in zip(_HEAD, _WIDTHS, strict=True)))


def _print_row(row: Measurement, options: argparse.Namespace) -> None:
    case = row.case
    cells = (
        case.program,
        str(case.size),
        str(row.paths) + ("!" if row.problem else ""),
        str(row.tests),
        str(row.instructions),
        f"{row.seconds:.2f}",
        f"{row.cpu_seconds:.2f}",
        str(row.queries),
        str(row.solver_queries),
        f"{row.solver_seconds:.2f}",
        f"{row.memory_mb:.0f}",
    )
    if options.markdown:
        print("| " + " | ".join(cells) + " |", flush=True)
    else:
        print(" ".join(cell.rjust(width) for cell, width in zip(cells, _WIDTHS, strict=True)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
