"""``antumbra cc``: what it builds runs as before, and ``check`` reads it: objects, libraries, programs."""

from __future__ import annotations

import os
import subprocess
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import antumbra
from antumbra.cli.run import run
from antumbra.frontends.c.building import archive, elf, units
from antumbra.frontends.c.building.arguments import Call
from antumbra.frontends.c.building.carried import brought
from antumbra.frontends.c.building.units import SECTION
from antumbra.frontends.c.building.wrapper import _altered, main
from antumbra.program.errors import InputError
from building.conftest import BARE, Build
from support.size import some

MAIN = """#include "limit.h"
int __VERIFIER_nondet_int(void);
int twice(int x);
static int helper(int x) { return x + 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > LIMIT) return 1;
  return helper(twice(x));
}
"""
OTHER = """#include <assert.h>
static int helper(int x) { return x * FACTOR; }
int twice(int x) {
  assert(helper(x) != 22);
  return helper(x);
}
"""


@pytest.fixture
def sources(folder: Path) -> Path:
    (folder / "inc dir").mkdir()
    (folder / "inc dir" / "limit.h").write_text("#define LIMIT 100\n")
    (folder / "main file.c").write_text(MAIN)
    (folder / "other.c").write_text(OTHER)
    return folder


def verdict(*files: str | Path, **settings: Any) -> str:
    result = antumbra.check(files[0], link=files[1:], check_proofs=False, max_paths=200, **settings)
    where = result.location
    return f"{result.verdict.value} {where.file}:{where.line}" if where is not None else result.verdict.value


def build(cc: Build) -> None:
    cc("-O2", "-g", "-Wall", "-I", "inc dir", "-c", "main file.c", "-o", "main.o")
    cc("-Iinc dir", "-DFACTOR=(1+1)", "-c", "other.c")


def test_objects_carry_their_text_without_headers_and_sources(sources: Path, cc: Build) -> None:
    build(cc)
    for path in ("inc dir/limit.h", "main file.c", "other.c"):
        (sources / path).unlink()
    assert verdict("main.o", "other.o") == "unsafe other.c:4"
    found = antumbra.check("main.o", link=["other.o"], check_proofs=False)
    assert found.replayed
    assert [value.value for value in found.inputs or ()] == [11]
    assert "assert(helper(x) != 22)" in found.sources["other.c"]


def test_flags_are_for_files_and_not_for_objects(sources: Path, cc: Build) -> None:
    build(cc)
    (sources / "inc dir" / "limit.h").write_text("#define LIMIT EDGE\n")
    with pytest.raises(InputError, match="no C file"):
        verdict("main.o", "other.o", defines=("FACTOR=3",))
    settings = {"defines": ("FACTOR=3", "EDGE=100"), "include_dirs": ("inc dir",)}
    assert verdict("main file.c", "other.o", **settings) == "unsafe other.c:4"  # of which FACTOR is 2


def test_tests_of_objects_replay_and_have_no_reproducer(sources: Path, cc: Build, ar: Build) -> None:
    build(cc)
    assert run(["check", "main.o", "other.o", "--quiet", "--out", "o"]) == 1
    assert sorted(path.suffix for path in Path("o/tests").glob("test000001.*")) == [".err", ".json", ".ktest", ".xml"]
    assert run(["replay", "main.o", "other.o", "o/tests/test000001.json", "--quiet"]) == 1
    ar("lib.a", "other.o")
    assert run(["check", "main file.c", "lib.a", "-Iinc dir", "--quiet", "--out", "p"]) == 1
    assert Path("p/tests/test000001.c").exists()


def test_every_property_is_checked_as_in_the_source(folder: Path, cc: Build) -> None:
    """The checks of overflow are not in the object: they are made when it is known that they are wanted."""
    (folder / "sum.c").write_text("int sum(int a, int b) { return a + b; }")
    cc("-c", "-O3", "sum.c")
    assert verdict("sum.o", entry="sum") == "safe"
    assert verdict("sum.o", entry="sum", property="no-overflow") == "unsafe sum.c:1"


CHOSEN = "#include <chosen.h>\nvoid reach_error(void);\nint main(void) { if (BAD) reach_error(); return 0; }\n"


FINDINGS = [
    ("CPATH", ("-isystem", "good"), "unsafe"),
    ("CPATH", ("-I", "good"), "safe"),
    ("C_INCLUDE_PATH", ("-idirafter", "good"), "unsafe"),
    ("C_INCLUDE_PATH", ("-isystem", "good"), "safe"),
    ("", ("--include-directory=bad", "-Igood"), "unsafe"),
    ("", ("--include-directory", "bad", "-Igood"), "unsafe"),
    ("", ("-Igood", "--undefine-macro=OTHER", "--define-macro", "WORSE"), "unsafe"),
    ("", ("-Igood", "-Xclang", "-D", "-Xclang", "WORSE"), "unsafe"),
    ("", ("-Igood", "-Xclang", "-include", "-Xclang", "bad/chosen.h"), "unsafe"),
    ("", ("-Igood", "-includebad/chosen.h"), "unsafe"),
]


def test_headers_and_macros_are_those_that_the_compiler_had() -> None:
    for variable, flags, expected in some([FINDINGS[0], FINDINGS[2], FINDINGS[5], FINDINGS[8]], FINDINGS):
        with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
            patch.chdir(name)
            for folder, value in (("good", "0"), ("bad", "1")):
                Path(folder).mkdir()
                text = f"#ifdef WORSE\n#define BAD 1\n#endif\n#ifndef BAD\n#define BAD {value}\n#endif\n"
                Path(folder, "chosen.h").write_text(text)
            Path("main.c").write_text(CHOSEN)
            if variable:
                patch.setenv(variable, "bad")
            assert main(["-c", *flags, "main.c"]) == 0
            assert verdict("main.o").split()[0] == expected, (variable, flags)


def test_a_library_gives_what_is_missing(sources: Path, cc: Build, ar: Build) -> None:
    build(cc)
    (sources / "again.c").write_text("int twice(int x) { return x; } int unused(void) { return missing(); }")
    cc("-c", "again.c", "-Wno-implicit-function-declaration")
    ar("libtwo words.a", "other.o", "again.o")
    assert verdict("main.o", "libtwo words.a") == "unsafe other.c:4"
    ar("first.a", "again.o", "other.o")
    assert verdict("first.a", "main.o") == "safe"  # the first that defines it
    ar("all.a", "other.o", "main.o")
    assert verdict("all.a") == "unsafe other.c:4"  # main, too
    ar("thin.a", "other.o", "main.o", flags="rcsT")
    assert verdict("thin.a") == "unsafe other.c:4"
    with pytest.raises(InputError, match="defines nothing_such"):
        verdict("all.a", entry="nothing_such")


def test_programs_and_linked_objects(sources: Path, cc: Build, ar: Build) -> None:
    build(cc)
    (sources / "input.c").write_text("int input(void) { return 3; }")
    cc("-c", "input.c")
    ar("libinput.a", "other.o", "input.o")
    cc("-r", "-nostdlib", "main.o", "other.o", "-o", "both.o")
    assert verdict("both.o") == "unsafe other.c:4"
    (sources / "start.c").write_text("int twice(int); int main(void) { return twice(11); }")
    (sources / "handler.s").write_text(".globl __assert_fail\n__assert_fail: hlt\n")
    cc(*BARE, "start.c", "-o", "program", "-L.", "-linput", "handler.s")
    assert verdict("program") == "unsafe other.c:4"
    assert [source.name for source in brought(Path("program"), "LP64").objects[0].sources] == ["start.c", "other.c"]
    assert os.access("program", os.X_OK)


def test_what_was_built_runs(folder: Path, cc: Build) -> None:
    text = 'int main(void) { __asm__("mov $60, %eax; mov $7, %edi; syscall"); return 0; }'
    (folder / "seven.c").write_text(text)
    cc(*BARE, "-static", "seven.c")
    assert subprocess.run(["./a.out"], check=False).returncode == 7
    cc("-shared", "-fPIC", "-nostdlib", "seven.c", "-o", "libseven.so.1")
    assert verdict("libseven.so.1").startswith("unknown")


WEAK = "__attribute__((weak)) int f(void) { return 1; } int f(void); int main(void) { return f() == 2 ? ERROR : 0; }"


def test_weak_and_common_symbols(folder: Path, cc: Build, ar: Build) -> None:
    (folder / "weak.c").write_text("void reach_error(void);\n#define ERROR (reach_error(), 1)\n" + WEAK)
    (folder / "strong.c").write_text("int f(void) { return 2; }")
    (folder / "common.c").write_text(
        "int shared; void reach_error(void); int main(void) { if (shared) reach_error(); }"
    )
    (folder / "value.c").write_text("int shared = 4;")
    cc("-c", "-fcommon", "weak.c", "strong.c", "common.c", "value.c")
    ar("lib.a", "strong.o", "value.o")
    assert verdict("weak.o", "lib.a") == "safe"  # what is there is not taken from a library
    assert verdict("weak.o", "strong.o").startswith("unsafe")
    assert verdict("strong.o", "weak.o").startswith("unsafe")
    assert verdict("common.o") == "safe"
    assert verdict("common.o", "lib.a").startswith("unsafe")  # but a value of what has none is


def test_objects_without_text_are_named(sources: Path, cc: Build, ar: Build, capfd: pytest.CaptureFixture[str]) -> None:
    build(cc)
    (sources / "twice.s").write_text(".globl twice\ntwice: ret\n")
    cc("-c", "twice.s")
    with pytest.raises(InputError, match=r"twice.o: carries no program text"):
        verdict("main.o", "twice.o")
    ar("only.a", "twice.o")
    with pytest.raises(InputError, match="no object in it"):
        verdict("only.a")
    ar("lib.a", "twice.o", "main.o")
    notes = antumbra.check("lib.a", check_proofs=False).notes
    assert any("lib.a(twice.o)" in note for note in notes)
    (sources / "start.c").write_text("int twice(int); int main(void) { return twice(11); }")
    assert _altered(Call(("a.o", "-Wl,--wrap,f,-z,now", "-Xlinker", "--defsym=x=0"), sources)) == [
        "--wrap",
        "--defsym=x=0",
    ]
    assert _altered(Call(("a.o", "-Wl,-z,muldefs"), sources)) == ["muldefs"]
    cc(*BARE, "start.c", "twice.s", "-o", "program")
    assert any("twice.s" in note for note in antumbra.check("program", check_proofs=False).notes)
    (sources / "start.c").write_text("int main(void) { return twice }")
    assert main([*BARE, "start.c", "-o", "never"]) == 1
    assert not Path("never").exists()
    assert "antumbra cc:" not in capfd.readouterr().err


def test_questions_and_other_steps(sources: Path, cc: Build, capfd: pytest.CaptureFixture[str]) -> None:
    for question, answer in (("--version", "clang version"), ("-dumpmachine", "x86_64"), ("-print-prog-name=ld", "ld")):
        cc(question)
        assert answer in capfd.readouterr().out
    cc("-E", "other.c", "-DFACTOR=77")
    assert "x * 77" in capfd.readouterr().out
    cc("-S", "-DFACTOR=2", "other.c")
    assert "twice:" in Path("other.s").read_text()
    cc("-MM", "-I", "inc dir", "main file.c")
    assert "limit.h" in capfd.readouterr().out
    cc("-c", "other.c", "-DFACTOR=2", "-MMD", "-MF", "o.d", "-o", "/dev/null")
    assert "other.c" in Path("o.d").read_text()
    Path("flags.txt").write_text("-c -DFACTOR='1 + 1' other.c -o 'from file.o'")
    cc("@flags.txt")
    assert verdict("from file.o", entry="twice").startswith("unsafe")
    assert capfd.readouterr().err == ""


def test_the_users_compiler(folder: Path, cc: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    script = folder / "my cc"
    script.write_text('#!/bin/sh\necho "$@" >> called\nexit 9\n')
    script.chmod(0o755)
    (folder / "a.c").write_text("int a;")
    cc("--clang", str(script), "-c", "a.c", status=9)
    monkeypatch.setenv("ANTUMBRA_CC", f"'{script}' -first")
    assert run(["cc", "a.c", "-lm"]) == 9
    assert (folder / "called").read_text().startswith("-c a.c\n-first -c -o ")
    monkeypatch.setenv("ANTUMBRA_CC", "/no/such/compiler")
    cc("-c", "a.c", status=1)


# ---------------------------------------------------------------- what others may have put into an object


def carrying(section: bytes) -> Path:
    empty = elf.Elf(Path("a.o").read_bytes())
    Path("hostile.o").write_bytes(empty.with_section(SECTION, section))
    return Path("hostile.o")


@pytest.fixture
def plain(folder: Path, cc: Build) -> dict[str, object]:
    (folder / "a.s").write_text("nop\n")
    cc("-c", "a.s")
    called = {"called": "a.c", "directory": str(folder), "arguments": [], "data_model": "LP64"}
    return {**called, "text": "int main(void) { return 0; }", "whole": "int main(void) { return 0; }"}


def test_records_as_they_should_be(plain: dict[str, object]) -> None:
    gone = {**plain, "directory": "/no/such/folder"}
    assert verdict(carrying(units._packed(plain))) == "safe"
    assert verdict(carrying(bytes(5) + units._packed(gone) + bytes(3))) == "safe"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"arguments": ["-fplugin=/tmp/evil.so"]}, "flags that are not taken"),
        ({"arguments": ["-I", "/etc"]}, "flags that are not taken"),
        ({"arguments": ["-o", "stolen"]}, "flags that are not taken"),
        ({"arguments": ["-include", "/etc/passwd"]}, "flags that are not taken"),
        ({"arguments": 5}, "lacks a part"),
        ({"arguments": [5]}, "another kind"),
        ({"called": "a\0.c"}, "another kind"),
        ({"directory": "relative"}, "without its folder"),
        ({"data_model": "ILP32"}, "--32"),
        ({"data_model": "aarch64"}, "not supported"),
        ({"whole": '#include "a.s"\nint main(void) { return 0; }'}, "file not found"),
        ({"whole": '#include "{folder}/harmless.h"\nint main(void) { return 0; }'}, "must not read files"),
        ({"whole": "int main(void) { return x; }"}, "undeclared"),
        ({"text": None}, "another kind"),
    ],
)
def test_records_that_are_refused(
    plain: dict[str, object], folder: Path, change: dict[str, object], words: str
) -> None:
    (folder / "harmless.h").write_text("")
    change = {
        name: value.replace("{folder}", str(folder)) if isinstance(value, str) else value
        for name, value in change.items()
    }
    with pytest.raises(InputError, match=words):
        verdict(carrying(units._packed({**plain, **change})))
    assert not (folder / "stolen").exists()


def test_sections_and_files_that_are_damaged(plain: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    good = units._packed(plain)
    bomb = zlib.compress(bytes(10_000_000))
    for section in (
        b"anything",
        good[:-1],
        good + b"x",
        good[:10] + (2**60).to_bytes(8, "little") + good[18:],
        good[:18] + b"\xff" * (len(good) - 18),
        units._MARK + len(bomb).to_bytes(8, "little") + bomb,
    ):
        with pytest.raises(InputError, match=r"hostile.o: cannot be read"):
            verdict(carrying(section))
    monkeypatch.setattr(units, "MOST_BYTES", 10)
    with pytest.raises(InputError, match=r"damaged or too long"):
        verdict(carrying(good))
    content = carrying(good).read_bytes()
    for at in range(0, len(content), 97):
        for damaged in (content[:at], content[:at] + b"\xff\xff\xff\x7f" + content[at + 4 :]):
            try:
                elf.Elf(damaged).defined()
                list(elf.Elf(damaged).named(SECTION))
            except elf.ElfError:
                pass
    for library in (b"!<arch>\n" + b"a" * 60, b"!<arch>\n" + b"a/" + b" " * 46 + b"99999     `\n"):
        with pytest.raises(archive.ArchiveError):
            list(archive.members(library, Path("x.a")))
