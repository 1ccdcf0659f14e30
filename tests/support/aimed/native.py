"""The reference interpreter against native code: gcc with its sanitizers, where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from support.aimed import syntax as S
from support.aimed.interpreter import Run, Truth
from support.aimed.printer import printed

COMPILER = shutil.which("gcc")
FLAGS = ("-O0", "-g", "-w", "-fsanitize=address,integer-divide-by-zero", "-fno-sanitize-recover=all")
OPTIONS = "detect_leaks=0:detect_stack_use_after_return=1:abort_on_error=0:exitcode=23:allocator_may_return_null=1"

#: inputs come from the command line; what ``__VERIFIER_nondet_int`` gives decides nothing
RUNTIME = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char **next;
static unsigned seed = 1;
static int take(void) { if (!*next) { write(2, "no input left\\n", 14); _exit(9); } return atoi(*next++); }
unsigned char __VERIFIER_nondet_uchar(void) { return take(); }
_Bool __VERIFIER_nondet_bool(void) { return take(); }
int __VERIFIER_nondet_int(void) { seed = seed * 1103515245u + 12345u; return (int)(seed >> 16 & 15); }
void __VERIFIER_assume(int c) { if (!c) _exit(8); }
void klee_make_symbolic(void *p, unsigned long n, const char *name) { (void)name; memset(p, 0, n); }
"""
#: what native output says → event
SIGNS = (
    ("attempting free on address which was not malloc", "valid-free"),
    ("attempting double-free", "valid-free"),
    ("bad-free", "valid-free"),
    ("attempting to call malloc_usable_size", "valid-free"),
    ("negative-size-param", "valid-deref"),
    ("division by zero", "division-by-zero"),
    ("Assertion `", "assert"),
    ("ERROR: AddressSanitizer", "valid-deref"),
)


def build(programs: Sequence[S.Program], folder: Path) -> Path:
    """One executable for many programs: its first argument says which."""
    assert COMPILER is not None
    sources = [folder / "runtime.c"]
    cases = "".join(f"  if (n == {i}) return main_{i}();\n" for i in range(len(programs)))
    externs = "".join(f"int main_{i}(void);\n" for i in range(len(programs)))
    start = "int main(int argc, char **argv) {\n  int n = atoi(argv[1]); next = argv + 2;\n"
    sources[0].write_text(f"{RUNTIME}{externs}{start}{cases}  return 7;\n}}\n")
    for i, program in enumerate(programs):
        sources.append(folder / f"p{i}.c")
        sources[-1].write_text(printed(program, f"main_{i}").text)
    made = folder / "programs"
    subprocess.run([COMPILER, *FLAGS, *map(str, sources), "-o", str(made)], check=True, capture_output=True, text=True)
    return made


def event(executable: Path, number: int, run: Run) -> str | None:
    """How the native run with these inputs ends."""
    command = [str(executable), str(number), *map(str, run.inputs)]
    environment = {**os.environ, "ASAN_OPTIONS": OPTIONS}
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", env=environment, timeout=20, check=False
    )
    if "SEGV" in done.stderr and "interceptor_free" in done.stderr:  # free of what cannot be written
        return "valid-free"
    for sign, meaning in SIGNS:
        if sign in done.stderr:
            return meaning
    if done.returncode == -6:
        return "unreach-call"
    return None if done.returncode == 0 else f"exit status {done.returncode}: {done.stderr[-300:]}"


def differences(programs: Sequence[S.Program], truths: Sequence[Truth], folder: Path, most: int = 6) -> Iterator[str]:
    """What native runs say otherwise, for runs whose outcome native code must have; up to ``most`` of each program."""
    executable = build(programs, folder)
    for number, (program, true) in enumerate(zip(programs, truths, strict=True)):
        runs = [run for run in true.runs if run.native]
        chosen = {(run.event, run.statement): run for run in runs}
        picked = [*chosen.values(), *runs][:most]
        for run in picked:
            real = event(executable, number, run)
            if real != run.event:
                yield f"{program.origin}: inputs {run.inputs}: interpreter {run.event}, native {real}"
