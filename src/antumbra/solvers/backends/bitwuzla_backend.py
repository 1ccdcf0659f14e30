"""Bitwuzla: bit-vectors, arrays, floats, uninterpreted functions.

Assertions are passed as assumptions, so that everything Bitwuzla has learnt stays and cores come
for free. Long queries assert their older part in frames instead, kept as long as the next query
begins with the same constraints: assumptions cost time in proportion to their number.

The incremental instance does not preprocess: most queries are small, and preprocessing costs more than it saves.
A query that is not answered in a fixed number of steps is asked again of a new instance that
does: it normalises sums and rewrites what thousands of decisions would be spent on.

Bitwuzla can be stopped in its search only. What may keep it busy elsewhere for long, preprocessing and large
circuits, is done in a child process (see :mod:`antumbra.solvers.backends.apart`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final
from weakref import ref

from antumbra.solvers.answers import OUT_OF_STEPS, Answer, Model, Sat, SolverError, Unknown, Unsat
from antumbra.solvers.backends.bitwuzla_terms import read_value, translator, z
from antumbra.solvers.backends.callbacks import called_by_solver
from antumbra.solvers.backends.circuits import Circuits, New
from antumbra.solvers.backends.pace import Pace
from antumbra.solvers.backends.packing import Packed, packed, unpacked, variables
from antumbra.solvers.backends.selfcheck import check_model
from antumbra.solvers.chain.sweep import hard
from antumbra.terms.term import Term

#: constraints in one asserted frame; queries shorter than two frames use assumptions only
FRAME: Final = 48
#: steps of the incremental instance before a query is taken for a hard one
FIRST_TRY: Final = 600
#: steps of ours (microseconds, about) for one of Bitwuzla's
POLL: Final = 6
#: times the steps of a query that circuits may take to build, which nothing stops once it has begun
TOO_MANY: Final = 4
#: bits of new terms in one query beyond which their circuits may take longer to build than anyone should wait
LARGE: Final = 50_000
#: terms and steps of arithmetic up to which preprocessing is a matter of milliseconds
SMALL_TERMS: Final = 100
SMALL_STEPS: Final = 6_000
#: clauses of new circuits that take a fraction of a second
BEARABLE: Final = 80_000
_CLAUSES: Final = "solver::bv::bitblast::cnf::num_clauses"


def _poll(backend: BitwuzlaBackend) -> Callable[[], bool]:
    """What a solver of ``backend`` calls. It must not hold the backend: the collector does not see what a solver of
    Bitwuzla's holds, so both, and with them the whole run that asked, would live as long as the process."""
    weak = ref(backend)

    @called_by_solver
    def poll() -> bool:
        asking = weak()
        return asking is None or asking.polled()

    return poll


class BitwuzlaBackend:
    """The incremental backend; see :class:`antumbra.solvers.contract.Backend`."""

    name: ClassVar[str] = "bitwuzla"

    def __init__(self, stop: Callable[[], bool] | None = None, memory_mb: float | None = None) -> None:
        """``stop`` is polled during a query and ends it. A signal handler must set what it reads: an exception
        raised while Bitwuzla runs is lost, because its binding cannot pass one on.
        ``memory_mb``: what the process and its children may take."""
        self._stop: Final = stop
        self._memory_mb: Final = memory_mb
        self._translator: Final = translator()
        self._pace: Final = Pace()
        self._deadline = float("inf")
        self._frames: list[tuple[Term, ...]] = []
        self._defined: set[Term] = set()
        self._solver: Any = None
        self._polls = 0
        self._most_polls = float("inf")
        self._circuits = Circuits()
        #: terms whose circuits a child has built in no time
        self._bearable: set[Term] = set()
        #: are we the child?
        self._apart = False
        #: clauses that the last child has built
        self._built = 0.0
        self._first_try = True
        self.steps = 0
        self.resets = 0
        self.hard = 0

    def _fresh(self) -> Any:
        options = z.Options()
        options.set(z.Option.PRODUCE_MODELS, True)
        options.set(z.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        options.set(z.Option.PREPROCESS, False)
        solver = z.Bitwuzla(self._translator.manager, options)
        solver.configure_terminator(_poll(self))
        self._frames = []
        self._defined = set()
        self._circuits = Circuits()
        return solver

    def polled(self) -> bool:
        """Bitwuzla asks at fixed points of its search whether to stop: so the calls also measure its effort."""
        self._polls += 1
        return (self._first_try and self._polls > FIRST_TRY) or self._polls > self._most_polls or self._expired()

    def _expired(self) -> bool:
        return time.monotonic() > self._deadline or (self._stop is not None and self._stop())

    def check(
        self,
        assertions: Sequence[Term],
        *,
        timeout: float | None = None,
        steps: int | None = None,
        want_core: bool = True,
    ) -> Answer:
        """See the contract."""
        translate = self._translator.term
        handles = [translate(a) for a in assertions]
        self._deadline = float("inf") if timeout is None else time.monotonic() + timeout
        self._most_polls = float("inf") if steps is None else max(1, steps // POLL)
        self._polls = 0
        if self._solver is None or self._pace.should_reset():
            self.resets += self._solver is not None
            self._solver = self._fresh()
        new = self._circuits.new(assertions)
        if new.steps > TOO_MANY * self._most_polls:
            self.steps = POLL
            return OUT_OF_STEPS
        if new.bits + 4 * new.steps > LARGE and not new.terms <= self._bearable:
            answer = self._ask_large(assertions, handles, new, want_core=want_core)
        else:
            self._circuits.add(new.terms)
            answer = self._ask(assertions, handles, want_core=want_core)
        self.steps = POLL * (self._polls + new.steps)
        return answer

    def _ask(self, assertions: Sequence[Term], handles: list[Any], *, want_core: bool) -> Answer:
        """The incremental instance's answer, and if it finds none soon, that of one that preprocesses."""
        solver = self._solver
        self._define(assertions)
        asserted = self._assert_prefix(assertions, handles)
        try:
            result = solver.check_sat(*handles[asserted:])
        except z.BitwuzlaException as error:
            self._solver = None
            return Unknown(f"bitwuzla: {error}")
        self._pace.record(self._polls)
        if result == z.Result.UNKNOWN and not self._expired() and FIRST_TRY < self._polls <= self._most_polls:
            return self._ask_hard(assertions, handles, want_core=want_core)
        if result == z.Result.SAT:
            return Sat(self._model(solver, assertions))
        if result == z.Result.UNSAT:
            return Unsat(self._core(assertions, handles, asserted) if want_core else tuple(assertions))
        return self._no_answer()

    def _no_answer(self) -> Unknown:
        if self._polls > self._most_polls:
            return OUT_OF_STEPS
        return Unknown("timeout" if self._expired() else "bitwuzla gave up")

    def _ask_large(self, assertions: Sequence[Term], handles: list[Any], new: New, *, want_core: bool) -> Answer:
        """Ask in a child. What it learns is lost; so a query that need not have gone there stays here the next time."""

        solver = self._solver

        def clauses() -> int:
            return int(solver.statistics()[_CLAUSES])

        before = clauses()

        def ask() -> Answer:
            answer = self._ask(assertions, handles, want_core=want_core)
            self._built = clauses() - before
            return answer

        answer = self._in_child(ask, assertions)
        if self._built < BEARABLE and not isinstance(answer, Unknown):
            self._bearable.update(new.terms)
        return answer

    def _ask_hard(self, assertions: Sequence[Term], handles: list[Any], *, want_core: bool) -> Answer:
        """A query on its own, with all of Bitwuzla's preprocessing."""
        self.hard += 1
        size = Circuits().new(assertions)
        self._polls += size.steps
        small = len(size.terms) <= SMALL_TERMS and size.steps <= SMALL_STEPS and not hard(assertions)
        if self._apart or small:
            return self._preprocessed(assertions, handles, want_core=want_core)
        return self._in_child(lambda: self._preprocessed(assertions, handles, want_core=want_core), assertions)

    def _preprocessed(self, assertions: Sequence[Term], handles: list[Any], *, want_core: bool) -> Answer:
        options = z.Options()
        options.set(z.Option.PRODUCE_MODELS, True)
        options.set(z.Option.PRODUCE_UNSAT_CORES, want_core)
        solver = z.Bitwuzla(self._translator.manager, options)
        solver.configure_terminator(_poll(self))
        for assertion in assertions:
            for definition in self._translator.definitions_in(assertion):
                solver.assert_formula(definition)
        for handle in handles:
            solver.assert_formula(handle)
        self._first_try = False
        try:
            result = solver.check_sat()
        except z.BitwuzlaException as error:
            return Unknown(f"bitwuzla: {error}")
        finally:
            self._first_try = True
        if result == z.Result.SAT:
            return Sat(self._model(solver, assertions))
        if result == z.Result.UNSAT:
            if not want_core:
                return Unsat(tuple(assertions))
            failed = {handle.id() for handle in solver.get_unsat_core()}
            return Unsat(tuple(a for a, handle in zip(assertions, handles, strict=True) if handle.id() in failed))
        return self._no_answer()

    def _in_child(self, ask: Callable[[], Answer], assertions: Sequence[Term]) -> Answer:
        """What ``ask`` answers in a child process; its model is evaluated here."""
        from antumbra.solvers.backends.apart import Ended, Lost, Returned, apart

        def work() -> tuple[Packed, int, float]:
            self._apart = True
            return packed(ask(), assertions), self._polls, self._built

        match apart(work, self._expired, self._memory_mb):
            case Returned((answer, polls, built)):
                self._polls, self._built = polls, built
                return unpacked(answer, assertions)
            case Returned():
                raise SolverError("a child process has returned something else")
            case Ended():
                self._built = float("inf")
                return Unknown("timeout")
            case Lost(reason):
                self._built = float("inf")
                return Unknown(f"bitwuzla: {reason}")

    def _define(self, assertions: Sequence[Term]) -> None:
        """Assert what fresh symbols of the translation stand for, below all frames."""
        if not self._translator.definitions:
            return
        new: list[Any] = []
        for assertion in assertions:
            if assertion not in self._defined:
                self._defined.add(assertion)
                new.extend(self._translator.definitions_in(assertion))
        if new:
            self._pop_to(0)
            for definition in new:
                self._solver.assert_formula(definition)

    def _pop_to(self, count: int) -> None:
        surplus = len(self._frames) - count
        if surplus > 0:
            self._solver.pop(surplus)
            del self._frames[count:]

    def _assert_prefix(self, assertions: Sequence[Term], handles: list[Any]) -> int:
        """Bring the frames in step with the assertions; returns how many are asserted."""
        wanted = len(assertions) // FRAME - 1
        shared = 0
        while shared < min(len(self._frames), wanted):
            if self._frames[shared] != tuple(assertions[shared * FRAME : (shared + 1) * FRAME]):
                break
            shared += 1
        self._pop_to(shared)
        for i in range(shared, wanted):
            self._solver.push(1)
            for handle in handles[i * FRAME : (i + 1) * FRAME]:
                self._solver.assert_formula(handle)
            self._frames.append(tuple(assertions[i * FRAME : (i + 1) * FRAME]))
        return len(self._frames) * FRAME

    def _model(self, solver: Any, assertions: Sequence[Term]) -> Model:
        get_value = solver.get_value
        model = Model()
        for variable in variables(assertions):
            model[variable] = read_value(get_value(variable.handle), variable.sort)
        if not self._apart:
            check_model(assertions, model)
        return model

    def _core(self, assertions: Sequence[Term], handles: list[Any], asserted: int) -> tuple[Term, ...]:
        failed = {handle.id() for handle in self._solver.get_unsat_assumptions()}
        rest = [a for a, handle in zip(assertions[asserted:], handles[asserted:], strict=True) if handle.id() in failed]
        return (*assertions[:asserted], *rest)
