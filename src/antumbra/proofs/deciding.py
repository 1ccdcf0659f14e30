"""Questions to solvers, asked directly: no caches, no intervals, nothing of the chain that engines use."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.proofs.question import Budget, OutOfBudget
from antumbra.solvers import Answer, Backend, SolverError, Unknown, Unsat, UnsupportedTerm, make_backend
from antumbra.terms import FALSE, TRUE, Term

#: seconds for the first solver before the next one is asked
FIRST_TRY = 2.0


class Decider:
    """Asks the first of several solvers; the others where it does not know."""

    def __init__(self, names: Sequence[str], budget: Budget) -> None:
        self._names = names
        self._budget = budget
        self._backends: dict[str, Backend] = {}
        #: solvers that answered, in the order of their first answer
        self.used: dict[str, None] = {}
        self.queries = 0

    def ask(self, assertions: Sequence[Term]) -> Answer:
        """Do the assertions hold together?"""
        wanted = [a for a in dict.fromkeys(assertions) if a is not TRUE]
        if FALSE in wanted:
            return Unsat((FALSE,))
        self._budget.query()
        self.queries += 1
        answer: Answer = Unknown("no solver")
        for number, name in enumerate(self._names):
            left = self._budget.remaining
            last = number == len(self._names) - 1
            seconds = left if last else FIRST_TRY if left is None else min(left, FIRST_TRY)
            try:
                answer = self._backend(name).check(wanted, timeout=seconds, want_core=False)
            except UnsupportedTerm as error:
                answer = Unknown(str(error))
            except SolverError as error:
                answer = Unknown(f"{name}: {error}")
            if not isinstance(answer, Unknown):
                self.used[name] = None
                return answer
            if self._budget.late:
                raise OutOfBudget("no time left")
        return answer

    def _backend(self, name: str) -> Backend:
        backend = self._backends.get(name)
        if backend is None:
            backend = self._backends[name] = make_backend(name, lambda: self._budget.late)
        return backend
