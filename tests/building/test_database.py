"""Compilation databases: files, folders and flags as the build has them, and what is selected is linked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import antumbra
from antumbra.cli.run import run
from antumbra.program.errors import InputError

MAIN = """#include "lib.h"
void reach_error(void);
int main(void) {
  if (lib(5) == 15) reach_error();
  return 0;
}
"""
LIB = """#include <lib.h>
int lib(int x) { return x * FACTOR; }
"""


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("src/main.c", MAIN), ("src/lib.c", LIB), ("inc/lib.h", "int lib(int);\n"), ("src/x.cc", "")):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    Path("build").mkdir()
    (tmp_path / "test main.c").write_text("int lib(int); int main(void) { return lib(1); }")
    return tmp_path / "build" / "compile_commands.json"


def write(database: Path, *entries: Mapping[str, object]) -> None:
    database.write_text(json.dumps([{"directory": str(database.parent), **entry} for entry in entries]))


MAIN_C = {"file": "../src/main.c", "arguments": ["cc", "-I../inc", "-O2", "-c", "../src/main.c", "-o", "main.o"]}
LIB_C = {"file": "../src/lib.c", "command": r"cc -I ../inc -DFACTOR=\(1+2\) -MD -c ../src/lib.c"}
TEST_C = {"file": "../test main.c", "command": 'cc -c "../test main.c"'}
OTHER = {"file": "../src/x.cc", "command": "c++ -c ../src/x.cc"}


def test_what_is_selected_is_linked(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(database, MAIN_C, LIB_C, TEST_C, OTHER, LIB_C)
    words = ["check", "--quiet", "--compile-commands", str(database)]
    assert run(words) == 3
    assert "main is also defined" in capsys.readouterr().err
    assert run([*words, "--only", "src"]) == 1
    assert run([*words, "--only", "src/main.c", "--only", "*lib.c"]) == 1
    assert run([*words, "--only", "lib.c", "test main.c"]) == 0
    assert run([*words, "--only", "src", "--", "-DFACTOR=4"]) == 0
    assert run([*words, "--only", "none"]) == 3
    assert "no file matches --only none; there are src/main.c, src/lib.c" in capsys.readouterr().err
    assert run(["check", "src/main.c", "--only", "src", "-Iinc"]) == 3
    assert "--only selects files of a compilation database" in capsys.readouterr().err


def test_places_are_told_from_here_and_the_command_replays(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(database, MAIN_C, LIB_C, OTHER)
    result = antumbra.check("build/compile_commands.json", only=["src"], check_proofs=False)
    assert result.location is not None
    assert (result.location.file, result.location.line) == ("src/main.c", 4)
    assert any("src/x.cc" in note for note in result.notes)
    assert run(["check", "--compile-commands", str(database), "--only", "src"]) == 1
    printed = next(line for line in capsys.readouterr().out.splitlines() if "antumbra replay" in line)
    assert run([*printed.split()[1:], "--quiet"]) == 1
    words = ["replay", printed.split()[-1], "--compile-commands", str(database), "--only", "src"]
    assert run([*words, "--quiet"]) == 1
    assert run(words[:2]) == 3


def test_a_file_that_is_named_twice_counts_once(database: Path) -> None:
    write(database, MAIN_C, LIB_C)
    assert run(["check", "--quiet", "src/lib.c", "src/main.c", "--compile-commands", str(database)]) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no JSON"),
        ("{}", "expected a list"),
        ("[]", "names no files"),
        ("[5]", "command 1"),
        ('[{"file": "a.c"}]', "expected directory, file"),
        ('[{"directory": "/", "file": "a.c", "command": "cc \'"}]', "cannot be read"),
        ('[{"directory": "/", "file": "a.c", "arguments": [1]}]', "expected directory, file"),
        ('[{"directory": "/none", "file": "a.c", "command": "cc -c a.c"}]', "/none/a.c: no such file"),
        ('[{"directory": ".", "file": "../src/lib.c", "command": "cc -m32 ../src/lib.c"}]', "compiled for ILP32"),
        ('[{"directory": ".", "file": "../src/x.cc", "command": "cc ../src/x.cc"}]', "no selected file is C"),
        ('[{"directory": ".", "file": "../src/lib.c", "command": "cc -c ../src/lib.c"}]', "src/lib.c:1:10: 'lib.h'"),
    ],
)
def test_databases_that_are_none(database: Path, text: str, words: str) -> None:
    database.write_text(text)
    with pytest.raises(InputError, match=words):
        antumbra.check(database)
