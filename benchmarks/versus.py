"""The benchmark programs with Antumbra, KLEE and CBMC, alternating in one run: processor seconds of whole processes.

    python benchmarks/versus.py --klee KLEE --clang CLANG --cbmc CBMC [--runs 3] [--limit 60] [sort branches/17 ...]

The tools are not part of this project; what is not named is left out. KLEE gets the bitcode of CLANG (its time is part
of the row) as its tutorials make it, without optimisation; CBMC its default checks of memory, and as many rounds of
loops as ``ROWS`` says are enough. Medians; ``–`` was not decided within the limit, which is in processor seconds.
Memory is the largest of a row's processes. All get the same text, KLEE with functions that give what it makes symbolic.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from cases import PROGRAMS
from run import machine

#: program, its size, and so many rounds of a loop are enough for CBMC (0: it finds out by itself)
ROWS = (
    ("branches", 14, 0), ("branches", 17, 0), ("loop", 300_000, 0), ("loop", 3_000_000, 0),
    ("sort", 5, 0), ("sort", 6, 0), ("sort", 7, 0), ("sort", 8, 0), ("sort", 9, 0),
    ("hash", 3, 0), ("hash_fnv", 2, 0), ("list", 4, 6), ("regexp", 5, 8), ("bst", 5, 7), ("chain", 600, 0),
    ("keyvalue", 7, 10), ("parser", 6, 9), ("protocol", 12, 14), ("strings", 5, 8), ("matrix", 4, 0),
    ("pointers", 4, 0),
)  # fmt: skip

_TYPES = {"int": "int", "uint": "unsigned", "char": "char", "uchar": "unsigned char", "short": "short"}
_TYPES |= {"ushort": "unsigned short", "long": "long", "ulong": "unsigned long", "size_t": "unsigned long"}
_TYPES |= {"float": "float", "double": "double", "bool": "_Bool", "longlong": "long long"}


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run of one tool took, and whether it came to an end with an answer."""

    seconds: float
    megabytes: float
    decided: bool


Tool = Callable[[Path, int, int, Path], Ran]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    tools = _tools(options)
    rows = [row for row in ROWS if not options.rows or {row[0], f"{row[0]}/{row[1]}"} & set(options.rows)]
    if not rows:
        raise SystemExit(f"no such row; there are {', '.join(f'{name}/{size}' for name, size, _ in ROWS)}")
    print("| program | " + " | ".join(tools) + " | MB |\n|---" + "|--:" * (len(tools) + 1) + "|")
    with tempfile.TemporaryDirectory(prefix="antumbra-versus-") as folder:
        for name, size, rounds in rows:
            taken: dict[str, list[Ran]] = {tool: [] for tool in tools}
            for number in range(options.runs):
                for title, tool in tools.items():
                    if number == 0 or taken[title][0].decided:  # what was not decided once is not tried again
                        where = Path(folder) / "out"
                        taken[title].append(tool(PROGRAMS / f"{name}.c", size, rounds, where))
                        shutil.rmtree(where, ignore_errors=True)
            _print_row(f"{name} {size}", taken)
    print(f"\n{machine()}, load {os.getloadavg()[0]:.1f}")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rows", nargs="*", metavar="PROGRAM[/SIZE]")
    parser.add_argument("--klee", type=Path)
    parser.add_argument(
        "--clang", type=Path, default=Path("clang"), help="of the LLVM version that KLEE was built with"
    )
    parser.add_argument("--cbmc", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=int, default=60, metavar="S", help="processor seconds of one run")
    return parser.parse_args(arguments)


def _tools(options: argparse.Namespace) -> Mapping[str, Tool]:
    def antumbra(command: str) -> Tool:
        def run(source: Path, size: int, _rounds: int, out: Path) -> Ran:
            called = [sys.executable, "-m", "antumbra", command, str(source), f"--cflag=-DN={size}", "--out", str(out)]
            return _run(called, options, lambda text: "RESULT: true" in text or "RESULT: false" in text)

        return run

    def klee(*search: str) -> Tool:
        def run(source: Path, size: int, _rounds: int, out: Path) -> Ran:
            out.mkdir()
            shim, bitcode = out / "shim.h", out / "program.bc"
            shim.write_text(_shim())
            compiling = [
                str(options.clang),
                "-emit-llvm",
                "-c",
                "-g",
                "-O0",
                "-Xclang",
                "-disable-O0-optnone",
                f"-DN={size}",
            ]
            compiling += ["-include", str(shim), str(source), "-o", str(bitcode)]
            compiled = _run(compiling, options, lambda _: bitcode.is_file())
            command = [str(options.klee), "--output-dir", str(out / "klee"), "--libc=klee", *search, str(bitcode)]
            ran = _run(command, options, lambda text: "KLEE: done: completed paths" in text and "HaltTimer" not in text)
            return Ran(compiled.seconds + ran.seconds, max(compiled.megabytes, ran.megabytes), ran.decided)

        return run

    def cbmc(source: Path, size: int, rounds: int, _out: Path) -> Ran:
        command = [str(options.cbmc), str(source), f"-DN={size}", *(["--unwind", str(rounds)] if rounds else [])]
        command += ["--no-signed-overflow-check", "--no-undefined-shift-check", "--verbosity", "4"]
        return _run(command, options, lambda text: "VERIFICATION SUCCESSFUL" in text or "VERIFICATION FAILED" in text)

    tools: dict[str, Tool] = {"explore": antumbra("explore"), "check": antumbra("check")}
    if options.klee:
        tools |= {"KLEE, dfs": klee("--search=dfs"), "KLEE": klee()}
    return tools | ({"CBMC": cbmc} if options.cbmc else {})


def _shim() -> str:
    """The functions of SV-COMP in KLEE's words."""
    lines = ["void klee_make_symbolic(void *, unsigned long, const char *);"]
    for name, kind in _TYPES.items():
        lines.append(
            f'{kind} __VERIFIER_nondet_{name}(void) {{ {kind} x; klee_make_symbolic(&x, sizeof x, "x"); return x; }}'
        )
    return "\n".join(lines) + "\n"


def _run(command: Sequence[str], options: argparse.Namespace, decided: Callable[[str], bool]) -> Ran:
    """One process and what it starts, ended at the limit."""
    limit: int = options.limit
    with tempfile.TemporaryFile("w+", errors="replace") as told:
        process = subprocess.Popen(
            ["prlimit", f"--cpu={limit}", *command], stdout=told, stderr=subprocess.STDOUT, start_new_session=True
        )
        _, status, usage = os.wait4(process.pid, 0)
        told.seek(0)
        ended = not os.WIFSIGNALED(status)
        return Ran(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, ended and decided(told.read()))


def _print_row(name: str, taken: Mapping[str, Sequence[Ran]]) -> None:
    seconds = [f"{median(ran.seconds for ran in runs):.2f}" if runs[0].decided else "–" for runs in taken.values()]
    memory = " / ".join(f"{max(ran.megabytes for ran in runs):.0f}" for runs in taken.values())
    print(f"| {name} | " + " | ".join(seconds) + f" | {memory} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
