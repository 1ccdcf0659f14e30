"""Programs with axioms: quantified assumptions that hold everywhere, kept out of most queries.

A path carries its own conditions only. Without the axioms a solver may call a path possible that is not; that costs
time, never truth: a path is dropped only when it contradicts itself or the axioms, and before a
violation is told, :meth:`AxiomChain.confirm` asks with all axioms that matter. What a solver cannot decide
within a short time goes on as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from antumbra.solvers.answers import OUT_OF_TIME, Answer, Unknown, Unsat
from antumbra.solvers.axioms.blurred import Blur
from antumbra.solvers.chain.chain import Chain, Side, relate
from antumbra.solvers.chain.oracle import Oracle
from antumbra.solvers.chain.path import PathCondition
from antumbra.solvers.chain.query import SearchedQuery, WholeQuery
from antumbra.solvers.chain.shape import condition_note
from antumbra.solvers.deadline import Deadline
from antumbra.terms import operators as o
from antumbra.terms.simplify.boolean import not_
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables, subterms

#: steps (millions are about seconds) for the question whether a path goes on
FEASIBILITY: Final = 3_000_000
#: for the same with axioms
PRUNING: Final = 500_000
#: for a question that may as well stay open
HASTE: Final = 400_000
#: for a part of a query
NEARBY: Final = 700_000
#: for a model with guessed definitions of functions
GUESSING: Final = 3_000_000
#: assertions of a query that deserve a question about a part of them first
MANY: Final = 24


class AxiomChain(Chain):
    """A chain whose program has ``axioms``."""

    def __init__(
        self,
        solver: str = "auto",
        *,
        timeout: float | None = None,
        deadline: Callable[[], float] | None = None,
        save_queries: Path | None = None,
        save_after: float = 1.0,
        shortcuts: bool = True,
        independence: bool = True,
        cached_search: bool = True,
        memory_mb: float | None = None,
        query_steps: int | None = None,
    ) -> None:
        """As :class:`Chain`. Without ``shortcuts`` a solver answers everything; without ``independence`` it gets
        all conditions of the path each time; without ``cached_search`` those that matter are found anew each time."""
        short = FEASIBILITY if query_steps is None else min(FEASIBILITY, query_steps)
        super().__init__(
            solver,
            timeout=timeout,
            query_steps=short,
            deadline=deadline,
            save_queries=save_queries,
            save_after=save_after,
            memory_mb=memory_mb,
        )

        def oracle(steps: int | None, *, portfolio: bool) -> Oracle:
            return Oracle(
                solver,
                self.statistics,
                timeout=timeout,
                steps=steps,
                deadline=deadline,
                folder=save_queries,
                save_after=save_after,
                portfolio=portfolio,
                memory_mb=memory_mb,
            )

        self._patient: Final = oracle(query_steps, portfolio=True)
        self._brief: Final = oracle(short, portfolio=True)
        self._nearby: Final = oracle(min(short, NEARBY), portfolio=True)
        self._hasty: Final = oracle(min(short, HASTE), portfolio=True)
        self._quick: Final = oracle(PRUNING, portfolio=False)
        self._guessing: Final = GUESSING if query_steps is None else min(GUESSING, query_steps)
        self._late: Final = deadline
        self._shortcuts: Final = shortcuts
        if not independence:
            self._query = WholeQuery
        elif not cached_search:
            self._query = SearchedQuery
        self._rough = self._hurried = False
        self._blur: Final = Blur()
        self._symbols: dict[Term, frozenset[Any]] = {}
        #: how often a question with axioms may still be asked in vain
        self._patience = 20

    # ---- what exploration asks

    def branch(self, path: PathCondition, condition: Term) -> tuple[Side, Side]:
        if self._expired():
            return OUT_OF_TIME, OUT_OF_TIME
        if not self._shortcuts:
            return self._asked(path, condition), self._asked(path, not_(condition))
        then, otherwise = super().branch(path, condition)
        return self._settle(path, condition, then), self._settle(path, not_(condition), otherwise)

    def assume(self, path: PathCondition, condition: Term) -> Side:
        if self._expired():
            return OUT_OF_TIME
        if not self._shortcuts:
            return self._asked(path, condition)
        return self._settle(path, condition, super().assume(path, condition))

    def confirm(self, path: PathCondition) -> Side:
        if self._expired():
            return OUT_OF_TIME
        conditions = path.conditions()
        axioms = self._relevant(conditions) if self.axioms else []
        if not axioms and _plain(conditions):
            # every query about it had the time that a user gives
            return path.doubt or path
        answer = self._brief.ask([*conditions, *axioms], want_core=False)
        if isinstance(answer, Unknown):
            if self._has_guessed_model(conditions, axioms):
                return path
            answer = self._patient.ask([*conditions, *axioms], want_core=False)
        match answer:
            case Unsat():
                return None
            case Unknown():
                return answer
            case _:
                return path

    def _has_guessed_model(self, conditions: list[Term], axioms: list[Term]) -> bool:
        from antumbra.solvers.axioms.macros import macro_model
        from antumbra.solvers.backends.full_model import FullModel  # Z3 is loaded when it is needed

        deadline = Deadline(None if self._late is None else self._late(), self._guessing, stop=self._expired)
        return isinstance(macro_model(conditions, axioms, deadline), FullModel)

    def consistent(self, path: PathCondition) -> Answer:
        """Whether the path and all axioms can hold together."""
        return self._patient.ask([*path.conditions(), *self.axioms], want_core=False)

    @contextmanager
    def hurried(self, *, only_rough: bool = False) -> Generator[None]:
        """Questions within get little time: whoever asks can do without an answer. ``only_rough``: it is only what
        maps and functions say that is not asked."""
        before = self._rough, self._hurried
        self._rough, self._hurried = True, self._hurried or not only_rough
        try:
            yield
        finally:
            self._rough, self._hurried = before

    # ---- inside

    def _expired(self) -> bool:
        return self._late is not None and self._late() <= 0

    def _ask(self, assertions: list[Term], *, want_core: bool = True) -> Answer:
        """Quantifiers and functions get little time here, since a path may go on undecided; the rest gets all of it."""
        if self._shortcuts and (blurred := self._blur.of(assertions)) is not None:
            answer = self._nearby.ask(list(blurred), want_core=want_core)
            if isinstance(answer, Unsat):
                return Unsat(tuple(blurred[a] for a in answer.core))
            if self._rough:
                return Unknown("possible, for all that is said without maps and functions")
        if len(assertions) > MANY:
            # the last one is what is asked; it mostly contradicts what speaks of its own variables only
            variables = free_variables(assertions[-1])
            near = [a for a in assertions if free_variables(a) <= variables]
            if 2 * len(near) < len(assertions):
                answer = self._nearby.ask(near, want_core=want_core)
                if isinstance(answer, Unsat):
                    return answer
        if self._hurried:
            return self._hasty.ask(assertions, want_core=want_core)
        oracle = self._patient if _plain(assertions) else self._brief
        return oracle.ask(assertions, want_core=want_core)

    def _asked(self, path: PathCondition, condition: Term) -> Side:
        """The path with the condition, by one query."""
        self.statistics.queries += 1
        note = condition_note(condition)
        query = self._query(path, note)
        answer = self._ask(list(query.assertions()), want_core=False)
        if isinstance(answer, Unsat):
            return None
        if isinstance(answer, Unknown):
            return self._settle(path, condition, answer)
        changes = {v: answer.model[v.term] for v in query.variables if not v.pseudo}
        return self._settle(path, condition, relate(path, note, note, True, changes))

    def _settle(self, path: PathCondition, condition: Term, side: Side) -> Side:
        if isinstance(side, Unknown):
            if side == OUT_OF_TIME:
                return side
            note = condition_note(condition)
            doubt, side = side, relate(path, note, note, True, {})
            side.doubt = doubt
        if side is None or side is path or not self.axioms or self._patience <= 0:
            return side
        if not condition_note(condition).opaque and not self._mentions(condition):
            return side
        conditions = side.conditions()
        axioms = self._relevant(conditions)
        if not axioms:
            return side
        answer = self._quick.ask([*conditions, *axioms], want_core=False)
        if isinstance(answer, Unsat):
            return None
        if isinstance(answer, Unknown):
            self._patience -= 1
        return side

    def _mentions(self, condition: Term) -> bool:
        found = self._of(condition)
        return any(found & self._of(axiom) for axiom in self.axioms)

    def _of(self, term: Term) -> frozenset[Any]:
        """Functions without meaning, and variables."""
        found = self._symbols.get(term)
        if found is None:
            functions = {t.data for t in subterms(term) if t.op is o.APPLY}
            found = self._symbols[term] = frozenset(functions | free_variables(term))
        return found

    def _relevant(self, conditions: Iterable[Term]) -> list[Term]:
        """Axioms that share a symbol with the conditions, directly or through others; and those without symbols."""
        known: set[Any] = set()
        for condition in conditions:
            known |= self._of(condition)
        waiting = list(self.axioms)
        result: list[Term] = []
        changed = True
        while changed:
            changed = False
            rest: list[Term] = []
            for axiom in waiting:
                symbols = self._of(axiom)
                if symbols and not symbols & known:
                    rest.append(axiom)
                else:
                    result.append(axiom)
                    known |= symbols
                    changed = True
            waiting = rest
        return result


def _plain(conditions: Iterable[Term]) -> bool:
    return not any(condition_note(c).opaque for c in conditions)
