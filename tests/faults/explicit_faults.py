"""Enumerated states and their check, without one of their conditions."""

from __future__ import annotations

from abstract import test_explicit
from antumbra.engines.abstract.checking import reached, turning
from antumbra.engines.abstract.explicit import enumerate as enumerating
from antumbra.engines.abstract.explicit import functions
from antumbra.terms.native import rows
from antumbra.terms.native.row_table import Table
from support.faults import Fault


def all_states() -> None:
    enumeration, found = test_explicit.enumerated(test_explicit.system_of(test_explicit.FILTER, N=3), symmetry=False)
    assert (enumeration.table.count, found.refuted) == (356, None)
    test_explicit.test_growth()


def violations() -> None:
    wrong = test_explicit.FILTER.replace("last[r] != i", "last[r] = i").replace("last[N - 1] != i", "true")
    _, found = test_explicit.enumerated(test_explicit.system_of(wrong, N=3), symmetry=False)
    assert found.trace is not None


def orders() -> None:
    enumeration, found = test_explicit.enumerated(test_explicit.system_of(test_explicit.FILTER, N=3), symmetry=True)
    assert (enumeration.table.count, found.refuted) == (72, None)
    test_explicit.test_orders_of_like_parts()


def not_closed() -> None:
    for symmetry in (False, True):
        test_explicit.test_the_check_refutes_what_is_not_closed(symmetry)
    test_explicit.test_the_check_reads_the_program_itself()


def symmetry() -> None:
    test_explicit.test_a_symmetry_that_is_not_there_would_hide_an_error()


def lies() -> None:
    test_explicit.test_an_answer_where_states_are_is_not_believed()


_STATES = "enumerated states"
_CHECK = "the check of enumerated states"

FAULTS = [
    Fault(
        _STATES,
        "a state is known if all of it is",
        rows.probing,
        "br i1 {equal}, label %found, label %other",
        "br i1 true, label %found, label %other",
        (all_states,),
    ),
    Fault(_STATES, "every transition is followed", functions._run, "range(groups)", "range(1, groups)", (all_states,)),
    Fault(
        _STATES,
        "every property is looked at",
        functions._run,
        "br i1 %good, label %expand, label %bad",
        "br i1 true, label %expand, label %bad",
        (violations,),
    ),
    Fault(
        _STATES,
        "a larger table holds the states",
        Table._resize,
        'self._call("rehash")',
        "pass",
        (all_states,),
    ),
    Fault(
        _STATES,
        "the check decides",
        enumerating.Enumeration._refuted,
        "return confirm_reached(",
        "return None and confirm_reached(",
        (not_closed,),
    ),
    Fault(_CHECK, "initial states are inside", reached._Check.run, "self._initial(start, rule)", "pass", (not_closed,)),
    Fault(
        _CHECK,
        "no assertion fails",
        reached._Check.run,
        'raise _Refuted(f"an assertion fails, by {rule.name}")',
        "continue",
        (not_closed,),
    ),
    Fault(
        _CHECK,
        "successors are states",
        reached._Check._inside,
        "if there != words[k :: reached.words].tolist():",
        "if False:",
        (lies, not_closed),
    ),
    Fault(
        _CHECK,
        "every word of a successor counts",
        reached._Check._inside,
        "for k in range(reached.words):",
        "for k in range(1, reached.words):",
        (lies,),
    ),
    Fault(
        _CHECK,
        "the symmetry is proved",
        reached._Check.__init__,
        "LikeParts(variables, (), proof, self._holds).check(self._rules, origin.location, tick)",
        "pass",
        (symmetry,),
    ),
    Fault(
        _CHECK,
        "names of parts are exchanged with them",
        turning._exchange,
        "in family.pointers:",
        "in ():",
        (orders,),
    ),
]
