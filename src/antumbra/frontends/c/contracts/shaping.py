"""What pointer parameters of an entry lead to where its contract says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import gcd
from typing import Final

from antumbra.frontends.c.contracts.words import SHAPES
from antumbra.frontends.errors import InputError
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
    shapes = {position: _meaning(found, default) for position, found in rows.items()}
    if default.equal or any(meaning.equal for meaning in named.values()):
        shapes = _large_enough(shapes)
    for position, meaning in shapes.items():
        if str(position) not in named:
            named.setdefault(contract.parameters[position - 1], meaning)
    return replace(given, named=tuple(named.items()))


def _large_enough(shapes: Mapping[int, Meaning]) -> dict[int, Meaning]:
    """Pointers that may be equal: what one leads to may be as large as what another one needs."""
    most = max((meaning.most for meaning in shapes.values()), default=0)
    sizes = [size for meaning in shapes.values() for size in (meaning.least, meaning.most)]
    step = max(gcd(*sizes, *(meaning.step for meaning in shapes.values() if meaning.least < meaning.most)), 1)
    found = {position: replace(meaning, most=most, step=step) for position, meaning in shapes.items()}
    if any(len(meaning.sizes) > MOST_SIZES for meaning in found.values()):
        raise InputError(f"objects of pointers that may be equal have more than {MOST_SIZES} sizes")
    return found


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
