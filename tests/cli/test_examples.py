"""The examples, from the command line to the verdict in their first line; and how a run can be stopped."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.report.json_report import from_json
from antumbra.session.control import Control

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
_EXPECTED = re.compile(r"(true|false\([\w-]+\))(?: with --property ([\w-]+))?")


def expectations() -> list[tuple[str, str, str]]:
    """(file, property, RESULT) of what the comment at the top of each example says."""
    found: list[tuple[str, str, str]] = []
    for file in sorted(EXAMPLES.glob("*.c")):
        line = file.read_text().splitlines()[0]
        assert line.startswith("/* Expected: "), file
        found += [(file.name, property_ or "unreach-call", verdict) for verdict, property_ in _EXPECTED.findall(line)]
    return found


def test_every_example_says_what_to_expect() -> None:
    files = {file.name for file in EXAMPLES.glob("*.c")}
    assert {name for name, _, _ in expectations()} == files
    assert len(files) >= 8


@pytest.mark.parametrize(("name", "property_", "verdict"), expectations())
def test_examples(name: str, property_: str, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    status = main(["check", str(EXAMPLES / name), "--property", property_, "--out", str(out), "--timeout", "60"])
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out.splitlines()[-1] == f"RESULT: {verdict}"
    assert status == (0 if verdict == "true" else 1)
    if status == 1:
        test = out / "tests" / "test000001.json"
        assert f"antumbra replay {EXAMPLES / name} {test}" in shown.out
        assert main(["replay", str(EXAMPLES / name), str(test), "--quiet"]) == 1
        assert capsys.readouterr().out == f"RESULT: {verdict}\n"


def test_same_result_in_python_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = EXAMPLES / "transfer.c"
    status = main(["check", str(file), "--json", "--out", str(tmp_path / "out"), "--sarif", str(tmp_path / "r.sarif")])
    shown = capsys.readouterr()
    assert (status, shown.err) == (1, "")
    told = from_json(json.loads(shown.out))
    result = antumbra.check(file)
    assert (told.verdict, told.location, told.inputs) == (result.verdict, result.location, result.inputs)
    assert told.replayed is True
    assert json.loads((tmp_path / "r.sarif").read_text())["runs"][0]["results"][0]["kind"] == "fail"
    assert json.loads((tmp_path / "out" / "result.json").read_text())["verdict"] == "unsafe"


def test_the_same_call_gives_the_same_answer() -> None:
    first, second = (antumbra.check(EXAMPLES / "door_code.c", seed=3) for _ in range(2))
    assert (first.inputs, first.stats["paths"]) == (second.inputs, second.stats["paths"])


def test_explore(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    status = main(["explore", str(EXAMPLES / "list_remove.c"), "--out", str(out)])
    text = capsys.readouterr().out
    assert status == 1
    assert "completed paths: 4" in text
    assert re.search(r"lines (\d+)/\1 \(100.0 %\), branches (\d+)/\2 ", text)
    assert "end_of_record" in (out / "coverage.info").read_text()
    tests = {file.suffix for file in (out / "tests").iterdir()}
    assert tests >= {".json", ".ktest", ".xml", ".c"}


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        ([], 'program "midpoint.c"'),
        (["--ir"], "; module "),
        (["--cfg"], "digraph"),
        (["--cfg", "--format", "svg"], "<"),
        (["--cfg", "--procedure", "midpoint"], "digraph"),
        (["--tree"], "digraph"),
        (["--tree", "--format", "html"], "<!doctype html>"),
    ],
)
def test_show(arguments: list[str], start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(EXAMPLES / "midpoint.c")
    assert main(["show", file, *arguments]) == 0
    text = capsys.readouterr().out
    assert text.startswith(start)
    assert main(["show", file, *arguments, "-o", str(tmp_path / "view")]) == 0
    assert (tmp_path / "view").read_text().strip() == text.strip()
    assert main(["show", file, *arguments, "-o", str(tmp_path / "no" / "view")]) == 3


def test_show_unknown_procedure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(EXAMPLES / "midpoint.c"), "--cfg", "--procedure", "nowhere"]) == 3
    assert "midpoint" in capsys.readouterr().err


def test_results_go_to_a_new_folder(tmp_path: Path) -> None:
    for _ in range(2):
        assert main(["check", "--quiet", str(EXAMPLES / "transfer.c")]) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["antumbra-last", "antumbra-out-0", "antumbra-out-1"]
    assert main(["check", "--quiet", str(EXAMPLES / "saturating_add.c")]) == 0
    assert not (tmp_path / "antumbra-out-2").exists()
    assert main(["check", "--out", "antumbra-out-0", str(EXAMPLES / "transfer.c")]) == 3


ENDLESS = """
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned sum = 0;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x == 7) sum += 1; else sum *= 3;
    }
}
"""


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    file = tmp_path / "endless.c"
    file.write_text(ENDLESS)
    return file


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (["--engine", "explore", "--timeout", "1"], "time limit"),
        (["--max-depth", "6"], "depth limit"),
    ],
)
def test_limits(endless: Path, capsys: pytest.CaptureFixture[str], limit: list[str], reason: str) -> None:
    assert main(["check", str(endless), *limit]) == 2
    assert f"unknown({reason}" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(("limit", "reason"), [("--max-paths", "path limit"), ("--max-forks", "fork limit")])
def test_limits_of_a_search_that_ends(
    endless: Path, capsys: pytest.CaptureFixture[str], limit: str, reason: str
) -> None:
    endless.write_text(ENDLESS.replace(";;", "int i = 0; i < 5; i++"))
    assert main(["check", str(endless), "--quiet"]) == 0
    assert main(["check", str(endless), limit, "3"]) == 2
    last = capsys.readouterr().out.splitlines()[-1]
    assert f"unknown({reason}" in last
    assert "no violation within it" in last


def test_a_test_for_every_path(endless: Path, tmp_path: Path) -> None:
    endless.write_text(ENDLESS.replace(";;", "int i = 0; i < 5; i++"))
    assert antumbra.explore(endless, out=tmp_path / "new").tests_written < 10
    out = tmp_path / "all"
    assert antumbra.explore(endless, all_tests=True, out=out).tests_written == 32
    inputs = {
        tuple(value["value"] == 7 for value in json.loads(file.read_text())["inputs"])
        for file in (out / "tests").glob("*.json")
    }
    assert len(inputs) == 32


#: seconds after which it is clear that a run does not come back; a slow compiler takes longer
NEVER = 40.0


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "antumbra", *arguments]


def wait_until_busy(process: int, seconds: float = 1.0) -> None:
    """Until a process has had so much processor time, however many others share the machine."""
    ticks = os.sysconf("SC_CLK_TCK")
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        if (int(fields[11]) + int(fields[12])) / ticks > seconds:
            return
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_stops_and_reports(endless: Path, number: signal.Signals) -> None:
    command = program("check", "--engine", "explore", "--json", str(endless))
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until_busy(child.pid)
    child.send_signal(number)
    out, err = child.communicate(timeout=NEVER)
    assert child.returncode == 2, err
    assert err == b""
    data = json.loads(out)
    assert data["reason"].startswith("interrupted")
    assert data["stats"]["instructions"] > 0


#: cubes by differences: exploration never ends, and nobody guesses an invariant of the third degree
UNDECIDED = """
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned number = 0, square = 0, cube = 0;
  while (__VERIFIER_nondet_uchar()) {
    cube += 3 * square + 3 * number + 1;
    square += 2 * number + 1;
    number++;
  }
  assert(cube == number * number * number);
  return 0;
}
"""


def test_interrupt_stops_whichever_engine_has_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted at the tenth step of interpolation: it began after others, which have turns too."""
    file = tmp_path / "undecided.c"
    file.write_text(UNDECIDED)
    control, steps, step = Control(), itertools.count(1), Interpolator.step

    def stepping(engine: Interpolator) -> bool:
        if next(steps) == 10:
            control.interrupt()
        return step(engine)

    monkeypatch.setattr(Interpolator, "step", stepping)
    result = antumbra.check(file, control=control)
    assert (result.reason or "").startswith("interrupted")
    assert 10 <= next(steps) < 20
    assert result.engine in ("explore", "interpolate", "dash")


SLOW_COMPILER = """#!/bin/sh
touch "$0.began"
exec sleep 120
"""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    file = tmp_path / "clang"
    file.write_text(SLOW_COMPILER)
    file.chmod(0o755)
    return file


def test_interrupt_while_the_program_is_read(endless: Path, slow: Path) -> None:
    child = subprocess.Popen(
        program("check", "--json", "--clang", str(slow), str(endless)), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not slow.with_name("clang.began").exists():
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=NEVER)
    assert (child.returncode, err) == (2, b"")
    assert json.loads(out)["reason"] == "interrupted"


def test_timeout_while_the_program_is_read(endless: Path, slow: Path) -> None:
    done = subprocess.run(
        program("check", "--quiet", "--timeout", "1", "--clang", str(slow), str(endless)),
        capture_output=True,
        text=True,
        timeout=NEVER,
    )
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout == "RESULT: unknown(time limit: while the program was read)\n"


def test_progress_is_shown_on_a_terminal_only(endless: Path) -> None:
    check = program("check", "--engine", "explore", str(endless))
    done = subprocess.run([*check, "--timeout", "0.6"], capture_output=True, timeout=60)
    assert done.stderr == b""
    master, slave = pty.openpty()
    child = subprocess.Popen(
        check,
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "160"},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
        if b"instr/s" in shown:
            child.send_signal(signal.SIGINT)
    out = child.communicate(timeout=60)[0].decode()
    os.close(master)
    assert "paths" in shown.decode()
    assert out.splitlines()[-1].startswith("RESULT: unknown(interrupted")


def test_sv_comp_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A task names the program, the property and the data model; what the user says counts more."""
    (tmp_path / "size.c").write_text(
        "extern void reach_error(void);\nint main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n"
    )
    (tmp_path / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    (tmp_path / "termination.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    task = tmp_path / "size.yml"
    task.write_text(
        "format_version: '2.0'\ninput_files: size.c\nproperties:\n"
        "  - property_file: termination.prp\n  - property_file: unreach-call.prp\n"
        "options:\n  language: C\n  data_model: ILP32\n"
    )
    out = ["--out", str(tmp_path / "out"), "--quiet"]
    assert main(["check", str(task), *out]) == 1
    assert main(["check", str(task), "--64", "--quiet"]) == 0
    assert main(["check", str(task), "--property", str(tmp_path / "termination.prp"), "--quiet"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "RESULT: false(unreach-call)",
        "RESULT: true",
        "RESULT: unknown(property termination is not supported)",
    ]
    test = tmp_path / "out" / "tests" / "test000001.json"
    assert main(["replay", str(task), str(test), "--quiet"]) == 1


def test_the_printed_replay_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name like an option, an error function of a property file, an entry and a macro: all are repeated."""
    (tmp_path / "-x y.c").write_text("void bad(void);\nvoid f(int i) { if (i == N) bad(); }\n")
    (tmp_path / "bad.prp").write_text("CHECK( init(f()), LTL(G ! call(bad())) )\n")
    settings = ["--entry", "f", "--property", "bad.prp", "-D", "N=4", "--out", "-o"]
    assert main(["check", "./-x y.c", *settings]) == 1
    text = capsys.readouterr().out
    (command,) = re.findall(r"^  antumbra (replay .*)$", text, re.MULTILINE)
    assert main(shlex.split(command)) == 1, command
