"""What a shell is told when its user presses the tab key."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from antumbra.cli import main

ASK = """
COMP_WORDS=({words}); COMP_CWORD={last}; COMPREPLY=(); _antumbra_completion "{program}" 2>/dev/null
echo "${{COMPREPLY[*]}}"
"""
QUESTIONS = {
    "antumbra ex": "explore",
    "antumbra check x.c --engine expl": "explore",
    "antumbra check x.c --property assert,valid-d": "assert,valid-deref",
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="this machine has no bash")
def test_bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    program = tmp_path / "antumbra"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m antumbra "$@"\n')
    program.chmod(0o755)
    asked = [ASK.format(words=words, last=words.count(" "), program=program) for words in QUESTIONS]
    text = capsys.readouterr().out + "".join(asked)
    done = subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == list(QUESTIONS.values())


@pytest.mark.parametrize(("shell", "word"), [("zsh", "#compdef antumbra"), ("fish", "complete --no-files")])
def test_other_shells(shell: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert word in capsys.readouterr().out
    assert main(["completion", f"{shell}h"]) == 3
