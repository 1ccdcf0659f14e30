"""What solvers are asked about closed forms, before anybody uses them.

With k any number below the number of rounds n, and values that are those after k rounds (ClosedForm.holds): the forms
hold at the start; the loop stays; after one more round they hold for k + 1; what a round checks does not fail; and with
values after n rounds the loop is left. So by induction they are the values after every round, and n is the first at
which the loop is left. Counters do not wrap: k + 1 is at most n, which is a number of as many bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.counting import Count, count
from antumbra.engines.invariants.closed_forms.dividing import without_quotients
from antumbra.engines.invariants.closed_forms.rounds import NoClosedForm, Round
from antumbra.engines.invariants.closed_forms.series import ClosedForm, closed_forms, resized
from antumbra.records import dataclass
from antumbra.solvers import Backend, SolverError, Unsat, UnsupportedTerm, make_backend
from antumbra.terms import Term
from antumbra.terms.ring import Ring, abstracted, implied

#: steps of a solver for one question
STEPS: Final = 150_000
#: of all questions about a program, and what one costs at least
BUDGET: Final = 1_000_000
LEAST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Solved:
    """A loop whose closed forms are confirmed, for executions that stay at first and satisfy ``count.when``."""

    round: Round
    forms: Mapping[Term, ClosedForm]
    count: Count


class Prover:
    """Asks one solver, in a limited number of steps for one question and for all. ``seconds``: how many the user has
    left, who may have set a limit."""

    def __init__(
        self,
        solver: str = "bitwuzla",
        steps: int = STEPS,
        seconds: Callable[[], float | None] = lambda: None,
        budget: int = BUDGET,
    ) -> None:
        self._backend: Backend = make_backend(solver, lambda: seconds() == 0)
        self._steps = steps
        self._seconds = seconds
        self._left = budget

    def certain(self, known: Iterable[Term], goal: Term) -> bool:
        """Does the goal follow? Undecided counts as no."""
        ring = Ring()
        known = tuple(known)
        if goal.op is T.EQ and goal.args[0].sort.kind == "bv" and implied(ring, known, goal):
            return True
        asked = without_quotients([ring.normalised(term) for term in (*known, T.not_(goal))])
        if T.FALSE in asked:
            return True
        return self._none(abstracted(asked)) or self._none(asked)

    def _none(self, asked: Sequence[Term]) -> bool:
        wanted = [term for term in dict.fromkeys(asked) if term is not T.TRUE]
        if T.FALSE in wanted:
            return True
        if not wanted:
            return False
        try:
            steps = min(self._steps, self._left)
            if steps <= 0 or self._seconds() == 0:
                return False
            answer = self._backend.check(wanted, timeout=self._seconds(), steps=steps, want_core=False)
        except (SolverError, UnsupportedTerm):
            return False
        self._left -= self._backend.steps + LEAST
        return isinstance(answer, Unsat)


def solve(one: Round, prover: Prover) -> Solved:
    """The closed forms of a loop. Raises NoClosedForm where there are none, or none that solvers confirm."""
    forms = closed_forms(one, (*one.needed, *sorted(T.free_variables(one.stay), key=lambda v: v.id)))
    for demand in one.demands:
        if any(one.changing(v) and v not in forms for v in T.free_variables(demand)):
            raise NoClosedForm("a check is about something that has no closed form")
    solved = Solved(one, forms, count(one, forms))
    confirm(solved, prover)
    return solved


def confirm(solved: Solved, prover: Prover) -> None:
    """Raises NoClosedForm where something is wrong with the forms, or not confirmed."""
    one, forms, number = solved.round, solved.forms, solved.count.number
    # in as many bits that no sum with it carries
    wide = 1 + max(number.width, *(form.width for form in forms.values()))
    k = T.var("round k", T.bv_sort(wide))
    next_k = T.bvadd(k, T.bv(1, wide))
    # what grows evenly is written out; of the rest it is known that its form holds
    bent = {v: T.var(f"in round {v.data}", v.sort) for v, form in forms.items() if form.degree > 1}

    def values(rounds: Term) -> dict[Term, Term]:
        return {v: bent.get(v, form.value(rounds)) for v, form in forms.items()}

    def at(term: Term, rounds: Term = k) -> Term:
        now = values(rounds)
        return T.substitute(term, {v: now[v] for v in T.free_variables(term) if v in now})

    at_first = [one.stay, solved.count.when]
    counted = [*at_first, T.bvult(k, resized(number, wide))]
    in_round = [*counted, *(forms[v].holds(now, k) for v, now in bent.items())]

    def demand(known: Iterable[Term], goal: Term, what: str) -> None:
        if not prover.certain(known, goal):
            raise NoClosedForm(f"{what} is not confirmed")

    for v, form in forms.items():
        demand((), form.holds(v, T.const(0, number.sort)), f"the value of {v.data} at the start")
    # a guard is about what grows evenly
    demand(counted, at(one.stay), "that the loop goes on")
    demand(at_first, T.not_(at(one.stay, number)), "that the loop is left")
    for v, form in forms.items():
        demand([*in_round, at(one.stay)], form.holds(at(one.after[v]), next_k), f"the value of {v.data} after a round")
    # what is checked before the loop is left is executed once more by those who leave
    for condition in one.demands:
        demand(in_round, at(condition), "a check in a round")
