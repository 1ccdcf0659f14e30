"""Does the same command twice give the same result, the statistics of work included?

Each command runs in two processes with different hash seeds, the second time beside busy processes. All that `--json`
says is compared, but for seconds, memory and the names of files that were written. Runs that the user's own limit in
seconds ends are told apart: there the clock may decide.

    python tools/same_twice.py                    # every row, at least 50 programs each
    python tools/same_twice.py --row houdini      # this row
    python tools/same_twice.py --row auto FILE…   # the command of this row on these
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from support.said import said  # noqa: E402

C, BOOGIE, PROTOCOLS = "tests/programs/**/*.c", "tests/boogie/corpus/*.bpl", "benchmarks/protocols/*.gcl"
#: text of a reason that says that the clock ended a run
TIME = ("time limit", "no time left")


@dataclass(frozen=True)
class Row:
    """A command, its limits in steps, and how many programs of each pattern it gets."""

    words: tuple[str, ...]
    programs: dict[str, int]


_EXPLORED = {C: 26, "examples/*.c": 6, "benchmarks/programs/*.c": 6, BOOGIE: 18}
ROWS = {
    "auto": Row(
        ("check",),
        {
            C: 18,
            "examples/*.c": 4,
            "benchmarks/programs/*.c": 4,
            "benchmarks/interpolation/**/*.c": 14,
            BOOGIE: 14,
            PROTOCOLS: 6,
        },
    ),
    "explore": Row(("check", "--engine", "explore", "--max-forks", "1000"), _EXPLORED),
    "tests and coverage": Row(("explore", "--max-forks", "1000"), _EXPLORED),
    "interpolate": Row(
        ("check", "--engine", "interpolate", "--max-forks", "1000"),
        {C: 26, "examples/*.c": 6, "benchmarks/programs/*.c": 4, "benchmarks/interpolation/**/*.c": 24},
    ),
    "dash": Row(
        ("check", "--engine", "dash"),
        {C: 12, "benchmarks/dash/suite/**/*.c": 40, "benchmarks/dash/figures/*.c": 8, "benchmarks/dash/drivers/*.c": 4},
    ),
    "houdini": Row(("check", "--engine", "houdini"), {BOOGIE: 20, "tests/boogie/corpus/*_safe.bpl": 40}),
    "abstract": Row(("check", "--engine", "abstract"), {PROTOCOLS: 23, "tests/boogie/corpus/*_safe.bpl": 24, C: 12}),
    "characterize": Row(("characterize",), {"benchmarks/characterize/programs/**/*.c": 36, C: 10, BOOGIE: 10}),
    "abstract, plain": Row(("check", "--engine", "abstract", "--no-symmetry", "--no-fixpoint"), {PROTOCOLS: 23}),
}


@dataclass(frozen=True)
class Command:
    row: str
    file: str


def commands(rows: Sequence[str], files: Sequence[str]) -> Iterator[Command]:
    """All that is run; of each pattern programs at equal distances."""
    for name in rows:
        if files:
            yield from (Command(name, file) for file in files)
            continue
        for pattern, count in ROWS[name].programs.items():
            found = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))
            yield from (Command(name, found[n * len(found) // count]) for n in range(min(count, len(found))))


def run(command: Command, seed: int, timeout: float) -> dict[str, str]:
    """What the command says, flat, without what no run shares with another."""
    verb, *options = ROWS[command.row].words
    words = [sys.executable, "-m", "antumbra", verb, command.file, "--json", *options, "--timeout", str(timeout)]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    with TemporaryDirectory() as folder:
        words += ["--out", f"{folder}/out"]
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"exit": str(done.returncode), "error": (done.stderr.strip() or done.stdout.strip())[-300:]}
    return {"exit": str(done.returncode), **said(report)}


def late(run: dict[str, str]) -> bool:
    """Did the user's limit in seconds end it?"""
    reasons = [value for key, value in run.items() if key.endswith("reason")]
    return any(text in reason for reason in reasons for text in TIME)


def all_of(every: Sequence[Command], jobs: int, seed: int, timeout: float) -> list[dict[str, str]]:
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda n: run(every[n], seed + 2 * n, timeout), range(len(every))))


def compared(every: Sequence[Command], firsts: Sequence[dict[str, str]], seconds: Sequence[dict[str, str]]) -> int:
    """Prints what differs, and a line for each row; says how many commands differ."""
    differ = 0
    counts = {command.row: [0, 0, 0, 0] for command in every}
    for command, first, second in zip(every, firsts, seconds, strict=True):
        count = counts[command.row]
        keys = [key for key in {**first, **second} if first.get(key) != second.get(key)]
        count[0] += 1
        if keys and (late(first) or late(second)):
            count[3] += 1
            print(f"late   {command.row}: {command.file}: {first.get('reason')} / {second.get('reason')}")
            continue
        count[1] += first.get("verdict") in ('"safe"', '"unsafe"') or "error" in first
        if keys:
            differ += 1
            count[2] += 1
            print(f"DIFFER {command.row}: {command.file}")
            for key in keys:
                print(f"    {key}: {str(first.get(key))[:150]} / {str(second.get(key))[:150]}")
    for name, (programs, decided, different, ended) in counts.items():
        words = " ".join(ROWS[name].words)
        print(f"{words}: {programs} programs, {decided} decided, {different} differ, {ended} ended by the clock")
    return differ


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--row", action="append", choices=list(ROWS), default=[])
    parser.add_argument("--timeout", type=float, default=60.0, help="of the first run; the second has four times that")
    parser.add_argument("--jobs", type=int, default=2, help="commands at a time")
    parser.add_argument("--load", type=int, default=2, help="busy processes beside the second runs")
    arguments = parser.parse_args()
    every = list(commands(arguments.row or list(ROWS), arguments.files))
    firsts = all_of(every, arguments.jobs, 1, arguments.timeout)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(arguments.load)]
    try:
        seconds = all_of(every, arguments.jobs, 2, 4 * arguments.timeout)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    return 1 if compared(every, firsts, seconds) else 0


if __name__ == "__main__":
    sys.exit(main())
