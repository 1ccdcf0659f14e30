"""Reproducers compile on their own and do what their comment says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from antumbra.engines.outcome import InputValue, Reason
from antumbra.evidence.reproducer import reproducer, undefined_functions
from antumbra.evidence.testcase import TestCase
from antumbra.frontends.c.toolchain import find_toolchain
from antumbra.program.model import Source
from antumbra.program.source import Location
from evidence.native_programs import ir_of

ABORTED = -6
#: with the arguments of other tests, for which zig has built its library already
ZIG = [find_toolchain(None).command[0], "cc", "-O1", "-fno-sanitize=undefined"]
COMPILERS = [ZIG, *([[path]] if (path := shutil.which("gcc")) else [])]

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double();
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 0);
  unsigned char c = __VERIFIER_nondet_uchar();
  double d = __VERIFIER_nondet_double();
  _Bool b = __VERIFIER_nondet_bool();
  if (x == -7 && c == 200 && d == 1.5 && b)
    reach_error();
  return 3;
}"""


def case(number: int = 2**32 - 7, **changes: object) -> TestCase:
    inputs = (
        InputValue("x", "int", Source.INPUT, 32, number),
        InputValue("c", "unsigned char", Source.INPUT, 8, 200),
        InputValue("d", "double", Source.INPUT, 64, 0x3FF8000000000000),
        InputValue("b", "_Bool", Source.INPUT, 1, 1),
    )
    place = Location("ex.c", 14)
    return TestCase(inputs, Reason.VIOLATION, "unreach-call", "reach_error is called", place, (), "ex.c", **changes)  # pyright: ignore[reportArgumentType]


def run(text: str, folder: Path, compiler: list[str], *flags: str) -> int:
    (folder / "r.c").write_text(text)
    command = [*compiler, "-g", "-fno-builtin", "-w", *flags, "-o", str(folder / "r"), str(folder / "r.c")]
    subprocess.run(command, check=True, cwd=folder, timeout=280)
    return subprocess.run([str(folder / "r")], cwd=folder, timeout=20, stderr=subprocess.DEVNULL).returncode


@pytest.mark.parametrize("compiler", COMPILERS, ids=lambda command: Path(command[0]).name)
@pytest.mark.parametrize("with_module", [True, False])
def test_the_failure_happens(tmp_path: Path, compiler: list[str], with_module: bool) -> None:
    undefined = undefined_functions(ir_of(PROGRAM)) if with_module else None
    assert run(reproducer(case(), PROGRAM, undefined), tmp_path, compiler, "-fno-sanitize=all") == ABORTED
    assert run(reproducer(case(2**32 - 8), PROGRAM, undefined), tmp_path, compiler, "-fno-sanitize=all") == 3
    assert run(reproducer(case(5), PROGRAM, undefined), tmp_path, compiler, "-fno-sanitize=all") == 0


QUICK = COMPILERS[-1]


def test_own_definitions_stay(tmp_path: Path) -> None:
    text = PROGRAM.replace("extern void reach_error(void);", "void exit(int); void reach_error(void) { exit(42); }")
    assert run(reproducer(case(), text, undefined_functions(ir_of(text))), tmp_path, QUICK) == 42
    assert run(reproducer(case(), text), tmp_path, QUICK) == 42


def test_klee_programs(tmp_path: Path) -> None:
    text = """void klee_make_symbolic(void *, unsigned long, const char *); void klee_assume(unsigned long);
    int klee_range(int, int, const char *); void klee_abort(void); void klee_warning(const char *);
    int main(void) { char b[3]; klee_make_symbolic(b, 3, "b"); klee_assume(b[0] == 1); int r = klee_range(0, 9, "r");
    klee_warning("w"); if (b[2] == 3 && r == 4) klee_abort(); return 1; }"""
    inputs = (InputValue("b", "bytes", Source.INPUT, 24, 0x030201), InputValue("r", "int", Source.INPUT, 32, 4))
    test = TestCase(inputs, program_file="k.c")
    assert run(reproducer(test, text, undefined_functions(ir_of(text))), tmp_path, QUICK) == ABORTED


def test_external_functions_and_another_entry(tmp_path: Path) -> None:
    text = """extern int weather(void); extern void reach_error(void);
    int f(int a, char *p) { if (a == 2 && p[5] == 9 && weather() == 1 && weather() == 0) reach_error(); return 0; }"""
    inputs = (
        InputValue("a", "int", Source.INPUT, 32, 2),
        InputValue("p", "bytes", Source.INPUT, 64, 9 << 40),
        InputValue("weather", "", Source.EXTERNAL, 32, 1),
        InputValue("weather", "", Source.EXTERNAL, 32, 0),
    )
    test = TestCase(inputs, program_file="w.c", entry="f")
    assert run(reproducer(test, text, undefined_functions(ir_of(text))), tmp_path, QUICK) == ABORTED


def test_llvm_programs_get_the_definitions_only(tmp_path: Path) -> None:
    text = reproducer(case(), None, undefined_functions(ir_of(PROGRAM)))
    assert "int main" not in text
    assert "THIS_FILE.c ex.c" in text
    (tmp_path / "d.c").write_text(text)
    subprocess.run([*QUICK, "-c", "-w", "d.c"], check=True, cwd=tmp_path)


def test_hostile_names_stay_in_their_comment(tmp_path: Path) -> None:
    nasty = '*/ int main(void) { return 99; } /* \\\n#include "/etc/passwd"\n" ??/'
    item = InputValue(nasty, nasty, Source.INPUT, 32, 2**32 - 7)
    test = case(entry="main")
    test = TestCase(
        (item, *test.inputs[1:]), Reason.VIOLATION, nasty, nasty, Location(nasty, 3), (), nasty, nasty, "main"
    )
    text = reproducer(test, PROGRAM + "\n// ends in a backslash \\")
    assert run(text, tmp_path, QUICK) == ABORTED
