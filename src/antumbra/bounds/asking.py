"""Questions about conditions, within a budget of steps. What is not decided in it stays open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.records import dataclass
from antumbra.solvers import (
    Answer,
    Backend,
    Model,
    Sat,
    SolverError,
    Unknown,
    Unsat,
    UnsupportedTerm,
    make_backend,
)
from antumbra.solvers.backends.circuits import Circuits
from antumbra.terms import EvaluationError, Term

#: steps of all questions together, and of one; a million are about a second
BUDGET: Final = 3_000_000
QUERY: Final = 200_000
#: models that are tried before a solver is asked, and what it costs to try one
_MODELS: Final = 16
_TRIED: Final = 100
#: what circuits for products and quotients cost, which no solver counts
_CIRCUIT: Final = 20


@dataclass(frozen=True, slots=True)
class Prices:
    """``least``: what a question costs at least, since translating it is work too. ``slow``: what a step of Z3 costs,
    which is a longer one. ``circuits``: the largest that are asked about, and then paid for; None: any, for nothing."""

    least: int = 1_000
    slow: int = 1
    circuits: int | None = None

    def of(self, solver: str) -> int:
        return self.slow if solver == "z3" else 1


PRICES: Final = Prices()


class Asker:
    """``budget``: steps of all questions. A question that is not decided counts as not shown. ``seconds``: how many the
    user has left; only who gives a limit in seconds sees it matter. The solver that translates a question answers it,
    the first of ``solvers`` first."""

    def __init__(
        self,
        budget: int = BUDGET,
        query: int = QUERY,
        seconds: Callable[[], float | None] = lambda: None,
        solvers: Sequence[str] = ("bitwuzla", "z3"),
        prices: Prices = PRICES,
    ) -> None:
        self.left = budget
        self._query: Final = query
        self._seconds: Final = seconds
        self._solvers: Final = solvers
        self._prices: Final = prices
        self._backends: dict[str, Backend] = {}
        self._models: list[Mapping[Term, Any]] = []

    # ------------------------------------------------------------ answers

    def impossible(self, *conditions: Term) -> bool:
        """Was it shown that the conditions never hold together?"""
        together = T.and_(T.TRUE, *conditions)
        if together.op is T.CONST:
            return not together.data
        if self._known(together) is not None:
            return False
        return isinstance(self._ask([together], want_core=False), Unsat)

    def possible(self, condition: Term) -> bool:
        """Was an input found for which the condition holds?"""
        return self.model(condition) is not None

    def implies(self, one: Term, other: Term) -> bool:
        """Was it shown that the other condition holds wherever the one does?"""
        return self.impossible(one, T.not_(other))

    def model(self, condition: Term) -> Mapping[Term, Any] | None:
        """Values for which the condition holds, if some were found; variables that are not in it are zero."""
        if condition.op is T.CONST:
            return {} if condition.data else None
        known = self._known(condition)
        if known is not None:
            return known
        answer = self._ask([condition], want_core=False)
        return answer.model if isinstance(answer, Sat) else None

    def core(self, conditions: Sequence[Term]) -> Sequence[Term] | None:
        """Some of the conditions that exclude each other, if that was shown."""
        if self._known(T.and_(T.TRUE, *conditions)) is not None:
            return None
        answer = self._ask(conditions, want_core=True)
        return tuple(answer.core) if isinstance(answer, Unsat) else None

    def answer(self, condition: Term) -> Answer:
        """Does it ever hold?"""
        if condition.op is T.CONST:
            return Sat(Model()) if condition.data else Unsat(())
        return self._ask([condition], want_core=False)

    def part(self, budget: int, query: int) -> Asker:
        """One that may use so much of what is left, which is taken from this one."""
        budget = max(0, min(budget, self.left))
        self.left -= budget
        return Asker(budget, query, self._seconds, self._solvers)

    # ------------------------------------------------------------ solvers

    def _over(self) -> bool:
        return self._seconds() == 0

    def _known(self, condition: Term) -> Mapping[Term, Any] | None:
        """A model of an earlier question that is one of this condition."""
        for model in self._models:
            self.left -= _TRIED
            if holds(condition, model):
                return model
        return None

    def _ask(self, conditions: Sequence[Term], *, want_core: bool) -> Answer:
        prices = self._prices
        circuits = 0 if prices.circuits is None else Circuits().new(conditions).steps
        if prices.circuits is not None and circuits > prices.circuits:
            return Unknown("too large")
        for name in self._solvers:
            seconds = self._seconds()
            if self.left <= 0 or seconds == 0:
                break
            backend = self._backends.get(name) or self._backends.setdefault(name, make_backend(name, self._over))
            steps = min(self._query, self.left)
            try:
                answer = backend.check(conditions, timeout=seconds, steps=steps, want_core=want_core)
            except UnsupportedTerm:
                continue
            except SolverError as error:
                self.left -= steps
                return Unknown(str(error))
            self.left -= prices.of(name) * max(backend.steps, prices.least) + _CIRCUIT * circuits
            if isinstance(answer, Sat):
                self._models = [answer.model, *self._models[: _MODELS - 1]]
            return answer
        return Unknown("not asked")


def holds(condition: Term, values: Mapping[Term, Any]) -> bool | None:
    """Does it hold for these values? Variables that have none are zero; None where a quantifier leaves it open."""
    try:
        return bool(T.evaluate(condition, values))
    except EvaluationError:
        return None
