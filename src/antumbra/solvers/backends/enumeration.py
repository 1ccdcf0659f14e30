"""All models over given atoms, and quantifier elimination: what predicate abstraction asks of Z3."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from antumbra.solvers.answers import Answer, Model, Sat, Unknown, Unsat
from antumbra.solvers.backends.selfcheck import check_model
from antumbra.solvers.backends.watchdog import GRACE
from antumbra.solvers.backends.z3_backend import WATCHDOG
from antumbra.solvers.backends.z3_terms import ValueReader, Z3Terms, z
from antumbra.terms.compiled import compiled
from antumbra.terms.leaves import TRUE, var
from antumbra.terms.operators import EXISTS, FORALL
from antumbra.terms.smtlib.read import SmtlibError, parse_term
from antumbra.terms.substitution import substitute
from antumbra.terms.term import SortError, Term
from antumbra.terms.traverse import free_variables, subterms

_LONGEST: Final = 2**31 - 1


class Enumerator:
    """One Z3 solver that answers many small questions; each is asked on a level of its own.

    ``deadline`` says how many seconds are left for one check, or None; ``stop``, asked in another thread, whether to
    end it. ``queries`` and ``seconds`` count.
    """

    def __init__(self, deadline: Callable[[], float | None], stop: Callable[[], bool] | None = None) -> None:
        self._terms: Final = Z3Terms()
        self._solver: Any = z.SimpleSolver(self._terms.context.handle)
        self._solver.set("ctrl_c", False)
        self._deadline = deadline
        self._stop: Final = stop
        self.queries = 0
        self.seconds = 0.0

    def left(self) -> float | None:
        """Seconds for one question, where a user limits them."""
        return self._deadline()

    def check(self, assertions: Sequence[Term]) -> Answer:
        """Whether the assertions hold together."""
        self._solver.push()
        try:
            self._solver.add(*[self._terms.term(a) for a in assertions])
            result = self._ask()
            if result == z.unsat:
                return Unsat(tuple(assertions))
            return self._model(assertions) if result == z.sat else self._unknown()
        finally:
            self._solver.pop()

    def minterms(
        self, assertions: Sequence[Term], atoms: Sequence[Term], most: int
    ) -> list[tuple[bool, ...]] | Unknown:
        """Every combination of truth values of the atoms that the assertions allow, up to ``most`` of them."""
        handles = [self._terms.term(a) for a in atoms]
        evaluators = [compiled(a) for a in atoms]
        found: list[tuple[bool, ...]] = []
        self._solver.push()
        try:
            self._solver.add(*[self._terms.term(a) for a in assertions])
            while len(found) < most:
                result = self._ask()
                if result == z.unsat:
                    break
                if result != z.sat:
                    return self._unknown()
                answer = self._model((*assertions, *[a for a in atoms if a.op is not TRUE.op]), check=assertions)
                if isinstance(answer, Unknown):
                    return answer
                truth = tuple(bool(e(answer.model)) for e in evaluators)
                found.append(truth)
                self._solver.add(
                    z.Or(
                        [z.Not(h) if t else h for h, t in zip(handles, truth, strict=True)], self._terms.context.handle
                    )
                )
            return sorted(found, reverse=True)
        finally:
            self._solver.pop()

    def _ask(self) -> Any:
        left = self._deadline()
        started = time.perf_counter()
        self.queries += 1
        try:
            # Z3's own timer is not used: to set it costs as much as a small query
            seconds = None if left is None else left - GRACE
            return WATCHDOG.watched(self._terms.context, self._solver.check, seconds, self._stop)
        finally:
            self.seconds += time.perf_counter() - started

    def _unknown(self) -> Unknown:
        reason = self._solver.reason_unknown()
        return Unknown("timeout" if reason in ("timeout", "canceled") else f"z3: {reason}")

    def _model(self, terms: Sequence[Term], check: Sequence[Term] | None = None) -> Sat | Unknown:
        reader = ValueReader(self._solver.model(), self._terms)
        model = Model()
        for term in terms:
            for variable in sorted(free_variables(term), key=lambda v: v.id):
                if variable not in model:
                    model[variable] = reader.of(self._terms.term(variable), variable.sort)
        check_model(terms if check is None else check, model)
        return Sat(model)


def eliminate_quantifier(formula: Term, variables: Sequence[Term], timeout: float | None = None) -> Term | Unknown:
    """A quantifier-free formula equivalent to ``exists variables. formula``."""
    terms = Z3Terms()
    context = terms.context.handle
    # Names of our own making, so that Z3's text can be read back whatever the program calls its variables.
    named = {v: var(f"q{n}", v.sort) for n, v in enumerate(sorted(free_variables(formula), key=lambda v: v.id))}
    back = {new: old for old, new in named.items()}
    formula = substitute(formula, named)
    hidden = [named[v] for v in variables if v in named]
    bound = [terms.term(v) for v in hidden]
    free = [v for v in back if v not in hidden]
    if not bound:
        return substitute(formula, back)
    limit = _LONGEST if timeout is None else max(1, min(_LONGEST, int(timeout * 1000)))
    try:
        goal = z.Goal(ctx=context)
        goal.add(z.Exists(bound, terms.term(formula)))
        tactic = z.TryFor(z.Then("qe", "simplify", "propagate-ineqs", ctx=context), limit, ctx=context)
        result = WATCHDOG.watched(terms.context, lambda: tactic(goal), timeout)
    except z.Z3Exception as error:
        return Unknown(f"z3: {error}")
    text = z.And([part.as_expr() for part in result]).sexpr() if len(result) != 1 else result[0].as_expr().sexpr()
    try:
        parsed = parse_term(text, free)
    except (SmtlibError, SortError) as error:
        return Unknown(f"z3's answer was not understood: {error}")
    if any(part.op in (EXISTS, FORALL) for part in subterms(parsed)):
        return Unknown("z3: quantifier elimination left a quantifier")
    if not free_variables(parsed) <= frozenset(free):
        return Unknown("z3: quantifier elimination left a bound variable")
    return substitute(parsed, back)
