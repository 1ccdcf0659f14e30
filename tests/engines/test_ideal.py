"""Words as numbers, and numbers as words: the same truth, where nothing is unknown."""

from __future__ import annotations

from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.invariants.ideal import Ideal, InWords, Sums, number_of
from antumbra.terms import Term

WIDTH = 4
WORDS = tuple(T.var(name, T.bv_sort(WIDTH)) for name in ("x", "y"))
NUMBERS = {number_of(x): x for x in WORDS}


def _number(value: int, *, signed: bool) -> int:
    return value - (1 << WIDTH) if signed and value >> (WIDTH - 1) else value


def _word(random: Random, depth: int) -> Term:
    if not depth:
        return random.choice((*WORDS, T.bv(random.randrange(1 << WIDTH), WIDTH)))
    a, b = _word(random, depth - 1), _word(random, depth - 1)
    some = T.bv(random.randrange(1, 1 << (WIDTH - 1)), WIDTH)
    made = (
        lambda: T.bvadd(a, b),
        lambda: T.bvsub(a, b),
        lambda: T.bvneg(a),
        lambda: T.ite(T.bvslt(a, b), a, b),
        lambda: T.bvudiv(a, some),
        lambda: T.bvsdiv(a, some),
        lambda: T.bvsrem(a, some),
        lambda: T.bvand(a, T.bv(3, WIDTH)),
        lambda: T.bvlshr(a, T.bv(1, WIDTH)),
        lambda: T.bvshl(a, T.bv(1, WIDTH)),
        lambda: T.concat(T.extract(WIDTH - 2, 0, a), T.bv(random.randrange(2), 1)),
        lambda: T.extract(WIDTH - 1, 0, T.sign_extend(2, a)),
        lambda: T.extract(WIDTH - 1, 0, T.zero_extend(2, a)),
    )
    return random.choice(made)()


@pytest.mark.parametrize("sums", [Sums.WRAPPED, Sums.BOUNDED])
@pytest.mark.parametrize("signed", [True, False])
def test_exactly(signed: bool, sums: Sums) -> None:
    """A comparison of words is that of their numbers, if sums wrap around, and where all of them are words."""
    checked = 0
    for seed in range(60):
        random = Random(seed)
        compare = random.choice((T.bvult, T.bvule, T.bvslt, T.bvsle, T.eq, T.bvsaddo))
        words = compare(_word(random, 2), _word(random, 2))
        ideal = Ideal(signed=signed, sums=sums)
        numbers, leaves = ideal.said(words), T.or_(*ideal.leaving([words]))
        if not T.free_variables(numbers) <= NUMBERS.keys():
            continue  # something is unknown
        for x in range(1 << WIDTH):
            for y in (0, 1, 7, 8, 15, random.randrange(16)):
                values = dict(zip(WORDS, (x, y), strict=True))
                said = {number_of(v): _number(n, signed=signed) for v, n in values.items()}
                if not T.evaluate(leaves, said):
                    assert T.evaluate(words, values) == T.evaluate(numbers, said), (seed, words, numbers, x, y)
        checked += 1
    assert checked >= 20


@pytest.mark.parametrize("signed", [True, False])
def test_back_in_words(signed: bool) -> None:
    """Whatever is said of numbers is said of words that are wide enough."""
    one, other = NUMBERS
    for seed in range(80):
        random = Random(seed)
        total = T.add(T.mul(one, T.integer(random.randint(-3, 3))), T.mul(other, T.integer(random.randint(-3, 3))))
        bound = T.integer(random.randint(-20, 20))
        atom = random.choice((T.le, T.lt, T.eq))(total, bound)
        rest = T.eq(T.mod(one, T.integer(3)), T.integer(1))
        condition = random.choice((atom, T.not_(atom), T.or_(atom, rest)))
        *_, last = InWords(NUMBERS, signed=signed).candidates(condition) if condition.op is not T.CONST else (T.TRUE,)
        for x in range(1 << WIDTH):
            for y in range(1 << WIDTH):
                said = {number_of(v): _number(n, signed=signed) for v, n in zip(WORDS, (x, y), strict=True)}
                expected = T.evaluate(condition, said) if condition.op is not T.CONST else True
                assert T.evaluate(last, dict(zip(WORDS, (x, y), strict=True))) == expected, (condition, last, x, y)


def test_a_law_of_words_wraps_around() -> None:
    one, other = NUMBERS
    law = T.and_(T.le(T.add(one, other), T.integer(9)), T.le(T.integer(9), T.add(one, other)))
    assert T.eq(T.bvadd(*WORDS), T.bv(9, WIDTH)) in list(InWords(NUMBERS, signed=True).candidates(law))
