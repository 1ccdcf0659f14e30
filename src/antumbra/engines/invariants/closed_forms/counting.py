"""How many rounds a loop has, from its guard: a guess, to be confirmed, and a condition under which it is one.

The guard compares a term that grows by the same number in every round with one that stays the same. Where the counter
would pass the end of its range the rounds are another number, or have no end: ``when`` excludes that.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.rounds import NoClosedForm, Round
from antumbra.engines.invariants.closed_forms.series import ClosedForm, resized
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import dataclass
from antumbra.terms import Term
from antumbra.terms.ring import ONE, Ring


@dataclass(frozen=True, slots=True)
class Count:
    """For executions that stay in the loop at first, and of which ``when`` holds: ``number`` rounds. Over values at the
    start. ``left`` at the head of each round either there is another one, or this holds: where the loop is left."""

    number: Term
    when: Term
    left: Term
    #: of several conditions each that ends, and after how many rounds; ``number`` is the least of these
    ends: tuple[tuple[Term, Term], ...] = ()


def count(one: Round, forms: dict[Term, ClosedForm]) -> Count:
    """Of several conditions the first to fail counts. Those that do not change, or lead away from their end, are
    guessed to go on to hold. Raises NoClosedForm."""
    counts: dict[Term, Count] = {}
    why = NoClosedForm("the guard does not change")
    for part in conjuncts(one.stay):
        if not _stays(one, forms, part):
            try:
                counts[part] = _count_of(one, forms, part)
            except NoClosedForm as no:
                why = no
    if not counts:
        raise why
    if len(counts) == 1:
        return next(iter(counts.values()))
    width = max(each.number.width for each in counts.values())
    ends = tuple((part, resized(each.number, width)) for part, each in counts.items())
    number = ends[0][1]
    for _, other in ends[1:]:
        number = T.ite(T.bvult(other, number), other, number)
    return Count(number, T.and_(*(each.when for each in counts.values())), T.TRUE, ends)


def _stays(one: Round, forms: dict[Term, ClosedForm], part: Term) -> bool:
    """Does a condition mean the same in every round?"""
    if not any(one.changing(v) for v in T.free_variables(part)):
        return True
    while part.op is T.NOT:
        part = part.args[0]
    if part.op not in (T.EQ, T.BVSLT, T.BVSLE, T.BVULT, T.BVULE) or part.args[0].sort.kind != "bv":
        return False
    a, b = part.args
    try:
        if part.op is T.EQ:
            return _step(one, forms, a) == _step(one, forms, b)
        return _step(one, forms, a) == 0 == _step(one, forms, b)
    except NoClosedForm:
        return False


def _count_of(one: Round, forms: dict[Term, ClosedForm], stay: Term) -> Count:
    positive = True
    while stay.op is T.NOT:
        stay, positive = stay.args[0], not positive
    if stay.op is T.EQ and stay.args[0].sort.kind == "bv":
        return _equality(one, forms, stay, positive)
    if stay.op not in (T.BVSLT, T.BVSLE, T.BVULT, T.BVULE):
        raise NoClosedForm("the guard is no comparison")
    low, high = stay.args
    strict = stay.op in (T.BVSLT, T.BVULT)
    if not positive:
        low, high, strict = high, low, not strict
    signed = stay.op in (T.BVSLT, T.BVSLE)
    steps = _step(one, forms, low), _step(one, forms, high)
    width = low.width
    most = (1 << (width - 1)) - 1 if signed else (1 << width) - 1
    least = 1 << (width - 1) if signed else 0
    below = T.bvsle if signed else T.bvule
    if steps[0] > 0 and steps[1] == 0:
        # low grows until it is past high, or equal to it
        own = _own_most(low)
        most = most if own is None else min(most, own)
        step, gap, room = steps[0], T.bvsub(high, low), T.bv(most - (steps[0] - (1 if strict else 0)), width)
        when = below(high, room) if step > 1 or not strict or own is not None else T.TRUE
    elif steps[1] < 0 and steps[0] == 0:
        step, gap = -steps[1], T.bvsub(high, low)
        room = T.bv(least + (step - (1 if strict else 0)), width)
        when = below(room, low) if step > 1 or not strict else T.TRUE
    else:
        raise NoClosedForm("the guard does not come nearer to its end")
    if step > most:
        raise NoClosedForm("the step is too long")
    number = _quotient(T.bvsub(gap, T.bv(1, width)) if strict else gap, step)
    left = T.eq(low, high) if strict else T.eq(T.bvsub(low, high), T.bv(1, width))
    return Count(T.bvadd(number, T.bv(1, width)), when, left if step == 1 else T.TRUE)


def _own_most(term: Term) -> int | None:
    """The largest value that something extended has in its own bits."""
    if term.op is T.SIGN_EXTEND:
        return (1 << (term.args[0].width - 1)) - 1
    return (1 << term.args[0].width) - 1 if term.op is T.ZERO_EXTEND else None


def _quotient(term: Term, step: int) -> Term:
    return term if step == 1 else T.bvudiv(term, T.bv(step, term.width))


def _equality(one: Round, forms: dict[Term, ClosedForm], test: Term, positive: bool) -> Count:
    left, right = test.args
    width = left.width
    gap = T.bvsub(right, left)
    step = (_step(one, forms, left) - _step(one, forms, right)) % (1 << width)
    if not step:
        raise NoClosedForm("the guard does not change")
    if positive:
        return Count(T.bv(1, width), T.TRUE, T.not_(test))
    twos = (step & -step).bit_length() - 1
    inverse = T.bv(pow(step >> twos, -1, 1 << width), width)
    if not twos:
        return Count(T.bvmul(gap, inverse), T.TRUE, test)
    when = T.eq(T.extract(twos - 1, 0, gap), T.bv(0, twos))
    rounds = T.bvmul(T.extract(width - 1, twos, gap), T.extract(width - 1 - twos, 0, inverse))
    return Count(T.zero_extend(twos, rounds), when, test)


def _step(one: Round, forms: dict[Term, ClosedForm], term: Term) -> int:
    """By how much a term grows in each round, as a number with a sign."""
    if not any(one.changing(v) for v in T.free_variables(term)):
        return 0
    after: dict[Term, Term] = {}
    for v in T.free_variables(term):
        if one.changing(v):
            if forms[v].degree > 1:
                raise NoClosedForm("the guard is about something that grows faster and faster")
            after[v] = T.bvadd(v, forms[v].coefficients[1])
    width = term.width
    grown = Ring().polynomial(T.bvsub(T.substitute(term, after), term))
    if set(grown) - {ONE}:
        inner = term.args[0] if term.op in (T.ZERO_EXTEND, T.SIGN_EXTEND) else term
        if inner is term:
            raise NoClosedForm("the guard is about something that grows by different numbers")
        return _step(one, forms, inner)
    number = grown.get(ONE, 0)
    return number - ((number >> (width - 1)) << width)
