"""Questions about few unknown bits: machine code tries all their values.

Two unknown bytes behind a hash are hard for a solver, and 65,536 values for a loop. Which value is found, the first in
order, and what it costs depend on the question alone.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Final

from antumbra.solvers.answers import OUT_OF_TIME, Answer, Model, Sat, Unsat
from antumbra.solvers.backends.selfcheck import check_model
from antumbra.terms.native.expressions import DECLARATIONS, Expressions, is_translated, type_of
from antumbra.terms.native.machine_code import Compiled, NoCode
from antumbra.terms.operators import BVMUL, BVSDIV, BVSREM, BVUDIV, BVUREM, CONST
from antumbra.terms.sorts import BOOL
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables, subterms

_LARGE: Final = frozenset((BVMUL, BVUDIV, BVUREM, BVSDIV, BVSREM))
#: unknown bits, and terms of a question
MOST_BITS: Final = 24
MOST_TERMS: Final = 1_500
#: effort of making the code, and of a term in it, and values times terms that take a microsecond
CODE: Final = 15_000
TERM: Final = 100
SPEED: Final = 4_000
#: values that are tried before somebody looks at the time
SLICE: Final = 1 << 18


def price(assertions: Sequence[Term]) -> int | None:
    """The effort of trying all values, in steps of solvers; None where that cannot be done."""
    bits = 0
    for variable in _variables(assertions):
        if variable.sort is not BOOL and variable.sort.kind != "bv":
            return None
        bits += 1 if variable.sort is BOOL else variable.sort.width
        if bits > MOST_BITS:
            return None
    terms = 0
    for _ in subterms(*assertions):
        terms += 1
        if terms > MOST_TERMS:
            return None
    if not all(is_translated(assertion) for assertion in assertions):
        return None
    return CODE + TERM * terms + ((terms << bits) // SPEED)


def hard(assertions: Sequence[Term]) -> bool:
    """Are there products and quotients that solvers make large circuits of?"""
    return any(
        term.op in _LARGE and sum(not _is_power_of_two(argument) for argument in term.args) > 1
        for term in subterms(*assertions)
    )


def _is_power_of_two(term: Term) -> bool:
    return term.op is CONST and term.data & (term.data - 1) == 0


def sweep(assertions: Sequence[Term], late: Callable[[], bool]) -> Answer | None:
    """The answer; None if this machine has no code for it. ``late``: is there no time left?"""
    variables = _variables(assertions)
    try:
        code = Compiled(_text(assertions, variables))
    except NoCode:
        return None
    count = 1 << sum(_width(variable) for variable in variables)
    bounds = (ctypes.c_uint64 * 2)()
    for start in range(0, count, SLICE):
        if late():
            return OUT_OF_TIME
        bounds[0], bounds[1] = start, min(count, start + SLICE)
        found = code.run(ctypes.addressof(bounds))
        if found < bounds[1]:
            model = _model(variables, found)
            check_model(assertions, model)
            return Sat(model)
    return Unsat(tuple(assertions))


def _variables(assertions: Sequence[Term]) -> list[Term]:
    return sorted({v for assertion in assertions for v in free_variables(assertion)}, key=lambda v: v.id)


def _width(variable: Term) -> int:
    return 1 if variable.sort is BOOL else variable.sort.width


def _model(variables: Sequence[Term], number: int) -> Model:
    """The values that are the bits of a number, of the first variable the lowest."""
    model = Model()
    for variable in variables:
        value = number & ((1 << _width(variable)) - 1)
        model[variable] = bool(value) if variable.sort is BOOL else value
        number >>= _width(variable)
    return model


def _text(assertions: Sequence[Term], variables: Sequence[Term]) -> str:
    """``run``: from the address of two numbers to the first one from the one on for which all assertions hold, and if
    there is none before the other to that."""
    lines: list[str] = []
    count = 0

    def fresh() -> str:
        nonlocal count
        count += 1
        return f"%x{count}"

    code = Expressions(lines, fresh, {})
    shift = 0
    for variable in variables:
        shifted = code.do(f"lshr i64 %at, {shift}")
        code.values[variable] = code.do(f"trunc i64 {shifted} to {type_of(variable.sort)}")
        shift += _width(variable)
    for number, assertion in enumerate(assertions):
        holds = code.value(assertion)
        lines += [f"  br i1 {holds}, label %a{number}, label %next", f"a{number}:"]
    head = [
        DECLARATIONS,
        "define i64 @run(ptr %m) {",
        "start:",
        "  %first = load i64, ptr %m, align 8",
        "  %end = getelementptr i64, ptr %m, i64 1",
        "  %behind = load i64, ptr %end, align 8",
        "  br label %try",
        "try:",
        "  %at = phi i64 [%first, %start], [%after, %next]",
    ]
    tail = [
        "  ret i64 %at",
        "next:",
        "  %after = add i64 %at, 1",
        "  %more = icmp ult i64 %after, %behind",
        "  br i1 %more, label %try, label %none",
        "none:",
        "  ret i64 %behind",
        "}",
    ]
    return "\n".join((*head, *lines, *tail))
