"""Targets of reactive programs, all in one run and one by one: ``python benchmarks/interpolation/targets.py``.

Prints Markdown. The programs come from benchmarks/reactive.py and say of each ``error_NN:`` whether it can be reached,
so a wrong answer is seen (and makes the exit status 1). Limits and times are processor seconds of whole processes:
``--timeout`` for a run of all targets, ``--each`` for a run of one. One by one, ``--sample`` targets are run, and the
time is scaled to all of them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from measure import check, markdown

sys.path.insert(0, str(Path(__file__).parents[1]))
from reactive import Shape, generate

BASE = Shape(states=20, inputs=5, targets=12, depth=6, unreachable=0.5, seed=1)

#: what is varied → the shapes, and how many inputs are read (None: without end)
SERIES: dict[str, list[tuple[Shape, int | None]]] = {
    "size": [(replace(BASE, states=n, targets=t), None) for n, t in ((10, 12), (20, 12), (40, 24), (80, 48))],
    "depth": [(replace(BASE, states=30, depth=n), None) for n in (3, 6, 12, 24)],
    "unreachable": [(replace(BASE, unreachable=share), None) for share in (0.0, 0.25, 0.75, 1.0)],
    "rounds": [(BASE, n) for n in (4, 6, 8, 10, 12)],
}


@dataclass(slots=True)
class Count:
    """Targets by what was said of them."""

    reachable: int = 0
    unreachable: int = 0
    unknown: int = 0
    wrong: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        wrong = f", WRONG {self.wrong}" if self.wrong else ""
        return f"{self.reachable} + {self.unreachable}{wrong}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("series", nargs="*", help="some of " + ", ".join(SERIES))
    parser.add_argument("--timeout", type=float, default=20, metavar="S")
    parser.add_argument("--each", type=float, default=4, metavar="S")
    parser.add_argument("--sample", type=int, default=4, metavar="K", help="targets run one by one (0: none)")
    options = parser.parse_args()
    if unknown := [name for name in options.series if name not in SERIES]:
        parser.error(f"unknown series: {', '.join(unknown)}")
    head = ["varied", "states", "depth", "inputs read", "targets (unreachable)"]
    head += ["explore: decided", "cpu s", "interpolate: decided", "cpu s"]
    if options.sample:
        head += ["explore, one by one", "interpolate, one by one"]
    rows: list[list[str]] = []
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="antumbra-reactive-") as folder:
        for name in options.series or SERIES:
            for number, (shape, rounds) in enumerate(SERIES[name]):
                file = Path(folder) / f"{name}{number}.c"
                file.write_text(generate(shape))
                row, mistakes = _row(file, shape, rounds, options)
                rows.append([name, *row])
                wrong += mistakes
                print(rows[-1], file=sys.stderr, flush=True)
    print(markdown(head, rows))
    return int(wrong > 0)


def _row(file: Path, shape: Shape, rounds: int | None, options: argparse.Namespace) -> tuple[list[str], int]:
    expected = expected_targets(file)
    dead = sum(not reachable for reachable in expected.values())
    row = [str(shape.states), str(shape.depth), str(rounds or "any"), f"{len(expected)} ({dead})"]
    wrong = 0
    for engine in ("explore", "interpolate"):
        found = _decide(file, engine, options.timeout, rounds, expected)
        wrong += found.wrong
        row += [str(found), f"{found.seconds:.1f}"]
    if options.sample:
        lines = list(expected)[:: max(1, len(expected) // options.sample)][: options.sample]
        for engine in ("explore", "interpolate"):
            runs = [_decide(file, engine, options.each, rounds, {line: expected[line]}) for line in lines]
            wrong += sum(run.wrong for run in runs)
            decided = sum(run.reachable + run.unreachable for run in runs)
            seconds = sum(run.seconds for run in runs) * len(expected) / len(lines)
            row.append(f"{decided} of {len(lines)}, {seconds:.0f} s")
    return row, wrong


def expected_targets(file: Path) -> dict[int, bool]:
    """Line → can it be reached?"""
    lines = file.read_text("utf-8").splitlines()
    return {k: text.endswith("// reachable") for k, text in enumerate(lines, 1) if "error_" in text}


def _decide(file: Path, engine: str, seconds: float, rounds: int | None, expected: dict[int, bool]) -> Count:
    """Within a number of rounds a reachable target may be out of reach: then ``unreachable`` is not wrong."""
    options = ["--targets", ",".join(map(str, expected)), *(["-D", f"N={rounds}"] if rounds else [])]
    run = check(file, engine, seconds, options)
    found = Count(seconds=run.cpu_seconds)
    for target in run.targets:
        verdict, reachable = target["verdict"], expected[target["line"]]
        found.reachable += verdict == "reachable"
        found.unreachable += verdict == "unreachable"
        found.unknown += verdict == "unknown"
        found.wrong += (verdict == "reachable" and not reachable) or (
            verdict == "unreachable" and reachable and rounds is None
        )
    return found


if __name__ == "__main__":
    sys.exit(main())
