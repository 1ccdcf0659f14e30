"""The symbolic state before a program's first command: what has no value is an input."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash.states import Symbolic, input_symbol
from antumbra.program import model as P
from antumbra.solvers import PathCondition
from antumbra.terms import Term


def start_of(program: P.Program) -> Symbolic:
    values: dict[Term, Term] = {}
    number = 0
    entry = program.procedures[program.entry]
    for variable in (*program.variables, *entry.parameters):
        value = program.variables.get(variable)
        if value is None:
            sort = variable.sort
            bits = T.bv_sort(sort.width) if sort.kind == "fp" else sort
            symbol = input_symbol(number, bits)
            number += 1
            value = T.fp_from_bv(symbol, sort) if sort.kind == "fp" else symbol
        values[variable] = value
    return Symbolic(values, PathCondition.empty(), number)
