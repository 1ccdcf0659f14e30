"""What the paper's ten optimisations are worth on a folder of Boogie programs (its section V-D and Fig. 2).

    python benchmarks/boogie/ablation.py FOLDER [--mode snapshots|without] [--limit 10] [--every 1] [--within SECONDS]
        [--plot FILE.svg]

``snapshots`` adds the optimisations one after the other in the paper's order, ``without`` leaves out one at a time.
``--within`` keeps only programs that are decided in so many seconds with all optimisations on: others run
into the limit in every configuration and say nothing. A program whose path contains "buggy" must be unsafe, all
others safe; a point is gained for each right verdict and lost for each wrong one.

Each run is a process of its own, and seconds are processor seconds, start-up included: other work on the machine
counts less. Prints a Markdown table. The programs are not part of this repository: folder other/AMD_SDK of the public
suite symbooglix/gpu (the kernels without candidate invariants, as the paper ran them).
"""

from __future__ import annotations

import argparse
import math
import resource
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from quantiles import Curve, picture

import antumbra
from antumbra.api import OPTIMISATIONS


@dataclass(frozen=True)
class Run:
    """One program in one configuration."""

    file: Path
    verdict: str
    seconds: float

    @property
    def right(self) -> bool | None:
        """None: no verdict."""
        expected = "unsafe" if "buggy" in str(self.file) else "safe"
        return None if self.verdict not in ("safe", "unsafe") else self.verdict == expected


def one(file: str, disable: list[str]) -> None:
    """The child's work: print the verdict and the processor time."""
    try:
        verdict = antumbra.check(Path(file), disable=disable).verdict.value
    except antumbra.InputError:
        verdict = "error"
    print(verdict, time.process_time())


def run(file: Path, limit: float, disable: tuple[str, ...]) -> Run:
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))

    child = subprocess.run(
        [sys.executable, __file__, "--one", str(file), *disable],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=bounded,
    )
    words = child.stdout.split()
    if len(words) == 2 and float(words[1]) <= limit:
        return Run(file, words[0], float(words[1]))
    return Run(file, "unknown", limit)


def configurations(mode: str) -> list[tuple[str, tuple[str, ...]]]:
    """Names with what they switch off."""
    if mode == "without":
        return [("all ten", ()), *((f"without {name}", (name,)) for name in OPTIMISATIONS)]
    return [
        (f"{'' if not number else '+ '}{name}", tuple(OPTIMISATIONS[number + 1 :]))
        for number, name in enumerate(OPTIMISATIONS)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mode", choices=("snapshots", "without"), default="snapshots")
    parser.add_argument("--limit", type=float, default=10.0, help="processor seconds of a run")
    parser.add_argument("--every", type=int, default=1, help="take every n-th program")
    parser.add_argument("--within", type=float, help="keep only programs that are decided in so many seconds")
    parser.add_argument("--plot", type=Path, help="write a quantile plot")
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.bpl"))
    if options.within is not None:
        files = [file for file in files if run(file, options.within, ()).right is not None]
    files = files[:: options.every]
    print(f"{len(files)} programs, {options.limit:g} s each\n")
    print("| configuration | verified | bug found | wrong | unknown | seconds |")
    print("|---|--:|--:|--:|--:|--:|")
    curves: list[Curve] = []
    for name, disable in configurations(options.mode):
        runs = [run(file, options.limit, disable) for file in files]
        count = Counter(r.verdict for r in runs if r.right)
        wrong = sum(r.right is False for r in runs)
        unknown = sum(r.right is None for r in runs)
        seconds = sum(r.seconds for r in runs)
        print(f"| {name} | {count['safe']} | {count['unsafe']} | {wrong} | {unknown} | {seconds:.1f} |", flush=True)
        curves.append(Curve(name, -wrong, tuple(sorted(r.seconds for r in runs if r.right))))
        if options.plot is not None:
            options.plot.write_text(picture(curves, options.limit, len(files)), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2], sys.argv[3:])
    else:
        main()
