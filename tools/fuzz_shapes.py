"""Random C programs of shapes that other generators leave out, against native code with sanitizers on all inputs.

    PYTHONPATH=src:tests python tools/fuzz_shapes.py --seeds 0:1000 [--jobs 2] [--engines interpolate,auto]
        [--minutes 60] [--keep DIR] [--unchecked]

Needs gcc with its sanitizers. ``--truth FILE`` writes the truth of the seeds instead, as ``tests/shapes`` has it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from support.shapes.judge import ENGINES, judge  # noqa: E402
from support.shapes.truth import Shape, line_of, shape  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Random C programs with sanitized native code as the truth.")
    parser.add_argument("--seeds", default="0:100", help="FIRST:END")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=None)
    parser.add_argument("--timeout", type=float, default=5, help="seconds for one check")
    parser.add_argument("--keep", type=Path, default=None, help="folder for wrong programs")
    parser.add_argument("--unchecked", action="store_true", help="the engines alone: do not check their proofs")
    parser.add_argument("--truth", type=Path, default=None)
    arguments = parser.parse_args()
    first, _, last = arguments.seeds.partition(":")
    seeds = range(int(first), int(last))
    if arguments.truth is not None:
        with tempfile.TemporaryDirectory() as folder:
            arguments.truth.write_text("".join(line_of(shape(seed, Path(folder))) for seed in seeds))
        return 0
    started = time.monotonic()
    end = time.time() + 60 * arguments.minutes if arguments.minutes is not None else None
    engines = tuple(arguments.engines.split(","))
    one = partial(work, engines, arguments.timeout, not arguments.unchecked, arguments.keep, end)
    counts: Counter[tuple[str, str]] = Counter()
    programs = wrong = 0
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        for found, lines in pool.map(one, seeds):
            print(*lines, sep="\n", end="\n" if lines else "", flush=True)
            counts += found
            programs += bool(found)
            wrong += len(lines)
    for (engine, kind), number in sorted(counts.items()):
        print(f"{engine:12} {kind:14} {number}")
    print(f"{programs} programs, {wrong} wrong answers, {time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


def work(
    engines: tuple[str, ...], timeout: float, check_proofs: bool, keep: Path | None, end: float | None, seed: int
) -> tuple[Counter[tuple[str, str]], list[str]]:
    if end is not None and time.time() > end:
        return Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        made: Shape | None = None
        try:
            made = shape(seed, Path(folder))
            answers = list(judge(made, Path(folder) / "program.c", engines, timeout, check_proofs=check_proofs))
        except Exception:  # noqa: BLE001 - whatever goes wrong is a finding
            answers, lines = [], [f"{seed}: {traceback.format_exc()}"]
        else:
            lines = [f"{seed}: {a.engine} {a.asked}: {a.kind}: {a.told}" for a in answers if a.wrong]
    if lines and keep is not None and made is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{seed}.c").write_text("".join(f"// {line}\n" for line in "\n".join(lines).splitlines()) + made.text)
    return Counter((a.engine, a.kind) for a in answers) or Counter({("all", "crash"): 1}), lines


if __name__ == "__main__":
    sys.exit(main())
