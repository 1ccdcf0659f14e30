"""Z3: every sort and operator. The slower one where both fit.

Assertions live on Z3's stack, one level each, in step with the query: what the last query began with stays
asserted, the rest is popped. Literals that are merely not assumed would go on costing time (Z3 still
instantiates a quantifier and still reasons about arithmetic behind a literal it is free to reject).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from antumbra.solvers.answers import OUT_OF_STEPS, Answer, Model, Sat, Unknown, Unsat, UnsupportedTerm
from antumbra.solvers.backends.selfcheck import check_model
from antumbra.solvers.backends.watchdog import Watchdog
from antumbra.solvers.backends.z3_context import Context
from antumbra.solvers.backends.z3_terms import ValueReader, Z3Terms, z
from antumbra.terms.operators import BINDERS
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables, subterms

_LONGEST: Final = 2**31 - 1
#: milliseconds: a timer that fires before Z3 has begun is lost, and only the watchdog ends the query
_SHORTEST: Final = 20
#: Z3's own units of effort in one step of ours (a microsecond, about), and the same with quantifiers, whose
#: instantiation it hardly counts
RESOURCES: Final = 10
RESOURCES_QUANTIFIED: Final = 1


WATCHDOG: Final = Watchdog()


def checked(
    context: Context,
    solver: Any,
    timeout: float | None,
    stop: Callable[[], bool] | None = None,
    steps: int | None = None,
    *,
    quantified: bool = False,
) -> tuple[Any, int]:
    """Z3's answer within so many seconds and steps, unless it is to ``stop``; and how many steps it took."""
    resources = RESOURCES_QUANTIFIED if quantified else RESOURCES
    solver.set("timeout", _LONGEST if timeout is None else max(_SHORTEST, min(_LONGEST, int(timeout * 1000))))
    solver.set("rlimit", 0 if steps is None else min(_LONGEST, max(1, steps * resources)))
    answer = WATCHDOG.watched(context, solver.check, timeout, stop)
    return answer, context.taken(solver) // resources


class Quantified:
    """Which terms have quantifiers, found out once for each."""

    def __init__(self) -> None:
        self._known: dict[Term, bool] = {}

    def among(self, terms: Sequence[Term]) -> bool:
        """Has one of them a quantifier?"""
        return any(self._of(term) for term in terms)

    def _of(self, term: Term) -> bool:
        known = self._known.get(term)
        if known is None:
            known = self._known[term] = any(t.op in BINDERS for t in subterms(term))
        return known


class Z3Backend:
    """See :class:`antumbra.solvers.contract.Backend`."""

    name: ClassVar[str] = "z3"

    def __init__(self, stop: Callable[[], bool] | None = None) -> None:
        """``stop`` is asked now and then during a query, in another thread, and ends it."""
        self._stop: Final = stop
        self.steps = 0
        self._terms: Final = Z3Terms()
        self._quantified: Final = Quantified()
        self._solver: Any = None
        self._context: Final = self._terms.context
        self._context.taken(self._context.new_solver())
        #: what is asserted, oldest first, with the literal that tracks it
        self._stack: list[tuple[Term, Any]] = []
        self._trackers: list[Any] = []
        self._separated: dict[Any, int] = {}

    def check(
        self,
        assertions: Sequence[Term],
        *,
        timeout: float | None = None,
        steps: int | None = None,
        want_core: bool = True,
    ) -> Answer:
        """See the contract."""
        handles = [self._terms.term(a) for a in assertions]
        started = time.monotonic()
        if self._solver is None:
            self._solver = self._context.new_solver()
            self._stack = []
            self._separated = {}
        solver = self._solver
        self._separate_tokens()
        self._assert(assertions, handles)
        try:
            quantified = self._quantified.among(assertions)
            result, self.steps = checked(self._context, solver, timeout, self._stop, steps, quantified=quantified)
        except z.Z3Exception as error:
            self._solver = None
            return Unknown(f"z3: {error}")
        if result == z.sat:
            return _sat(solver.model(), self._terms, assertions)
        if result == z.unsat:
            return Unsat(self._core() if want_core else tuple(assertions))
        # Z3 5.4 may crash in a solver that was interrupted once (smt::context::cache_generation)
        self._solver = None
        return _unknown(solver, timeout, started, out_of_steps=steps is not None and self.steps >= steps)

    def _assert(self, assertions: Sequence[Term], handles: list[Any]) -> None:
        """Bring the stack in step with the assertions."""
        stack = self._stack
        shared = 0
        while shared < min(len(stack), len(assertions)) and stack[shared][0] is assertions[shared]:
            shared += 1
        if len(stack) > shared:
            self._solver.pop(len(stack) - shared)
            del stack[shared:]
        for i in range(shared, len(assertions)):
            self._solver.push()
            if i == len(self._trackers):
                self._trackers.append(z.FreshBool("assertion", self._context.handle))
            tracker = self._trackers[i]
            self._solver.assert_and_track(handles[i], tracker)
            stack.append((assertions[i], tracker))

    def _core(self) -> tuple[Term, ...]:
        failed = {literal.get_id() for literal in self._solver.unsat_core()}
        return tuple(term for term, tracker in self._stack if tracker.get_id() in failed)

    def _separate_tokens(self) -> None:
        """Different constants of an uninterpreted sort are different elements. Asserted below everything."""
        for sort, tokens in self._terms.tokens.items():
            if len(tokens) > 1 and self._separated.get(sort) != len(tokens):
                self._separated[sort] = len(tokens)
                if self._stack:
                    self._solver.pop(len(self._stack))
                    self._stack = []
                self._solver.add(z.Distinct(*tokens.values()))


class Z3Alone:
    """Z3 with nothing kept between queries: it then preprocesses each as a whole. A core is all of the query."""

    name: ClassVar[str] = "z3 alone"

    def __init__(self, stop: Callable[[], bool] | None = None) -> None:
        """``stop`` is asked now and then during a query, in another thread, and ends it."""
        self._stop: Final = stop
        self.steps = 0
        self._terms: Final = Z3Terms()
        self._quantified: Final = Quantified()
        self._context: Final = self._terms.context
        self._context.taken(self._context.new_solver())

    def check(
        self,
        assertions: Sequence[Term],
        *,
        timeout: float | None = None,
        steps: int | None = None,
        want_core: bool = True,
    ) -> Answer:
        """See the contract."""
        del want_core
        started = time.monotonic()
        handles = [self._terms.term(a) for a in assertions]
        solver = self._context.new_solver()
        solver.add(*(z.Distinct(*tokens.values()) for tokens in self._terms.tokens.values() if len(tokens) > 1))
        solver.add(*handles)
        try:
            quantified = self._quantified.among(assertions)
            result, self.steps = checked(self._context, solver, timeout, self._stop, steps, quantified=quantified)
        except z.Z3Exception as error:
            return Unknown(f"z3: {error}")
        if result == z.sat:
            return _sat(solver.model(), self._terms, assertions)
        if result == z.unsat:
            return Unsat(tuple(assertions))
        return _unknown(solver, timeout, started, out_of_steps=steps is not None and self.steps >= steps)


def _sat(solution: Any, terms: Z3Terms, assertions: Sequence[Term]) -> Answer:
    reader = ValueReader(solution, terms)
    model = Model()
    try:
        for assertion in assertions:
            for variable in sorted(free_variables(assertion), key=lambda v: v.id):
                if variable not in model:
                    model[variable] = reader.of(terms.term(variable), variable.sort)
    except UnsupportedTerm as error:
        return Unknown(f"z3: {error}", unreadable=True)
    check_model(assertions, model)
    return Sat(model)


def _unknown(solver: Any, timeout: float | None, started: float, *, out_of_steps: bool) -> Unknown:
    reason = solver.reason_unknown()
    # some of its parts say the one, some the other
    if reason == "max. resource limit exceeded" or (out_of_steps and reason == "canceled"):
        return OUT_OF_STEPS
    timed_out = timeout is not None and (reason in ("timeout", "canceled") or time.monotonic() - started >= timeout)
    return Unknown("timeout" if timed_out else f"z3: {reason}")
