"""A characterization may be ended at any moment, by a limit, a signal or an error of ours: it says what is known."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import antumbra
from antumbra.bounds.cfc import Side
from antumbra.cli.interrupt import signals
from antumbra.report.bounds.json_reading import read_bounds_file
from antumbra.session.characterizing.anytime import Anytime, Part
from antumbra.session.control import Control, OutOfMemory, OutOfTime
from antumbra.solvers.backends.callbacks import called_by_solver
from support.size import some

TWO = """
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  if (a > 250)
    reach_error();
  if (a == 7 && b < 3)
    reach_error();
  return 0;
}
"""
LIMITS = {OutOfTime: "time limit", OutOfMemory: "memory limit", MemoryError: "memory limit"}
RUN = "antumbra.session.characterizing.run"
EXPLAINING = "antumbra.session.characterizing.explaining"
FILES = "antumbra.session.characterizing.files"
#: what parts of a run are made of
PARTS = (
    f"{RUN}.SecondOpinion.on",
    f"{RUN}.disagreement",
    f"{EXPLAINING}.readable_bounds",
    f"{EXPLAINING}.Witnesses.in_region",
    f"{EXPLAINING}.neighbours",
    f"{EXPLAINING}.count",
    f"{FILES}.figures_of",
)


def _raising(what: type[BaseException]) -> Callable[..., None]:
    def work(*_given: object, **_named: object) -> None:
        raise what

    return work


@pytest.mark.parametrize("what", [KeyboardInterrupt, OutOfTime, OutOfMemory, MemoryError])
def test_after_a_limit_only_what_is_needed_is_done(what: type[BaseException]) -> None:
    done: list[int] = []
    control = Control(memory_mb=100)
    anytime = Anytime(control)
    parts = [Part(lambda: done.append(1)), Part(_raising(what)), Part(lambda: done.append(2))]
    anytime.run([*parts, Part(lambda: done.append(3), always=True)])
    assert done == [1, 3]
    assert list(anytime.reasons) == [LIMITS.get(what, "interrupted")]
    assert control.finishing  # nothing is thrown any more
    assert anytime.crash is None


def test_nothing_is_thrown_into_the_handler_of_what_was_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    """To let go of the frames of a search takes longer than the time between two throws."""
    control = Control(timeout=0.0)
    anytime = Anytime(control)
    thrown: list[object] = []

    def asked() -> float:
        thrown.append(control.overdue())
        return 0.0

    monkeypatch.setattr("antumbra.session.characterizing.anytime.resident_mb", asked)
    control.memory_mb = 1e6
    anytime.run([Part(_raising(OutOfMemory)), Part(lambda: thrown.append(control.overdue()), always=True)])
    assert thrown == [None, OutOfTime]


def test_after_an_error_of_ours_the_rest_is_done() -> None:
    done: list[int] = []
    anytime = Anytime(Control())
    anytime.run([Part(_raising(ValueError)), Part(lambda: done.append(1))])
    assert done == [1]
    assert list(anytime.reasons) == ["internal error: ValueError: "]
    assert "ValueError" in str(anytime.crash)


def _holds(result: antumbra.Characterization) -> None:
    assert result.contains({"a": 255, "b": 0}) is Side.MUST
    assert result.contains({"a": 9, "b": 0}) is Side.SAFE


@pytest.mark.parametrize("what", [OutOfTime, OutOfMemory])
@pytest.mark.parametrize("place", PARTS)
def test_a_limit_in_any_part(
    place: str, what: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO)
    monkeypatch.setattr(place, _raising(what))
    result = antumbra.characterize(file, out=tmp_path / "out", write=True)
    _holds(result)
    assert result.exact
    assert result.result_line == "RESULT: false(unreach-call)"
    again = read_bounds_file(tmp_path / "out" / "bounds.json").cfc
    assert len(again.pieces) == len(result.cfc.pieces)
    assert {"bounds.c", "bounds.smt2"} <= {path.name for path in (tmp_path / "out").iterdir()}


def test_failures_that_could_not_be_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO)
    monkeypatch.setattr("antumbra.session.standard.Standard.native", _raising(OutOfTime))
    result = antumbra.characterize(file, timeout=60)
    _holds(result)
    assert sum("was not run again" in note for note in result.notes) == 2
    assert (result.exit_status, result.result_line) == (2, "RESULT: unknown(gap between the bounds)")


def test_an_error_in_one_file_costs_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO)
    monkeypatch.setattr(f"{FILES}.smtlib_bounds", _raising(ValueError))
    antumbra.characterize(file, out=tmp_path / "out")
    assert {"bounds.c", "bounds.json"} <= {path.name for path in (tmp_path / "out").iterdir()}


#: the command line, where one function first does something else
_PATCHED = """
import hashlib, os, sys
from importlib import import_module
module, name = {place!r}.rsplit(".", 1)
home = import_module(module)
before = getattr(home, name)
def instead(*given, **named):
    {does}
    return before(*given, **named)
setattr(home, name, instead)
from antumbra.cli.run import run_and_leave
run_and_leave()
"""


def _patched(place: str, does: str, file: Path, *options: str) -> tuple[int, str, str]:
    code = _PATCHED.format(place=place, does=does)
    command = [sys.executable, "-c", code, "characterize", str(file), "--out", str(file.parent / "out"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


PLACES = (
    f"{EXPLAINING}.readable_bounds",
    f"{EXPLAINING}.count",
    f"{FILES}.bounds_text",
    "antumbra.report.bounds.text.render",
)
SIGNALS = (signal.SIGINT, signal.SIGTERM)


@pytest.mark.parametrize(
    ("place", "number"), some(list(zip(PLACES, 2 * SIGNALS, strict=True)), list(product(PLACES, SIGNALS)))
)
def test_a_signal_in_any_part(place: str, number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO)
    status, out, err = _patched(place, f"os.kill(os.getpid(), {number.value})", file)
    assert "Traceback" not in err
    assert "a == 7 && b <= 2" in out or "a = 7" in out
    assert status == 1
    assert out.splitlines()[-1] == "RESULT: false(unreach-call)"
    assert len(read_bounds_file(tmp_path / "out" / "bounds.json").cfc.pieces) >= 3


def test_a_signal_in_a_callback_before_a_run_can_be_asked_to_stop() -> None:
    """Raised there it would be lost: it is raised soon after."""
    control = Control()
    assert control.stop is None
    passed: list[str] = []

    @called_by_solver
    def callback() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        passed.append("the callback")

    def wait() -> None:
        callback()
        passed.append("its caller")
        end = time.monotonic() + 20
        while time.monotonic() < end:
            sum(range(1000))

    with signals(control), pytest.raises(KeyboardInterrupt):
        wait()
    assert passed == ["the callback", "its caller"]
    assert control.interrupted


def test_a_library_that_does_not_come_back(tmp_path: Path) -> None:
    """No exception ends it: whoever ends the process says what is known."""
    file = tmp_path / "two.c"
    file.write_text(TWO)
    waits = "hashlib.pbkdf2_hmac('sha256', b'', b'', 2_000_000_000)"
    status, out, err = _patched(f"{EXPLAINING}.count", waits, file, "--timeout", "3", "--json")
    assert "Traceback" not in err
    data = json.loads(out)
    assert (status, data["exact"], len(data["bounds"]["must"])) == (1, True, 2)
    assert read_bounds_file(tmp_path / "out" / "bounds.json").cfc.exact


def test_a_comparison_that_there_was_no_time_for_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO)
    antumbra.characterize(file, out=tmp_path / "old")
    monkeypatch.setattr(f"{RUN}.disagreement", _raising(OutOfTime))
    result = antumbra.characterize(file, against=tmp_path / "old" / "bounds.json")
    assert result.comparison is None
    assert any(note.startswith("not compared with") for note in result.notes)


def test_a_slow_reader_gets_the_whole_report(tmp_path: Path) -> None:
    """The time of who reads it is not the run's: here it takes longer than a run may that writes its result."""
    file = tmp_path / "two.c"
    file.write_text(TWO)
    slow = "import antumbra.cli.interrupt as i, time; i.FINISHING = i.FINISHING_BUSY = 0.1; time.sleep(2.5)"
    status, out, _ = _patched("antumbra.report.bounds.text.render", slow, file, "--timeout", "2")
    assert status == 1
    assert out.count("RESULT: ") == 1
    assert "MUST fail" in out


def test_the_result_is_told_once(tmp_path: Path) -> None:
    """The run comes back while whoever ends the process tells what is known."""
    file = tmp_path / "two.c"
    file.write_text(TWO)
    # no exception comes through, and the run goes on while its guard writes
    slow = (
        "import time, antumbra.cli.interrupt as i, antumbra.report.bounds.text as t; i.LAST = i.LAST_PART = 0.0; "
        "r = t.render; t.render = lambda *a, **k: (time.sleep(3), r(*a, **k))[1]; "
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 12_000_000)"
    )
    status, out, err = _patched(f"{EXPLAINING}.count", slow, file, "--timeout", "2")
    assert "Traceback" not in err
    assert out.count("RESULT: ") == 1
    assert "MUST fail" in out
    assert status == 1


def test_bounds_are_told_though_their_files_take_too_long(tmp_path: Path) -> None:
    file = tmp_path / "two.c"
    file.write_text(TWO)
    slow = "import antumbra.cli.interrupt as i, time; i.FINISHING = i.FINISHING_BUSY = 0.1; time.sleep(20)"
    status, out, _ = _patched(
        "antumbra.session.characterizing.files.bounds_text", slow, file, "--timeout", "2", "--json"
    )
    data = json.loads(out)
    assert (status, len(data["bounds"]["must"])) == (1, 2)
    assert "not all files were written: no time was left" in data["notes"]
