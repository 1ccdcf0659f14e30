"""Several at once: whose answer counts, and that nobody is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from antumbra.cli import main
from antumbra.suites.child import descendants
from antumbra.suites.portfolio import Member, command, members, race
from support.suites import is_gone, printing


def sh(*scripts: str) -> list[list[str]]:
    return [["/bin/sh", "-c", script] for script in scripts]


SAFE, UNSAFE, UNKNOWN = printing(0), printing(1), printing(2, reason="solver gave up")
ENDLESS = "while :; do sleep 1; done\n"


def test_the_first_that_decides_wins_and_the_others_end() -> None:
    won = race(sh(ENDLESS, UNKNOWN, UNSAFE, ENDLESS), as_json=True)
    assert (won.member, won.ended.status, won.against) == (2, 1, None)
    assert not descendants(os.getpid())


def test_in_words() -> None:
    won = race(sh(ENDLESS, "echo RESULT: true; exit 1", "echo RESULT: true"), as_json=False)
    assert (won.member, won.ended.output) == (2, "RESULT: true\n")


@pytest.mark.parametrize(
    "answer",
    [UNKNOWN, "exit 0", "echo '{'; exit 1", SAFE.replace("exit 0", "exit 1"), SAFE + "kill -9 $$", "echo '[]'; exit 0",
     printing(3, error="wrong")],
)  # fmt: skip
def test_what_is_no_verdict_does_not_win(answer: str) -> None:
    answer = answer.replace("exit 0\nkill", "kill")
    won = race(sh(UNKNOWN, answer, f"sleep 0.3\n{SAFE}"), as_json=True)
    assert won.member == 2
    assert race(sh(UNKNOWN, answer), as_json=True).member == 0


def test_a_wrong_input_ends_all() -> None:
    assert race(sh(printing(3, error="gone.c"), ENDLESS), as_json=True).ended.status == 3


def test_who_contradicts_is_seen() -> None:
    """If both have ended when one looks."""
    won = race(sh(SAFE, UNSAFE), as_json=True)
    for _ in range(50):
        if won.against is not None:
            break
        won = race(sh(SAFE, UNSAFE), as_json=True)
    assert won.against is not None


def test_members() -> None:
    names = [member.name for member in members(("explore", "dash"), "auto", 0, 5)]
    assert names == ["auto", "explore", "dash", "explore 1", "explore 2"]
    assert [member.name for member in members(("explore", "dash"), "dash", 7, 3)] == ["dash", "dash 8", "dash 9"]
    assert [member.name for member in members(("explore",), "auto", 0, 2)] == ["auto", "explore 1"]


def test_words_for_the_compiler_stay_last() -> None:
    words = command(["a.c", "-j", "2", "--", "-DX"], Member("dash", ("--engine", "dash")), Path("o"), 100)
    assert words[words.index("--") :] == ["--", "-DX"]
    assert words.index("--engine") < words.index("--")


def test_a_real_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.bpl").write_text("procedure main() { var x: int; assume x > 1; assert x > 0; }\n")
    assert main(["check", "a.bpl", "-j", "2", "--out", "o"]) == 0
    assert capsys.readouterr().out.endswith("RESULT: true\n")
    assert main(["check", "gone.bpl", "-j", "2"]) == 3
    assert "gone.bpl" in capsys.readouterr().err
    assert main(["check", "-", "-j", "2"]) == 3
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    assert main(["check", "a.bpl", "-j", "2", "--out", "full"]) == 3
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_ctrl_c(tmp_path: Path) -> None:
    """It reports, and nobody is left."""
    text = "procedure main() { var x: int; x := 0; while (x >= 0) { x := x + 1; if (x * x == 791) { assert 1 > 2; } } }"
    (tmp_path / "a.bpl").write_text(text)
    words = [sys.executable, "-m", "antumbra", "check", "a.bpl", "-j", "2", "--engine", "explore", "-q"]
    run = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while len(mine := descendants(run.pid)) < 2:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    out, _ = run.communicate(timeout=120)
    assert run.returncode == 2
    assert out.startswith(b"RESULT: unknown(")
    assert all(map(is_gone, mine))
