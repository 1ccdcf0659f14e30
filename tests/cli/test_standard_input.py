"""Programs that are piped in."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from antumbra.cli import main

PROGRAM = (
    b'#include "limit.h"\nextern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n'
    b"int main(void) { if (__VERIFIER_nondet_int() == LIMIT) reach_error(); return 0; }\n"
)


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> io.BytesIO:
    (tmp_path / "limit.h").write_text("#define LIMIT 77\n")
    monkeypatch.chdir(tmp_path)
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    return content


def test_check_and_replay(piped: io.BytesIO, capsys: pytest.CaptureFixture[str]) -> None:
    piped.write(PROGRAM)
    piped.seek(0)
    assert main(["check", "-", "--language", "c"]) == 1
    (command,) = re.findall(r"^  antumbra (replay .*)$", capsys.readouterr().out, re.MULTILINE)
    assert main(shlex.split(command)) == 1


def test_what_is_missing(piped: io.BytesIO, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-"]) == 3
    assert "needs --language" in capsys.readouterr().err
    assert piped.tell() == 0
    assert main(["check", "-", "--language", "c"]) == 3
    assert "nothing was piped in" in capsys.readouterr().err
