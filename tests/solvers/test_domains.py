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
