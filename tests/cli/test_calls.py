"""Calls of the program that need no engine: help, typing errors, wrong inputs, purity of --json, closed pipes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main
from antumbra.session.options import RunOptions

COMMANDS = ("check", "explore", "replay", "show")


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "--version") == (0, f"antumbra {antumbra.__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_pages(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, err = call(capsys, command, "--help")
    assert (status, err) == (0, "")
    assert "Reading the program:" in out
    assert "--entry, --function FUNCTION" in out


def test_help_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "--help")
    assert status == 0
    for command in COMMANDS:
        assert f"  {command} " in out
    assert "Exit status" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek", "f.c"], "no such command 'chek'; did you mean check"),
        (["check", "f.c", "--enigne", "auto"], "no such option --enigne; did you mean --engine?"),
        (["check", "f.c", "--engine", "explor"], "did you mean explore?"),
        (["check", "f.c", "--search", "dsf"], "did you mean dfs?"),
        (["check", "f.c", "--timeout", "soon"], "expected seconds"),
        (["check", "f.c", "--max-depth", "0"], "0 is not in the range"),
        (["check"], "Missing argument 'FILE...'"),
        (["replay", "f.c"], "Missing argument 'TEST'"),
        (["show", "f.c", "--format", "pdf"], "is not one of dot, svg"),
    ],
)
def test_wrong_calls(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    status, out, err = call(capsys, *arguments)
    assert status == 3
    assert message in err
    assert "--help" in err
    assert out == ""


@pytest.fixture
def garbage(tmp_path: Path) -> Path:
    (tmp_path / "empty.c").write_text("")
    (tmp_path / "binary.c").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "binary.ll").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "binary.bc").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "cut.bc").write_bytes(b"BC\xc0\xde\x35\x14\x00\x00")
    (tmp_path / "syntax.c").write_text("int main(void)\n{\n  return 1 +;\n}\n")
    (tmp_path / "nomain.c").write_text("int f(void) { return 1; }\n")
    (tmp_path / "what.xyz").write_text("hello")
    (tmp_path / "task.yml").write_text("format_version: '2.0'\ninput_files: missing.c\n")
    (tmp_path / "dir.c").mkdir()
    (tmp_path / "ok.c").write_text("int main(void) { return 0; }\n")
    return tmp_path


WRONG_INPUTS = [
    ("missing.c", "missing.c"),
    ("dir.c", "directory"),
    ("what.xyz", "names no language"),
    ("empty.c", "empty.c"),
    ("binary.c", "binary.c"),
    ("binary.ll", "binary.ll"),
    ("binary.bc", "binary.bc"),
    ("cut.bc", "cut.bc"),
    ("syntax.c", "syntax.c:3:13"),
    ("nomain.c", "main"),
    ("task.yml", "missing.c"),
]


@pytest.mark.parametrize(("name", "message"), WRONG_INPUTS)
@pytest.mark.parametrize("command", ["check", "show"])
def test_wrong_inputs(capsys: pytest.CaptureFixture[str], garbage: Path, command: str, name: str, message: str) -> None:
    status, out, err = call(capsys, command, str(garbage / name))
    assert status == 3, err
    assert message in err
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.parametrize(("name", "message"), WRONG_INPUTS)
def test_wrong_inputs_as_json(capsys: pytest.CaptureFixture[str], garbage: Path, name: str, message: str) -> None:
    status, out, _ = call(capsys, "check", "--json", str(garbage / name))
    assert status == 3
    data = json.loads(out)
    assert data["verdict"] == "unknown"
    assert message in data["error"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--property", "unreach-cal"], "unknown property 'unreach-cal'"),
        (["--property", ""], "unknown property"),
        (["--property", "no/such.prp"], "does not exist"),
        (["--entry", "nowhere"], "nowhere"),
        (["--clang", "no-such-clang"], "no-such-clang"),
        (["-I", "x", "-D", "main=other"], "main"),
    ],
)
def test_wrong_options(capsys: pytest.CaptureFixture[str], garbage: Path, arguments: list[str], message: str) -> None:
    status, _, err = call(capsys, "check", str(garbage / "ok.c"), *arguments)
    assert status == 3, err
    assert message in err


def test_usage_errors_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "check", "--json", "--enigne", "f.c")
    assert status == 3
    assert "did you mean --engine" in json.loads(out)["error"]


def test_unknown_engine_in_python(garbage: Path) -> None:
    with pytest.raises(antumbra.InputError, match="unknown engine"):
        antumbra.check(garbage / "ok.c", engine="warp")


@pytest.mark.parametrize("text", ["", "{}", "[1]", "nonsense", '{"format": "antumbra-test", "version": 99}'])
def test_wrong_tests(capsys: pytest.CaptureFixture[str], garbage: Path, text: str) -> None:
    test = garbage / "test.json"
    test.write_text(text)
    status, _, err = call(capsys, "replay", str(garbage / "ok.c"), str(test))
    assert status == 3
    assert "test.json: not a test" in err


def test_missing_test(capsys: pytest.CaptureFixture[str], garbage: Path) -> None:
    assert call(capsys, "replay", str(garbage / "ok.c"), str(garbage / "none.json"))[0] == 3
    assert call(capsys, "replay", str(garbage / "ok.c"), str(garbage))[0] == 3


def test_our_own_errors_end_as_unknown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object, **_settings: object) -> None:
        raise ZeroDivisionError("oh \x1b[2J no")

    monkeypatch.setattr("antumbra.api.check", broken)
    status, out, err = call(capsys, "check", "f.c")
    assert status == 2
    assert out == "RESULT: unknown(internal error: ZeroDivisionError: oh \\x1b[2J no)\n"
    assert "error in Antumbra" in err
    assert "Traceback" not in err
    assert "Traceback" in call(capsys, "check", "f.c", "--verbose")[2]
    assert json.loads(call(capsys, "check", "f.c", "--json")[1])["verdict"] == "unknown"


def test_engines_hear_how_long_the_run_may_take(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Budgets grow with it, also where the command line holds the clock."""
    told: list[float | None] = []

    def engine(_: object, __: object, options: RunOptions, ___: object) -> None:
        told.append(options.limits.timeout)
        raise ZeroDivisionError

    monkeypatch.setattr("antumbra.session.standard.Standard.engine", engine)
    (tmp_path / "f.ll").write_text("define i32 @main() {\n  ret i32 0\n}\n")
    call(capsys, "check", str(tmp_path / "f.ll"), "--timeout", "50")
    assert told == [50]


def test_closed_pipe_is_quiet() -> None:
    """``antumbra … | true``: no message, and no status that could be read as a verdict."""
    shell = f"{sys.executable} -m antumbra check --help; echo $? >&2"
    for command in (f"({shell}) | true", f"({shell}) >&-"):
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
        assert "Traceback" not in done.stderr
        assert "Exception" not in done.stderr
        assert done.stderr.strip() != "1"


def test_module_runs_as_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "antumbra", "--version"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, f"antumbra {antumbra.__version__}\n")
