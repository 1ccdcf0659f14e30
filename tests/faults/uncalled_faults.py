"""Programs that call no error function, without one of the conditions under which that is known."""

from __future__ import annotations

from antumbra.proofs.claims import enclosure as checking
from antumbra.strategies import uncalled
from proofs import test_enclosure
from support.faults import Fault

_FOUND = (test_enclosure.test_not_enclosed_at_all, test_enclosure.test_other_checks_are_not_enclosed)
_CHECKED = (
    test_enclosure.test_the_check_sees_what_is_open,
    test_enclosure.test_the_check_sees_where_executions_begin,
    test_enclosure.test_other_checks_are_not_enclosed,
)
_CLOSURE = checking.check_enclosure
_PROBLEMS = checking._problems

FAULTS = [
    Fault("no error calls", "all asserts count", uncalled.enclosure, "command.check in checks", "False", _FOUND),
    Fault("no error calls", "calls are followed", uncalled.enclosure, "enter(callee)", "pass", _FOUND),
    Fault("no error calls", "pointers lead anywhere", uncalled.enclosure, "program.functions.values()", "()", _FOUND),
    Fault("no error calls", "branches are followed", uncalled.enclosure, "go(name, target)", "pass", _FOUND),
    Fault("no error calls", "nothing is left out", uncalled.enclosure, "block.terminator.end in", "0 in", _FOUND),
    Fault(
        "no error calls", "other checks are not calls", uncalled.enclosure, "not checks <= EXPLICIT", "False", _FOUND
    ),
    Fault("closure of the control flow", "the first block is in it", _CLOSURE, "not in blocks", "is None", _CHECKED),
    Fault(
        "closure of the control flow",
        "other checks are not calls",
        _CLOSURE,
        "not question.checks <= EXPLICIT",
        "False",
        _CHECKED,
    ),
    Fault("closure of the control flow", "all asserts count", _PROBLEMS, "check in question.checks", "False", _CHECKED),
    Fault(
        "closure of the control flow",
        "calls stay in it",
        _PROBLEMS,
        "_first(program, name) in blocks",
        "True",
        _CHECKED,
    ),
    Fault(
        "closure of the control flow",
        "pointers lead anywhere",
        _PROBLEMS,
        "program.functions.values()",
        "()",
        _CHECKED,
    ),
    Fault(
        "closure of the control flow",
        "branches stay in it",
        _PROBLEMS,
        "(procedure, label) in blocks",
        "True",
        _CHECKED,
    ),
    Fault("closure of the control flow", "nothing is left out", _PROBLEMS, "end.end in _OPEN", "False", _CHECKED),
]
