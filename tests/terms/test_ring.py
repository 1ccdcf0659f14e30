"""Normal forms of bit-vector polynomials against evaluation, and what solvers then see."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.confirming import Prover
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.question import Budget
from antumbra.solvers import Sat, Unsat, make_backend
from antumbra.terms import Term
from antumbra.terms.ring import Ring, abstracted, implied
from support.size import some


def random_term(random: Random, depth: int, width: int) -> Term:
    if depth == 0 or random.random() < 0.15:
        names = [T.var(f"{name}{width}", T.bv_sort(width)) for name in "xy"]
        return random.choice([*names, T.bv(random.randrange(1 << width), width)])

    def part(width: int = width) -> Term:
        return random_term(random, depth - 1, width)

    kind = random.randrange(10)
    if kind < 4:
        return random.choice([T.bvadd, T.bvsub, T.bvmul, T.bvmul])(part(), part())
    if kind == 4:
        return random.choice([T.bvneg, T.bvnot])(part())
    if kind == 5 and width > 2:
        return random.choice([T.zero_extend, T.sign_extend])(2, part(width - 2))
    if kind == 6 and width < 6:
        return T.extract(width - 1, 0, part(width + 2))
    if kind == 7 and width < 6:
        return T.extract(width, 1, part(width + 2))
    if kind == 8 and width > 1:
        return T.concat(part(1), part(width - 1))
    return T.ite(T.bvult(part(), part()), part(), T.bv(random.randrange(1 << width), width))


def test_normal_forms_mean_the_same() -> None:
    random, changed = Random(1), 0
    for _ in range(some(250, 4000)):
        term = random_term(random, 5, 4)
        test = T.eq(term, random_term(random, 3, 4))
        ring = Ring()
        normal, equal = ring.normalised(term), ring.normalised(test)
        changed += normal is not term
        for _ in range(8):
            values = {v: random.randrange(1 << v.width) for v in T.free_variables(test) | T.free_variables(term)}
            assert T.evaluate(normal, values) == T.evaluate(term, values)
            assert T.evaluate(equal, values) == T.evaluate(test, values)
    assert changed > 100


def test_one_normal_form() -> None:
    x, y = (T.var(name, T.bv_sort(16)) for name in "xy")
    ring = Ring()
    square = T.bvmul(T.bvadd(x, y), T.bvadd(x, y))
    parts = T.bvadd(T.bvadd(T.bvmul(x, x), T.bvmul(y, y)), T.bvmul(T.bv(2, 16), T.bvmul(y, x)))
    assert ring.normalised(square) is ring.normalised(parts)
    assert ring.normalised(T.eq(square, parts)) is T.TRUE
    assert ring.concerns([T.eq(square, x)])
    assert not ring.concerns([T.eq(T.bvadd(T.bvmul(x, y), x), y)])


def test_abstractions_have_all_models() -> None:
    """What is unsatisfiable with unknowns in place of products is unsatisfiable."""
    backend = make_backend("bitwuzla", lambda: False)
    random, excluded = Random(3), 0
    for _ in range(some(60, 600)):
        one, other = random_term(random, 3, 3), random_term(random, 3, 3)
        asked = [T.eq(one, other), T.bvult(random_term(random, 2, 3), one)]
        ring = Ring()
        looser = abstracted([ring.normalised(term) for term in asked])
        if any(term is T.FALSE for term in looser):
            none = True
        else:
            wanted = [term for term in looser if term is not T.TRUE]
            answer = backend.check(wanted, timeout=None, steps=100_000, want_core=False) if wanted else None
            none = isinstance(answer, Unsat)
        if none:
            excluded += 1
            variables = sorted({v for term in asked for v in T.free_variables(term)}, key=lambda v: v.id)
            for _ in range(200):
                values = {v: random.randrange(1 << v.width) for v in variables}
                assert not all(T.evaluate(term, values) for term in asked)
    assert excluded >= 3


def test_implied_equations_hold() -> None:
    """Of random equations, one a sum of multiples of others or not: what is implied holds wherever they do."""
    random, found = Random(5), 0
    variables = [T.var(name, T.bv_sort(2)) for name in "xyz"]

    def number() -> Term:
        return T.bv(random.randrange(4), 2)

    def linear() -> Term:
        total = number()
        for variable in variables:
            total = T.bvadd(total, T.bvmul(number(), variable))
        return total

    for _ in range(some(60, 2000)):
        a, b, c, d = (linear() for _ in range(4))
        factor, other = number(), number()
        left = T.bvadd(T.bvmul(factor, a), T.bvmul(other, c))
        right = T.bvadd(T.bvmul(factor, b), T.bvmul(random.choice([other, number()]), d))
        known, goal = [T.eq(a, b), T.eq(c, d)], T.eq(left, right)
        if goal.op is T.EQ and implied(Ring(), known, goal):
            found += 1
            for values in product(range(4), repeat=3):
                given = dict(zip(variables, values, strict=True))
                assert T.evaluate(goal, given) or not all(T.evaluate(k, given) for k in known)
    assert found >= 20


def test_equations_of_other_widths_say_nothing() -> None:
    x, y = T.var("x", T.bv_sort(8)), T.var("y", T.bv_sort(8))
    narrow = T.eq(T.extract(3, 0, x), T.extract(3, 0, y))
    whole = T.eq(T.bvmul(x, T.bv(3, 8)), T.bvmul(y, T.bv(3, 8)))
    assert not implied(Ring(), [narrow], whole)
    assert implied(Ring(), [T.eq(x, y)], whole)
    ring = Ring()
    assert not implied(ring, [T.eq(T.var("a", T.bv_sort(4)), T.bv(0, 4))], T.eq(T.bvmul(x, x), T.bv(16, 8)))
    assert not implied(ring, [T.eq(T.bvadd(x, T.bv(16, 8)), x)], T.eq(T.bvmul(x, y), y))


def test_the_check_of_proofs_counts_carries() -> None:
    x, y = (T.var(name, T.bv_sort(8)) for name in "xy")
    here, there = T.zero_extend(1, x), T.zero_extend(1, T.bvadd(x, T.bv(1, 8)))
    square = T.eq(T.bvmul(there, here), T.bvadd(T.bvmul(here, here), here))
    twice = T.eq(T.bvmul(T.bvadd(x, y), y), T.bvadd(T.bvmul(x, y), T.bvmul(y, y)))
    wrong = T.eq(T.bvmul(T.bvadd(x, y), y), T.bvmul(x, y))

    def ask(*assertions: Term) -> type:
        return type(Decider(("bitwuzla",), Budget()).ask(assertions))

    assert ask(T.not_(square)) is Sat
    assert ask(T.not_(square), T.bvult(x, y)) is Unsat
    assert ask(T.or_(T.not_(square), T.not_(twice)), T.bvult(x, y)) is Unsat
    assert ask(T.or_(T.not_(wrong), T.not_(twice)), T.bvult(x, y)) is Sat
    assert ask(T.or_(T.eq(x, y), T.not_(twice))) is Sat


@pytest.mark.parametrize("width", [8, 32, 64])
def test_what_solvers_do_not_see(width: int) -> None:
    x, y = (T.var(name, T.bv_sort(width)) for name in "xy")
    one, wide = T.bv(1, width), T.bv(1, width + 1)
    prover = Prover(steps=50_000)
    assert prover.certain([], T.eq(T.bvmul(x, T.bvadd(x, one)), T.bvadd(T.bvmul(x, x), x)))
    # extended without a carry
    there = T.zero_extend(1, T.bvadd(x, one))
    here = T.zero_extend(1, x)
    goal = T.eq(T.bvmul(there, here), T.bvadd(T.bvmul(here, here), here))
    assert prover.certain([T.bvult(x, y)], goal)
    assert not prover.certain([], T.eq(there, T.bvadd(here, wide)))


def test_what_is_shifted_is_extended() -> None:
    """Low bits that are constant carry nothing: zext(x·2ⁿ + c) is zext(x)·2ⁿ + c."""
    x, y = T.var("x", T.bv_sort(3)), T.var("y", T.bv_sort(3))
    for high in (x, T.bvadd(x, y), T.zero_extend(1, x)):
        for low in range(4):
            term = T.bvadd(T.zero_extend(3, T.concat(high, T.bv(low, 2))), T.bv(0, high.width + 5))
            normal = Ring().normalised(T.bvadd(term, T.bvmul(term, term)))
            for a, b in product(range(8), repeat=2):
                values = {x: a, y: b}
                whole = T.evaluate(term, values)
                assert T.evaluate(normal, values) == (whole + whole * whole) % (1 << term.width)
