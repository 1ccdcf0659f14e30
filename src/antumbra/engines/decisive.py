"""Which values that nobody gave decide that a path is taken (results of functions, what was never written, a NaN's
bits): the others might be anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.semantics.state import Unknown
from antumbra.solvers import PathCondition, SolverError, Unsat
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term
from antumbra.terms.values import default_value

#: steps for the question whether a violation rests on what a library function returns
_STEPS = 2_000_000


def idle_results(unknowns: Sequence[Unknown], path: PathCondition) -> set[int]:
    """Numbers of values that nobody gave without which the path, with its other values, would be the same."""
    kinds = (P.Source.EXTERNAL, P.Source.OPEN, P.Source.UNINITIALISED, P.Source.MACHINE)
    results = [
        (n, u.variable, u.source) for n, u in enumerate(unknowns) if u.variable is not None and u.source in kinds
    ]
    if not results:
        return set()
    conditions = path.conditions()
    mentioned = {t for t in T.subterms(*conditions) if t.op is T.VAR}
    idle = {number for number, variable, _ in results if variable not in mentioned}
    open_ = {variable for _, variable, source in results if source is P.Source.OPEN and variable in mentioned}
    if open_ and _hold_anyway(conditions, mentioned - open_, path.model):
        idle |= {number for number, variable, _ in results if variable in open_}
    return idle


def _hold_anyway(conditions: Sequence[Term], fixed: set[Term], model: Any) -> bool:
    """Whether the conditions hold whatever the variables are that are not ``fixed`` to the model's values."""
    values = {v: T.const(model.get(v, default_value(v.sort)), v.sort) for v in fixed}
    rest = T.and_(*(T.substitute(condition, values) for condition in conditions))
    if rest.op is T.CONST:
        return bool(rest.data)
    from antumbra.solvers.backends.full_model import full_model  # Z3 takes a while to load, and few runs need it here

    try:
        return isinstance(full_model([T.not_(rest)], Deadline(None, _STEPS)), Unsat)
    except SolverError:
        return False
