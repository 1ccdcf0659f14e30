"""Limits hold in every phase of a run; interrupts, full disks and lack of memory end with a word."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from antumbra.cli.leaving import NEVER_BEGAN
from antumbra.report.json_report import to_text
from antumbra.report.result import Result, Verdict
from support.size import some
from support.slow_programs import PROGRAMS

SMALL = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }
"""


#: Seconds after which it is clear that a run does not come back. What is promised, a second, is measured on a machine
#: that does nothing else (tools/limits_soak.py), and in counted looks by tests of each part.
NEVER = 40.0


@dataclass(frozen=True)
class Ended:
    status: int
    out: str
    err: str
    wall: float
    heard: float = 0.0  #: from the interrupt to the end


def _work_for(process: int, seconds: float) -> None:
    """Wait until a process has had the processor for so long."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.02)


def call(
    *arguments: str, interrupt_after: float | None = None, pause: float = 0.0, stdout: Path | None = None
) -> Ended:
    """``interrupt_after``: seconds of the processor; after a ``pause``."""
    started = interrupted = time.monotonic()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        target = out if stdout is None else stdout.open("w")
        child = subprocess.Popen([sys.executable, "-m", "antumbra", *arguments], stdout=target, stderr=err)
        if stdout is not None:
            target.close()
        if interrupt_after is not None:
            _work_for(child.pid, interrupt_after)
            time.sleep(pause)
            interrupted = time.monotonic()
            child.send_signal(signal.SIGINT)
        child.wait()
        now = time.monotonic()
        out.seek(0)
        err.seek(0)
        return Ended(child.returncode, out.read(), err.read(), now - started, now - interrupted)


def slow(name: str, folder: Path) -> Path:
    suffix, text = PROGRAMS[name]
    file = folder / f"{name}{suffix}"
    file.write_text(text())
    return file


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        ("straight", "auto"),
        ("sums", "explore"),
        ("substitutions", "interpolate"),
        ("boogie_blocks", "houdini"),
        ("protocol", "abstract"),
        *some(
            [],
            [
                ("blocks", "explore"),
                ("guesses", "interpolate"),
                ("huge_object", "explore"),
                ("boogie_quantifiers", "explore"),
            ],
        ),
    ],
)
def test_time_limit_in_every_phase(name: str, engine: str, tmp_path: Path) -> None:
    limit = some(0.7, 1.2)
    ended = call("check", str(slow(name, tmp_path)), "--engine", engine, "--timeout", str(limit), "--json")
    result = json.loads(ended.out)
    assert (ended.status, result["verdict"]) == (2, "unknown")
    # an object too large for a native run is no matter of time where the violation is found at once
    expected = ("time limit", "timeout", *(("not confirmed",) if name == "huge_object" else ()))
    assert any(text in result["reason"] for text in expected)
    assert "Traceback" not in ended.err
    assert ended.wall < limit + NEVER


@pytest.mark.parametrize(("name", "engine"), [("sums", "explore"), ("boogie_quantifiers", "interpolate")])
def test_interrupt_is_heard_in_solvers(name: str, engine: str, tmp_path: Path) -> None:
    file = slow(name, tmp_path)
    ended = call(
        "check", str(file), "--engine", engine, "--timeout", "60", "--json", interrupt_after=0.6, pause=some(1, 2)
    )
    assert ended.status == 2
    # what was found before is told first
    assert json.loads(ended.out)["reason"].startswith(("interrupted", "violation not confirmed"))
    assert "Traceback" not in ended.err
    assert ended.heard < NEVER


@pytest.mark.parametrize("seconds", some([0.05, 0.15, 0.3], [0.05, 0.1, 0.15, 0.3, 0.5]))
def test_interrupt_while_starting(seconds: float, tmp_path: Path) -> None:
    file = slow("guesses", tmp_path)
    ended = call("check", str(file), "--timeout", "30", interrupt_after=seconds)
    assert ended.status == 2
    assert "Traceback" not in ended.err
    assert ended.out.splitlines()[-1].startswith("RESULT: unknown(interrupted")
    ended = call("check", str(file), "--timeout", "30", "--json", interrupt_after=seconds)
    assert json.loads(ended.out)["reason"].startswith("interrupted")


def test_report_of_a_run_that_never_began() -> None:
    written = to_text(Result(Verdict.UNKNOWN, "", "", "", reason="interrupted"))
    assert json.loads(NEVER_BEGAN) == json.loads(written)


def test_memory_limit_while_a_program_is_read(tmp_path: Path) -> None:
    ended = call("check", str(slow("straight", tmp_path)), "--memory", "70", "--timeout", "60", "--json")
    assert (ended.status, json.loads(ended.out)["reason"]) == (2, "memory limit: while the program was read")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments", [["check", "FILE"], ["check", "FILE", "--json"], ["show", "FILE"], ["--help"], ["--version"]]
)
def test_full_disk(arguments: list[str], tmp_path: Path) -> None:
    file = tmp_path / "small.c"
    file.write_text(SMALL)
    ended = call(*(str(file) if a == "FILE" else a for a in arguments), stdout=Path("/dev/full"))
    assert ended.status == 3
    assert ended.err == "antumbra: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_side_file_on_a_full_disk_costs_no_verdict(tmp_path: Path) -> None:
    file = tmp_path / "small.c"
    file.write_text(SMALL)
    out = str(tmp_path / "out")
    ended = call("check", str(file), "--quiet", "--sarif", "/dev/full", "--out", out, "--timeout", "60")
    assert (ended.status, ended.out) == (1, "RESULT: false(unreach-call)\n")
    assert ended.err.startswith("antumbra: the SARIF report was not written")
