"""Every bit-vector rule is proved: raw and simplified terms are equal, says a solver, over all argument shapes."""

from __future__ import annotations

import itertools

import pytest

from antumbra import terms as T
from support.size import some
from terms.oracle import CHUNK, prove_equal
from terms.patterns import shapes

LINEAR = [T.BVADD, T.BVSUB, T.BVAND, T.BVOR, T.BVXOR, T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.EQ, T.BVSADDO, T.BVSSUBO]
SHIFTS = [T.BVSHL, T.BVLSHR, T.BVASHR]
HARD = [T.BVMUL, T.BVUDIV, T.BVUREM, T.BVSDIV, T.BVSREM, T.BVUMULO, T.BVSMULO]


def all_pairs(op: T.Op, width: int) -> list[tuple[T.Term, T.Term]]:
    terms = shapes(width)
    return [(T.intern(op, (a, b)), T.make(op, (a, b))) for a, b in itertools.product(terms, terms)]


@pytest.mark.parametrize("width", some([3], [1, 3, 4]))
@pytest.mark.parametrize("op", LINEAR + SHIFTS + HARD, ids=lambda op: op.name)
def test_binary_small(op: T.Op, width: int) -> None:
    assert prove_equal(all_pairs(op, width)) > 0


@pytest.mark.parametrize("width", some([64], [8, 32, 64]))
@pytest.mark.parametrize("op", LINEAR + SHIFTS, ids=lambda op: op.name)
def test_binary_wide(op: T.Op, width: int) -> None:
    # without products and quotients inside, which solvers cannot do at these widths
    easy = [t for t in shapes(width) if not any(s.op in (T.BVMUL, T.BVUDIV) for s in T.subterms(t))]
    if width > 8:
        easy = easy[:: 2 if op in LINEAR else 3]
    pairs = [(T.intern(op, (a, b)), T.make(op, (a, b))) for a, b in itertools.product(easy, easy)]
    # several wide sums at once take minutes
    assert prove_equal(pairs, chunk=1 if width > 8 and op in (T.BVADD, T.BVSUB) else CHUNK) > 0


@pytest.mark.parametrize("width", [8, 32])
@pytest.mark.parametrize("op", HARD, ids=lambda op: op.name)
def test_by_constants_wide(op: T.Op, width: int) -> None:
    x = T.var("x", T.bv_sort(width))
    ks = [0, 1, 2, 4, 1 << (width - 1), -1] + ([3, 5, -7, 100] if width == 8 else [])
    z = T.zero_extend(width - 4, T.var("n", T.bv_sort(4)))
    pairs: list[tuple[T.Term, T.Term]] = []
    for k in ks:
        for t in (x, z):
            both = ((t, T.bv(k, width)), (T.bv(k, width), t))
            pairs += [(T.intern(op, args), T.make(op, args)) for args in both]
    assert prove_equal(pairs) > 0


@pytest.mark.parametrize("width", [1, 3, 4, 8])
def test_unary_and_structure(width: int) -> None:
    pairs: list[tuple[T.Term, T.Term]] = []
    for t in shapes(width):
        pairs += [(T.intern(op, (t,)), T.make(op, (t,))) for op in (T.BVNEG, T.BVNOT)]
        pairs += [
            (T.intern(op, (t,), n), T.make(op, (t,), n)) for op in (T.ZERO_EXTEND, T.SIGN_EXTEND) for n in (0, 1, 5)
        ]
        for high in range(width):
            pairs += [
                (T.intern(T.EXTRACT, (t,), d), T.make(T.EXTRACT, (t,), d))
                for d in ((high, low) for low in range(high + 1))
            ]
    assert prove_equal(pairs) > 0


@pytest.mark.parametrize(("left", "right"), [(1, 1), (3, 4), (4, 3), (8, 8)])
def test_concat(left: int, right: int) -> None:
    pairs = [
        (T.intern(T.CONCAT, (a, b)), T.make(T.CONCAT, (a, b)))
        for a, b in itertools.product(shapes(left), shapes(right))
    ]
    assert prove_equal(pairs) > 0


def test_extract_of_concat_chains() -> None:
    parts = [T.var(f"p{i}", T.bv_sort(i % 3 + 1)) for i in range(6)]
    parts[3] = T.bv(0, 2)
    whole = parts[0]
    for p in parts[1:]:
        whole = T.concat(whole, p)
    pairs = [
        (T.intern(T.EXTRACT, (whole,), (high, low)), T.extract(high, low, whole))
        for high in range(whole.width)
        for low in range(high + 1)
    ]
    assert prove_equal(pairs) > 0


def test_derived_operators() -> None:
    """Those without a row of their own, against their definitions in SMT-LIB."""
    for width in (1, 4):
        sort = T.bv_sort(width)
        x, y = T.var("x", sort), T.var("y", sort)
        wide = [T.intern(T.ZERO_EXTEND, (t,), 1) for t in (x, y)]
        total = T.intern(T.BVADD, tuple(wide))
        carry = T.intern(T.EXTRACT, (total,), (width, width))
        pairs = [
            (T.intern(T.BVULT, (y, x)), T.bvugt(x, y)),
            (T.intern(T.BVULE, (y, x)), T.bvuge(x, y)),
            (T.intern(T.BVSLT, (y, x)), T.bvsgt(x, y)),
            (T.intern(T.BVSLE, (y, x)), T.bvsge(x, y)),
            (T.intern(T.EQ, (carry, T.bv(1, 1))), T.bvuaddo(x, y)),
            (T.intern(T.BVULT, (x, y)), T.bvusubo(x, y)),
            (T.intern(T.BVSSUBO, (T.bv(0, width), x)), T.bvnego(x)),
        ]
        prove_equal(pairs)


def test_sums_with_a_common_part() -> None:
    names = [T.var(n, T.bv_sort(4)) for n in "xyz"]
    sums = [T.intern(T.BVADD, pair) for pair in itertools.permutations(names, 2)]
    assert prove_equal([(T.intern(T.EQ, (a, b)), T.eq(a, b)) for a, b in itertools.product(sums, sums)]) > 0


def test_peeling_through_many_operators() -> None:
    """An equality with a constant is solved through a chain of invertible steps, without recursion."""
    x = T.var("x", T.bv_sort(32))
    t, value = x, 12345
    for i in range(5000):
        t = T.bvadd(T.bvxor(t, T.bv(i * 77 + 1, 32)), T.bv(i, 32)) if i % 3 else T.bvmul(t, T.bv(2 * i + 3, 32))
    result = T.evaluate(t, {x: value})
    assert T.eq(t, T.bv(result, 32)) is T.eq(x, T.bv(value, 32))


@pytest.mark.parametrize("width", [2, 4, 8])
def test_powers_of_two(width: int) -> None:
    x, k = T.var("x", T.bv_sort(width)), T.var("k", T.bv_sort(width))
    small = width.bit_length() - 1
    bounded = T.zero_extend(width - small, T.var("j", T.bv_sort(small)))
    one = T.bv(1, width)
    powers = [T.bvshl(one, k), T.bvshl(one, bounded)]
    powers += [T.bvshl(power, one) for power in powers]
    pairs: list[tuple[T.Term, T.Term]] = []
    for power in powers:
        for op in (T.BVMUL, T.BVUDIV, T.BVUREM):
            pairs += [(T.intern(op, (a, b)), T.make(op, (a, b))) for a, b in ((x, power), (power, x))]
    assert prove_equal(pairs) > 0
    assert T.bvudiv(x, powers[1]) is T.bvlshr(x, bounded)
    assert T.bvmul(powers[0], x) is T.bvshl(x, k)
