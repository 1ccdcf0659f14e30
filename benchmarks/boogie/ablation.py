"""What each optimisation is worth on a folder of Boogie programs: verdicts and seconds with all, and without each.

    python benchmarks/boogie/ablation.py FOLDER [--timeout 10] [--every 1] [--only NAME …]

Prints a Markdown table. The programs are not part of this repository: the public suite symbooglix/gpu, folder AMD_SDK.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

import antumbra
from antumbra.api import OPTIMISATIONS


def measure(files: list[Path], timeout: float, disable: list[str]) -> tuple[Counter[str], float]:
    verdicts: Counter[str] = Counter()
    seconds = 0.0
    for file in files:
        started = time.monotonic()
        try:
            verdicts[antumbra.check(file, timeout=timeout, disable=disable).verdict.value] += 1
        except antumbra.InputError:
            verdicts["error"] += 1
        seconds += time.monotonic() - started
    return verdicts, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--every", type=int, default=1, help="take every n-th program")
    parser.add_argument("--only", nargs="*", default=list(OPTIMISATIONS))
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.bpl"))[:: options.every]
    print(f"{len(files)} programs, {options.timeout:g} s each\n")
    print("| without | safe | unsafe | unknown | seconds |")
    print("|---|---|---|---|---|")
    for name in ("", *options.only):
        verdicts, seconds = measure(files, options.timeout, [name] if name else [])
        counts = " | ".join(str(verdicts[v]) for v in ("safe", "unsafe", "unknown"))
        print(f"| {name or '(nothing)'} | {counts} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
