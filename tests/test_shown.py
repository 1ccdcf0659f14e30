"""Commands on the pages of ``docs`` work: what is quick is run, the rest has a reason (``support.shown``)."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from antumbra.cli import main
from antumbra.cli.app import COMMANDS
from antumbra.cli.clicking import parser
from antumbra.frontends.c.building.wrapper import main as cc
from support.shown import NOT_RUN, PAGES, RUN, Run, Shown, reason, shown
from support.size import some
from test_readme import pattern

ROOT = Path(__file__).parents[1]
ALL = [one for page in sorted((ROOT / "docs").glob("*.md")) for one in shown(page)]
HERE = Path(sys.executable).parent
QUICK = [one for one in ALL if one.command in RUN and not RUN[one.command].nightly]


def test_every_command_has_a_decision() -> None:
    missing = [f"{one.page}: {one.command}" for one in ALL if one.command not in RUN and reason(one) is None]
    assert missing == [], "each needs a row in tests/support/shown.py"
    assert set(RUN) <= {one.command for one in ALL}, "no page shows some of them any more"
    assert set(RUN).isdisjoint(NOT_RUN)
    assert set(PAGES) <= {one.page for one in ALL}
    assert sum(one.command in RUN for one in ALL) >= 25


def problem(command: str) -> str:
    """What a command names that there is not; empty: nothing."""
    command = re.sub(r"^\w+=\S+ (?=python)", "", re.sub(r"[\[\]]", " ", command))
    program, *words = command.split()
    given = [word.partition("=")[0] for word in words if word.startswith("--") and word != "--"]
    if program == "antumbra" and words[0] not in ("cc", "COMMAND", "--version", "--help"):
        known = parser(COMMANDS).commands.get(words[0])
        if known is None:
            return f"there is no command {words[0]}"
        options = {
            name
            for parameter in known.get_params(click.Context(known))
            for name in parameter.opts + parameter.secondary_opts
        }
        return ", ".join(word for word in given if word not in {*options, "--help", "--most-waiting"})
    if program == "python" and words[0] != "-m":
        path = ROOT / words[0]
        text = path.read_text("utf-8") if path.is_file() else ""
        text += "".join(other.read_text("utf-8") for other in path.parent.glob("*.py")) if "import" in text else ""
        return ", ".join(word for word in given if f'"{word}"' not in text) if text else f"there is no {words[0]}"
    if command.startswith("python -m pytest"):
        return ", ".join(word for word in words[2:] if not (ROOT / word).exists())
    if program == "make" and len(words) == 1 and "=" not in words[0]:
        rules = (ROOT / "Makefile").read_text("utf-8")
        return "" if re.search(rf"^{words[0]}:", rules, re.MULTILINE) else f"there is no target {words[0]}"
    return ""


def test_what_commands_name_is_there() -> None:
    found = {f"{one.page}: {one.command}": problem(one.command) for one in ALL}
    assert {command: what for command, what in found.items() if what} == {}


def test_what_is_not_there_is_noticed() -> None:
    assert problem("antumbra prove FILE") == "there is no command prove"
    assert problem("antumbra check FILE [--nonsense K]") == "--nonsense"
    assert problem("python tools/nothing.py") == "there is no tools/nothing.py"
    assert problem("python tools/svcomp.py --nonsense") == "--nonsense"
    assert problem("make nothing") == "there is no target nothing"
    assert problem("python -m pytest tests/nothing") == "tests/nothing"


# ---------------------------------------------------------------- running


FOO = "int bar(int x);\nint parse(int x) {\n  return x > 3 ? bar(3) : 0;\n}\n"
BAR = "int bar(int x) {\n  return x;\n}\n"
MAIN = "#include <assert.h>\nint parse(int);\n"
MAIN += "int main(int count, char **words) {\n  assert(words && parse(count) <= 3);\n  return 0;\n}\n"
SHAPES = "struct Shape { virtual int corners() const { return N; } };\n".replace("N", "4")
SHAPES += 'extern "C" void reach_error();\nint main() { Shape s; if (s.corners() != 4) reach_error(); return 0; }\n'
MAKE = "prog: main.c parser.c lib.c\n\t$(CC) -Iinclude -DN=3 -o prog main.c parser.c lib.c\n"


def project(folder: Path) -> None:
    for name, text in {"main.c": MAIN, "program.c": f"{BAR}{FOO}{MAIN}", "lib.c": BAR, "Makefile": MAKE}.items():
        (folder / name).write_text(text)
    (folder / "include").mkdir()
    (folder / "include" / "most.h").write_text("enum { most = N };\n")
    (folder / "parser.c").write_text('#include "most.h"\n' + FOO.replace("3", "most"))
    (folder / "build").mkdir()
    flags = ["cc", "-I../include", "-DN=3", "-c"]
    units = [{"directory": str(folder / "build"), "file": f"../{n}", "arguments": [*flags, f"../{n}"]} for n in FILES]
    (folder / "build" / "compile_commands.json").write_text(json.dumps(units))


FILES = ("main.c", "parser.c", "lib.c")


def built(folder: Path) -> None:
    for name, text in {"foo.c": f"{FOO}{MAIN}", "bar.c": BAR, "parse.c": FOO, "harness.c": MAIN}.items():
        (folder / name).write_text(text)
        assert cc(["-c", "-fPIC", name]) == 0
    ar = [sys.executable, "-m", "ziglang", "ar", "rcs", "libfoo.a", "parse.o", "bar.o"]
    subprocess.run(ar, check=True)


def prepare(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    match kind:
        case "project":
            project(folder)
            if "lib.bc" in command:
                clang = [sys.executable, "-m", "ziglang", "cc", "-g", "-emit-llvm", "-c", "lib.c", "-o", "lib.bc"]
                subprocess.run(clang, check=True)
        case "built":
            built(folder)
            if "prog" in command:
                assert cc(["-o", "prog", "foo.o", "bar.o"]) == 0
            if "libfoo.so" in command:
                assert cc(["-shared", "-nostdlib", "-o", "libfoo.so", "parse.o", "bar.o"]) == 0
        case "cache":
            monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "kept"))
            (folder / "kept").mkdir()
        case "shapes":
            (folder / "shapes.cpp").write_text(SHAPES)
            if command.startswith("antumbra"):
                make = next(one.command for one in ALL if one.command.endswith("-o shapes.bc"))
                subprocess.run([sys.executable, *make.split()[1:]], check=True)
        case "absolute":
            page = (ROOT / "docs/dash.md").read_text("utf-8")
            (text,) = re.findall(r"^```c\n(int absolute.*?)^```$", page, re.MULTILINE | re.DOTALL)
            (folder / "absolute.c").write_text(text)
        case "door":
            if "validate" in command:
                assert main(["check", "examples/door_code.c", "--witness", "door.yml", "--quiet"]) == 1
        case "ticket":
            shutil.copy(ROOT / "benchmarks/protocols/ticket.gcl", folder)
        case _:
            assert kind == ""


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints; in this process where it is one of ours and needs no shell."""
    words = shlex.split(command)
    # a process knows one folder of what is kept: this one's is everybody's, and must not be cleared
    if words[0] == "antumbra" and words[1] != "cache" and not {"<", "&&"} & set(words):
        capsys.readouterr()
        assert main(words[1:]) in (0, 1, 2), capsys.readouterr().err
        return capsys.readouterr().out
    environment = {**os.environ, "PATH": f"{HERE}:{os.environ['PATH']}"}
    if words[:2] == ["antumbra", "cache"]:
        assert environment["XDG_CACHE_HOME"] == str(Path.cwd() / "kept")
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 2), done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "one", some(QUICK, [one for one in ALL if one.command in RUN]), ids=lambda one: f"{one.page}: {one.command[:50]}"
)
def test_it_works(
    one: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row: Run = RUN[one.command]
    if "gcc" in one.command and shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    if "make" in one.command and shutil.which("make") is None:
        pytest.skip("there is no make")
    monkeypatch.chdir(tmp_path)
    for name in ("examples", "benchmarks"):
        (tmp_path / name).symlink_to(ROOT / name)
    prepare(row.folder, tmp_path, monkeypatch, one.command)
    output = printed(one.command, capsys)
    if one.output is not None:
        assert re.fullmatch(pattern(one.output), output), output
    if row.prints.startswith("RESULT"):
        assert output.rstrip().splitlines()[-1] == row.prints, output
    assert row.prints in output
    assert (tmp_path / row.makes).stat().st_size > 0
    assert row.prints or row.makes
