"""Growth of the finite protocols: by predicates (``--no-explicit``), and state by state.

``python benchmarks/protocols/growth.py [--timeout S] [NAME …]``. Seconds are those of the processor, start-up and the
independent check included. States a second are of the enumeration and its check together, without start-up.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "finite"

SIZES: dict[str, tuple[str, tuple[int, ...]]] = {
    "peterson": ("N", (3, 4, 5, 6)),
    "bakery": ("N", (2, 3, 4, 5)),
    "leader": ("N", (3, 4, 5, 6)),
    "token": ("N", (4, 8, 16)),
    "philosophers": ("N", (4, 6, 8, 10, 12)),
    "alternating_bit": ("K", (2, 4, 6, 8)),
    "mesi": ("N", (3, 6, 9)),
    "readers_writers": ("N", (3, 6, 9)),
}


def run(name: str, given: dict[str, int], timeout: int, *options: str) -> tuple[dict[str, Any], float]:
    command = [sys.executable, "-m", "antumbra", "check", str(HERE / f"{name}.gcl"), "--json", *options]
    command += ["--timeout", str(timeout), *(w for k, v in given.items() for w in ("-D", f"{k}={v}"))]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=list(SIZES))
    parser.add_argument("--timeout", type=int, default=30)
    chosen = parser.parse_args()
    _, start = run("mesi", {"N": 2}, chosen.timeout, "--no-symmetry")
    print(f"start-up {start:.2f} s\n")
    print("| protocol | | by predicates: verdict | seconds | state by state: verdict | states | seconds | states/s |")
    print("|---|---|---|---|---|---|---|---|")
    for name in chosen.names:
        parameter, sizes = SIZES[name]
        decided = {0: True, 1: True}
        for size in sizes:
            for fault in (0, 1):
                given = {parameter: size, "FAULT": fault}
                cells = ["–", "–"]
                if decided[fault]:
                    old, seconds = run(name, given, chosen.timeout, "--engine", "abstract", "--no-explicit")
                    cells = [old["verdict"], f"{seconds:.1f}"]
                    decided[fault] = old["verdict"] != "unknown"
                new, seconds = run(name, given, chosen.timeout)
                states = int(new["stats"].get("explicit_states", 0))
                rate = f"{states / (seconds - start):,.0f}" if states > 50_000 else "–"
                twin = ", broken" if fault else ""
                row = (
                    f"{name}{twin}",
                    f"{parameter} = {size}",
                    *cells,
                    new["verdict"],
                    f"{states:,}",
                    f"{seconds:.1f}",
                    rate,
                )
                print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
