"""Sets of floats, given by their bits, in the order of numbers: ``x < 0.1 || x is NaN``."""

from __future__ import annotations

import math
import struct
from typing import Final

from antumbra.solvers.chain.domains import Bounds, intersection
from antumbra.terms import Sort

_FORMS: Final = {16: "<e", 32: "<f", 64: "<d"}
#: width → digits after which every value is told from its neighbours
_DIGITS: Final = {16: 5, 32: 9}
#: as keys: floats in order, one after the other
Piece = tuple[int, int]


def float_text(bits: int, sort: Sort) -> str:
    """A float as C writes it, in as few digits as tell it from others of its format."""
    form = _FORMS.get(sort.width)
    if form is None:
        return f"float({bits:#x})"
    value: float = struct.unpack(form, bits.to_bytes(sort.width // 8, "little"))[0]
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "-infinity" if value < 0 else "infinity"
    for digits in range(1, _DIGITS.get(sort.width, 0) + 1):
        short = f"{value:.{digits}g}"
        try:
            same = struct.pack(form, float(short)) == struct.pack(form, value)
        except OverflowError:
            continue
        if same:
            return short if any(c in short for c in ".e") else f"{short}.0"
    return repr(value)


def float_set_text(name: str, bounds: Bounds, sort: Sort) -> str:
    """``bounds``: bit patterns, ascending, with exclusive ends."""
    sign = 1 << (sort.width - 1)
    infinity = ((1 << sort.exponent) - 1) << (sort.significand - 1)
    parts: list[str] = []
    positive, negative = (_zone(bounds, base, infinity + 1) for base in (0, sign))
    # keys: -1 is the negative zero, 0 the positive one
    pieces = [(-1 - high, -1 - low) for low, high in reversed(negative)] + positive
    if pieces and negative and positive and negative[0][0] == 0 and positive[0][0] == 0:
        at = len(negative)
        pieces[at - 1 : at + 1] = [(pieces[at - 1][0], pieces[at][1])]
    ends = (-1 - infinity, infinity)
    if pieces == [ends]:
        parts.append(f"{name} is a number")
    elif pieces == [(ends[0] + 1, ends[1] - 1)]:
        parts.append(f"{name} is finite")
    else:
        parts += [_piece(name, piece, ends, sort) for piece in pieces]
    nans = [_zone(bounds, base + infinity + 1, sign - infinity - 1) for base in (0, sign)]
    whole = [(0, sign - infinity - 2)]
    if nans == [whole, whole]:
        parts.append(f"{name} is NaN")
    elif nans != [[], []]:
        parts.append(f"{name} is one of some NaNs")
    return " || ".join(parts)


def _zone(bounds: Bounds, base: int, size: int) -> list[Piece]:
    """The part of a set that lies in a range, counted from its start."""
    part = intersection(bounds, (base, base + size))
    return [(low - base, end - 1 - base) for low, end in zip(part[::2], part[1::2], strict=True)]


def _piece(name: str, piece: Piece, ends: Piece, sort: Sort) -> str:
    low, high = piece
    if low == high:
        return f"{name} == {_key_text(low, sort)}" if low not in (-1, 0) else f"{name} is {_key_text(low, sort)}"
    if low == ends[0]:
        return _shorter(name, ("<=", high), ("<", high + 1), sort)
    if high == ends[1]:
        return _shorter(name, (">=", low), (">", low - 1), sort)
    return f"{_key_text(low, sort)} <= {name} <= {_key_text(high, sort)}"


def _shorter(name: str, closed: tuple[str, int], open_: tuple[str, int], sort: Sort) -> str:
    """Zeros are equal as numbers: a zero at an end stays inside."""
    texts = [f"{name} {sign} {_key_text(key, sort)}" for sign, key in (closed, open_)]
    return texts[0] if closed[1] in (-1, 0) else min(texts, key=len)


def _key_text(key: int, sort: Sort) -> str:
    bits = key if key >= 0 else (1 << (sort.width - 1)) | (-1 - key)
    return float_text(bits, sort)
