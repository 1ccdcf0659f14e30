"""Which floats a conversion to an integer is defined for, as comparisons in LLVM IR."""

from __future__ import annotations

from typing import Final

from antumbra.evidence.native.irtext import Refused

#: format → bits of its exponent, of its significand (with the leading one), and digits of its constants
_FORMATS: Final = {
    "half": (5, 11, "0xH", 4),
    "bfloat": (8, 8, "0xR", 4),
    "float": (11, 53, "0x", 16),  # constants are written as doubles
    "double": (11, 53, "0x", 16),
    "x86_fp80": (15, 64, "0xK", 20),
    "fp128": (15, 113, "0xL", 32),
}
_PRECISION: Final = {kind: form[1] for kind, form in _FORMATS.items()} | {"float": 24}
_LARGEST: Final = {kind: (1 << (form[0] - 1)) - 1 for kind, form in _FORMATS.items()} | {"float": 127}


def integer_bounds(kind: str, width: int, *, signed: bool) -> tuple[str, str, str]:
    """A comparison with a constant that holds above the lower bound, that constant, and what lies below the upper one.

    Fractions are cut off: what is greater than the least integer minus one is within. Where the format does not have
    that number it has none between the two either.
    """
    if kind not in _FORMATS:
        raise Refused(f"conversion of {kind} to an integer is not run natively")
    top = width - 1 if signed else width
    if not signed:
        return "ogt", constant(kind, -1), constant(kind, 1 << top)
    if top <= _LARGEST[kind] and width > _PRECISION[kind]:
        return "oge", constant(kind, -1 << top), constant(kind, 1 << top)
    return "ogt", constant(kind, (-1 << top) - 1), constant(kind, 1 << top)


def constant(kind: str, number: int) -> str:
    """An integer that the format has exactly; infinity if it is too large."""
    exponent_bits, precision, prefix, digits = _FORMATS[kind]
    bias = (1 << (exponent_bits - 1)) - 1
    size = abs(number)
    power = size.bit_length() - 1
    leading = 1 if kind == "x86_fp80" else 0  # the leading one is written down
    if power > _LARGEST[kind]:
        exponent, fraction = 2 * bias + 1, leading << (precision - 1)
    else:
        exponent = bias + power
        fraction = size << (precision - 1 - power) if power < precision else size >> (power - precision + 1)
        fraction &= (1 << (precision - 1 + leading)) - 1
    sign = int(number < 0) << (exponent_bits + precision - 1 + leading)
    bits = sign | exponent << (precision - 1 + leading) | fraction
    if kind == "fp128":  # the lower half is written first
        bits = (bits & ((1 << 64) - 1)) << 64 | bits >> 64
    return f"{prefix}{bits:0{digits}X}"
