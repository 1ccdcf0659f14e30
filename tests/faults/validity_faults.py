"""What the check of programs does not look at twice: commands with which, at a glance, nothing is wrong."""

from __future__ import annotations

from antumbra.program.validity.validate import _Checker
from program import test_validate
from support.faults import Fault


def every_rule() -> None:
    for change, message in test_validate.WRONG:
        test_validate.test_every_rule(change, message)


_MECHANISM = "plain commands"

FAULTS = [
    Fault(
        _MECHANISM,
        "sorts agree",
        _Checker._is_plainly_right,
        "target.sort is value.sort",
        "True",
        (every_rule,),
    ),
    Fault(
        _MECHANISM,
        "variables are assigned",
        _Checker._is_plainly_right,
        "target.op is operators.VAR",
        "True",
        (every_rule,),
    ),
    Fault(
        _MECHANISM,
        "one variable of a name",
        _Checker._is_sound,
        " or names.setdefault(variable.data, variable) is not variable",
        "",
        (every_rule,),
    ),
    Fault(
        _MECHANISM,
        "variables are given values",
        _Checker._is_sound,
        "variable not in written or ",
        "",
        (every_rule,),
    ),
    Fault(
        _MECHANISM,
        "conditions are conditions",
        _Checker._goes_on_rightly,
        "condition.sort is BOOL",
        "True",
        (every_rule,),
    ),
    Fault(
        _MECHANISM,
        "labels are there",
        _Checker._goes_on_rightly,
        "terminator.otherwise in blocks",
        "True",
        (every_rule,),
    ),
]
