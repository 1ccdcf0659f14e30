"""Native replay of tests that reach a place: confirmed if and only if the run comes there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from antumbra.engines.outcome import InputValue, Reason
from antumbra.evidence import ktest, testcomp
from antumbra.evidence.native.child import Ending
from antumbra.evidence.native.targets import Targets, same_file
from antumbra.evidence.replay import Replayer, ReplayOptions
from antumbra.evidence.reproducer import reproducer
from antumbra.evidence.testcase import TestCase, from_json, to_json
from antumbra.frontends.c.toolchain import find_toolchain
from antumbra.frontends.llvm import prepare
from antumbra.program.source import Location
from evidence.native_programs import FILE, ir_of, replayer, value

PROGRAM = """extern int __VERIFIER_nondet_int(void); extern void exit(int);
static int last(int x) {
  if (x > 5)
    x = 5;
  return x;
}
static int choose(int x) {
  int sum = 0;
  switch (x) {
    case 1:
      sum = 7;
      break;
    default:
      sum = last(x);
  }
  return sum;
}
static void leave(int x) {
  if (x == 9) { int y = x;
    exit(y);
    last(y);
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int(), sum = 0;
  leave(x);
  for (int i = 0; i < x; i++)
    if (i == 3)
      sum += last(__VERIFIER_nondet_int());
  if (x == 2) sum = 1; else sum = 2;
  return choose(x) + sum;
}
"""
ALL = tuple(Location(FILE, line) for line in range(1, PROGRAM.count("\n") + 1))


def reaching(line: int, *inputs: int, column: int = 0) -> TestCase:
    """A test that is said to come to ``line``."""
    return TestCase(tuple(value(number) for number in inputs), Reason.TARGET, location=Location(FILE, line, column))


def optimised(text: str, data_model: str) -> str:
    """As a run has it: locals in registers, so that there are phis, and lines with nothing but a branch."""
    return prepare(ir_of(text, data_model), FILE, roots=("main",))


@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
def test_lines_that_are_reached_and_lines_that_are_not(data_model: str) -> None:
    cases = [
        (24, (0,), True),  # the line of a function is where it begins
        (25, (0,), True),
        (2, (1,), False),
        (2, (2,), True),
        (29, (4, 0), True),  # in a loop, in its fourth round
        (29, (3, 0), False),
        (4, (4, 6), True),  # in a called function, which depends on a later input
        (4, (4, 5), False),
        (4, (4,), False),  # a missing input is zero
        (5, (4,), True),
        (9, (0,), True),  # nothing but a switch
        (12, (1,), True),
        (12, (2,), False),
        (14, (2,), True),
        (14, (1,), False),
        (20, (9,), True),  # the call of exit itself
        (21, (9,), False),  # in the same block, behind it
        (21, (1,), False),
        (26, (9,), True),
        (27, (9,), False),
        (31, (-1,), True),
    ]
    options = ReplayOptions(data_model=data_model, targets=ALL)
    with Replayer([optimised(PROGRAM, data_model)], options) as native:
        for line, inputs, reached in cases:
            seen = native.run(reaching(line, *inputs))
            assert (seen.confirmed, seen.agrees) == (reached, reached), (line, inputs, seen.detail)
            assert (seen.ending is Ending.TARGET) == reached
            assert (f"reached {FILE}:{line}" in seen.detail) == reached
            assert (f"{FILE}:{line} was not reached" in seen.detail) != reached
            assert (seen.location is not None and seen.location.line == line) or not reached
            assert not seen.observed


def test_a_column_tells_places_of_a_line_apart() -> None:
    text = PROGRAM.splitlines()[29]
    then, other = text.index("sum = 1") + 5, text.index("sum = 2") + 5
    with replayer(PROGRAM, targets=(Location(FILE, 30, then), Location(FILE, 30, other))) as native:
        assert native.run(reaching(30, 2, column=then)).confirmed
        assert not native.run(reaching(30, 2, column=other)).confirmed
        assert native.run(reaching(30, 1, column=other)).confirmed
        assert not native.run(reaching(30, 1, column=then)).confirmed


def test_other_tests_do_not_stop_at_targets() -> None:
    with replayer(PROGRAM, targets=ALL) as native:
        assert native.run(TestCase((value(1),), Reason.RETURN)).agrees
        assert native.run(TestCase((value(9),), Reason.EXIT)).agrees


def test_a_place_that_was_not_announced_gets_a_build_of_its_own() -> None:
    with replayer(PROGRAM) as native:
        assert native.run(reaching(20, 9)).confirmed
        assert not native.run(reaching(20, 8)).confirmed
        assert native.run(reaching(11, 1)).confirmed
        assert native.run(reaching(20, 9)).confirmed
        assert native.run(TestCase((value(9),), Reason.EXIT)).agrees


@pytest.mark.parametrize("line", [1, 13, 999])
def test_a_line_without_code_is_not_reached(line: int) -> None:
    with replayer(PROGRAM, targets=(Location(FILE, line),)) as native:
        seen = native.run(reaching(line, 9))
    assert not seen.confirmed
    assert "no code there" in seen.detail


@pytest.mark.parametrize("place", [None, Location(FILE)])
def test_a_test_that_names_no_line_confirms_nothing(place: Location | None) -> None:
    with replayer(PROGRAM) as native:
        seen = native.run(TestCase((), Reason.TARGET, location=place))
    assert (seen.confirmed, seen.agrees) == (False, False)
    assert "does not say which line" in seen.detail


def test_what_fails_before_the_target_does_not_reach_it() -> None:
    text = "extern int __VERIFIER_nondet_int(void);\nint main(void) { int a[2] = {0}, i = __VERIFIER_nondet_int();\n"
    text += "a[i] = 1;\nreturn 0; }"
    with replayer(text, targets=(Location(FILE, 4),)) as native:
        assert native.run(reaching(4, 1)).confirmed
        seen = native.run(reaching(4, 2))
    assert not seen.confirmed
    assert seen.observed == "valid-deref"


def test_the_library_is_not_the_users_file() -> None:
    assert same_file("here/string.c", "string.c")
    assert not same_file("string.c", "<libc>/string.c")
    targets = Targets([Location("a/x.c", 3), Location("x.c", 3, 5), Location("y.c", 3), Location("x.c")])
    assert targets.at(Location("b/x.c", 3, 5, "f")) == [1, 2]
    assert targets.at(Location("x.c", 3, 6)) == [1]
    assert targets.at(Location("<libc>/x.c", 3, 5)) == []
    assert [targets.number(Location("x.c", 3, 5, "g")), targets.number(Location("x.c", 3))] == [2, 0]


# ---------------------------------------------------------------- formats

_PLACE = Location("p/program.c", 29, 0, "main")
TEST = TestCase((value(4), value(1)), Reason.TARGET, message="29", location=_PLACE, program_file="p/program.c")


def test_json_keeps_the_place() -> None:
    assert from_json(to_json(TEST)) == TEST


def test_other_formats_hold_the_inputs() -> None:
    read = testcomp.read_testcase(testcomp.testcase_xml(TEST))
    assert [item.value for item in read.inputs] == [4, 1]
    assert not read.is_error
    assert [item.value for item in ktest.to_test(ktest.decode(ktest.encode(ktest.from_test(TEST)))).inputs] == [4, 1]


def test_the_reproducer_runs_the_inputs(tmp_path: Path) -> None:
    test = TestCase((InputValue("x", "int", TEST.inputs[0].source, 32, 9),), Reason.TARGET, location=_PLACE)
    text = reproducer(test, PROGRAM)
    assert "target reached at line 29 of program.c" in text
    (tmp_path / "r.c").write_text(text)
    compiler = [find_toolchain(None).command[0], "cc", "-O1", "-fno-sanitize=undefined", "-fno-builtin"]
    command = [*compiler, "-o", str(tmp_path / "r"), str(tmp_path / "r.c")]
    subprocess.run(command, check=True, capture_output=True, timeout=280)
    assert subprocess.run([tmp_path / "r"], check=False, timeout=20).returncode == 9
