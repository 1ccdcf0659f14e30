"""Who is asked, and what it takes: a large table goes to Bitwuzla, since nothing ends what Z3 does with one."""

from __future__ import annotations

from contextlib import suppress
from functools import reduce

import pytest

from antumbra import terms as T
from antumbra.proofs.asking.deciding import EASY, TABLE, Decider, Tried, _Price
from antumbra.proofs.question import Budget, OutOfBudget
from antumbra.solvers import Unknown, Unsat
from antumbra.solvers.backends.circuits import Circuits
from antumbra.terms.sorts import array_sort, bv_sort


def _two_entries_at_one_index(entries: int) -> list[T.Term]:
    table = T.array_value(array_sort(bv_sort(32), bv_sort(8)), 0, {i: 1 + i % 200 for i in range(entries)})
    i, j = T.var("i", bv_sort(32)), T.var("j", bv_sort(32))
    return [T.eq(T.select(table, i), T.bv(7, 8)), T.eq(T.select(table, j), T.bv(9, 8)), T.eq(i, j)]


def test_small_table() -> None:
    decider = Decider(("z3", "bitwuzla"), Budget())
    assert isinstance(decider.ask(_two_entries_at_one_index(50)), Unsat)
    assert list(decider.used) == ["z3"]


def test_large_table() -> None:
    decider = Decider(("z3", "bitwuzla"), Budget())
    query = _two_entries_at_one_index(TABLE + 1)
    assert isinstance(decider.ask(query), Unsat)
    assert isinstance(decider.ask(query[::-1]), Unsat)
    assert list(decider.used) == ["bitwuzla"]
    i = T.var("i", bv_sort(32))
    assert isinstance(decider.ask([T.eq(i, T.bv(1, 32)), T.eq(i, T.bv(2, 32))]), Unsat)
    assert list(decider.used) == ["bitwuzla", "z3"]


def test_nobody_is_left() -> None:
    assert isinstance(Decider(("z3 alone", "z3"), Budget()).ask(_two_entries_at_one_index(TABLE + 1)), Unknown)


def _sums(width: int, count: int) -> list[T.Term]:
    """That sorting changes a sum, which it does not."""
    values = [T.var(f"x{i}", bv_sort(width)) for i in range(count)]
    before = reduce(T.bvadd, values)
    for last in range(count - 1, 0, -1):
        for i in range(last):
            one, other = values[i], values[i + 1]
            swapped = T.bvugt(one, other)
            values[i], values[i + 1] = T.ite(swapped, other, one), T.ite(swapped, one, other)
    return [T.not_(T.eq(before, reduce(T.bvadd, values)))]


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_no_more_is_spent_than_there_is_by_much(name: str) -> None:
    budget = Budget(effort=50_000)
    with suppress(OutOfBudget):
        Decider((name,), budget).ask(_sums(32, 4))
    assert 0.8 * budget.effort < budget.spent < 1.2 * budget.effort


def test_steps_of_large_queries_cost_more() -> None:
    small, large = Circuits().new(_sums(8, 2)), Circuits().new(_sums(64, 9))
    for name in ("z3", "bitwuzla"):
        assert _Price(name, 2, large).of(1_000) > 1.3 * _Price(name, 2, small).of(1_000)
        for effort in (500.0, 50_000.0, 5_000_000.0):
            price = _Price(name, 2, large)
            assert abs(price.of(int(price.steps(effort))) - effort) < 20


def test_many_assertions_cost_more() -> None:
    size = Circuits().new(_sums(64, 9))
    assert _Price("bitwuzla", 90, size).of(1_000) > 5 * _Price("bitwuzla", 1, size).of(1_000)


def test_a_long_search_costs_more_than_circuits() -> None:
    """Of the same steps, those for circuits are circuits' alone."""
    x, y = T.var("x", bv_sort(64)), T.var("y", bv_sort(64))
    product, total = Circuits().new([T.eq(T.bvmul(x, y), x)]), Circuits().new([T.eq(T.bvadd(x, y), x)])
    assert _Price("bitwuzla", 1, product).of(EASY + 1_000) < _Price("bitwuzla", 1, total).of(EASY + 1_000)


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_what_was_asked_in_vain_is_not_asked_again_with_as_much(name: str) -> None:
    tried: Tried = {}
    query = _sums(32, 4)
    with suppress(OutOfBudget):
        Decider((name,), Budget(effort=20_000), tried=tried).ask(query)
    assert tried
    again = Budget(effort=20_000)
    assert isinstance(Decider((name,), again, tried=tried).ask(query), Unknown)
    assert again.spent < 5_000
    more = Budget(effort=40_000)
    with suppress(OutOfBudget):
        Decider((name,), more, tried=tried).ask(query)
    assert more.spent > 35_000
