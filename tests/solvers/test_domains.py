"""Interval sets against sets of Python integers; preimages against trying every value."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.solvers.chain import domains as d
from antumbra.solvers.chain.preimage import Inexact, Preimage
from antumbra.solvers.chain.ranges import range_of
from antumbra.solvers.chain.shape import Condition, condition_note, variable_note
from antumbra.terms import Term, floats
from solvers.random_terms import bits, boolean
from support.size import some

TOP = 16
SETS = st.frozensets(st.integers(0, TOP - 1))


def bounds(values: frozenset[int]) -> d.Bounds:
    return d.of_values(sorted(values))


def elements(found: d.Bounds) -> frozenset[int]:
    domain = d.domain(found)
    assert domain.size == len(list(domain))
    assert all(a < b for a, b in pairwise(found))
    return frozenset(domain)


@given(SETS, SETS)
def test_set_operations(a: frozenset[int], b: frozenset[int]) -> None:
    x, y = bounds(a), bounds(b)
    assert elements(x) == a
    assert elements(d.intersection(x, y)) == a & b
    assert elements(d.union(x, y)) == a | b
    assert elements(d.difference(x, y)) == a - b
    assert elements(d.complement(x, TOP)) == frozenset(range(TOP)) - a
    assert d.domain(x).subset_of(d.domain(y)) == (a <= b)
    assert all((v in d.domain(x)) == (v in a) for v in range(-1, TOP + 1))
    assert d.domain(x) is d.domain(bounds(a))


@given(SETS, st.integers(0, TOP - 1))
def test_movements(a: frozenset[int], by: int) -> None:
    assert elements(d.shifted(bounds(a), by, TOP)) == frozenset((v + by) % TOP for v in a)
    assert elements(d.mirrored(bounds(a), TOP)) == frozenset(TOP - 1 - v for v in a)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 7])
def test_preimages_are_exact(width: int) -> None:
    random = Random(width)
    x = T.var(f"x{width}", T.bv_sort(width))
    top = 1 << width
    exact = 0
    for _ in range(1200):
        condition = boolean(random, [x], random.randrange(4))
        low = random.randrange(top)
        high = random.randrange(low, top)
        search = Preimage(x, (low, high), {})
        try:
            truth = search.truth(condition)
        except Inexact:
            continue
        exact += 1
        for value in range(top) if not search.used_hull else range(low, high + 1):
            inside = any(truth[i] <= value < truth[i + 1] for i in range(0, len(truth), 2))
            assert inside == T.evaluate(condition, {x: value}), (condition, value, truth)
    assert exact > 600


def test_preimages_with_other_variables_fixed() -> None:
    random = Random(77)
    x, y = T.var("px", T.bv_sort(4)), T.var("py", T.bv_sort(4))
    exact = 0
    for _ in range(1500):
        condition = boolean(random, [x, y], 3)
        other = random.randrange(16)
        search = Preimage(x, (0, 15), {y: other})
        try:
            truth = search.truth(condition)
        except Inexact:
            continue
        exact += 1
        for value in range(16):
            inside = any(truth[i] <= value < truth[i + 1] for i in range(0, len(truth), 2))
            assert inside == T.evaluate(condition, {x: value, y: other}), (condition, value, other)
    assert exact > 500


@pytest.mark.parametrize("width", [1, 3, 4, 8])
def test_splits(width: int) -> None:
    random = Random(width)
    x = T.var(f"s{width}", T.bv_sort(width))
    top = 1 << width
    for _ in range(some(150, 300)):
        condition = boolean(random, [x], 3)
        if x not in T.free_variables(condition):
            continue
        note = condition_note(condition)
        for _ in range(3):
            values = frozenset(random.sample(range(top), random.randrange(1, top + 1)))
            split = note.split(d.domain(bounds(values)))
            assert split is not None, "small variables are always decided"
            holds = frozenset(v for v in values if T.evaluate(condition, {x: v}))
            assert frozenset(split[0]) == holds
            assert frozenset(split[1]) == values - holds


def test_ranges_are_sound() -> None:
    random = Random(5)
    x, y = T.var("rx", T.bv_sort(4)), T.var("ry", T.bv_sort(3))
    for _ in range(2500):
        term = (
            bits(random, random.choice((3, 4, 6)), [x, y], 3) if random.random() < 0.7 else boolean(random, [x, y], 2)
        )
        limits = {}
        for variable in (x, y):
            low = random.randrange(1 << variable.width)
            limits[variable] = (low, random.randrange(low, 1 << variable.width))
        found = range_of(term, lambda v, limits=limits: limits[v])
        assert found is not None
        for a in range(limits[x][0], limits[x][1] + 1):
            for b in range(limits[y][0], limits[y][1] + 1):
                assert found[0] <= int(T.evaluate(term, {x: a, y: b})) <= found[1], (term, a, b, found)


def _float_term(random: Random, variables: list[Term], depth: int) -> Term:
    sort = T.FLOAT16
    mode = T.rm(random.choice(("RNE", "RTZ", "RTP", "RTN")))
    if depth == 0:
        if random.random() < 0.3:
            return T.fp_const(random.choice((0, 0x8000, 0x3C00, 0xC000, 0x7BFF, 0x7C00, 1, 0x0400, 0x4B00)), sort)
        convert = random.choice((T.fp_from_ubv, T.fp_from_sbv))
        return convert(mode, random.choice(variables), sort)
    one, two = (_float_term(random, variables, depth - 1) for _ in range(2))
    if random.random() < 0.3:
        return random.choice((T.fp_neg, T.fp_abs))(one)
    if random.random() < 0.2:
        return T.fp_to_fp(mode, T.fp_to_fp(mode, one, T.FLOAT32), sort)
    if random.random() < 0.1:
        return T.ite(T.fp_lt(one, two), one, two)
    return random.choice((T.fp_add, T.fp_sub, T.fp_mul, T.fp_div))(mode, one, two)


def _bounded(term: Term, limits: dict[Term, tuple[int, int]]) -> bool:
    """Whether bounds decide a term; they hold for all values of two variables."""
    found = range_of(term, lambda v: limits[v])
    if found is None:
        return False
    x, y = limits
    for a in range(limits[x][0], limits[x][1] + 1):
        for b in range(limits[y][0], limits[y][1] + 1):
            value = T.evaluate(term, {x: a, y: b})
            if term.sort.kind == "fp":
                assert not floats.is_nan(term.sort, value)
                value = floats.order_key(term.sort, value)
            assert found[0] <= int(value) <= found[1], (term, a, b, found)
    return found[0] == found[1] and term.op is not T.CONST


def test_ranges_of_floats_at_their_edges() -> None:
    """Two zeros, a divisor that may be zero, a number that does not fit."""
    x, y, mode = T.var("fx", T.bv_sort(4)), T.var("fy", T.bv_sort(3)), T.rm("RNE")
    one, two = (T.fp_from_ubv(mode, v, T.FLOAT16) for v in (x, y))
    three, hundred = T.fp_const(0x4200, T.FLOAT16), T.fp_const(0x5640, T.FLOAT16)
    assert not _bounded(T.eq(T.fp_neg(one), two), {x: (0, 0), y: (0, 0)})
    assert _bounded(T.fp_eq(T.fp_neg(one), two), {x: (0, 0), y: (0, 0)})
    assert not _bounded(T.fp_div(mode, three, T.fp_sub(mode, one, three)), {x: (1, 6), y: (0, 0)})
    assert not _bounded(T.fp_to_sbv(mode, T.fp_mul(mode, one, hundred), 8), {x: (0, 15), y: (0, 0)})


def test_ranges_of_floats_are_sound() -> None:
    """All values of two small numbers: floats, what is asked of them, and the numbers that they become."""
    random = Random(11)
    x, y = T.var("fx", T.bv_sort(4)), T.var("fy", T.bv_sort(3))
    decided = 0
    for _ in range(some(400, 20000)):
        one, two = (_float_term(random, [x, y], random.randrange(3)) for _ in range(2))
        limits = {}
        for variable in (x, y):
            low = random.randrange(1 << variable.width)
            limits[variable] = (low, random.randrange(low, 1 << variable.width))
        asked = [
            one,
            T.fp_lt(one, two),
            T.fp_le(one, two),
            T.fp_eq(one, two),
            T.eq(one, two),
            T.fp_is_nan(one),
            T.fp_is_infinite(one),
            T.fp_to_sbv(T.rm("RTZ"), one, 8),
        ]
        decided += sum(_bounded(term, limits) for term in asked)
    assert decided > 150


def test_membership_literals() -> None:
    random = Random(9)
    x = T.var("m", T.bv_sort(5))
    note = condition_note(T.bvult(x, T.bv(3, 5))).only
    assert note is not None
    for _ in range(200):
        values = frozenset(random.sample(range(32), random.randrange(1, 32)))
        literal = note.literal(d.domain(bounds(values)))
        assert {v for v in range(32) if T.evaluate(literal, {x: v})} == values


def test_large_terms_over_one_byte() -> None:
    """Their parts are evaluated once for each value, and only for values that are asked about."""
    byte = T.var("large", T.bv_sort(8))
    variable_note(byte).parts.clear()
    seen: set[bool] = set()
    number = T.zero_extend(24, byte)
    for step in range(400):
        number = T.bvadd(T.bvmul(number, T.bv(10 + step, 32)), T.bvxor(T.zero_extend(24, byte), T.bv(step, 32)))
        if step < 390:
            continue
        note = Condition(T.bvult(number, T.bv(1 << 31, 32)), step)  # not the one that an earlier run has asked
        for asked in (frozenset(range(40, 50)), frozenset(range(30, 60))):
            split = note.split(d.domain(bounds(asked)))
            assert split is not None
            true = {value for value in asked if T.evaluate(note.term, {byte: value})}
            assert set(split[0]) == true
            assert set(split[1]) == asked - true
            seen |= {value in true for value in asked}
    assert seen == {True, False}
