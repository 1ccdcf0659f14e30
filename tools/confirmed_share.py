"""How many ``safe`` verdicts on our own programs the independent check confirms, by engine, and why not the others.

    python tools/confirmed_share.py [--engine auto] [--timeout 30] [FOLDER ...]

Folders: tests/programs, tests/boogie/corpus, benchmarks/interpolation/beyond unless others are named.
"""

from __future__ import annotations

import argparse
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import antumbra

ROOT = Path(__file__).parent.parent
FOLDERS = ("tests/programs", "tests/boogie/corpus", "benchmarks/interpolation/beyond")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--timeout", type=float, default=30)
    given = parser.parse_args()
    for folder in given.folders:
        _table(ROOT / folder, given.engine, given.timeout)


def _table(folder: Path, engine: str, timeout: float) -> None:
    counts: Counter[str] = Counter()
    others: list[str] = []
    files = sorted(f for f in folder.rglob("*") if f.suffix in (".c", ".bpl"))
    for file in files:
        try:
            result = antumbra.check(file, engine=engine, timeout=timeout, **_options(file))
        except antumbra.InputError as error:
            others.append(f"{file.name}: not run ({error})")
            continue
        proof = result.proof
        if proof is not None and proof.result == "refuted":
            counts["refuted"] += 1
            others.append(f"{file.name}: {result.verdict.value}, refuted: {proof.reason}")
        if result.verdict is not antumbra.Verdict.SAFE:
            continue
        counts["safe"] += 1
        if proof is None:
            others.append(f"{file.name}: no check")
        elif proof.result != "confirmed":
            others.append(f"{file.name}: {proof.reason} ({result.stats['wall_seconds']:.1f} s)")
        else:
            counts["confirmed"] += 1
    print(f"{folder.relative_to(ROOT)}: {counts['confirmed']} of {counts['safe']} safe confirmed", flush=True)
    for line in others:
        print(f"    {line}", flush=True)


def _options(file: Path) -> dict[str, Any]:
    """What the second line of a test program asks for."""
    lines = file.read_text("utf-8").splitlines()
    if len(lines) < 2 or not lines[1].startswith("// options: "):
        return {}
    parser = argparse.ArgumentParser()
    for name in ("property", "entry", "externals", "data-model"):
        parser.add_argument(f"--{name}")
    for name in ("max-depth", "max-paths", "max-forks", "memory", "bound"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--malloc-may-fail", action="store_true")
    found = vars(parser.parse_args(shlex.split(lines[1].removeprefix("// options: "))))
    return {name: value for name, value in found.items() if value not in (None, False)}


if __name__ == "__main__":
    main()
