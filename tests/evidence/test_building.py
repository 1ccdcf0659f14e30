"""Reproducers fail when they are compiled as their first line says, with the system's compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import antumbra
from antumbra.engines.outcome import InputValue, Reason
from antumbra.evidence.building import Build
from antumbra.evidence.reproducer import reproducer
from antumbra.evidence.testcase import TestCase, from_json
from antumbra.frontends.c.toolchain import find_toolchain
from antumbra.program.model import Source
from support.size import some

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FALSE = re.compile(r"false\(([\w-]+)\)(?: with --property ([\w-]+))?")
ABORTED = 128 + 6
ZIG = find_toolchain(None).command[0]

system_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="this machine has no system compiler (cc)")


def first_line(test: Path) -> str:
    return test.read_text().splitlines()[0].removeprefix("/* ")


def run(command: str, folder: Path) -> tuple[int, str]:
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["sh", "-c", command], cwd=folder, timeout=280, capture_output=True, text=True)
    return done.returncode, done.stderr


def failing(folder: Path, *files: str | Path, **settings: object) -> Path:
    """The reproducer of what is found in a program."""
    result = antumbra.check(files[0], link=files[1:], out=folder, **settings)  # pyright: ignore[reportArgumentType]
    assert result.verdict is antumbra.Verdict.UNSAFE, result.reason
    return folder / "tests" / "test000001.c"


def violations() -> list[tuple[str, str]]:
    """(file, property) of every example that is expected to fail."""
    lines = [(file, file.read_text().splitlines()[0]) for file in sorted(EXAMPLES.glob("*.c"))]
    return [(file.name, prop or "unreach-call") for file, line in lines for _, prop in FALSE.findall(line)]


@system_compiler
@pytest.mark.parametrize(("name", "property_"), violations())
def test_examples(name: str, property_: str, tmp_path: Path) -> None:
    test = failing(tmp_path / "out", EXAMPLES / name, property=property_)
    status, said = run(first_line(test), tmp_path / "built")
    assert status not in (0, 127), said
    if property_ == "unreach-call":
        assert status == ABORTED, said
    else:
        assert re.search(r"runtime error|AddressSanitizer|LeakSanitizer", said)


SEVERAL = {
    "it's a dir/inc/limit.h": "static int twice(int x) { return 2 * x; }\n",
    "it's a dir/part.c": "static int part(int x) { return x + OFFSET; }\n",
    "it's a dir/a.c": '#include <limit.h>\n#include "part.c"\n#include <assert.h>\nint other(int);\n'
    "extern int __VERIFIER_nondet_int(void);\n"
    "int main(void) { int x = __VERIFIER_nondet_int(); assert(other(part(x)) != twice(21)); return 0; }\n",
}
SECOND = "static int part(int x) { return x ^ OFFSET; }\nint other(int x) { return part(x) + 7; }\n"


@system_compiler
@pytest.mark.parametrize("second", ["b.c", 'b "$(x)*/b.c'])
def test_several_files_with_odd_names(tmp_path: Path, second: str) -> None:
    for name, text in (SEVERAL | {second: SECOND}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    files = [tmp_path / "it's a dir/a.c", tmp_path / second]
    test = failing(tmp_path / "o", *files, include_dirs=[str(tmp_path / "it's a dir/inc")], defines=["OFFSET=9"])
    status, said = run(first_line(test), tmp_path / "built")
    assert (status, "Assertion" in said) == (ABORTED, True), said
    if second == "b.c":  # zig itself cannot read the other name
        status, said = run(f"{ZIG} {first_line(test)}", tmp_path / "zig")
        assert (status, "Assertion" in said) == (ABORTED, True), said


WHOLE = {
    "inc/limit.h": "enum { limit = 3 };\n",
    "forced.h": "enum { forced = 4 };\n",
    "a.c": """#include <limit.h>
#include <stdio.h>
#include <stdlib.h>
int other(const char *, FILE *);
void reach_error(void);
int main(int argc, char **argv) {
  char *home = getenv("HOME");
  FILE *file = argc == 2 ? fopen(argv[1], "r") : 0;
  if (!file || !home || home[0] != '/') return 1;
  if (getchar() == 'i' && other(argv[1], file) == limit + OFFSET + forced) reach_error();
  return 0;
}
""",
    "b.c": """#include <stdio.h>
int other(const char *name, FILE *file) { return name[0] == 'A' && fgetc(file) == 'q' ? OFFSET + forced + 3 : 0; }
int entered(int *p, char c, double d) { return c == 'z' && d == 0.25 && p ? p[100] : 0; }
""",
}
AROUND = {"sym_args": [(1, 1, 1)], "sym_env": [("HOME", 2)], "sym_files": (1, 1), "sym_stdin": 1}


@system_compiler
@pytest.mark.parametrize(
    ("files", "settings", "expected"),
    [
        (("a.c", "b.c"), AROUND, ABORTED),
        (("b.c", "a.c"), {"entry": "entered", "property": "valid-deref"}, 1),
        (("a.c", "b.c"), {"entry": "entered", "property": "valid-deref"}, 1),
    ],
    ids=["arguments, variables, files and standard input", "another entry", "another entry in another file"],
)
def test_everything_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[str], settings: dict[str, object], expected: int
) -> None:
    """Several files, -I, -D and flags of the compiler that name a file from here; the command is run elsewhere."""
    for name, text in WHOLE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    flags = {"include_dirs": ["inc"], "defines": ["OFFSET=9"], "cflags": ["-include", "forced.h"]}
    test = failing(tmp_path / "out", *files, check_proofs=False, **flags, **settings)
    status, said = run(first_line(test), tmp_path / "built")
    assert status == expected, said


def test_results_of_the_library_are_told(tmp_path: Path) -> None:
    """Nothing in C makes ``rand`` return what a test wants: the comment says what it rests on."""
    file = tmp_path / "p.c"
    file.write_text("#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(rand() != 77); return 0; }\n")
    text = failing(tmp_path / "out", file).read_text()
    assert " * It rests on what the C library does, which nothing here gives: rand = 77\n" in text


@system_compiler
@pytest.mark.parametrize("name", some(["key_value.c"], [file.name for file in sorted(EXAMPLES.glob("*.c"))]))
def test_every_test_of_an_example(name: str, tmp_path: Path) -> None:
    """Tests that fail do so, and no others."""
    result = antumbra.explore(EXAMPLES / name, out=tmp_path / "out")
    tests = sorted((tmp_path / "out" / "tests").glob("*.c"))
    assert len(tests) == result.tests_written > 0
    for test in tests:
        status, said = run(first_line(test), tmp_path / "built")
        failed = status == ABORTED or re.search(r"runtime error|ERROR: \w+Sanitizer", said) is not None
        assert failed == from_json(test.with_suffix(".json").read_text()).is_error, (test, status, said)


PROGRAMS = {
    "an error function that does nothing": (
        (
            "void reach_error(void) {} extern int __VERIFIER_nondet_int(void);"
            "int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }"
        ),
        {},
        ABORTED,
    ),
    "an error function with a static name": (
        (
            "static void reach_error(void) {} extern int __VERIFIER_nondet_int(void);"
            "int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }"
        ),
        {},
        ABORTED,
    ),
    "an assertion without a declaration": ("int main(int c) { assert(c > 1); return 0; }", {}, ABORTED),
    "another entry than main": (
        "#include <assert.h>\nvoid f(char c, double d) { assert(c != 'x' || d != 0.5); } int main(void) { return 0; }",
        {"entry": "f"},
        ABORTED,
    ),
    "KLEE's header": (
        (
            '#include "klee/klee.h"\nint main(void) { short s; klee_make_symbolic(&s, sizeof s, "s");'
            "klee_assume(s > 3); klee_assert(s != 77); return 0; }"
        ),
        {},
        ABORTED,
    ),
    "memory that a function has left": (
        "static int *f(void) { int x = 3; int *p = &x; return p; } int main(void) { return *f(); }",
        {"property": "valid-deref"},
        1,
    ),
    "freed twice": (
        "#include <stdlib.h>\nint main(void) { char *p = malloc(3); free(p); free(p); return 0; }",
        {"property": "valid-free"},
        1,
    ),
    "lost": (
        "#include <stdlib.h>\nchar *volatile p; int main(void) { p = malloc(3); p = 0; return 0; }",
        {"property": "valid-memtrack"},
        1,
    ),
    "shifted too far": (
        "extern int __VERIFIER_nondet_int(void); int main(void) { return 1 << (__VERIFIER_nondet_int() & 63); }",
        {"property": "def-behavior"},
        1,
    ),
    "overflow elsewhere": (
        (
            "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);"
            "int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; assert(y > x); return 0; }"
        ),
        {},
        ABORTED,
    ),
}


@system_compiler
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str, tmp_path: Path) -> None:
    text, settings, expected = PROGRAMS[name]
    file = tmp_path / "p.c"
    file.write_text(text)
    test = failing(tmp_path / "out", file, **settings)
    status, said = run(first_line(test), tmp_path / "built")
    assert status == expected, said


def test_the_command_stays_in_its_comment() -> None:
    test = TestCase((InputValue("x", "int", Source.INPUT, 32, 5),), Reason.VIOLATION, "assert", program_file="a.c")
    text = reproducer(test, "int main(void) {}", build=Build(files=("/a*/ int x;/*", "-rf"), folder="/f"), file="t.c")
    head = text.split("\n */\n")[0]
    assert head.removeprefix("/* ").splitlines()[0].endswith("/f/t.c '/a*''/ int x;/''*' -rf && ./reproducer")
    assert "*/" not in head
    text = reproducer(test, "int main(void) {}", build=Build(files=("a\n b",)))
    assert text.startswith("/* No command is given here")
