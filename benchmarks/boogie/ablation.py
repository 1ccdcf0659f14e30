"""What the paper's ten optimisations are worth on a folder of Boogie programs (its section V-D and Fig. 2).

    python benchmarks/boogie/ablation.py FOLDER [--mode snapshots|without] [--timeout 10] [--every 1] [--within SECONDS]
        [--plot FILE.svg]

``snapshots`` adds the optimisations one after the other in the paper's order, ``without`` leaves out one at a time.
``--within`` keeps only programs that are decided in so many seconds with all optimisations on: others run
into the limit in every configuration and say nothing. A program whose path contains "buggy" must be unsafe, all
others safe; a point is gained for each right verdict and lost for each wrong one. Prints a Markdown table; each
run is a process of its own. The programs are not part of this repository: folder other/AMD_SDK of the public suite
symbooglix/gpu (the kernels without candidate invariants, as the paper ran them).
"""

from __future__ import annotations

import argparse
import multiprocessing
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


def one(file: Path, timeout: float, disable: tuple[str, ...]) -> Run:
    started = time.monotonic()
    try:
        verdict = antumbra.check(file, timeout=timeout, disable=disable).verdict.value
    except antumbra.InputError:
        verdict = "error"
    return Run(file, verdict, time.monotonic() - started)


def measure(files: list[Path], timeout: float, disable: tuple[str, ...]) -> list[Run]:
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        return [pool.apply(one, (file, timeout, disable)) for file in files]


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
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--every", type=int, default=1, help="take every n-th program")
    parser.add_argument("--within", type=float, help="keep only programs that are decided in so many seconds")
    parser.add_argument("--plot", type=Path, help="write a quantile plot")
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.bpl"))[:: options.every]
    if options.within is not None:
        tried = measure(files, options.within, ())
        files = [run.file for run in tried if run.right is not None]
    print(f"{len(files)} programs, {options.timeout:g} s each\n")
    print("| configuration | verified | bug found | wrong | unknown | seconds |")
    print("|---|---|---|---|---|---|")
    curves: list[Curve] = []
    for name, disable in configurations(options.mode):
        runs = measure(files, options.timeout, disable)
        count = Counter(run.verdict for run in runs if run.right)
        wrong = sum(run.right is False for run in runs)
        unknown = sum(run.right is None for run in runs)
        seconds = sum(min(run.seconds, options.timeout) for run in runs)
        print(f"| {name} | {count['safe']} | {count['unsafe']} | {wrong} | {unknown} | {seconds:.1f} |", flush=True)
        curves.append(Curve(name, -wrong, tuple(sorted(run.seconds for run in runs if run.right))))
    if options.plot is not None:
        options.plot.write_text(picture(curves, options.timeout, len(files)), "utf-8")


if __name__ == "__main__":
    main()
