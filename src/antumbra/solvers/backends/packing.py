"""Answers on their way between two processes that know the same query: terms by their place in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra.solvers.answers import Answer, Model, Sat, Unknown, Unsat
from antumbra.solvers.backends.selfcheck import check_model
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables

#: values of the variables in order; places of the core's assertions; a reason
Packed = tuple[str, list[Any]]


def variables(assertions: Sequence[Term]) -> list[Term]:
    """The variables of a query, in the order in which a model names them."""
    found: dict[Term, None] = {}
    for assertion in assertions:
        found.update(dict.fromkeys(sorted(free_variables(assertion), key=_number)))
    return list(found)


def packed(answer: Answer, assertions: Sequence[Term]) -> Packed:
    match answer:
        case Sat(model):
            return "sat", [model[variable] for variable in variables(assertions)]
        case Unsat(core):
            places = {assertion: place for place, assertion in enumerate(assertions)}
            return "unsat", [places[assertion] for assertion in core]
        case Unknown(reason):
            return "unknown", [reason]


def unpacked(answer: Packed, assertions: Sequence[Term]) -> Answer:
    """The answer again. Raises SolverError for a model that is none."""
    kind, content = answer
    match kind:
        case "sat":
            model = Model(zip(variables(assertions), content, strict=True))
            check_model(assertions, model)
            return Sat(model)
        case "unsat":
            places: list[int] = content
            return Unsat(tuple(assertions[place] for place in places))
        case "unknown":
            return Unknown(content[0])
        case _:
            raise ValueError(f"no answer: {kind}")


def _number(term: Term) -> int:
    return term.id
