"""Contracts of entries, without one of the conditions under which a part of them is left out or taken for known."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from antumbra.frontends.c.contracts import annotations, found, quantifiers, shaping
from antumbra.frontends.c.contracts.expressions import Translator
from antumbra.frontends.c.contracts.memory import Memory
from antumbra.frontends.c.contracts.wrapper import _Writer
from antumbra.session.run import _Run
from frontends_c import test_contracts
from support.faults import Fault


def _passes(test: Callable[..., None], *arguments: object) -> None:
    with TemporaryDirectory() as folder:
        try:
            test(*arguments, Path(folder))
        except pytest.fail.Exception as error:  # which is no Exception
            raise AssertionError from error


def _verdicts(*beginnings: str) -> None:
    for text in test_contracts.VERDICTS:
        if text.startswith(beginnings):
            _passes(test_contracts.test_verdicts, text)


def _refused(*words: str) -> None:
    for text, (_, _, said) in test_contracts.REFUSED.items():
        if said in words:
            _passes(test_contracts.test_what_is_not_understood_is_told_with_its_place, text)


def objects_that_may_be_there() -> None:
    _verdicts(r"/*@ requires n > 3 ==> \valid(p); */ int f(int *p, int n) { return n > 3", r"/*@ requires p == \null")


def objects_of_two_sizes() -> None:
    _verdicts(r"/*@ requires \valid(p) && \valid(p + (0 .. 2))", "int f(int *p, unsigned n)")


def objects_of_structures() -> None:
    _refused("which is no parameter")


def what_a_user_says() -> None:
    _passes(test_contracts.test_what_the_user_says_of_a_pointer_counts_more)


def equal_pointers() -> None:
    _passes(test_contracts.test_of_pointers_that_may_be_equal_no_size_is_known)


def numbers_without_bounds() -> None:
    _passes(test_contracts.test_numbers_of_acsl_have_no_bounds, 0)
    _verdicts(r"/*@ ensures *p == \old(*p) + 1; requires \valid(p);")


def ranges_of_quantifiers() -> None:
    _refused("expected a range", "the range of i", "no sign")
    _verdicts("int f(int x) __CPROVER_requires(__CPROVER_forall", r"/*@ ensures \forall")


def chains() -> None:
    _refused("need brackets")


def clauses_elsewhere() -> None:
    _passes(test_contracts.test_contracts_in_headers_count)


def nothing_meets_it() -> None:
    text = r"/*@ requires n > 99 && \valid(p + (0 .. n)); */ int f(int *p, int n) { return *p; }"
    with TemporaryDirectory() as folder:
        assert test_contracts.check(text, Path(folder)).verdict.value == "unknown"


def clauses_of_annotations() -> None:
    try:
        test_contracts.test_behaviors_and_clauses_of_other_kinds()
    except pytest.fail.Exception as error:
        raise AssertionError from error


FAULTS = [
    Fault("contracts", condition, function, old, new, killers)
    for condition, function, old, new, killers in (
        ("the largest size that is required counts", _Writer._exact,
         "for shape in own])", "for shape in own[:1]])", (objects_of_two_sizes,)),
        ("of parameters that the user has given nothing is known", _Writer._exact,
         "{name, str(position)} & self.given", "set()", (what_a_user_says,)),
        ("of pointers that may be equal no size is known", _Writer._exact,
         "self.given is None", "False", (equal_pointers,)),
        ("null is excluded where it is always", shaping._meaning,
         "if any(always for always, _, _ in rows)", "if True", (objects_that_may_be_there,)),
        ("an object has at least what is known to be required", shaping._meaning,
         "if extent >= 0), default=0)", "if extent > 99), default=0)", (objects_of_two_sizes,)),
        ("memory is required of parameters", Memory.valid,
         "elif required and not", "elif False and not", (objects_of_structures,)),
        ("numbers of ACSL are wide", Translator._wide, "if self._acsl", "if False", (numbers_without_bounds,)),
        ("comparisons of comparisons are none", Translator._chain,
         "if any(value.truth for value in values)", "if False", (chains,)),
        ("an implication is the loosest in a quantifier", quantifiers.Spoken.bounds,
         'for word in ("<==>", "?"))', "for word in ())", (ranges_of_quantifiers,)),
        ("only conjuncts bound a variable", quantifiers.Spoken._comparisons,
         "not loose and bounding", "bounding", (ranges_of_quantifiers,)),
        ("bounds have the sign of the variable", quantifiers.Spoken._check_sign,
         "if not self.acsl", "if False", (ranges_of_quantifiers,)),
        ("clauses in other files are the same", found.agree, "clause not in said", "False", (clauses_elsewhere,)),
        ("clauses of kinds that are not known are errors", annotations._Reader._clause,
         "elif at.text in _TRUSTED:", "elif True:", (clauses_of_annotations,)),
        ("a behavior counts where it is assumed", annotations._Reader._leave,
         "guard=self._assumes)", "guard=())", (clauses_of_annotations,)),
        ("some execution meets the preconditions", _Run._check_preconditions,
         "elif not any(", "elif False and not any(", (nothing_meets_it,)),
    )
]  # fmt: skip
