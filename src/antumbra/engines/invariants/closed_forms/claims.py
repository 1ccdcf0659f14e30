"""Closed forms as claims about loops, for the check of proofs and for engines that take claims.

The number of rounds so far is read off a counter: a variable that grows by the same odd number in every round. Of a
loop that is in one way first and in another one then (``phase_claims``) it says which of them it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.confirming import Solved
from antumbra.engines.invariants.closed_forms.series import ClosedForm
from antumbra.proofs.certificate import LoopClaim, at_entry
from antumbra.records import replace
from antumbra.terms import Term


def loop_claims(solved: Iterable[Solved]) -> tuple[LoopClaim, ...]:
    """What holds at the heads of solved loops; nothing of a loop without a counter."""
    found: list[LoopClaim] = []
    for one in solved:
        conditions = _conditions(one)
        if conditions:
            found.append(LoopClaim(one.round.procedure, one.round.head, conditions))
    return tuple(found)


def _conditions(solved: Solved) -> tuple[Term, ...]:
    clock = _clock(solved)
    if clock is None:
        return ()
    forms, count, stay = solved.forms, solved.count, solved.round.stay
    old = {v: at_entry(v) for v in forms}

    def first(term: Term) -> Term:
        return T.substitute(term, {v: old[v] for v in T.free_variables(term) if v in old})

    variable = clock.variable
    step = clock.coefficients[1].data
    so_far = T.bvsub(variable, old[variable])
    if step != 1:
        so_far = T.bvmul(so_far, T.bv(pow(step, -1, 1 << variable.width), variable.width))
    number = T.ite(first(stay), first(count.number), T.const(0, count.number.sort))
    same = T.eq(variable, old[variable])
    claims = [
        T.bvule(so_far, number) if so_far.sort is number.sort else T.TRUE,
        # the same without a case, where the loop may begin behind its end only by being there
        T.or_(stay, count.left),
        T.or_(stay, count.left, same),
        *(_claimed(form, first, so_far) for v, form in forms.items() if v is not variable),
    ]
    return tuple(claim for claim in claims if claim is not T.TRUE)


def phase_claims(solved: Sequence[Solved]) -> tuple[LoopClaim, ...]:
    """Of ways through one loop, each as the first and each other as the second."""
    found: list[LoopClaim] = []
    for first, second in permutations(solved, 2):
        conditions = tuple(c for c in _phases(first, second) if c is not T.TRUE)
        if conditions:
            found.append(LoopClaim(first.round.procedure, first.round.head, conditions))
    return tuple(found)


def _phases(first: Solved, second: Solved) -> Iterator[Term]:
    """As long as the first way is taken its forms hold, and then those of the second, from where the first ended."""
    clock = _clock(first)
    if clock is None:
        return
    variable, step = clock.variable, clock.coefficients[1]
    same = second.forms.get(variable)
    if same is None or same.degree != 1 or same.coefficients[1] is not step or first.count.number.sort is not step.sort:
        return
    changing = {v: at_entry(v) for v in (*first.forms, *second.forms)}
    so_far = T.bvmul(T.bvsub(variable, changing[variable]), T.bv(pow(step.data, -1, 1 << step.width), step.width))
    ended = _rounds(first, changing)
    middle = {v: first.forms[v].value(ended) if v in first.forms else v for v in changing}
    middle = {
        v: T.substitute(t, {x: changing[x] for x in T.free_variables(t) if x in changing}) for v, t in middle.items()
    }
    within, behind = T.bvule(so_far, ended), T.bvule(ended, so_far)
    for v in changing:
        if v is not variable:
            yield T.implies(within, _told(first, v, changing, so_far))
            yield T.implies(behind, _told(second, v, middle, T.bvsub(so_far, ended)))
    most = _rounds(second, middle)
    if most.sort is so_far.sort:
        yield T.implies(behind, T.bvule(T.bvsub(so_far, ended), most))


def _rounds(solved: Solved, values: Mapping[Term, Term]) -> Term:
    """How often a way is taken from these values on."""
    count = solved.count
    number = T.ite(T.and_(solved.round.stay, count.when), count.number, T.const(0, count.number.sort))
    return T.substitute(number, {v: values[v] for v in T.free_variables(number) if v in values})


def _told(solved: Solved, variable: Term, values: Mapping[Term, Term], rounds: Term) -> Term:
    """What a variable is after so many rounds that began with these values."""
    form = solved.forms.get(variable)
    if form is None:
        return T.eq(variable, values[variable])
    return _claimed(form, lambda t: T.substitute(t, {v: values[v] for v in T.free_variables(t) if v in values}), rounds)


def _claimed(form: ClosedForm, first: Callable[[Term], Term], so_far: Term) -> Term:
    coefficients, wide = (tuple(first(c) for c in terms) for terms in (form.coefficients, form.wide))
    began = replace(form, coefficients=coefficients, wide=wide)
    return began.holds(form.variable, so_far)


def _clock(solved: Solved) -> ClosedForm | None:
    for form in solved.forms.values():
        if form.degree == 1 and form.coefficients[1].op is T.CONST and form.coefficients[1].data % 2:
            return form
    return None
