"""Sums and projections: what they say is what the terms say."""

from __future__ import annotations

from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.invariants.linear import addends, total
from antumbra.engines.invariants.projection import projections
from antumbra.terms import Term

X, Y = T.var("x", T.bv_sort(8)), T.var("y", T.bv_sort(8))


def _term(random: Random, depth: int, width: int) -> Term:
    if depth == 0:
        if random.random() < 0.3:
            return T.bv(random.randrange(1 << width), width)
        leaf = random.choice((X, Y))
        return leaf if width == 8 else T.extract(width - 1, 0, leaf) if width < 8 else T.zero_extend(width - 8, leaf)
    a = _term(random, depth - 1, width)
    match random.choice(("add", "sub", "neg", "mul", "shift", "concat", "extract")):
        case "add":
            return T.bvadd(a, _term(random, depth - 1, width))
        case "sub":
            return T.bvsub(a, _term(random, depth - 1, width))
        case "neg":
            return T.bvneg(a)
        case "mul":
            return T.bvmul(a, T.bv(random.randrange(1 << width), width))
        case "shift":
            return T.bvshl(a, T.bv(random.randrange(width + 1), width))
        case "concat" if width > 1:
            low = random.randrange(1, width)
            return T.concat(_term(random, depth - 1, width - low), _term(random, depth - 1, low))
        case _:
            return T.extract(width - 1, 0, _term(random, depth - 1, width + random.randrange(3)))


def _values(random: Random) -> dict[Term, int]:
    return {X: random.randrange(256), Y: random.randrange(256)}


@pytest.mark.parametrize("seed", range(5))
def test_a_term_is_the_sum_of_its_addends(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        term = _term(random, 4, random.choice((3, 8, 10)))
        found = addends(term)
        assert found is not None
        again = total(found[0].items(), found[1], term)
        for _ in range(3):
            values = _values(random)
            assert T.evaluate(term, values) == T.evaluate(again, values), term


@pytest.mark.parametrize("seed", range(5))
def test_low_bits_follow_from_the_condition(seed: int) -> None:
    random = Random(seed)
    kept = frozenset({X})
    for _ in range(40):
        atoms = [T.eq(_term(random, 3, 8), _term(random, 3, 8)) for _ in range(3)]
        condition = T.or_(T.and_(atoms[0], T.bvult(X, Y)), T.not_(atoms[1]), T.ite(atoms[2], atoms[0], T.bvult(Y, X)))
        weaker = list(projections(condition, kept))
        for part in weaker:
            assert T.free_variables(part) <= kept
        for _ in range(20):
            values = _values(random)
            if weaker and T.evaluate(condition, values):
                assert T.evaluate(weaker[1], values), condition


def test_an_index_is_solved_for_the_forgotten_variable() -> None:
    watched, mine, round_ = (T.var(name, T.bv_sort(32)) for name in ("watched", "mine", "round"))
    at = T.bvadd(T.bvmul(mine, T.bv(64, 32)), round_)
    condition = T.and_(T.eq(watched, at), T.bvult(round_, T.bv(64, 32)))
    strongest, _, rows = projections(condition, frozenset({watched, mine}))
    values = {watched: 64 * 5 + 9, mine: 5}
    assert T.evaluate(strongest, values)
    assert T.evaluate(rows, values)
    assert not T.evaluate(strongest, {**values, mine: 4})
    assert not T.evaluate(rows, {**values, mine: 4})
