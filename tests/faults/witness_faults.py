"""Witnesses: what is confirmed, and what is written, without one of their conditions."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from antumbra.frontends.c.structure import conditions
from antumbra.program.errors import InputError
from antumbra.session import wording
from antumbra.session.witnessing import fitting
from antumbra.session.witnessing.following import _Writer
from antumbra.session.witnessing.making import _Maker
from antumbra.session.witnessing.validating import _Validation
from support.faults import Fault
from witnesses import test_validate, test_writing
from witnesses.test_validate import TARGET, point


def _in_a_folder(test: Callable[[Path], None]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        test(Path(folder))


def another_program() -> None:
    _in_a_folder(test_validate.test_another_program_property_or_machine)


def conditions_change_nothing() -> None:
    for text in ("f(x)", "(*f)(x)", "sizeof(x++)"):
        refused = False
        try:
            conditions.condition(text, "c_expression", None, frozenset())
        except InputError:
            refused = True
        assert refused, text


def what_is_not_understood() -> None:
    _in_a_folder(test_validate.test_what_is_not_understood_is_not_confirmed)


def what_is_not_read() -> None:
    _in_a_folder(test_validate.test_what_is_not_read_is_not_confirmed)


def wrong_values() -> None:
    said = [point("function_return", 6, 33, "\\result == 1000"), TARGET]
    _in_a_folder(lambda folder: test_validate.test_what_is_said_of_an_execution(folder, said, "unknown(refuted: no"))


def what_is_to_be_avoided() -> None:
    said = [[point("branching", 8, 3, "true", "avoid"), TARGET]]
    _in_a_folder(lambda folder: test_validate.test_what_is_said_of_an_execution(folder, said, "unknown(refuted: no"))


def passed_before() -> None:
    _in_a_folder(test_validate.test_a_failure_in_a_statement_that_was_passed_before)


def passed_later() -> None:
    _in_a_folder(test_validate.test_a_waypoint_may_be_passed_later)


def do_loops() -> None:
    _in_a_folder(test_writing.test_do_loops_and_labels_are_told_where_they_begin)


def values_that_are_gone() -> None:
    _in_a_folder(test_writing.test_values_that_rounds_change_are_gone)


FAULTS = [
    Fault(
        "witnesses that fit",
        "the hash is the program's",
        fitting.check_program,
        "if not own & set(known):",
        "if False:",
        (another_program,),
    ),
    Fault(
        "witnesses that fit",
        "the property is the one that is asked for",
        fitting.chosen,
        "not _same(_asked(asked), _asked(meant))",
        "False",
        (another_program,),
    ),
    Fault(
        "conditions of witnesses",
        "they call no function by its name",
        conditions._check,
        'if before.kind == "id" and',
        "if False and",
        (conditions_change_nothing,),
    ),
    Fault(
        "conditions of witnesses",
        "they change nothing",
        conditions._check,
        "token.text in _CHANGING",
        "False",
        (conditions_change_nothing,),
    ),
    Fault(
        "correctness witnesses",
        "all of it is understood",
        _Validation.correctness,
        "if problems:",
        "if False:",
        (what_is_not_understood,),
    ),
    Fault(
        "correctness witnesses",
        "all of it is read",
        _Validation.correctness,
        "*self._witness.unread, ",
        "",
        (what_is_not_read,),
    ),
    Fault(
        "violation witnesses",
        "all segments are passed at the target",
        _Writer._target,
        "elif exact:",
        "elif False:",
        (wrong_values,),
    ),
    Fault(
        "violation witnesses",
        "all segments are passed where a place may be passed without a failure",
        _Validation._confirmed,
        "if not native.run(end).confirmed:",
        "if False:",
        (passed_before,),
    ),
    Fault(
        "violation witnesses",
        "what is to be avoided is not passed",
        _Writer._code,
        "{_ASSUME}(0)",
        "(void)0",
        (what_is_to_be_avoided,),
    ),
    Fault(
        "violation witnesses",
        "a waypoint may be passed later",
        _Validation.violation,
        "(False,) if alone else (True, False)",
        "(True,)",
        (passed_later,),
    ),
    Fault(
        "invariants that are written",
        "the head of do is not where its condition is",
        _Maker._head,
        'if loop.statement.kind != "do":',
        "if True:",
        (do_loops,),
    ),
    Fault(
        "invariants that are written",
        "values from before a loop are those of now",
        wording._kept,
        "if v not in changed",
        "if True",
        (values_that_are_gone,),
    ),
]
