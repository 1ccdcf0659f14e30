"""What Python callers and users of the command line mistype."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main

PROGRAM = "int helper(int x) { return x; }\nint main(void) { return helper(0); }\n"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    return file


@pytest.mark.parametrize(
    ("settings", "error", "said"),
    [
        ({"timeut": 3}, TypeError, "no such setting: timeut; did you mean timeout"),
        ({"timeout": "5 parsecs"}, antumbra.InputError, "not a time; expected seconds"),
        ({"memory": "much"}, antumbra.InputError, "not a size; expected megabytes"),
        ({"externals": "pur"}, antumbra.InputError, r"externals: 'pur' .*did you mean pure\?"),
        ({"search": ["dsf"]}, antumbra.InputError, r"search: 'dsf' .*did you mean dfs\?"),
        ({"engine": "explor"}, antumbra.InputError, r"did you mean explore\?"),
        ({"entry": "helpr"}, antumbra.InputError, r"no function helpr to start from; did you mean helper\?"),
    ],
)
def test_wrong_settings(program: Path, settings: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        antumbra.check(program, **settings)  # pyright: ignore[reportArgumentType]


def test_every_function_refuses_unknown_settings(program: Path) -> None:
    with pytest.raises(TypeError, match="did you mean entry"):
        antumbra.replay(program, "test.json", entri="f")  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match="did you mean defines"):
        antumbra.show(program, define=["X"])  # pyright: ignore[reportCallIssue]


def test_the_strings_of_the_command_line(program: Path) -> None:
    result = antumbra.check(program, timeout="5min", memory="2GB", solver_timeout="500ms")
    assert result.verdict == "safe"
    assert f"{result.verdict}" == str(antumbra.Verdict.SAFE) == "safe"


def test_files(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(program.with_name("progam.c"))]) == 3
    assert "progam.c: no such file; did you mean program.c?" in capsys.readouterr().err
    assert main(["check", str(program), str(program.with_name("other.c"))]) == 3
    assert "other.c: no such file" in capsys.readouterr().err
    assert main(["show", str(program), "--cfg", "--procedure", "helpr"]) == 3
    assert "did you mean helper?" in capsys.readouterr().err
