"""Witnesses: what is confirmed, and what is written, without one of their conditions."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from antumbra.frontends.c.structure import conditions
from antumbra.program.errors import InputError
from antumbra.session import wording
from antumbra.session.witnessing import fitting, making
from antumbra.session.witnessing.claims import Checked
from antumbra.session.witnessing.claims import _Writer as _Claiming
from antumbra.session.witnessing.expanding import Expanded
from antumbra.session.witnessing.following import _Writer
from antumbra.session.witnessing.making import _Maker
from antumbra.session.witnessing.validating import _Validation
from antumbra.witnesses.documents import _Builder
from antumbra.witnesses.graphml_reading import _Graph
from support.faults import Fault
from witnesses import test_hostile, test_validate, test_writing
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


def macros() -> None:
    _in_a_folder(lambda folder: test_hostile.test_macros_change_nothing(folder, "STOP"))


def names_of_types() -> None:
    _in_a_folder(test_hostile.test_what_has_the_name_of_a_type_is_not_called)


def left_out() -> None:
    _in_a_folder(test_hostile.test_places_that_the_preprocessor_leaves_out)


def ways_out() -> None:
    for said, expected in (
        (test_hostile.contract("\\result == 1", 8, "hidden"), "unknown(not understood: "),
        (test_hostile.contract("g == 2", 7, "set"), "unknown(refuted: "),
    ):
        _in_a_folder(
            lambda folder, s=said, e=expected: test_hostile.test_every_way_out_of_a_function_counts(folder, s, e)
        )


def old_values() -> None:
    _in_a_folder(lambda f: test_hostile.test_numbers_of_acsl(f, "\\old(y) == 0", "unknown(not understood: "))


def read_in_two_ways() -> None:
    _in_a_folder(test_hostile.test_what_others_would_read_in_another_way)


def two_calls() -> None:
    _in_a_folder(test_hostile.test_two_calls_on_a_line_are_one_after_the_other)


def others_assert() -> None:
    _in_a_folder(test_hostile.test_what_others_assert_has_no_formula)


FAULTS = [
    Fault(
        "conditions of witnesses",
        "macros in them change nothing",
        Expanded.check,
        "if file == self.witness:",
        "if False:",
        (macros,),
    ),
    Fault(
        "conditions of witnesses",
        "what is a type is no variable",
        conditions.condition,
        "if types else code",
        "if False else code",
        (names_of_types,),
    ),
    Fault(
        "conditions of witnesses",
        "there are no values from before",
        conditions._check,
        "token.text in OLD and not behind",
        "False",
        (old_values,),
    ),
    Fault(
        "correctness witnesses",
        "the preprocessor leaves all places in",
        Checked.check_expanded,
        "if not found.is_there(",
        "if False and not found.is_there(",
        (left_out,),
    ),
    Fault(
        "correctness witnesses",
        "macros do not return",
        Checked.check_expanded,
        "if missed is not None:",
        "if False:",
        (ways_out,),
    ),
    Fault(
        "correctness witnesses",
        "a function may end without return",
        _Claiming._returns,
        "if not uses_result:",
        "if False:",
        (ways_out,),
    ),
    Fault(
        "witnesses that are read",
        "a key is there once",
        _Builder._add,
        "if value.text in into.names:",
        "if False:",
        (read_in_two_ways,),
    ),
    Fault(
        "witnesses that are read",
        "a node is there once",
        _Graph._start,
        'if attributes.get("id", "") in self.nodes:',
        "if False:",
        (read_in_two_ways,),
    ),
    Fault(
        "witnesses that are read",
        "a part has one text for a key",
        _Graph._end,
        "[0] != text:",
        "[0] is None:",
        (read_in_two_ways,),
    ),
    Fault(
        "violation witnesses",
        "of several calls on a line each may be meant",
        _Writer._calls,
        "return self._places.calls(where.line, waypoint.result_of)",
        "return self._places.calls(where.line, waypoint.result_of)[:1]",
        (two_calls,),
    ),
    Fault(
        "violations that are written",
        "C's assert fails and no other one",
        making.make_witness,
        "if asserted and (",
        "if False and (",
        (others_assert,),
    ),
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
