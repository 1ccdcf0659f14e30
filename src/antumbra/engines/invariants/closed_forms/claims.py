"""Closed forms as claims about loops, for the check of proofs and for engines that take claims.

The number of rounds so far is read off a counter: a variable that grows by the same odd number in every round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
        T.or_(stay, count.left, same),
        *(_claimed(form, first, so_far) for v, form in forms.items() if v is not variable),
    ]
    return tuple(claim for claim in claims if claim is not T.TRUE)


def _claimed(form: ClosedForm, first: Callable[[Term], Term], so_far: Term) -> Term:
    coefficients, wide = (tuple(first(c) for c in terms) for terms in (form.coefficients, form.wide))
    began = replace(form, coefficients=coefficients, wide=wide)
    return began.holds(form.variable, so_far)


def _clock(solved: Solved) -> ClosedForm | None:
    for form in solved.forms.values():
        if form.degree == 1 and form.coefficients[1].op is T.CONST and form.coefficients[1].data % 2:
            return form
    return None
