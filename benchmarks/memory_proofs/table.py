"""Programs about arrays, strings, lists and trees: what is decided, what is confirmed, and what it takes.

    python benchmarks/memory_proofs/table.py [--seconds N] [--only WORD] [FILE ...]

Each program says what is expected in its first line, and its options in the second. ``--seconds`` are of processor
time. ``--list`` names a file with lines PATH EXPECTED OPTIONS, for programs without such lines.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument(
        "--list", help="a file with lines PATH EXPECTED [OPTIONS], for programs without such first lines"
    )
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    wrong = 0
    for path, expected, options in _tasks(given):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "antumbra", "check", str(path), "--json", *options]
        text = _limited([*command, "--timeout", str(20 * given.seconds)], given.seconds)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found = _read(text)
        verdict = found.get("verdict", "none")
        bad = verdict in ("safe", "unsafe") and verdict != expected.split()[0]
        wrong += bad
        checked = {True: "confirmed", False: "refuted", None: ""}[found.get("proof_checked")]
        why = (found.get("reason") or "")[:110] if verdict not in ("safe", "unsafe") else ""
        print(
            f"{path.stem:36} {expected.split()[0]:7} {verdict:8} {checked:10} {used:6.1f}  {'WRONG' if bad else why}",
            flush=True,
        )
    return wrong


def _tasks(given: argparse.Namespace) -> list[tuple[Path, str, list[str]]]:
    if given.list:
        rows = (line.split() for line in Path(given.list).read_text().splitlines() if line.strip())
        return [(Path(row[0]), row[1], row[2:]) for row in rows if given.only in row[0]]
    found: list[tuple[Path, str, list[str]]] = []
    for path in given.files or sorted(HERE.glob("*.c")):
        if given.only in path.name:
            lines = path.read_text().splitlines()
            found.append(
                (path, lines[0].split(":")[1].strip(), lines[1].split(":")[1].split() if "options:" in lines[1] else [])
            )
    return found


def _limited(command: list[str], seconds: int) -> str:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)
    return done.stdout


def _read(text: str) -> dict[str, Any]:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return {}


if __name__ == "__main__":
    sys.exit(main())
