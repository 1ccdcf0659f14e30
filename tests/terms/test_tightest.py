"""Conjunctions without comparisons that others imply mean the same."""

from __future__ import annotations

from random import Random

from antumbra import terms as T
from antumbra.terms.tightest import tightest
from support import size

X, Y = T.var("x", T.bv_sort(4)), T.var("y", T.bv_sort(4))
KINDS = (T.bvslt, T.bvsle, T.bvult, T.bvule, T.eq)


def test_the_rest_means_the_same() -> None:
    random, dropped = Random(1), 0
    for _ in range(size.some(150, 300)):
        conditions: list[T.Term] = []
        for _ in range(random.randrange(1, 8)):
            kind, constant = random.choice(KINDS), T.bv(random.randrange(16), 4)
            term = random.choice((X, Y, T.bvadd(X, Y)))
            made = kind(term, constant) if random.random() < 0.5 else kind(constant, term)
            conditions.append(T.not_(made) if random.random() < 0.2 else made)
        kept = tightest(conditions)
        dropped += len(conditions) - len(kept)
        all_of, some = T.and_(T.TRUE, *conditions), T.and_(T.TRUE, *kept)
        for x in range(16):
            for y in range(16):
                values = {X: x, Y: y}
                assert T.evaluate(all_of, values) == T.evaluate(some, values), (conditions, kept)
    assert dropped > size.some(50, 100)


def test_one_of_many() -> None:
    conditions = [T.bvslt(T.bv(k, 8), T.var("n", T.bv_sort(8))) for k in range(5)]
    assert tightest(conditions) == conditions[-1:]


def test_one_value_says_it_all() -> None:
    n = T.var("n", T.bv_sort(8))
    others = [T.not_(T.eq(n, T.bv(k, 8))) for k in range(5)]
    known = T.eq(n, T.bv(7, 8))
    assert tightest([*others, known, T.bvslt(n, T.bv(9, 8))]) == [known]
    # what contradicts stays
    assert tightest([known, T.not_(T.eq(n, T.bv(7, 8)))]) == [known, T.not_(known)]
    assert tightest([known, T.eq(n, T.bv(8, 8))]) == [known, T.eq(n, T.bv(8, 8))]
