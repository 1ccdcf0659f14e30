"""Z3: every sort and operator. The slower one where both fit.

Quantifier-free assertions get a proxy literal each and stay in one incremental solver. With binders each
query has a solver of its own: a quantifier left behind a proxy would still be instantiated.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from antumbra.solvers.answers import Answer, Model, Sat, Unknown, Unsat, UnsupportedTerm
from antumbra.solvers.pace import Pace
from antumbra.solvers.selfcheck import check_model
from antumbra.solvers.z3_terms import ValueReader, Z3Terms, z
from antumbra.terms import operators as o
from antumbra.terms.sorts import Sort
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables, subterms

_LONGEST: Final = 2**31 - 1


class Z3Backend:
    """See :class:`antumbra.solvers.contract.Backend`."""

    name: Final = "z3"

    def __init__(self) -> None:
        self._terms: Final = Z3Terms()
        self._pace: Final = Pace()
        self._solver: Any = None
        self._proxies: dict[Term, Any] = {}
        self._separated: dict[Sort, int] = {}
        self._quantified: dict[Term, bool] = {}
        self.resets = 0

    def check(self, assertions: Sequence[Term], *, timeout: float | None = None, want_core: bool = True) -> Answer:
        """See the contract."""
        handles = [self._terms.term(a) for a in assertions]
        started = time.monotonic()
        quantified = any([self._has_binder(a) for a in assertions])
        if quantified:
            solver: Any = z.Solver()
            literals = self._track(solver, handles)
        else:
            solver = self._incremental()
            literals = self._literals(solver, assertions, handles)
        solver.set("timeout", _LONGEST if timeout is None else max(1, min(_LONGEST, int(timeout * 1000))))
        self._separate_tokens(solver, quantified)
        result = solver.check(*literals)
        if not quantified:
            self._pace.record(time.monotonic() - started)
        if result == z.sat:
            return self._sat(solver.model(), assertions)
        if result == z.unsat:
            if not want_core:
                return Unsat(tuple(assertions))
            failed = {literal.get_id() for literal in solver.unsat_core()}
            return Unsat(tuple(a for a, p in zip(assertions, literals, strict=True) if p.get_id() in failed))
        reason = solver.reason_unknown()
        timed_out = timeout is not None and (reason in ("timeout", "canceled") or time.monotonic() - started >= timeout)
        return Unknown("timeout" if timed_out else f"z3: {reason}")

    def _has_binder(self, term: Term) -> bool:
        known = self._quantified.get(term)
        if known is None:
            known = self._quantified[term] = any(t.op in o.BINDERS for t in subterms(term))
        return known

    def _incremental(self) -> Any:
        if self._solver is None or self._pace.should_reset():
            self.resets += self._solver is not None
            self._solver = z.Solver()
            self._proxies = {}
            self._separated = {}
        return self._solver

    def _literals(self, solver: Any, assertions: Sequence[Term], handles: list[Any]) -> list[Any]:
        literals: list[Any] = []
        for assertion, handle in zip(assertions, handles, strict=True):
            proxy = self._proxies.get(assertion)
            if proxy is None:
                proxy = self._proxies[assertion] = z.Bool(f"assertion {assertion.id}")
                solver.add(z.Implies(proxy, handle))
            literals.append(proxy)
        return literals

    def _track(self, solver: Any, handles: list[Any]) -> list[Any]:
        literals: list[Any] = []
        for number, handle in enumerate(handles):
            proxy = z.Bool(f"assertion number {number}")
            solver.add(z.Implies(proxy, handle))
            literals.append(proxy)
        return literals

    def _separate_tokens(self, solver: Any, new: bool) -> None:
        """Different constants of an uninterpreted sort are different elements."""
        for sort, tokens in self._terms.tokens.items():
            if len(tokens) > 1 and (new or self._separated.get(sort) != len(tokens)):
                solver.add(z.Distinct(*tokens.values()))
                if not new:
                    self._separated[sort] = len(tokens)

    def _sat(self, solution: Any, assertions: Sequence[Term]) -> Answer:
        reader = ValueReader(solution, self._terms)
        model = Model()
        try:
            for assertion in assertions:
                for variable in sorted(free_variables(assertion), key=lambda v: v.id):
                    if variable not in model:
                        model[variable] = reader.of(self._terms.term(variable), variable.sort)
        except UnsupportedTerm as error:
            return Unknown(f"z3: {error}")
        check_model(assertions, model)
        return Sat(model)
