"""Who is asked: a large table goes to Bitwuzla, since nothing ends what Z3 does with one."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.proofs.asking.deciding import TABLE, Decider
from antumbra.proofs.question import Budget
from antumbra.solvers import Unknown, Unsat
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
