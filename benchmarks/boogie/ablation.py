"""What the paper's ten optimisations are worth on a folder of Boogie programs (its section V-D and Fig. 2).

    python benchmarks/boogie/ablation.py FOLDER [--mode snapshots|without|once] [--engine auto] [--limit 10] [--every 1]
        [--within SECONDS] [--jobs 1] [--plot FILE.svg] [--list]

``snapshots`` adds the optimisations one after the other in the paper's order, ``without`` leaves out one at a time,
``once`` leaves out none. ``--engine explore`` is symbolic execution alone, as in the paper.
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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from quantiles import Curve, picture

import antumbra
from antumbra.frontends.boogie.options import OPTIMISATIONS


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


def one(file: str, engine: str, limit: float, disable: list[str]) -> None:
    """The child's work: print the verdict and the processor time, unless that is more than the limit."""
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
    try:
        verdict = antumbra.check(Path(file), engine=engine, disable=disable).verdict.value
    except antumbra.InputError:
        verdict = "error"
    print(verdict, time.process_time())


@dataclass(frozen=True)
class Configuration:
    """How programs are run: which engine, for how long, without which optimisations."""

    engine: str
    limit: float
    disable: tuple[str, ...] = ()

    def run(self, file: Path) -> Run:
        words = [sys.executable, __file__, "--one", str(file), self.engine, str(self.limit), *self.disable]
        child = subprocess.run(words, capture_output=True, text=True, check=False)
        said = child.stdout.split()
        if len(said) == 2 and float(said[1]) <= self.limit:
            return Run(file, said[0], float(said[1]))
        return Run(file, "unknown", self.limit)


def configurations(mode: str) -> list[tuple[str, tuple[str, ...]]]:
    """Names with what they switch off."""
    if mode == "once":
        return [("all ten", ())]
    if mode == "without":
        return [("all ten", ()), *((f"without {name}", (name,)) for name in OPTIMISATIONS)]
    return [
        (f"{'' if not number else '+ '}{name}", tuple(OPTIMISATIONS[number + 1 :]))
        for number, name in enumerate(OPTIMISATIONS)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mode", choices=("snapshots", "without", "once"), default="snapshots")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--limit", type=float, default=10.0, help="processor seconds of a run")
    parser.add_argument("--every", type=int, default=1, help="take every n-th program")
    parser.add_argument("--within", type=float, help="keep only programs that are decided in so many seconds")
    parser.add_argument("--jobs", type=int, default=1, help="programs at the same time")
    parser.add_argument("--plot", type=Path, help="write a quantile plot")
    parser.add_argument("--list", action="store_true", help="every run, too")
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.bpl"))
    pool = ThreadPoolExecutor(options.jobs)
    if options.within is not None:
        first = list(pool.map(Configuration(options.engine, options.within).run, files))
        files = [r.file for r in first if r.right is not None]
    files = files[:: options.every]
    print(f"{len(files)} programs, {options.limit:g} s each\n")
    print("| configuration | verified | bug found | wrong | unknown | seconds |")
    print("|---|--:|--:|--:|--:|--:|")
    curves: list[Curve] = []
    for name, disable in configurations(options.mode):
        runs = list(pool.map(Configuration(options.engine, options.limit, disable).run, files))
        if options.list:
            print("".join(f"<!-- {r.file} {r.verdict} {r.seconds:.2f} -->\n" for r in runs), end="")
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
        one(sys.argv[2], sys.argv[3], float(sys.argv[4]), sys.argv[5:])
    else:
        main()
