"""Calls that are made once for the same arguments, without one of the conditions under which that changes nothing."""

from __future__ import annotations

import tempfile
from pathlib import Path

from antumbra.program.graphs import pure
from antumbra.proofs.concrete import Concrete
from antumbra.semantics.remembering import Remembering
from semantics import test_remembering as tests
from support.faults import Fault

_ENGINE, _CHECKER = "calls with numbers", "calls with constants"
_COMPUTES = pure._block_computes


def addresses() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tests.test_addresses(Path(folder))


FAULTS = [
    Fault(_ENGINE, "nothing but computing", _COMPUTES, "return False\n    if", "pass\n    if", (tests.test_inputs,)),
    Fault(_ENGINE, "nothing is chosen", _COMPUTES, "return False  #", "pass  #", (tests.test_choices,)),
    Fault(
        _ENGINE,
        "no variable that others see",
        _COMPUTES,
        "all(variables.isdisjoint(T.free_variables(term)) for term in terms)",
        "True",
        (tests.test_written_variables, tests.test_read_variables),
    ),
    Fault(_ENGINE, "all callees are like that", pure._pure, "if not others:", "if True:", (tests.test_callees,)),
    Fault(
        _ENGINE,
        "arguments are numbers",
        Remembering.begin,
        "all(map(_is_number, arguments)) and ",
        "",
        (tests.test_unknown_arguments,),
    ),
    Fault(
        _CHECKER,
        "checks hold",
        Concrete._command,
        "if not self._question.defined(command.check) and",
        "if False and",
        (tests.test_assertions,),
    ),
    Fault(
        _CHECKER,
        "assumptions hold",
        Concrete._command,
        "if _value(command.condition, call.values) is not True",
        "if False",
        (tests.test_assumptions,),
    ),
    Fault(
        _CHECKER,
        "nobody comes to a place that is asked about",
        Concrete._called,
        "in self._question.places",
        "in ()",
        (tests.test_places,),
    ),
    Fault(
        _CHECKER,
        "no addresses of statics",
        Concrete._is_plain,
        "self._world.relocated(term) is term",
        "term",
        (addresses,),
    ),
]
