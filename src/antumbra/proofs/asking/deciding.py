"""Questions to solvers, asked directly: no caches, no intervals, nothing of the chain that engines use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from antumbra.proofs.question import Budget, OutOfBudget
from antumbra.solvers import OUT_OF_STEPS, Answer, Backend, SolverError, Unknown, Unsat, UnsupportedTerm, make_backend
from antumbra.terms import EQ, FALSE, NOT, OR, TRUE, Term, or_
from antumbra.terms.ring import Ring, abstracted, unexplained
from antumbra.terms.traverse import subterms
from antumbra.terms.values import ArrayValue

if TYPE_CHECKING:
    from antumbra.solvers.backends.circuits import New

#: steps of each solver before the next one is asked, and how many more the next time
FIRST_TRY = 100_000
#: steps of each for a query with unknowns in place of products
ABSTRACT_TRY = 30_000
GROWTH = 4
#: effort for each of these steps that Z3 may take at most: with large queries its turns are of fewer steps
AS_LONG = 2.0
#: effort of an assertion in a query, and the same for each term of the query, since a level of its own goes with it; of
#: a term, to read it in a model; and of a term that no query had before: solvers count neither
ASSERTION = 40.0
LEVEL = 0.05
TERM = 10.0
NEW_TERM = 20.0
#: terms of a query that make a step of Bitwuzla's take twice as long: what is decided spreads to them, and the time
#: grows by the square of their number (in microseconds: 15 with 609 terms, 63 with 1,610, 80 with 2,010)
SPREAD = 200
#: assertions times bits of a query that make a step of Bitwuzla's take a microsecond more: each assertion is assumed,
#: and what follows from it is found again after each conflict (in microseconds: 80 with 90 assertions of 13,000 bits)
ASSUMED = 20_000
#: steps of a search of Bitwuzla's that is no longer easy, and the least microseconds of each beyond: what it has learnt
#: is looked through as well (7 to 10 with 42 terms and with 209, on a busy machine)
EASY = 3_600
LEARNT = 5.0
#: steps that a step of a circuit can count for: where it is built, and where a search begins again, simplified
BUILT = 12
#: microseconds of a step of Z3's, and bits of a query that make it take as much again, up to a number of times (in
#: microseconds: 3 with 700 to 2,300 bits, 4 to 8 with 5,000, 6 to 10 with 8,000 to 13,000)
OF_STEP = {"z3": 1.0, "z3 alone": 2.0}
BITS = 1_500
MOST_TIMES = 6.0
#: entries of a constant array that Z3 is not asked about: it takes arrays apart store by store, in quadratic time, and
#: neither its limits nor an interrupt end that
TABLE = 2_000
#: queries that a solver may be too slow for before it falls behind
PATIENCE = 2
#: equations that one is compared with
MOST_EQUATIONS = 40
#: conditions under which something is carried, in what is left of one
MOST_CARRIES = 4

#: solver and query, and the steps that did not suffice
Tried = dict[tuple[str, frozenset[Term]], int]
#: with what effort there is left, the solver has been asked before
IN_VAIN = Unknown("it takes more steps than there are")


class Decider:
    """Asks the first of several solvers; the others where it does not know soon.

    ``polynomial``: products matter (claims speak of them), and are looked at before solvers are asked, not after.
    ``tried``: what was asked in vain before, with how many steps; it is not asked again with as few.
    """

    def __init__(
        self, names: Sequence[str], budget: Budget, *, polynomial: bool = False, tried: Tried | None = None
    ) -> None:
        self._names = names
        self._polynomial = polynomial
        self._budget = budget
        self._backends: dict[str, Backend] = {}
        #: solvers that answered, in the order of their first answer
        self.used: dict[str, None] = {}
        self.queries = 0
        self._slow: dict[str, int] = {}
        self._seen: set[Term] = set()
        self._tables: set[Term] = set()
        self._ring = Ring()
        self._tried: Tried = {} if tried is None else tried

    def ask(self, assertions: Sequence[Term]) -> Answer:
        """Do the assertions hold together?"""
        wanted = [a for a in dict.fromkeys(assertions) if a is not TRUE]
        if FALSE in wanted:
            return Unsat((FALSE,))
        wanted = self._open(wanted)
        if FALSE in wanted:
            return Unsat(())
        if self._polynomial and self._ring.concerns(wanted):
            wanted = [self._ring.normalised(a) for a in wanted]
            if self._excluded(abstracted(wanted)):
                return Unsat(())
        return self._asked(wanted)

    def _open(self, wanted: Sequence[Term]) -> list[Term]:
        """The assertions without alternatives that equations exclude: that something with products is not equal."""
        found: list[Term] = []
        for assertion in wanted:
            ways = assertion.args if assertion.op is OR else (assertion,)
            goals = [way.args[0] for way in ways if way.op is NOT and way.args[0].op is EQ]
            if any(goal.args[0].sort.kind == "bv" and self._ring.multiplies(goal) for goal in goals):
                others = [other for other in wanted if other is not assertion]
                left = [way for way in ways if not (way.op is NOT and self._implied(others, way.args[0]))]
                assertion = assertion if len(left) == len(ways) else or_(*left) if left else FALSE
            found.append(assertion)
        return found

    def _implied(self, wanted: Sequence[Term], goal: Term) -> bool:
        if goal.op is not EQ or goal.args[0].sort.kind != "bv" or not self._ring.multiplies(goal):
            return False
        equations = [a for a in wanted if a.op is EQ and a.args[0].sort is goal.args[0].sort]
        return len(equations) <= MOST_EQUATIONS and self._explained(wanted, equations, goal)

    def _explained(self, wanted: Sequence[Term], equations: Sequence[Term], goal: Term) -> bool:
        """Is the goal a sum of multiples of equations, without what is carried where nothing is?"""
        rest = unexplained(self._ring, equations, goal)
        carried = list(dict.fromkeys(c for _, conditions in rest for c in conditions))
        if not carried or len(carried) > MOST_CARRIES:
            return not rest
        known = abstracted([self._ring.normalised(a) for a in wanted])
        never = [c for c in carried if self._excluded([*known, c])]
        return bool(never) and not unexplained(self._ring, equations, goal, never)

    def _excluded(self, wanted: Sequence[Term]) -> bool:
        """Do assertions with unknowns in place of products not hold together?"""
        if FALSE in wanted:
            return True
        self._budget.query()
        size = self._size(wanted)
        for name in self._names:
            answer = self._one(name, wanted, size, ABSTRACT_TRY)
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
            if steps == FIRST_TRY and not self._polynomial and self._ring.concerns(wanted):
                # most products are no hindrance: what is hard as it stands is looked at as polynomials
                wanted = [self._ring.normalised(a) for a in wanted]
                if self._excluded(abstracted(wanted)):
                    return Unsat(())
            steps *= GROWTH
        return answer

    def _one(self, name: str, wanted: Sequence[Term], size: New, steps: int) -> Answer:
        budget = self._budget
        price = _Price(name, len(wanted), size)
        turn = steps if name == "bitwuzla" else min(steps, price.steps(AS_LONG * steps))
        there_are = max(1.0, price.steps(budget.effort - budget.spent))
        most = int(min(turn, there_are))
        query = (name, frozenset(wanted))
        if most <= self._tried.get(query, 0):
            # others may know; a later turn has no more steps than there are
            return OUT_OF_STEPS if turn <= there_are else IN_VAIN
        terms = len(size.terms)
        try:
            backend = self._backend(name)
            answer = backend.check(wanted, timeout=budget.remaining, steps=most, want_core=False)
            if answer == OUT_OF_STEPS:
                self._tried[query] = most
            budget.spend(price.of(backend.steps) + (ASSERTION + LEVEL * terms) * len(wanted) + TERM * terms)
            return answer
        except UnsupportedTerm as error:
            return Unknown(str(error))
        except SolverError as error:
            return Unknown(f"{name}: {error}")

    def _size(self, assertions: Sequence[Term]) -> New:
        """How large a query is; the effort of terms that are in no query before is spent."""
        from antumbra.solvers.backends.circuits import Circuits  # where nothing is asked, it has no use

        size = Circuits().new(assertions)
        new = size.terms - self._seen
        self._tables.update(t for t in new if isinstance(t.data, ArrayValue) and len(t.data.entries) > TABLE)
        self._seen |= new
        self._budget.spend(NEW_TERM * len(new))
        return size

    def _backend(self, name: str) -> Backend:
        backend = self._backends.get(name)
        if backend is None:
            backend = self._backends[name] = make_backend(name, lambda: self._budget.late)
        return backend


class _Price:
    """The effort of so many steps of a solver, and how many there are for an effort."""

    def __init__(self, name: str, assertions: int, size: New) -> None:
        if name == "bitwuzla":
            self._first = 1.0 + (len(size.terms) / SPREAD) ** 2 + assertions * size.bits / ASSUMED
            self._easy = EASY + BUILT * size.steps
            self._later = max(self._first, LEARNT)
        else:
            self._first = self._later = OF_STEP[name] + min(MOST_TIMES, size.bits / BITS)
            self._easy = 0

    def of(self, steps: int) -> float:
        return self._first * min(steps, self._easy) + self._later * max(0, steps - self._easy)

    def steps(self, effort: float) -> float:
        easy = self._first * self._easy
        return effort / self._first if effort <= easy else self._easy + (effort - easy) / self._later
