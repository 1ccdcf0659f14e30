"""Questions about conditions, within a budget of steps. What is not decided in it stays open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from antumbra import terms as T
from antumbra.solvers import Backend, Sat, SolverError, Unsat, UnsupportedTerm, make_backend
from antumbra.terms import EvaluationError, Term

#: steps of all questions together, and of one; a million are about a second
BUDGET: Final = 3_000_000
QUERY: Final = 200_000
#: what a question costs at least: translating it is work too
_LEAST: Final = 1_000
#: models that are tried before a solver is asked
_MODELS: Final = 64


class Asker:
    """``budget``: steps of all questions. A question that is not decided counts as not shown."""

    def __init__(self, budget: int = BUDGET, query: int = QUERY) -> None:
        self.left = budget
        self._query: Final = query
        self._backends: dict[str, Backend] = {}
        self._models: list[Mapping[Term, Any]] = []

    def impossible(self, *conditions: Term) -> bool:
        """Was it shown that the conditions never hold together? The solver that translates them decides."""
        together = T.and_(T.TRUE, *conditions)
        if together.op is T.CONST:
            return not together.data
        if any(_holds(together, model) for model in self._models) or self.left <= 0:
            return False
        for name in ("bitwuzla", "z3"):
            backend = self._backends.get(name) or self._backends.setdefault(name, make_backend(name))
            try:
                answer = backend.check([together], steps=min(self._query, self.left), want_core=False)
            except UnsupportedTerm:
                continue
            except SolverError:
                return False
            self.left -= max(backend.steps, _LEAST)
            if isinstance(answer, Sat):
                self._models = [answer.model, *self._models[: _MODELS - 1]]
            return isinstance(answer, Unsat)
        return False

    def possible(self, condition: Term) -> bool:
        """Was an input found for which the condition holds?"""
        if condition.op is T.CONST:
            return bool(condition.data)
        self.impossible(condition)
        return any(_holds(condition, model) for model in self._models)

    def implies(self, one: Term, other: Term) -> bool:
        """Was it shown that the other condition holds wherever the one does?"""
        return self.impossible(one, T.not_(other))


def _holds(condition: Term, model: Mapping[Term, Any]) -> bool:
    """A model of another question need not have all variables: those that it lacks are zero."""
    try:
        return bool(T.evaluate(condition, model))
    except EvaluationError:
        return False
