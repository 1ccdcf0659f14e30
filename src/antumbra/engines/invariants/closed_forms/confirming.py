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
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import dataclass
from antumbra.solvers import Backend, SolverError, Unsat, UnsupportedTerm, make_backend
from antumbra.terms import Term
from antumbra.terms.ring import Ring, abstracted, implied
from antumbra.terms.substitution import replace_parts

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

    ends = solved.count.ends or ((one.stay, number),)
    at_first = [one.stay, solved.count.when]
    below = {part: T.bvult(k, resized(end, wide)) for part, end in ends}
    counted = [*at_first, *below.values()]

    def demand(known: Iterable[Term], goal: Term, what: str) -> None:
        if not prover.certain(known, goal):
            raise NoClosedForm(f"{what} is not confirmed")

    _demand_least(number, [end for _, end in ends], demand)
    for v, form in forms.items():
        demand((), form.holds(v, T.const(0, number.sort)), f"the value of {v.data} at the start")
    # a guard is about what grows evenly
    for part in conjuncts(one.stay) if solved.count.ends else (one.stay,):
        near = [*at_first, below[part]] if part in below else counted
        if not prover.certain(near, at(part)):
            demand(counted, at(part), "that the loop goes on")
    for part, end in ends:
        demand(at_first, T.not_(at(part, end)), "that the loop is left")
    # extensions of counters that do not wrap grow as the counters do
    evenly, first = _extended(one, forms, at, k, lambda goal: prover.certain(counted, goal))
    in_round = [*counted, *(forms[v].holds(now, k) for v, now in bent.items())]
    for v, form in forms.items():
        after = T.substitute(at(replace_parts(one.after[v], evenly)), first)
        demand([*in_round, at(one.stay)], form.holds(after, next_k), f"the value of {v.data} after a round")
    # what is checked before the loop is left is executed once more by those who leave
    for condition in one.demands:
        demand(in_round, at(condition), "a check in a round")


def _demand_least(number: Term, ends: Sequence[Term], demand: Callable[[Iterable[Term], Term, str], None]) -> None:
    """The number of rounds is the least of several, whatever they are."""
    if len(ends) == 1 and number is ends[0]:
        return
    names = {end: T.var(f"end {i}", end.sort) for i, end in enumerate(dict.fromkeys(ends))}
    least = replace_parts(number, names)
    for name in names.values():
        demand((), T.bvule(least, name), "the number of rounds")
    demand((), T.or_(*(T.eq(least, name) for name in names.values())), "the number of rounds")


def _extended(
    one: Round,
    forms: Mapping[Term, ClosedForm],
    at: Callable[[Term], Term],
    rounds: Term,
    certain: Callable[[Term], bool],
) -> tuple[dict[Term, Term], dict[Term, Term]]:
    """Extensions of counters in a round that are surely the first value's, and the same steps, in their own bits: what
    they are in words of names, and what the names stand for."""
    found: dict[Term, Term] = {}
    names: dict[Term, Term] = {}
    for term in T.subterms(*one.after.values()):
        if term.op not in (T.ZERO_EXTEND, T.SIGN_EXTEND) or term.args[0] not in forms:
            continue
        form = forms[term.args[0]]
        if form.degree != 1 or form.coefficients[1].op is not T.CONST:
            continue
        step = form.coefficients[1].data
        step -= (step >> (form.variable.width - 1)) << form.variable.width
        sort = term.sort
        grown = T.bvmul(T.const(step % (1 << sort.width), sort), resized(rounds, sort.width))
        began = T.var(f"began {term.id}", sort)
        first = T.substitute(term, {form.variable: form.coefficients[0]})
        if certain(T.eq(at(term), T.bvadd(first, grown))):
            found[term] = T.bvadd(began, grown)
            names[began] = first
    return found, names
