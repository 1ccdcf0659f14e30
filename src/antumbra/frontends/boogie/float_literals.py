"""Boogie's hexadecimal floats: ``0x1.8e3f24e8`` is 0x1.8 · 16^3 with 24 bits of significand and 8 of exponent."""

from __future__ import annotations

import re
from fractions import Fraction

from antumbra import terms as T
from antumbra.frontends.boogie.syntax import FloatLiteral
from antumbra.frontends.boogie.unsupported import Unsupported
from antumbra.terms import Term

_NUMBER = re.compile(r"(-?)0x([0-9A-Fa-f]+)(?:\.([0-9A-Fa-f]+))?e(-?[0-9]+)f[0-9]+e[0-9]+\Z")


def float_bits(e: FloatLiteral) -> Term:
    """The constant."""
    sort = T.fp_sort(e.exponent, e.significand)
    fraction_bits = e.significand - 1
    top = ((1 << e.exponent) - 1) << fraction_bits
    if e.text.startswith(("0NaN", "0nan")):
        return T.fp_const(top | 1 << (fraction_bits - 1), sort)
    if e.text.startswith("0+oo"):
        return T.fp_const(top, sort)
    if e.text.startswith("0-oo"):
        return T.fp_const(top | 1 << (sort.width - 1), sort)
    found = _NUMBER.match(e.text)
    if found is None:
        raise Unsupported(f"float {e.text}", e.place)
    digits = found[2] + (found[3] or "")
    value = Fraction(int(digits, 16)) * Fraction(16) ** (int(found[4]) - len(found[3] or ""))
    bits = _round(value, e.exponent, fraction_bits)
    return T.fp_const(bits | (1 << (sort.width - 1) if found[1] else 0), sort)


def _round(value: Fraction, exponent_bits: int, fraction_bits: int) -> int:
    """The bits of the nearest float of a value that is not negative; ties to even."""
    if value == 0:
        return 0
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    scaled = value / Fraction(2) ** (exponent - fraction_bits)
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1):
        whole += 1
    bits = whole + ((exponent + bias - 1) << fraction_bits)
    return min(bits, ((1 << exponent_bits) - 1) << fraction_bits)
