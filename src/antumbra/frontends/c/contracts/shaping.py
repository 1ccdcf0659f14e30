"""What pointer parameters of an entry lead to where its contract says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import gcd
from typing import Final

from antumbra.frontends.c.contracts.words import SHAPES
from antumbra.frontends.options import LoadOptions
from antumbra.patterns import pattern
from antumbra.program.contracts import Contract
from antumbra.program.pointers import MOST_BYTES, MOST_SIZES, Meaning, Meanings, default_meaning
from antumbra.records import replace

_SHAPE: Final = pattern(
    rf"^@[\w.]*{SHAPES}_\d+[\w.]* = internal constant \[4 x i64\] "
    r"\[i64 (-?\d+), i64 (-?\d+), i64 (-?\d+), i64 (-?\d+)\]",
    re.MULTILINE,
)


def shaped(options: LoadOptions, contract: Contract, ir: str) -> Meanings:
    """Objects of exactly the bytes that are required where these are known; else of each number of elements up to the
    usual size. What the user says of a parameter counts more: the precondition is assumed of that, then."""
    given = options.pointer_meanings
    named = dict(given.named)
    rows: dict[int, list[tuple[int, int, int]]] = {}
    for position, *row in (tuple(map(int, match)) for match in _SHAPE.findall(ir)):
        rows.setdefault(position, []).append((row[0], row[1], row[2]))
    default = default_meaning(options.entry_pointers, options.entry_pointer_size)
    for position, found in rows.items():
        if str(position) not in named:
            named.setdefault(contract.parameters[position - 1], _meaning(found, default))
    return replace(given, named=tuple(named.items()))


def _meaning(rows: Sequence[tuple[int, int, int]], default: Meaning) -> Meaning:
    """``rows``: whether it holds always; bytes, or -1 if they depend on inputs; bytes of an element."""
    null = "never" if any(always for always, _, _ in rows) else default.null
    least = min(max((extent for _, extent, _ in rows if extent >= 0), default=0), MOST_BYTES)
    steps = [max(step, 1) for _, extent, step in rows if extent < 0]
    if not steps:
        return replace(default, null=null, least=least, most=least, required=True)
    # the sizes that callers may have just so, and no more: multiples of what the sizes are made of
    step = gcd(least, *steps) if len({*steps}) == 1 else 1
    most = max(default.most // step * step, least + step)
    most = min(most, least + (MOST_SIZES - 1) * step)
    return replace(default, null=null, least=least, most=most, step=step, required=True)
