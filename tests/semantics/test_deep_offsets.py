"""Offsets as deep as the loops that made them."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.proofs.memory.contents import low_zeros
from antumbra.semantics.memory.arrays import aligned


def _deep(levels: int) -> T.Term:
    x, y = (T.var(name, T.bv_sort(32)) for name in "xy")
    term = x
    for _ in range(levels):
        term = T.bvmul(T.bvadd(T.bvor(term, y), T.bv(4, 32)), T.bvadd(term, T.bv(8, 32)))
    return term


def test_deep_offsets_are_not_aligned_as_far_as_is_known() -> None:
    term = _deep(3000)
    assert not aligned(term, 4)
    assert low_zeros(term) == 0
    assert aligned(T.bvshl(term, T.bv(2, 32)), 4)
    assert low_zeros(T.concat(T.extract(29, 0, term), T.bv(0, 2))) == 2
