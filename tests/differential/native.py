"""Generated programs as native code: compiled once, run in a process of its own for each vector of inputs."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from support.clang import ZIG

#: supplies inputs in order, runs the renamed main in a child, prints one line a vector: the result, or what ended it
DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int program_main(void);
static unsigned long long inputs[64];
static int count, used;
static unsigned long long next(void) { return used < count ? inputs[used++] : 0; }
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next(); }
char __VERIFIER_nondet_char(void) { return (char)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
short __VERIFIER_nondet_short(void) { return (short)next(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)next(); }
long __VERIFIER_nondet_long(void) { return (long)next(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)next(); }
_Bool __VERIFIER_nondet_bool(void) { return next() != 0; }
float __VERIFIER_nondet_float(void) { unsigned bits = (unsigned)next(); float x; memcpy(&x, &bits, 4); return x; }
double __VERIFIER_nondet_double(void) { unsigned long long bits = next(); double x; memcpy(&x, &bits, 8); return x; }
void klee_make_symbolic(void *at, __SIZE_TYPE__ size, const char *name) {
  for (__SIZE_TYPE__ i = 0; i < size; i += 8) {
    unsigned long long word = next();
    memcpy((char *)at + i, &word, size - i < 8 ? size - i : 8);
  }
}
void reach_error(void) { _exit(99); }
int main(void) {
  static char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    char *at = line, *end;
    count = used = 0;
    for (;;) {
      unsigned long long value = strtoull(at, &end, 16);
      if (end == at) break;
      inputs[count++] = value;
      at = end;
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      alarm(5);
      printf("%d\n", program_main());
      fflush(stdout);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) printf("signal %d\n", WTERMSIG(status));
    else if (WEXITSTATUS(status)) printf("exit %d\n", WEXITSTATUS(status));
  }
  return 0;
}
"""

FLAGS = ["-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"]
COMPILERS = {
    "zig -O0": [str(ZIG), "cc", "-O0", "-fno-sanitize=undefined", *FLAGS],
    "zig -O1": [str(ZIG), "cc", "-O1", "-fno-sanitize=undefined", *FLAGS],
    "zig 32": [
        *(str(ZIG), "cc", "-target", "x86-linux-musl", "-mcpu=pentium4", "-O1", "-fno-sanitize=undefined"),
        *FLAGS,
    ],
    "gcc -O0": ["gcc", "-O0", *FLAGS],
    "gcc -O1": ["gcc", "-O1", *FLAGS],
    # finds undefined behaviour that the generator should not have made
    "gcc sanitized": ["gcc", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", *FLAGS],
}


@dataclass(slots=True)
class Native:
    """Compiles with one compiler into ``directory``; the driver only once."""

    compiler: str
    directory: Path
    _driver: Path | None = None

    @staticmethod
    def available(compiler: str) -> bool:
        return shutil.which(COMPILERS[compiler][0]) is not None

    def _command(self, *arguments: str) -> None:
        done = subprocess.run(
            [*COMPILERS[self.compiler], *arguments], capture_output=True, text=True, check=False, timeout=280
        )
        if done.returncode:
            raise RuntimeError(f"{self.compiler} failed:\n{done.stderr[:2000]}")

    def compile(self, name: str, source: str) -> Path:
        if self._driver is None:
            path = self.directory / "driver.c"
            path.write_text(DRIVER)
            self._driver = self.directory / "driver.o"
            self._command("-c", str(path), "-o", str(self._driver))
        path = self.directory / f"{name}.c"
        path.write_text(source)
        program = self.directory / f"{name}.exe"
        self._command("-Dmain=program_main", str(path), str(self._driver), "-o", str(program))
        return program

    def run(self, program: Path, vectors: Sequence[Sequence[int]]) -> list[str]:
        """For each vector the result of main in decimal, or what ended the program."""
        text = "".join(" ".join(f"{value:x}" for value in vector) + "\n" for vector in vectors)
        done = subprocess.run([str(program)], input=text, capture_output=True, text=True, check=False, timeout=120)
        lines = done.stdout.splitlines()
        if len(lines) != len(vectors):
            raise RuntimeError(
                f"{len(lines)} results for {len(vectors)} vectors: {done.stdout[-500:]} {done.stderr[-500:]}"
            )
        return [ENDINGS.get(line, "exit" if line.startswith("exit") else line) for line in lines]


#: how a native run ends → what we call it
ENDINGS = {"exit 99": "unreach-call", "signal 6": "abort", "signal 8": "division-by-zero", "signal 11": "valid-deref"}
