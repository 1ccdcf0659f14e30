"""A constant table that is read at an unknown place, without arrays: a balanced tree over the bits of the index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra.terms.operators import CONST, SELECT
from antumbra.terms.term import Term
from antumbra.terms.values import ArrayValue


def reads_table(term: Term) -> bool:
    """Is it the element of a constant table at an index of bits?"""
    return term.op is SELECT and len(term.args) == 2 and term.args[0].op is CONST and bool(term.args[1].sort.mask)


def multiplexer(
    table: ArrayValue,
    width: int,
    value: Callable[[Any], Any],
    choose: Callable[[int, Any, Any], Any],
    same: Callable[[Any, Any], bool],
) -> Any:
    """``choose``: the first where a bit of the index is set, else the second. Equal halves are shared."""
    default = value(table.default)
    layer = {key: value(entry) for key, entry in sorted(table.entries.items())}
    for bit in range(width):
        if not layer:
            break
        above: dict[int, Any] = {}
        for key in {k >> 1: None for k in layer}:
            low, high = layer.get(2 * key, default), layer.get(2 * key + 1, default)
            above[key] = low if same(low, high) else choose(bit, high, low)
        layer = above
    return layer.get(0, default)
