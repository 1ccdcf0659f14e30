"""Tests that are said to reach a target: ``antumbra replay``, and the native part of a run with targets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main
from antumbra.engines.outcome import InputValue, PathEnd, Reason
from antumbra.evidence.testcase import TestCase, to_json
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.model import Source
from antumbra.program.properties import KLEE
from antumbra.program.source import Location
from antumbra.session.options import RunOptions
from antumbra.session.replays.native import NativeReplay
from antumbra.session.standard import Standard

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    reach_error();
  if (x == 7)
    return 3;
  return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    return file


def _inputs(number: int) -> tuple[InputValue, ...]:
    return (InputValue("x", "int", Source.INPUT, 32, number),)


def _write(program: Path, number: int, place: Location) -> str:
    file = program.parent / "test.json"
    file.write_text(to_json(TestCase(_inputs(number), Reason.TARGET, location=place)))
    return str(file)


def test_reached(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    test = _write(program, 7, Location("where/it/was/program.c", 8))
    assert main(["replay", str(program), test]) == 1
    shown = capsys.readouterr().out
    assert "reached where/it/was/program.c:8" in shown
    assert "> 8 |     return 3;" in shown
    assert shown.endswith("RESULT: false(unreach-call)\n")
    assert main(["replay", str(program), test, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["location"]["line"]) == ("unsafe", 8)
    assert told["message"] == "reached where/it/was/program.c:8"


@pytest.mark.parametrize(("number", "how"), [(6, "the program returned"), (1, "an error function was called")])
def test_not_reached(program: Path, number: int, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever else the run does: it is not what the test says."""
    assert main(["replay", str(program), _write(program, number, Location("program.c", 8))]) == 2
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"RESULT: unknown(the target is not reached: {how}")
    assert "program.c:8 was not reached" in last


def test_the_native_part_of_a_run(program: Path) -> None:
    options = LoadOptions()
    loaded = load(program, options)
    place = Location(str(program), 8)
    native = NativeReplay(loaded, options, (place,))
    try:
        assert native.replay(PathEnd(1, Reason.TARGET, _inputs(7), place)).confirmed
        other = native.replay(PathEnd(2, Reason.TARGET, _inputs(8), place, message="8"))
        assert not other.confirmed
        assert any("was not reached" in note for note in other.notes)
        assert native.replay(PathEnd(3, Reason.VIOLATION, _inputs(1), place, "unreach-call")).confirmed is False
        error = Location(str(program), 6)
        assert native.replay(PathEnd(4, Reason.VIOLATION, _inputs(1), error, "unreach-call")).confirmed
    finally:
        native.close()


@pytest.mark.parametrize("name", ["door_code.c", "key_value.c", "list_remove.c", "transfer.c"])
def test_native_code_comes_where_the_analysis_was(name: str) -> None:
    options = LoadOptions(properties=KLEE)
    loaded = load(EXAMPLES / name, options)
    wanted = RunOptions(engine="explore", load=options, collect=True)
    paths = Standard().engine(loaded, wanted, lambda: 20.0).run(lambda _: None)
    reached: dict[Location, PathEnd] = {}
    for end in paths:
        for place in (*(place for place, _ in end.branches), end.location, *end.stack):
            if place is not None and place.line and place.file in loaded.program.sources:
                reached.setdefault(place, end)
    assert len(reached) > 2
    native = NativeReplay(loaded, options, tuple(reached))
    try:
        for place, end in reached.items():
            seen = native.replay(PathEnd(end.number, Reason.TARGET, end.inputs, place))
            assert seen.confirmed, seen.notes
    finally:
        native.close()


ENDLESS = """extern int __VERIFIER_nondet_int(void);
volatile int seen;
int main(void) {
  for (;;) {
    int x = __VERIFIER_nondet_int();
    if (x == 5)
      seen = 1;
    if (x == 9)
      seen = 2;
  }
}
"""


@pytest.mark.parametrize("engine", ["explore", "interpolate"])
def test_a_run_ends_when_every_line_is_reached(tmp_path: Path, engine: str) -> None:
    file = tmp_path / "endless.c"
    file.write_text(ENDLESS)
    result = antumbra.check(file, engine=engine, targets="7,9", timeout=60)
    assert [target.verdict for target in result.targets] == ["reachable", "reachable"]
    assert "time limit" not in (result.reason or "")
