"""Does Test-Comp's coverage tool measure what we say? Programs are explored, and TestCov runs the suites.

    python tools/testcov_agreement.py [PROGRAM.c ...] [--testcov testcov] [--timeout 20] [--keep FOLDER]

Without names: all of ``benchmarks/programs`` and ``examples``. TestCov (on the path, or ``--testcov``) needs
gcc, lcov and clang-tidy. It counts goals of three kinds: decisions (then and else of statements), conditions (gcov's
branches) and lines. Ours are branches of clang's code, and lines that have code. Compilers disagree on how many there
are, so what is compared is how many are left.

A program is given to TestCov preprocessed, with a header for what Test-Comp's rules want it to have. Tests that need
arguments, files or variables are in no suite (the run says so), and such programs are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
GOALS = {"decisions": "@DECISIONEDGE", "conditions": "@CONDITIONEDGE", "lines": "@BASICBLOCKENTRY"}
TOOLS = ("gcc", "lcov", "clang-tidy")

#: What a program needs to be run by TestCov: KLEE's functions on top of Test-Comp's (an object of two, four or eight
#: bytes is one input of a suite, any other one is an input for each byte), error functions that are only declared, and
#: coverage that is not lost when a program crashes.
ADAPTER = """extern void abort(void);
extern void _exit(int);
extern void (*signal(int, void (*)(int)))(int);
#ifdef GCOV
extern void __gcov_dump(void);
#else
#define __gcov_dump()
#endif
static void adapter_crashed(int number) { __gcov_dump(); _exit(128 + number); }
__attribute__((constructor)) static void adapter_start(void) {
  int numbers[] = {4, 5, 6, 7, 8, 11}; // ILL, TRAP, ABRT, BUS, FPE, SEGV
  for (int i = 0; i < 6; i++) signal(numbers[i], adapter_crashed);
}
#ifdef NEEDS_ERROR
void reach_error(void) { __gcov_dump(); abort(); }
#endif
#ifdef NEEDS_KLEE
unsigned char __VERIFIER_nondet_uchar();
unsigned short __VERIFIER_nondet_ushort();
unsigned int __VERIFIER_nondet_uint();
unsigned long __VERIFIER_nondet_ulong();
void __VERIFIER_assume(int);
void klee_make_symbolic(void *to, __SIZE_TYPE__ size, const char *name) {
  unsigned long whole = size == 2 ? __VERIFIER_nondet_ushort() : size == 4 ? __VERIFIER_nondet_uint()
                      : size == 8 ? __VERIFIER_nondet_ulong() : 0;
  if (size == 2 || size == 4 || size == 8)
    __builtin_memcpy(to, &whole, size);
  else
    for (__SIZE_TYPE__ i = 0; i < size; i++) ((unsigned char *)to)[i] = __VERIFIER_nondet_uchar();
}
void klee_assume(__UINTPTR_TYPE__ condition) { __VERIFIER_assume(condition != 0); }
void __klee_check(int holds) { if (!holds) { __gcov_dump(); abort(); } }
#endif
"""
HEADER = """#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(uintptr_t);
void __klee_check(int);
#define klee_assert(condition) __klee_check(!!(condition))
"""


@dataclass(frozen=True)
class Measured:
    """How many of how many."""

    covered: int
    total: int

    def __str__(self) -> str:
        return f"{self.covered}/{self.total}"

    @property
    def left(self) -> int:
        return self.total - self.covered


def what_is_missing(testcov: str) -> list[str]:
    """Programs that are not at hand."""
    return [name for name in (testcov, *TOOLS) if shutil.which(name) is None]


def suite(tests: Path, to: Path) -> None:
    with zipfile.ZipFile(to, "w") as archive:
        for file in sorted(tests.glob("*.xml")):
            archive.write(file, file.name)


def goals_of(output: str) -> Measured | None:
    """What TestCov prints."""
    share, number = re.search(r"Coverage: ([0-9.]+)%", output), re.search(r"Number of goals: (\d+)", output)
    if share is None or number is None:
        return None
    return Measured(round(float(share[1]) * int(number[1]) / 100), int(number[1]))


class Comparison:
    """Of one program, in a folder of its own."""

    def __init__(self, program: Path, folder: Path, testcov: str) -> None:
        self.program, self.folder, self.testcov = program, folder, testcov
        header = folder / "include" / "klee"
        header.mkdir(parents=True)
        (header / "klee.h").write_text(HEADER)
        (folder / "include" / "adapter.h").write_text(ADAPTER)

    def explored(self, timeout: str) -> str:
        """Explores; returns the suite's note on tests that it does not have."""
        command = [sys.executable, "-m", "antumbra", "explore", str(self.program), "--json"]
        command += ["--out", str(self.folder / "out"), "--timeout", timeout]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        self.result = json.loads(done.stdout)
        return next((note for note in self.result["notes"] if "Test-Comp" in note), "")

    @property
    def ours(self) -> dict[str, Measured]:
        coverage = self.result["coverage"]
        found = {k: Measured(coverage[f"{k}_covered"], coverage[f"{k}_total"]) for k in ("branches", "lines")}
        return {"decisions": found["branches"], "conditions": found["branches"], "lines": found["lines"]}

    def _preprocessed(self) -> Path:
        """What TestCov is given: without notes on lines, which keep it from adding braces to what macros expand to."""
        to = self.folder / f"{self.program.stem}.i"
        text = self.program.read_text("utf-8")
        gcc = ["gcc", "-E", "-P", f"-I{self.folder / 'include'}", str(self.program)]
        lines = [subprocess.run(gcc, check=True, capture_output=True, text=True).stdout]
        if "reach_error" in text and not re.search(r"\breach_error\s*\([^)]*\)\s*\{", text):
            lines.append("#define NEEDS_ERROR\n")
        if "klee_" in text:
            lines.append("#define NEEDS_KLEE\n")
        to.write_text("".join([*lines, ' #include "adapter.h"\n']))
        return to

    def measured(self, goal: str) -> Measured | None:
        suite(self.folder / "out" / "tests", self.folder / "suite.zip")
        (self.folder / "goal.prp").write_text(f"COVER( init(main()), FQL(COVER EDGES({GOALS[goal]})) )\n")
        command = [self.testcov, "--no-isolation", "--no-plots", "-64", "--reduction", "NONE", "--goal", "goal.prp"]
        command += ["--output", f"cov-{goal}", "--test-suite", "suite.zip", self._preprocessed().name]
        environment = {**os.environ, "CPATH": str(self.folder / "include")}
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=self.folder, env=environment, timeout=600
        )
        (self.folder / f"{goal}.log").write_text(done.stdout + done.stderr)
        return goals_of(done.stdout)


def rows(programs: list[Path], options: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    for program in programs:
        with tempfile.TemporaryDirectory() as folder:
            one = Comparison(program, Path(folder), options.testcov)
            note = one.explored(options.timeout)
            name = program.name
            if note:
                yield (name, "", "", "", "", "", note)
                continue
            ours, seen = one.ours, {goal: one.measured(goal) for goal in GOALS}
            told = [str(ours["conditions"]), str(ours["lines"]), *(str(seen[goal]) for goal in GOALS)]
            left = [goal for goal in GOALS if (there := seen[goal]) is None or there.left != ours[goal].left]
            yield (name, *told, ", ".join(left))
            if options.keep:
                shutil.copytree(folder, Path(options.keep) / program.stem, dirs_exist_ok=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", type=Path)
    parser.add_argument("--testcov", default="testcov")
    parser.add_argument("--timeout", default="20")
    parser.add_argument("--keep", help="a folder for what TestCov writes")
    options = parser.parse_args()
    if missing := what_is_missing(options.testcov):
        print(f"not at hand: {', '.join(missing)}", file=sys.stderr)
        return 2
    known = [*sorted((ROOT / "benchmarks/programs").glob("*.c")), *sorted((ROOT / "examples").glob("*.c"))]
    print("| program | branches | lines | decisions | conditions | lines | left differently |")
    print("|---|---|---|---|---|---|---|")
    for row in rows(options.programs or known, options):
        print(f"| {' | '.join(row)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
