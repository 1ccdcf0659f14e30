"""Compiling C for tests: to LLVM text as the front end gets it, and to a native program."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

import ziglang

ZIG = Path(ziglang.__file__).parent / "zig"
FLAGS = ["-O1", "-g", "-UNDEBUG", "-w", "-std=gnu11", "-fno-sanitize=undefined", "-ffp-contract=off"]


def to_llvm(source: str | Path, directory: Path, *flags: str) -> str:
    """The LLVM text of a C file, or of C text."""
    if isinstance(source, str):
        path = directory / "snippet.c"
        path.write_text(source)
    else:
        path = source
    out = directory / (path.stem + ".ll")
    command = [str(ZIG), "cc", *FLAGS, *flags, "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", str(path)]
    done = subprocess.run([*command, "-o", str(out)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return out.read_text()


@functools.cache
def native_answers(path: Path, functions: tuple[str, ...], directory: Path) -> dict[str, int]:
    """What each ``unsigned long f(void)`` of a file returns in a native run of its own."""
    main = directory / f"{path.stem}_main.c"
    lines = [f"unsigned long {name}(void);" for name in functions]
    lines += ["int printf(const char *, ...);", "int main(int argc, char **argv) {"]
    lines += [f'  if (argc == {i + 2}) printf("%lu", {name}());' for i, name in enumerate(functions)]
    main.write_text("\n".join([*lines, "}"]))
    program = directory / path.stem
    command = [str(ZIG), "cc", *FLAGS, str(path), str(main), "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    answers: dict[str, int] = {}
    for i, name in enumerate(functions):
        run = subprocess.run([str(program), *["x"] * (i + 1)], capture_output=True, text=True, check=True)
        answers[name] = int(run.stdout)
    return answers
