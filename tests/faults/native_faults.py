"""DASH's tests in machine code: steps and values that are taken for the same whatever the inputs are."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash import testing
from antumbra.engines.dash.native.calls import Calls
from antumbra.engines.dash.native.layout import Layout
from antumbra.engines.dash.native.machine import Machine
from antumbra.engines.dash.native.translation import _Function
from antumbra.engines.dash.native.variables import Variables
from antumbra.program import model as P
from support.both_tiers import compare, compare_program
from support.faults import Fault


def same_tests() -> None:
    """As in Python, states, samples and symbolic states included."""
    for seed in range(16):
        compare(seed, arrays=seed % 4 == 3)


def _rounds(callee: P.Procedure, *others: P.Procedure) -> P.Program:
    """Twenty rounds, and as many with a call."""
    x, i = T.var("x", T.bv_sort(32)), T.var("i", T.bv_sort(32))
    more, calling = T.bvult(i, T.bv(40, 32)), T.bvult(T.bv(20, 32), i)
    blocks = [
        P.Block("e", [P.Assign((i, x), (T.bv(0, 32), T.bv(0, 32)))], P.Goto(("h",))),
        P.Block("h", [P.Assign((i,), (T.bvadd(i, T.bv(1, 32)),))], P.Branch(more, "b", "r")),
        P.Block("b", [], P.Branch(calling, "c", "h")),
        P.Block("c", [P.Call((x,), callee.name, ())], P.Goto(("h",))),
        P.Block("r", [P.Assert(T.bvult(x, T.bv(9, 32)), "assert", "m")], P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    procedures = {procedure.name: procedure for procedure in (main, callee, *others)}
    return P.Program("p", "c", procedures, "main", P.Layout(64))


def _procedure(name: str, variable: T.Term, command: P.Command) -> P.Procedure:
    blocks = {"e": P.Block("e", [command], P.Return((variable,)))}
    return P.Procedure(name, (), (T.var("r", variable.sort),), blocks)


def values_of_nobody() -> None:
    """A callee computes with a variable that nobody has assigned to."""
    nothing = T.var("nothing", T.bv_sort(32))
    callee = _procedure("f", nothing, P.Assign((nothing,), (T.bvadd(nothing, T.bv(1, 32)),)))
    compare_program(_rounds(callee))


def calls_without_code() -> None:
    """A callee's callee divides numbers that no machine divides."""
    x, wide = T.var("y", T.bv_sort(32)), T.var("wide", T.bv_sort(200))
    quotient = T.extract(31, 0, T.bvudiv(wide, T.bvadd(wide, T.bv(3, 200))))
    inner = _procedure("g", x, P.Assign((wide, x), (T.bv(5, 200), quotient)))
    compare_program(_rounds(_procedure("f", x, P.Call((x,), "g", ())), inner))


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
        Variables._with_taint,
        'tainted = "true" if used & set(inputs) else self._any_tainted(taints, used)',
        'tainted = "true" if used & set(inputs) else None',
        (same_tests,),
    ),
    Fault(
        "dash: constants of a long test",
        "what has no value yet is no constant",
        Calls._call,
        "word = str(rest >> 64 * i & ONES)",
        'word = "0"',
        (values_of_nobody,),
    ),
    Fault(
        "dash: constants of a long test",
        "results depend on what the callee was given",
        Calls._return,
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
        (calls_without_code,),
    ),
]
