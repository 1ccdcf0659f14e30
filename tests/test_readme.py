"""What README shows is what happens: each command after ``$`` is run, and its output compared.

``…`` stands for any lines. Seconds, megabytes and values that a solver chose are not compared.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from antumbra.cli import main
from support.size import some

ROOT = Path(__file__).parents[1]


def shown() -> Iterator[tuple[str, str]]:
    """Commands with their output, in their order."""
    text = (ROOT / "README.md").read_text("utf-8")
    for block in re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield from re.findall(r"^\$ antumbra (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


def pattern(output: str) -> str:
    """An expression for what may be printed."""
    parts: list[str] = []
    for line in output.splitlines():
        if line == "…":
            parts.append(r"(?:.*\n)*?")
            continue
        text = re.escape(line.rstrip())
        text = re.sub(r"\\\([0-9.\\]+\\ s\\\)", r"\\([0-9.]+\\ s\\)", text)
        text = re.sub(r"[0-9.\\]+\\ (s|MB)\b", r"[0-9.]+\\ \1", text)
        if re.match(r"\s+\d+  __VERIFIER", line):
            text = re.sub(r"(int(?:\\ )+)-?\d+(?:\\ )+", r"\1-?\\d+\\ +", text)
        parts.append(text + r" *\n")
    return "".join(parts)


def test_everything_that_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    commands = list(shown())
    assert len(commands) >= 4
    for command, output in some([c for c in commands if "characterize" not in c[0]], commands):
        main(shlex.split(command))
        printed = capsys.readouterr().out
        assert re.fullmatch(pattern(output), printed), f"antumbra {command} prints\n{printed}"
