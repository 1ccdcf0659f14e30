"""Bit-vector arithmetic on unsigned Python ints, with SMT-LIB's meaning (division by zero included)."""

from __future__ import annotations


def signed(width: int, x: int) -> int:
    """The two's complement number of an unsigned pattern."""
    return x - (1 << width) if x >> (width - 1) else x


def sdiv(width: int, x: int, y: int) -> int:
    """Truncated division; by zero: 1 for negative x, else -1."""
    x, y = signed(width, x), signed(width, y)
    mask = (1 << width) - 1
    if y == 0:
        return 1 if x < 0 else mask
    quotient = abs(x) // abs(y)
    return (-quotient if (x < 0) != (y < 0) else quotient) & mask


def srem(width: int, x: int, y: int) -> int:
    """Remainder of truncated division, with the dividend's sign; by zero: the dividend."""
    if y == 0:
        return x
    x, y = signed(width, x), signed(width, y)
    rest = abs(x) % abs(y)
    return (-rest if x < 0 else rest) & ((1 << width) - 1)


def shl(width: int, x: int, y: int) -> int:
    return (x << y) & ((1 << width) - 1) if y < width else 0


def ashr(width: int, x: int, y: int) -> int:
    return (signed(width, x) >> min(y, width)) & ((1 << width) - 1)


def slt(width: int, x: int, y: int) -> bool:
    sign = 1 << (width - 1)
    return x ^ sign < y ^ sign


def sle(width: int, x: int, y: int) -> bool:
    sign = 1 << (width - 1)
    return x ^ sign <= y ^ sign


def _fits(width: int, n: int) -> bool:
    return -(1 << (width - 1)) <= n < 1 << (width - 1)


def saddo(width: int, x: int, y: int) -> bool:
    return not _fits(width, signed(width, x) + signed(width, y))


def ssubo(width: int, x: int, y: int) -> bool:
    return not _fits(width, signed(width, x) - signed(width, y))


def smulo(width: int, x: int, y: int) -> bool:
    return not _fits(width, signed(width, x) * signed(width, y))


def euclidean_div(x: int, y: int) -> int:
    """SMT-LIB's div: the remainder is never negative; by zero: 0."""
    if y == 0:
        return 0
    return x // y if y > 0 else -(x // -y)
