"""Questions to solvers, asked directly: no caches, no intervals, nothing of the chain that engines use."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from antumbra.proofs.question import Budget, OutOfBudget
from antumbra.solvers import OUT_OF_STEPS, Answer, Backend, SolverError, Unknown, Unsat, UnsupportedTerm, make_backend
from antumbra.terms import FALSE, TRUE, Term
from antumbra.terms.ring import Ring, abstracted
from antumbra.terms.traverse import subterms
from antumbra.terms.values import ArrayValue

#: steps of each solver before the next one is asked, and how many more the next time
FIRST_TRY = 100_000
GROWTH = 4
#: effort of an assertion in a query, and the same for each term of the query, since a level of its own goes with it; of
#: a term, to read it in a model; and of a term that no query had before: solvers count neither
ASSERTION = 40.0
LEVEL = 0.05
TERM = 10.0
NEW_TERM = 20.0
#: terms of a query that make a step take twice as long: what is decided spreads to them. Z3 counts that itself
SPREAD = {"bitwuzla": 1_000}
#: entries of a constant array that Z3 is not asked about: it takes arrays apart store by store, in quadratic time, and
#: neither its limits nor an interrupt end that
TABLE = 2_000
#: queries that a solver may be too slow for before it falls behind
PATIENCE = 2


class Decider:
    """Asks the first of several solvers; the others where it does not know soon."""

    def __init__(self, names: Sequence[str], budget: Budget) -> None:
        self._names = names
        self._budget = budget
        self._backends: dict[str, Backend] = {}
        #: solvers that answered, in the order of their first answer
        self.used: dict[str, None] = {}
        self.queries = 0
        self._slow: dict[str, int] = {}
        self._seen: set[Term] = set()
        self._tables: set[Term] = set()
        self._ring = Ring()

    def ask(self, assertions: Sequence[Term]) -> Answer:
        """Do the assertions hold together?"""
        wanted = [a for a in dict.fromkeys(assertions) if a is not TRUE]
        if FALSE in wanted:
            return Unsat((FALSE,))
        if self._ring.concerns(wanted):
            wanted = [self._ring.normalised(a) for a in wanted]
            if self._excluded(abstracted(wanted)):
                return Unsat(())
        return self._asked(wanted)

    def _excluded(self, wanted: Sequence[Term]) -> bool:
        """Do assertions with unknowns in place of products not hold together?"""
        if FALSE in wanted:
            return True
        self._budget.query()
        size = self._size(wanted)
        for name in self._names:
            answer = self._one(name, wanted, size, FIRST_TRY)
            if not isinstance(answer, Unknown):
                self.used[name] = None
                return isinstance(answer, Unsat)
        return False

    def _asked(self, wanted: Sequence[Term]) -> Answer:
        self._budget.query()
        size = self._size(wanted)
        self.queries += 1
        # who was often too slow is asked later
        waiting = sorted(self._names, key=lambda name: self._slow.get(name, 0) // PATIENCE)
        steps = FIRST_TRY
        answer: Answer = Unknown("no solver")
        if self._tables and not self._tables.isdisjoint(subterms(*wanted)):
            waiting = [name for name in waiting if name not in ("z3", "z3 alone")]
            answer = Unknown(f"a table of more than {TABLE} entries")
        while waiting:
            for name in list(waiting):
                answer = self._one(name, wanted, size, steps)
                if not isinstance(answer, Unknown):
                    self.used[name] = None
                    return answer
                if answer == OUT_OF_STEPS:
                    self._slow[name] = self._slow.get(name, 0) + 1
                else:
                    waiting.remove(name)
                if self._budget.late:
                    raise OutOfBudget("no time left")
            steps *= GROWTH
        return answer

    def _one(self, name: str, wanted: Sequence[Term], size: int, steps: int) -> Answer:
        budget = self._budget
        of_step = 1 + size / SPREAD.get(name, inf)
        most = int(min(steps, max(1.0, (budget.effort - budget.spent) / of_step)))
        try:
            backend = self._backend(name)
            answer = backend.check(wanted, timeout=budget.remaining, steps=most, want_core=False)
            budget.spend(of_step * backend.steps + (ASSERTION + LEVEL * size) * len(wanted) + TERM * size)
            return answer
        except UnsupportedTerm as error:
            return Unknown(str(error))
        except SolverError as error:
            return Unknown(f"{name}: {error}")

    def _size(self, assertions: Sequence[Term]) -> int:
        """How many terms the query has; the effort of those that are in no query before is spent."""
        terms: set[Term] = set()
        stack = list(assertions)
        while stack:
            term = stack.pop()
            if term not in terms:
                terms.add(term)
                if isinstance(term.data, ArrayValue) and len(term.data.entries) > TABLE:
                    self._tables.add(term)
                stack.extend(term.args)
        before = len(self._seen)
        self._seen |= terms
        self._budget.spend(NEW_TERM * (len(self._seen) - before))
        return len(terms)

    def _backend(self, name: str) -> Backend:
        backend = self._backends.get(name)
        if backend is None:
            backend = self._backends[name] = make_backend(name, lambda: self._budget.late)
        return backend
