"""How much of the engine's time its concrete runs take, as Markdown.

    python benchmarks/dash/running.py [--iterations 300] [figures suite/calls drivers long …]

Tests with any inputs are included, which the engine's own ``run_test`` leaves out. Seconds of the processor, without
the compiler, the check of proofs and replays. With PYTHONPATH another version of the engine is measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

from beside import HERE, labelled

import antumbra
from antumbra.engines.dash.engine import Dash
from antumbra.engines.dash.testing import Tests


class Clock:
    """Seconds in some functions, and edges of tests."""

    def __init__(self) -> None:
        self.engine = self.tests = 0.0
        self.runs = self.edges = 0

    def watch(self) -> None:
        iteration: Any = Dash._iteration
        run_test: Any = Tests.run_test

        def timed_iteration(*args: Any, **more: Any) -> Any:
            began = time.process_time()
            try:
                return iteration(*args, **more)
            finally:
                self.engine += time.process_time() - began

        def timed_test(*args: Any, **more: Any) -> Any:
            began = time.process_time()
            try:
                run = run_test(*args, **more)
            finally:
                self.tests += time.process_time() - began
            self.runs += 1
            self.edges += run.edges
            return run

        Dash._iteration = timed_iteration
        Tests.run_test = timed_test


def rows(folders: list[str], iterations: int) -> Iterator[str]:
    clock = Clock()
    clock.watch()
    for folder in folders:
        clock.__init__()
        for case in labelled(HERE / folder):
            antumbra.check(
                case.file,
                engine="dash",
                timeout=120,
                check_proofs=False,
                options={"most_iterations": iterations},
            )
        share = round(100 * clock.tests / clock.engine)
        yield (
            f"| {folder} | {clock.engine:.1f} | {clock.tests:.1f} | {share} % | {clock.runs:,} | {clock.edges:,} "
            f"| {1e9 * clock.tests / clock.edges:,.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("folders", nargs="*", default=["figures", "suite", "drivers", "long"])
    options = parser.parse_args()
    print("| programs | engine s | concrete runs s | share | runs | edges | ns an edge |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for row in rows(options.folders, options.iterations):
        print(row, flush=True)


if __name__ == "__main__":
    main()
