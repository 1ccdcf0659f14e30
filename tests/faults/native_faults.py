"""DASH's tests in machine code: steps and values that are taken for the same whatever the inputs are."""

from __future__ import annotations

from antumbra.engines.dash import testing
from antumbra.engines.dash.native.layout import Layout
from antumbra.engines.dash.native.machine import Machine
from antumbra.engines.dash.native.translation import _Function
from support.both_tiers import compare
from support.faults import Fault


def same_tests() -> None:
    """As in Python, states, samples and symbolic states included."""
    for seed in range(16):
        compare(seed, arrays=seed % 4 == 3)


FAULTS = [
    Fault(
        "dash: constants of a long test",
        "a step that reads what depends on inputs is executed symbolically",
        _Function._taken,
        'relevant = "true" if inputs else self._any_tainted(taints, read)',
        'relevant = "true" if inputs else None',
        (same_tests,),
    ),
    Fault(
        "dash: constants of a long test",
        "what is computed from inputs depends on them",
        _Function._with_taint,
        'tainted = "true" if used & set(inputs) else self._any_tainted(taints, used)',
        'tainted = "true" if used & set(inputs) else None',
        (same_tests,),
    ),
    Fault(
        "dash: constants of a long test",
        "what has no value yet is no constant",
        _Function._call,
        "word = str(rest >> 64 * i & _ONES)",
        'word = "0"',
        (same_tests,),
    ),
    Fault(
        "dash: constants of a long test",
        "results depend on what the callee was given",
        _Function._return,
        "if tainted is not None:",
        "if False:",
        (same_tests,),
    ),
    Fault(
        "dash: constants of a long test",
        "what a test begins with may be an input",
        Machine.begin,
        "if v in beginning.tainted or v not in beginning.values:",
        "if v not in beginning.values:",
        (same_tests,),
    ),
    Fault(
        "dash: machine code",
        "Python goes on where there is no code, unless it is farther",
        testing.Tests._leapt,
        "if running.edges < run.edges:",
        "if False:",
        (same_tests,),
    ),
    Fault(
        "dash: machine code",
        "a procedure has code only if its callees do",
        Layout._complete,
        "e.call is not None and e.callee not in found",
        "False",
        (same_tests,),
    ),
]
