"""Programs of several files: linked as a linker would, located in their files, replayed by the printed command."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import antumbra
from antumbra.cli.run import run as main
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError

MAIN = """
int __VERIFIER_nondet_int(void);
extern int limit, shared;
int twice(int x);
static int helper(int x) { return x + 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > limit) return 1;
  shared = helper(x);
  return twice(x) == LOST;
}
"""
OTHER = """#include <assert.h>
int limit = 100;
int shared;
static int helper(int x) { return x * 2; }
int twice(int x) {
  assert(helper(x) + shared != 22);
  return helper(x);
}
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    one, other = tmp_path / "a file.c", tmp_path / "other.c"
    one.write_text(MAIN)
    other.write_text(OTHER)
    return one, other


def test_static_functions_are_told_apart(files: tuple[Path, Path]) -> None:
    result = antumbra.check(files[0], link=files[1:], defines=("LOST=1",), timeout=60)
    assert result.verdict == antumbra.Verdict.UNSAFE
    assert result.location is not None
    assert (result.location.file, result.location.line) == (str(files[1]), 6)
    assert [value.value for value in result.inputs or ()] == [7]
    assert result.replayed


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    """The compiler reads copies with a name of ours."""
    one, other = tmp_path / "one.c", tmp_path / "input.c"
    one.write_text("int f(int); int main(void) { return f(3); }")
    other.write_text("#include <assert.h>\n\nint f(int x) { assert(x != 3); return 0; }")
    result = antumbra.check(one, link=[other], timeout=60)
    assert result.location is not None
    assert (result.location.file, result.location.line) == (str(other), 3)


def test_the_printed_command_replays(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["check", *map(str, files), "--out", str(out), "--", "-DLOST=1", "-fcommon"]) == 1
    printed = next(line for line in capsys.readouterr().out.splitlines() if "antumbra replay" in line)
    assert main([*shlex.split(printed)[1:], "--quiet"]) == 1
    # one of the files alone is another program
    assert main(["replay", str(files[0]), str(out / "tests" / "test000001.json"), "-D", "LOST=1", "--quiet"]) == 2


def test_a_file_may_look_like_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-x.c").write_text("int main(void) { return 0; }")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--quiet", "--", "-x.c"]) == 0


def test_bitcode_is_linked(files: tuple[Path, Path], tmp_path: Path) -> None:
    text = antumbra.show(files[1], "ir", entry="twice")
    linked = tmp_path / "other.ll"
    linked.write_text(text)
    result = antumbra.check(files[0], link=[linked], defines=("LOST=1",), timeout=60)
    assert result.verdict == antumbra.Verdict.UNSAFE


AGAIN = """
int *kept;
void use(int *p);
int main(void) {
  for (int i = 0; i < 2; i++) { int local = i; if (kept) *kept = 1; use(&local); }
  return 0;
}
"""


def test_c_next_to_llvm_is_held_to_the_rules_of_c(tmp_path: Path) -> None:
    """A local of the second round is another object than that of the first, to C."""
    one, other = tmp_path / "one.c", tmp_path / "other.ll"
    one.write_text(AGAIN)
    other.write_text("@kept = external global ptr\ndefine void @use(ptr %p) { store ptr %p, ptr @kept ret void }\n")
    result = antumbra.check(one, link=[other], property="valid-deref", timeout=60)
    assert result.verdict != antumbra.Verdict.SAFE


OWN_ERROR = "static void reach_error(void) {} void f(int x) { if (x == 5) reach_error(); }"
CALLER = "int __VERIFIER_nondet_int(void); void f(int); int main(void) { f(__VERIFIER_nondet_int()); return 0; }"
UNUSED = " void never(void) { reach_error(); }"


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("defined", ["static void reach_error(void) {}", "void reach_error(void) {}"])
def test_a_static_error_function_is_one_in_every_file(tmp_path: Path, defined: str, turned: bool) -> None:
    """A linker gives one of two functions of the same name another one; what they mean is in the name."""
    one, other = tmp_path / "one.c", tmp_path / "other.c"
    one.write_text(OWN_ERROR)
    other.write_text(defined + UNUSED + CALLER)
    files = (other, one) if turned else (one, other)
    result = antumbra.check(files[0], link=files[1:], timeout=60)
    assert result.verdict == antumbra.Verdict.UNSAFE
    assert result.replayed


def test_what_cannot_be_linked_is_told(files: tuple[Path, Path], tmp_path: Path) -> None:
    again, protocol, machine = tmp_path / "again.c", tmp_path / "p.gcl", tmp_path / "m.ll"
    again.write_text("int twice(int x) { return x; }")
    protocol.write_text("")
    machine.write_text('target triple = "aarch64-unknown-linux"\ndefine void @f() { ret void }\n')
    defines = ("LOST=1",)
    for other, words in (
        (again, "twice is also defined"),
        (protocol, "cannot be linked"),
        (machine, "for another machine"),
        (tmp_path / "none.c", "no such file"),
    ):
        with pytest.raises(InputError, match=words) as error:
            load(files[0], LoadOptions(link=(str(files[1]), str(other)), defines=defines))
        assert str(other) in str(error.value)
    machine.write_text('target triple = "x86_64-unknown-linux6.1-gnu2.36"\ndefine void @f() { ret void }\n')
    load(files[0], LoadOptions(link=(str(files[1]), str(machine)), defines=defines))
    with pytest.raises(InputError, match="only files of C, of LLVM and of builds"):
        load(protocol, LoadOptions(link=(str(files[0]),)))


def test_text_that_is_laid_out_in_another_way(tmp_path: Path) -> None:
    """LLVM never prints a function on one line, and reads it; coverage of all functions does too."""
    path = tmp_path / "lines.ll"
    path.write_text("define i32 @f() { ret i32 1 }\ndefine i32 @g() { ret i32 2 }\n")
    for _ in range(2):  # the second time it is kept
        result = antumbra.check(path, entry="f")
        assert (result.verdict.value, result.crash) == ("safe", None)
