"""Verdicts never lie: from how paths ended to what is said about the program."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from antumbra.engines.outcome import Kind, PathEnd, Reason
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.properties import MEMSAFETY, UNREACH_CALL, PropertySet
from antumbra.program.source import Location
from antumbra.records import replace
from antumbra.report.result import Result, Verdict
from antumbra.session.control import Control, OutOfTime, Silent
from antumbra.session.options import RunOptions
from antumbra.session.run import run
from session.fakes import HERE, FakeParts, end, violation

ELSEWHERE = Location("a.c", 9)


def result_of(
    ends: list[PathEnd] | Callable[[], Iterator[PathEnd]],
    confirms: Callable[[PathEnd], bool] = lambda _end: True,
    properties: PropertySet = UNREACH_CALL,
    parts: FakeParts | None = None,
    **options: object,
) -> Result:
    settings = RunOptions(load=LoadOptions(properties=properties), **options)  # type: ignore[arg-type]
    return run(Path("a.c"), settings, Control(), Silent(), parts or FakeParts(ends, confirms))


def test_complete_search_without_violation_is_safe() -> None:
    result = result_of([end(Reason.RETURN), end(Reason.EXIT), end(Reason.ABORT), end(Reason.ASSUMPTION)])
    assert (result.verdict, result.reason) == (Verdict.SAFE, None)
    assert result.externals == {"getpid": "havoc"}
    assert result.stats["paths"] == 4


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.kind is Kind.CUT])
def test_no_cut_search_is_safe(reason: Reason) -> None:
    result = result_of([end(Reason.RETURN), end(reason, message="something"), end(Reason.RETURN)])
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason


def test_confirmed_violation_is_unsafe_even_when_cut() -> None:
    result = result_of([end(Reason.TIME), violation()])
    assert result.verdict is Verdict.UNSAFE
    assert result.result_line == "RESULT: false(unreach-call)"
    assert result.location == HERE
    assert result.replayed is True
    assert result.notes == ("time limit",)  # of what else there may be


def test_check_stops_at_the_first_confirmed_violation() -> None:
    parts = FakeParts([violation(), violation(ELSEWHERE)])
    result = result_of([], parts=parts)
    assert len(parts.fake_native.asked) == 1
    assert parts.fake_native.closed
    assert result.others == ()


def test_unconfirmed_violation_is_unknown_with_both_traces() -> None:
    result = result_of([violation(), end(Reason.RETURN)], lambda _end: False)
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason == "violation not confirmed by native replay: reach_error is called at a.c:5:3"
    (other,) = result.others
    assert other.replayed is False
    assert len(other.notes) == 2


def test_another_violation_may_still_be_confirmed() -> None:
    result = result_of([violation(), violation(ELSEWHERE)], lambda one: one.location == ELSEWHERE)
    assert result.verdict is Verdict.UNSAFE
    assert result.location == ELSEWHERE
    assert [other.replayed for other in result.others] == [False]


def test_later_input_at_the_same_place_may_be_confirmed() -> None:
    tries: list[PathEnd] = []

    def third(one: PathEnd) -> bool:
        tries.append(one)
        return len(tries) == 3

    result = result_of([violation()] * 4, third)
    assert result.verdict is Verdict.UNSAFE
    assert result.others == ()


def test_attempts_at_one_place_are_bounded() -> None:
    parts = FakeParts([violation()] * 50, lambda _end: False)
    result_of([], parts=parts)
    assert len(parts.fake_native.asked) == 5


def test_undefined_behaviour_outside_the_property() -> None:
    result = result_of([end(Reason.UNDEFINED, location=HERE, check="valid-deref", message="read past the end")])
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason == (
        "undefined behaviour: read past the end at a.c:5:3; property unreach-call not violated before"
    )
    assert [(o.check, o.asked) for o in result.others] == [("valid-deref", False)]


def test_reason_of_an_unsupported_construct_has_its_place() -> None:
    result = result_of(
        [end(Reason.TIME), end(Reason.UNSUPPORTED, message="inline assembly", location=Location("f.c", 12))]
    )
    assert result.reason == "unsupported: inline assembly at f.c:12; also: time limit"
    assert result.notes == ()


def test_bounded_search_says_so() -> None:
    result = result_of([end(Reason.DEPTH, message="50 branches")])
    assert result.reason == "depth limit: 50 branches; no violation within it"


def test_failing_assertion_violates_unreach_call() -> None:
    assert result_of([violation(check="assert")]).violated == "unreach-call"


def test_part_of_a_conjunction_is_named() -> None:
    result = result_of([violation(check="valid-free")], properties=MEMSAFETY)
    assert (result.property, result.violated) == ("valid-memsafety", "valid-free")


def test_unsupported_property_is_unknown_without_a_search() -> None:
    properties = PropertySet(frozenset(), name="termination", unsupported=("termination",))
    result = result_of([violation()], properties=properties)
    assert result.result_line == "RESULT: unknown(property termination is not supported)"


def crash() -> Iterator[PathEnd]:
    yield end(Reason.RETURN)
    raise KeyError("lost")


def test_our_own_crash_is_unknown_and_kept(tmp_path: Path) -> None:
    result = result_of(crash, write=True, out=tmp_path)
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason == "internal error: KeyError: 'lost'"
    assert "Traceback" in (tmp_path / "crash.txt").read_text()


def test_crash_after_a_violation_keeps_the_violation() -> None:
    def script() -> Iterator[PathEnd]:
        yield violation()
        raise RuntimeError("late")

    result = result_of(script, collect=True)
    assert result.verdict is Verdict.UNSAFE
    assert result.notes == ("internal error: RuntimeError: late",)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KeyboardInterrupt(), "interrupted"),
        (MemoryError(), "memory limit"),
        (OutOfTime(), "time limit"),
    ],
)
def test_stopped_from_outside(error: BaseException, reason: str) -> None:
    def script() -> Iterator[PathEnd]:
        yield end(Reason.RETURN)
        raise error

    result = result_of(script)
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason is not None
    assert result.reason.startswith(reason)


def test_wrong_input_is_raised() -> None:
    class Refusing(FakeParts):
        def load(self, path: Path, options: RunOptions) -> Loaded:
            raise InputError("expected ';'", HERE)

    with pytest.raises(InputError, match=r"a\.c:5:3: expected ';'"):
        result_of([], parts=Refusing([]))


# ---------------------------------------------------------------- what is written


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_nothing_is_written_unless_asked(tmp_path: Path) -> None:
    result = result_of([violation()], out=tmp_path)
    assert result.finding is not None
    assert result.finding.test is None
    assert names(tmp_path) == []


def test_failing_test_is_written(tmp_path: Path) -> None:
    result = result_of([violation()], write=True, out=tmp_path)
    assert result.finding is not None
    assert result.finding.test == str(tmp_path / "test000001.json")
    assert result.tests_dir == str(tmp_path)
    assert json.loads((tmp_path / "result.json").read_text())["verdict"] == "unsafe"
    assert "SF:a.c" in (tmp_path / "coverage.info").read_text()


def test_exploring_writes_tests_for_new_coverage_and_goes_on(tmp_path: Path) -> None:
    ends = [
        end(Reason.RETURN, new_coverage=True),
        end(Reason.RETURN),
        violation(),
        violation(),
        violation(ELSEWHERE),
        end(Reason.ASSUMPTION, new_coverage=True),
    ]
    news = replace(violation(), new_coverage=True)
    assert result_of([*ends, news], collect=True, write=True, out=tmp_path).tests_written == 4
    result = result_of(ends, collect=True, write=True, out=tmp_path)
    assert result.verdict is Verdict.UNSAFE
    assert result.tests_written == 3
    assert [other.location for other in result.others] == [ELSEWHERE]
    assert result_of(ends, collect=True, all_tests=True, write=True, out=tmp_path).tests_written == 4


def test_safe_check_makes_no_folder_of_its_own() -> None:
    # The fake raises when it is asked for a folder that the user did not name.
    assert result_of([end(Reason.RETURN, new_coverage=True)], write=True).notes == ()


def test_unusable_folder_is_wrong_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="no folder"):
        result_of([violation()], write=True, out=tmp_path / "file")


def test_folder_that_cannot_be_made_later_does_not_cost_the_verdict() -> None:
    result = result_of([violation()], write=True)
    assert result.verdict is Verdict.UNSAFE
    assert result.notes == ("results are not complete on disk: read-only folder",)


def test_full_disk_does_not_cost_the_verdict(tmp_path: Path) -> None:
    result = result_of([violation()], write=True, out=tmp_path / "missing")
    assert result.verdict is Verdict.UNSAFE
    assert result.tests_written == 0
    assert "the disk is full" in result.notes[0]


# ---------------------------------------------------------------- stopping


def test_interrupt_reaches_the_engine() -> None:
    control = Control()
    parts = FakeParts([])

    def script() -> Iterator[PathEnd]:
        control.interrupt()
        yield end(Reason.INTERRUPT)

    parts.fake_engine.script = script
    result = run(Path("a.c"), RunOptions(), control, Silent(), parts)
    assert parts.fake_engine.stopped
    assert result.result_line == "RESULT: unknown(interrupted)"


def test_interrupt_in_the_middle_of_a_query() -> None:
    control = Control()
    parts = FakeParts([end(Reason.SOLVER, message="timeout")])
    control.interrupt()
    assert run(Path("a.c"), RunOptions(), control, Silent(), parts).reason == "interrupted"


def test_interrupt_before_the_engine_exists() -> None:
    control = Control()
    assert not control.interrupt()
    parts = FakeParts([])
    run(Path("a.c"), RunOptions(), control, Silent(), parts)
    assert parts.fake_engine.stopped


def test_clock() -> None:
    assert Control().remaining is None
    assert Control(timeout=0.0).remaining == 0.0
    assert (Control(timeout=60.0).remaining or 0.0) > 50.0
