"""The backends as the chain sees them: choice, limits, statistics, and hard queries kept on disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from antumbra.solvers.answers import (
    OUT_OF_STEPS,
    OUT_OF_TIME,
    POSTPONED,
    Answer,
    Sat,
    SolverError,
    Unknown,
    Unsat,
    UnsupportedTerm,
)
from antumbra.solvers.backends.portfolio import Attempt, Portfolio
from antumbra.solvers.chain.statistics import Statistics
from antumbra.solvers.contract import Backend
from antumbra.terms.term import Term

#: steps of one query where the user gives no seconds: half a minute, about
LONGEST: Final = 10_000_000
#: steps that a solver has before all values of few unknown bits are tried
SWEPT: Final = 15_000
#: effort of trying them that nobody waits for, where the question has products
AT_ONCE: Final = 400_000


class Oracle:
    """Asks the right backend within the limits. Backends are made when first needed."""

    def __init__(
        self,
        solver: str,
        statistics: Statistics,
        *,
        timeout: float | None,
        steps: int | None = None,
        deadline: Callable[[], float] | None,
        folder: Path | None,
        save_after: float,
        portfolio: bool = False,
        memory_mb: float | None = None,
    ) -> None:
        """``timeout`` and ``steps``: for one query; in steps every run decides the same.
        ``portfolio``: a query that is not answered soon also goes to Z3 on its own, in growing turns.
        ``memory_mb``: for this process and children that answer queries."""
        if solver not in ("auto", "bitwuzla", "z3"):
            raise ValueError(f"unknown solver {solver!r}: expected auto, bitwuzla or z3")
        self._names: Final = ("bitwuzla", "z3") if solver == "auto" else (solver,)
        self._statistics: Final = statistics
        self._timeout: Final = timeout
        #: is a query that is out of steps one that nobody should wait for, and not one for a longer turn?
        self._capped: Final = timeout is None and (steps is None or steps > LONGEST)
        self._steps: Final = LONGEST if self._capped else steps
        self._deadline: Final = deadline
        self._memory_mb: Final = memory_mb
        self._folder = folder
        self._save_after: Final = save_after
        self._backends: dict[str, Backend] = {}
        self._portfolio: Final = Portfolio() if portfolio and "z3" in self._names else None
        self._saved = 0
        #: steps after which a query is postponed; None: it is not
        self.soon: int | None = None

    def ask(self, assertions: Sequence[Term], *, want_core: bool = True) -> Answer:
        """One query. Never raises for what a solver does: such trouble is an Unknown with its reason."""
        limit = self._timeout
        if self._deadline is not None:
            remaining = self._deadline()
            if remaining <= 0:
                self._statistics.unknown += 1
                return OUT_OF_TIME
            limit = remaining if limit is None else min(limit, remaining)
        started = time.monotonic()
        answer = self._first_fitting(assertions, limit, want_core)
        if answer == OUT_OF_STEPS and self._is_soon(self.soon):
            answer = POSTPONED
        if answer == OUT_OF_STEPS and self._capped:
            answer = Unknown("timeout")
        if isinstance(answer, Unknown) and answer.reason == "timeout" and self.expired():
            answer = OUT_OF_TIME
        seconds = time.monotonic() - started
        statistics = self._statistics
        statistics.solver_queries += 1
        statistics.solver_seconds += seconds
        match answer:
            case Sat():
                statistics.sat += 1
            case Unsat():
                statistics.unsat += 1
            case Unknown():
                statistics.unknown += 1
        if self._folder is not None and (seconds >= self._save_after or isinstance(answer, Unknown)):
            self._save(self._folder, assertions, answer, seconds)
        return answer

    def _first_fitting(self, assertions: Sequence[Term], limit: float | None, want_core: bool) -> Answer:
        answer = Unknown("no solver")
        for name in self._names:
            try:
                found = self._ask(name, assertions, limit, want_core)
            except UnsupportedTerm as error:
                answer = Unknown(str(error))
                continue
            except SolverError as error:
                return Unknown(f"{name}: {error}")
            if not isinstance(found, Unknown) or found.reason == "timeout" or found == OUT_OF_STEPS or found.unreadable:
                return found
            # it gave up early: another one may know
            answer = found
        return answer

    def _ask(self, name: str, assertions: Sequence[Term], limit: float | None, want_core: bool) -> Answer:
        def way(name: str) -> Attempt:
            backend = self._backend(name)

            def ask(seconds: float | None, steps: int | None) -> Answer:
                answer = backend.check(assertions, timeout=seconds, steps=steps, want_core=want_core)
                self._statistics.solver_steps += backend.steps
                return answer

            return ask

        steps = self.soon if self._is_soon(self.soon) else self._steps
        if (answer := self._swept(way(name), assertions, limit, steps)) is not None:
            return answer
        if self._portfolio is None or self._is_soon(self.soon):
            return way(name)(limit, steps)
        return self._portfolio.ask(way(name), way("z3 alone"), limit, steps)

    def _swept(
        self, first: Attempt, assertions: Sequence[Term], limit: float | None, steps: int | None
    ) -> Answer | None:
        """The answer to a question about few unknown bits: a solver's if it has one soon, else all values are tried."""
        from antumbra.solvers.chain.sweep import hard, price, sweep

        effort = price(assertions)
        at_once = effort is not None and effort <= AT_ONCE and hard(assertions)
        if effort is None or not (at_once or steps is None or SWEPT + effort <= steps):
            return None
        if not at_once:
            answer = first(limit, SWEPT)
            if answer != OUT_OF_STEPS:
                return answer
        self._statistics.solver_steps += effort
        end = None if limit is None else time.monotonic() + limit
        return sweep(assertions, lambda: self.expired() or (end is not None and time.monotonic() > end))

    def _is_soon(self, steps: int | None) -> bool:
        """Are these fewer than a query has anyway?"""
        return steps is not None and (self._steps is None or steps < self._steps)

    def expired(self) -> bool:
        """Is the time for everything over?"""
        return self._deadline is not None and self._deadline() <= 0

    def _backend(self, name: str) -> Backend:
        backend = self._backends.get(name)
        if backend is None:
            backend = self._backends[name] = make_backend(name, self.expired, self._memory_mb)
        return backend

    def _save(self, folder: Path, assertions: Sequence[Term], answer: Answer, seconds: float) -> None:
        from hashlib import sha256

        from antumbra.terms.smtlib.write import script

        text = script(assertions)
        digest = sha256(text.encode()).hexdigest()[:12]
        self._saved += 1
        said = answer.reason if isinstance(answer, Unknown) else type(answer).__name__.lower()
        note = f"; {said.splitlines()[0] if said else 'unknown'} after {seconds:.3f} s\n"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{self._saved:05}-{digest}.smt2").write_text(note + text)
        except OSError:
            self._folder = None  # a full disk must not cost a verdict


def make_backend(name: str, stop: Callable[[], bool] | None = None, memory_mb: float | None = None) -> Backend:
    """A backend by name. ``stop`` may end a query early, where the solver lets us ask. Imports the solver only now."""
    match name:
        case "bitwuzla":
            from antumbra.solvers.backends.bitwuzla_backend import BitwuzlaBackend

            return BitwuzlaBackend(stop, memory_mb)
        case "z3":
            from antumbra.solvers.backends.z3_backend import Z3Backend

            return Z3Backend(stop)
        case "z3 alone":
            from antumbra.solvers.backends.z3_backend import Z3Alone

            return Z3Alone(stop)
        case _:
            raise ValueError(f"unknown solver {name!r}: expected bitwuzla or z3")
