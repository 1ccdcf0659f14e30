"""What is overdue ends as an exception in the thread of the run, and in no other place."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from antumbra.engines.outcome import PathEnd, Reason
from antumbra.report.result import Result
from antumbra.session import control as controlling
from antumbra.session.control import Control, OutOfMemory, OutOfTime, Silent
from antumbra.session.net import net
from antumbra.session.options import RunOptions
from antumbra.session.run import run
from session.fakes import FakeParts, end, violation


def _busy() -> Iterator[PathEnd]:
    """An engine that does not look at the clock. If nobody ends it, it says that the program is safe."""
    yield end(Reason.RETURN)
    stop = time.monotonic() + 30
    while time.monotonic() < stop:
        pass


def _result(control: Control) -> Result:
    return run(Path("a.c"), RunOptions(), control, Silent(), FakeParts(_busy))


def test_time_limit_of_an_engine_without_a_clock() -> None:
    control = Control(timeout=0.2)
    assert _result(control).reason == "time limit"


def test_in_any_thread() -> None:
    results: list[Result] = []
    thread = threading.Thread(target=lambda: results.append(_result(Control(timeout=0.2))))
    thread.start()
    thread.join()
    assert [result.reason for result in results] == ["time limit"]


def test_memory_limit() -> None:
    assert _result(Control(memory_mb=1)).reason == "memory limit"


def test_interrupt() -> None:
    control = Control()
    threading.Timer(0.2, control.interrupt).start()
    assert _result(control).reason == "interrupted"


def test_what_was_found_stays() -> None:
    """The time is over while a violation is replayed."""

    def never(_end: PathEnd) -> bool:
        raise OutOfTime

    result = run(Path("a.c"), RunOptions(), Control(), Silent(), FakeParts([violation()], never))
    assert result.reason is not None
    assert result.reason.startswith("violation not confirmed")


@pytest.mark.parametrize(
    ("control", "thrown"),
    [
        (Control(timeout=60), None),
        (Control(timeout=0.0), OutOfTime),
        (Control(timeout=0.0, finishing=True), None),
        (Control(timeout=0.0, stop=lambda: None), None),  # the engine may still end by itself
        (Control(memory_mb=1), OutOfMemory),
        (Control(memory_mb=1e6), None),
    ],
)
def test_overdue(control: Control, thrown: type[BaseException] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controlling, "GRACE", 1000.0)
    control.started = time.monotonic()
    assert control.overdue() is thrown


def test_nothing_comes_after_the_end() -> None:
    for _ in range(20):
        try:
            with net(Control(timeout=0.1)):
                time.sleep(0.1)
        except OutOfTime:
            pass
        for _ in range(1000):
            pass


def test_who_is_watched_has_no_second_net() -> None:
    before = threading.active_count()
    with net(Control(timeout=0.0, watched=True)):
        assert threading.active_count() == before
        time.sleep(0.15)


def test_what_a_library_prints_of_ours_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bitwuzla hands what its callback raises to sys.excepthook."""
    told: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: told.append(kind))
    before = sys.excepthook
    with net(Control(timeout=60)):
        for error in (OutOfTime(), ValueError()):
            sys.excepthook(type(error), error, None)
    assert told == [ValueError]
    assert sys.excepthook is before


def test_a_look_at_the_limits_imports_nothing() -> None:
    """It happens in signal handlers: who is importing the same just then would find half of it."""
    look = (
        "import sys\nfrom antumbra.session.control import Control\ncontrol = Control(timeout=1000, memory_mb=10)\n"
        "seen = []\nsys.addaudithook(lambda name, given: name == 'import' and seen.append(given[0]))\n"
        "assert control.overdue() is not None\nassert not seen, seen"
    )
    subprocess.run([sys.executable, "-c", look], check=True)
