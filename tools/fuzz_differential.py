"""Fuzz the whole chain against native code: random C programs, each executed every way we have.

    PYTHONPATH=src:tests python tools/fuzz_differential.py --seeds 0:500 [--flavour concrete|symbolic|floats|all]

Prints seed, flavour and difference, and keeps the source of each program that differs in ``--keep``.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from antumbra.frontends.options import LoadOptions  # noqa: E402
from differential import generator  # noqa: E402
from differential.harness import compare, searching  # noqa: E402
from differential.native import COMPILERS, Native  # noqa: E402

#: flavour → (what to generate, paths to explore)
FLAVOURS = {
    "concrete": (generator.CONCRETE, 0),
    "wrapping": (replace(generator.CONCRETE, raw_overflow=True), 0),
    "symbolic": (generator.SYMBOLIC, 60),
    "floats": (generator.SYMBOLIC_FLOATS, 20),
    "ilp32": (replace(generator.SYMBOLIC, ilp32=True), 60),
    "faults": (generator.FAULTS, 60),
    "blobs": (generator.BLOBS, 60),
    "large": (replace(generator.CONCRETE, functions=10, statements=14, depth=4, steps=20_000, templates=8), 0),
}
SEARCHES = (("dfs",), ("bfs",), ("random-path", "coverage-new"))


class SlowError(Exception):
    """One seed took too long."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Random C programs, each executed every way we have.")
    parser.add_argument("--seeds", default="0:100", help="FIRST:END")
    parser.add_argument("--flavour", choices=[*FLAVOURS, "all"], default="all")
    parser.add_argument("--compiler", action="append", choices=list(COMPILERS), help="may be repeated")
    parser.add_argument("--keep", type=Path, default=None, help="folder for programs that differ")
    parser.add_argument("--ir", default=None, help="read LLVM IR that clang makes with these flags, e.g. '-O2'")
    parser.add_argument("--solver", default="auto")
    parser.add_argument("--minutes", type=float, default=None)
    parser.add_argument("--limit", type=int, default=120, help="seconds for one program")
    arguments = parser.parse_args()
    first, _, end = arguments.seeds.partition(":")
    flavours = list(FLAVOURS) if arguments.flavour == "all" else [arguments.flavour]
    started = time.monotonic()
    programs = differing = compared = 0
    signal.signal(signal.SIGALRM, _slow)
    with tempfile.TemporaryDirectory() as folder:
        natives: list[Native] = []
        narrow, plain = Native("zig 32", Path(folder) / "narrow"), Native("zig -O0", Path(folder) / "plain")
        narrow.directory.mkdir()
        plain.directory.mkdir()
        for compiler in arguments.compiler or ["zig -O1"]:
            directory = Path(folder) / compiler.replace(" ", "")
            directory.mkdir()
            natives.append(Native(compiler, directory))
        for seed in range(int(first), int(end)):
            for flavour in flavours:
                if arguments.minutes is not None and time.monotonic() - started > 60 * arguments.minutes:
                    break
                made, paths = FLAVOURS[flavour]
                program = generator.generate(seed, made)
                programs += 1
                signal.alarm(arguments.limit)
                try:
                    report = compare(
                        program,
                        # optimisation may use a fault to change what comes before it
                        [plain] if made.faults else [narrow] if made.ilp32 else natives,
                        Path(folder),
                        # the variants take turns, so that a seed alone says what was run
                        options=LoadOptions(simplify_cfg=seed % 2 == 1, data_model="ILP32" if made.ilp32 else "LP64"),
                        search=searching(paths, search=SEARCHES[seed % 3], solver=arguments.solver) if paths else None,
                        vectors=10 if paths else 3,
                        concrete=not made.blobs,
                        ir=arguments.ir and arguments.ir.split(),
                    )
                    differences, cuts = report.differences, report.cuts
                    compared += report.compared
                except SlowError:
                    differences, cuts = ["took too long"], []
                except Exception:  # noqa: BLE001 - whatever goes wrong is a finding
                    differences, cuts = [traceback.format_exc()], []
                finally:
                    signal.alarm(0)
                if differences:
                    differing += 1
                    print(f"seed {seed} {flavour}:", *differences, sep="\n  ", flush=True)
                    if arguments.keep is not None:
                        arguments.keep.mkdir(parents=True, exist_ok=True)
                        (arguments.keep / f"{flavour}{seed}.c").write_text(program.source)
                elif cuts:
                    print(f"seed {seed} {flavour}: cut: {cuts[0]}", flush=True)
    seconds = time.monotonic() - started
    print(f"{programs} programs, {compared} runs compared, {differing} differ, {seconds:.0f} s")
    return 1 if differing else 0


def _slow(_number: int, _frame: object) -> None:
    raise SlowError


if __name__ == "__main__":
    sys.exit(main())
