"""Boogie's hexadecimal floats: ``0x1.8e3f24e8`` is 0x1.8 · 16^3 with 24 bits of significand and 8 of exponent."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.boogie.syntax import FloatLiteral
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.patterns import pattern
from antumbra.terms import Term

#: larger floats have no use, and their bias no room
MOST_EXPONENT_BITS = 1 << 16

_NUMBER = pattern(r"(-?)0x([0-9A-Fa-f]+)\.([0-9A-Fa-f]+)e(-?[0-9]+)f[0-9]+e[0-9]+\Z")


def float_bits(e: FloatLiteral) -> Term:
    """The constant. The checker let only literals pass that have one."""
    bits = exact_bits(e)
    if bits is None:
        raise Unsupported(f"float {e.text}", e.place)
    return T.fp_const(bits, T.fp_sort(e.exponent, e.significand))


def exact_bits(e: FloatLiteral) -> int | None:
    """The literal's IEEE bits; None if no finite float of that size is exactly what was written."""
    if e.significand < 2 or e.exponent < 2 or e.exponent > MOST_EXPONENT_BITS:
        return None
    fraction_bits = e.significand - 1
    top = ((1 << e.exponent) - 1) << fraction_bits
    sign = 1 << (e.significand + e.exponent - 1)
    if e.text.startswith(("0NaN", "0nan")):
        return top | 1 << (fraction_bits - 1)
    if e.text.startswith(("0+oo", "0-oo")):
        return top | (sign if e.text[1] == "-" else 0)
    found = _NUMBER.match(e.text)
    if found is None:
        return None
    digits = int(found[2] + found[3], 16)
    bits = _finite(digits, 4 * (int(found[4]) - len(found[3])), e.exponent, fraction_bits)
    return None if bits is None else bits | (sign if found[1] else 0)


def _finite(digits: int, scale: int, exponent_bits: int, fraction_bits: int) -> int | None:
    """The bits of ``digits`` · 2^``scale``. The scale may be astronomic: only a small one becomes a shift."""
    if digits == 0:
        return 0
    zeros = (digits & -digits).bit_length() - 1
    digits, scale = digits >> zeros, scale + zeros
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = digits.bit_length() - 1 + scale
    if exponent > bias:
        return None
    exponent = max(exponent, 1 - bias)
    shift = scale - (exponent - fraction_bits)
    if shift < 0:
        return None
    return (digits << shift) + ((exponent + bias - 1) << fraction_bits)
