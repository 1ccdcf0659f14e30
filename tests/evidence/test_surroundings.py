"""Tests with arguments, variables, files and standard input, in each of their formats."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import antumbra
from antumbra.evidence import ktest, testcomp
from antumbra.evidence.testcase import TestCase, TestFormatError, from_json

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  char *home = getenv("HOME");
  if (argc != 2 || strcmp(argv[1], "B") || !home || home[0] != '/' || getchar() != 'i') return 1;
  FILE *file = fopen(argv[1], "r");
  if (!file || fgetc(file) != 'q' || fgetc(file) != EOF) return 2;
  if (getchar() == EOF && fopen("A", "r")) reach_error();
  return 0;
}
"""
OPTIONS = {"sym_args": [(0, 1, 2)], "sym_env": [("HOME", 2)], "sym_files": (2, 2), "sym_stdin": 2}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("surroundings")
    program = folder / "it's a file.c"
    program.write_text(PROGRAM)
    result = antumbra.check(program, engine="explore", out=folder / "out", check_proofs=False, **OPTIONS)
    assert result.verdict == antumbra.Verdict.UNSAFE, result.reason
    assert result.replayed
    assert result.fixed[:2] == ("argc = 1 to 2", "arguments of at most 2 characters")
    assert " ".join(result.reading) == "--sym-args 0 1 2 --sym-env HOME 2 --sym-files 2 2 --sym-stdin 2"
    names = [item.name for item in result.inputs or ()]
    assert names == [
        "n_args", "argv[1]", "env HOME is set", "env HOME", "file A", "size of file A", "file B", "size of file B",
        "stdin", "size of stdin",
    ]  # fmt: skip
    return program, folder / "out" / "tests"


@pytest.mark.parametrize("ending", ["json", "ktest"])
def test_a_test_carries_its_environment(found: tuple[Path, Path], ending: str) -> None:
    program, tests = found
    result = antumbra.replay(program, tests / f"test000001.{ending}")
    assert result.verdict == antumbra.Verdict.UNSAFE, result.reason


def test_klees_names(found: tuple[Path, Path]) -> None:
    content = ktest.decode((found[1] / "test000001.ktest").read_bytes())
    assert content.arguments[1:] == ("--sym-arg", "2", "--sym-files", "2", "1", "--sym-stdin", "1")
    objects = dict(content.objects)
    assert list(objects) == [
        "arg00", "A_data", "A_data_stat", "B_data", "B_data_stat", "stdin", "stdin_stat", "env HOME",
    ]  # fmt: skip
    assert objects["arg00"][:2] == b"B\0"
    assert len(objects["arg00"]) == 3
    assert (objects["B_data"], objects["stdin"]) == (b"q", b"i")
    assert {len(objects["A_data_stat"]), len(objects["stdin_stat"])} == {144}


def test_what_klee_wrote() -> None:
    """With the number of arguments, as its POSIX runtime asks for it."""
    stat = bytes(144)
    objects = (("n_args", b"\1\0\0\0"), ("arg00", b"ab\0"), ("stdin", b"xyz"), ("stdin_stat", stat), ("own", b"\7"))
    test = ktest.to_test(ktest.KTest(("p.bc", "-sym-args", "0", "2", "2", "--sym-stdin", "3"), objects))
    assert test.environment == ("--sym-arg", "2", "--sym-stdin", "3")
    assert [(item.name, item.value) for item in test.inputs] == [
        ("argv[1]", int.from_bytes(b"ab", "little")),
        ("stdin", int.from_bytes(b"xyz", "little")),
        ("size of stdin", 3),
        ("own", 7),
    ]
    with pytest.raises(ValueError, match="expected an object arg00"):
        ktest.to_test(ktest.KTest(("p.bc", "--sym-arg", "1"), (("other", b"x"),)))
    with pytest.raises(ValueError, match="not understood"):
        ktest.to_test(ktest.KTest(("p.bc", "--sym-arg", "1", "word"), ()))


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_reproducer(found: tuple[Path, Path], tmp_path: Path) -> None:
    built = tmp_path / "reproducer"
    source = found[1] / "test000001.c"
    subprocess.run(["cc", "-w", "-fno-builtin", "-o", str(built), str(source)], check=True, timeout=60)
    assert subprocess.run([str(built)], timeout=20, stdin=subprocess.DEVNULL, cwd=tmp_path).returncode == -6
    assert [path.name for path in tmp_path.iterdir()] == ["reproducer"]


def test_what_a_suite_cannot_say(found: tuple[Path, Path], tmp_path: Path) -> None:
    """Test-Comp's format has no environment: there is no suite, which the report says, and none is read."""
    program, tests = found
    assert list(tests.glob("*.xml")) == []
    with pytest.raises(TestFormatError, match="no arguments"):
        testcomp.testcase_xml(from_json((tests / "test000001.json").read_text()))
    result = antumbra.explore(program, out=tmp_path / "out", max_paths=1, check_proofs=False, **OPTIONS)
    assert [note for note in result.notes if note.startswith("no suite of tests: Test-Comp's format")]
    suite = tmp_path / "test.xml"
    suite.write_text(testcomp.testcase_xml(TestCase(())))
    with pytest.raises(antumbra.InputError, match="not a test of this program"):
        antumbra.replay(program, suite, **OPTIONS)


def test_json_says_what_was_given(found: tuple[Path, Path]) -> None:
    test = from_json((found[1] / "test000001.json").read_text())
    assert test.environment[:4] == ("--sym-args", "0", "1", "2")
