"""IEEE 754 arithmetic on bit patterns, for every format and all five rounding modes, exactly rounded.

A finite number is (sign, m, e) with value (-1)^sign * m * 2^e in integers of any size; each
operation computes its exact result (or enough bits of it and a sticky bit) and rounds once in
:func:`_round`. Binary32 and binary64 in the default mode take the machine's own arithmetic, which gives
the same bits (tests compare them) in a tenth of the time.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from antumbra.terms.sorts import FLOAT32, FLOAT64, Sort
from antumbra.terms.values import canonical_nan, is_nan_pattern

_PACK_DOUBLE: Final = struct.Struct("<d")
_PACK_SINGLE: Final = struct.Struct("<f")
_PACK_64: Final = struct.Struct("<Q")
_PACK_32: Final = struct.Struct("<I")


def double_of(bits: int) -> float:
    """The Python float with these binary64 bits."""
    return _PACK_DOUBLE.unpack(_PACK_64.pack(bits))[0]


def bits_of_double(value: float) -> int:
    """The binary64 bits of a Python float, NaNs made canonical."""
    if value != value:
        return canonical_nan(FLOAT64)
    return _PACK_64.unpack(_PACK_DOUBLE.pack(value))[0]


def single_of(bits: int) -> float:
    """The Python float equal to the binary32 number with these bits."""
    return _PACK_SINGLE.unpack(_PACK_32.pack(bits))[0]


def bits_of_single(value: float) -> int:
    """The binary32 bits of a Python float rounded to nearest even, NaNs made canonical."""
    if value != value:
        return canonical_nan(FLOAT32)
    try:
        return _PACK_32.unpack(_PACK_SINGLE.pack(value))[0]
    except OverflowError:
        return infinity(FLOAT32, value < 0)


def infinity(sort: Sort, negative: bool) -> int:
    """The bits of an infinity."""
    return (((1 << sort.exponent) - 1) << (sort.significand - 1)) | (negative << (sort.width - 1))


def zero(sort: Sort, negative: bool) -> int:
    """The bits of a zero."""
    return negative << (sort.width - 1)


def _magnitude(sort: Sort, bits: int) -> int:
    return bits & ((1 << (sort.width - 1)) - 1)


def is_nan(sort: Sort, bits: int) -> bool:
    return is_nan_pattern(sort, bits)


def is_infinite(sort: Sort, bits: int) -> bool:
    return _magnitude(sort, bits) == infinity(sort, False)


def is_zero(sort: Sort, bits: int) -> bool:
    return _magnitude(sort, bits) == 0


def is_subnormal(sort: Sort, bits: int) -> bool:
    return 0 < _magnitude(sort, bits) < 1 << (sort.significand - 1)


def is_normal(sort: Sort, bits: int) -> bool:
    return 1 << (sort.significand - 1) <= _magnitude(sort, bits) < infinity(sort, False)


def is_negative(sort: Sort, bits: int) -> bool:
    return not is_nan_pattern(sort, bits) and bool(bits >> (sort.width - 1))


def is_positive(sort: Sort, bits: int) -> bool:
    return not is_nan_pattern(sort, bits) and not bits >> (sort.width - 1)


def from_bits(sort: Sort, bits: int) -> int:
    """A bit pattern as a value: every NaN becomes the canonical one."""
    return canonical_nan(sort) if is_nan_pattern(sort, bits) else bits


def _decode(sort: Sort, bits: int) -> tuple[int, int, int]:
    """(sign, m, e) of a finite number."""
    fraction_bits = sort.significand - 1
    sign = bits >> (sort.width - 1)
    field = (bits >> fraction_bits) & ((1 << sort.exponent) - 1)
    fraction = bits & ((1 << fraction_bits) - 1)
    least = 2 - (1 << (sort.exponent - 1)) - fraction_bits
    if field == 0:
        return sign, fraction, least
    return sign, fraction | (1 << fraction_bits), least + field - 1


def _rounds_up(rm: str, sign: int, odd: int, rest: int, half: int) -> bool:
    """Whether the magnitude goes up when ``rest`` (of a unit ``2 * half``) is cut off."""
    if rm == "RNE":
        return rest > half or (rest == half and bool(odd))
    if rm == "RNA":
        return rest >= half
    if rm == "RTP":
        return rest > 0 and not sign
    if rm == "RTN":
        return rest > 0 and bool(sign)
    return False


def _round(sort: Sort, rm: str, sign: int, m: int, e: int, sticky: bool = False) -> int:
    """The float nearest to (-1)^sign * m * 2^e in the sense of ``rm``.

    Pre: ``sticky`` says that the exact magnitude lies strictly between m and m + 1 units; then m has at
    least two bits more than the format's significand.
    """
    if sticky:
        m = (m << 1) | 1
        e -= 1
    if m == 0:
        return zero(sort, bool(sign))
    precision = sort.significand
    bias = (1 << (sort.exponent - 1)) - 1
    least = 2 - bias - precision  # exponent of a subnormal's last bit
    unit = max(e + m.bit_length() - precision, least)
    shift = unit - e
    if shift <= 0:
        n = m << -shift
    else:
        n = m >> shift
        if _rounds_up(rm, sign, n & 1, m & ((1 << shift) - 1), 1 << (shift - 1)):
            n += 1
            if n.bit_length() > precision:
                n >>= 1
                unit += 1
    if unit + precision - 1 > bias and n.bit_length() == precision:
        to_infinity = rm in ("RNE", "RNA") or (rm == "RTP" and not sign) or (rm == "RTN" and sign)
        return infinity(sort, bool(sign)) - (0 if to_infinity else 1)
    if n >> (precision - 1):
        n += (unit - least) << (precision - 1)
    return n | (sign << (sort.width - 1))


def _round_fraction(sort: Sort, rm: str, sign: int, numerator: int, denominator: int, e: int = 0) -> int:
    """Round numerator / denominator * 2^e, both positive."""
    shift = max(0, sort.significand + 3 + denominator.bit_length() - numerator.bit_length())
    quotient, rest = divmod(numerator << shift, denominator)
    return _round(sort, rm, sign, quotient, e - shift, rest != 0)


def from_fraction(sort: Sort, rm: str, value: Fraction) -> int:
    """The float for a rational number."""
    if value == 0:
        return 0
    return _round_fraction(sort, rm, int(value < 0), abs(value.numerator), value.denominator)


def from_integer(sort: Sort, rm: str, value: int) -> int:
    """The float for an integer."""
    return _round(sort, rm, int(value < 0), abs(value), 0)


def to_fraction(sort: Sort, bits: int) -> Fraction:
    """The rational number of a finite float; 0 for infinities and NaN, where SMT-LIB leaves it open."""
    if is_nan_pattern(sort, bits) or is_infinite(sort, bits):
        return Fraction(0)
    sign, m, e = _decode(sort, bits)
    value = Fraction(m << e) if e >= 0 else Fraction(m, 1 << -e)
    return -value if sign else value


def _by_machine(sort: Sort, rm: str) -> bool:
    """Whether the machine's arithmetic gives this format and mode."""
    return rm == "RNE" and (sort is FLOAT64 or sort is FLOAT32)


def _quick(sort: Sort, rm: str, operation: Callable[[float, float], float], x: int, y: int) -> int | None:
    """Machine arithmetic. Binary32 through binary64 is exact too: 53 >= 2 * 24 + 2."""
    if not _by_machine(sort, rm):
        return None
    try:
        if sort is FLOAT64:
            return bits_of_double(operation(double_of(x), double_of(y)))
        return bits_of_single(operation(single_of(x), single_of(y)))
    except (ZeroDivisionError, OverflowError):
        return None


def neg(sort: Sort, x: int) -> int:
    return x if is_nan_pattern(sort, x) else x ^ (1 << (sort.width - 1))


def abs_(sort: Sort, x: int) -> int:
    return _magnitude(sort, x)


def add(sort: Sort, rm: str, x: int, y: int) -> int:
    quick = _quick(sort, rm, float.__add__, x, y)
    if quick is not None:
        return quick
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y):
        return canonical_nan(sort)
    if is_infinite(sort, x):
        return canonical_nan(sort) if is_infinite(sort, y) and x != y else x
    if is_infinite(sort, y):
        return y
    sx, mx, ex = _decode(sort, x)
    sy, my, ey = _decode(sort, y)
    return _add_exact(sort, rm, (sx, mx, ex), (sy, my, ey))


def _add_exact(sort: Sort, rm: str, x: tuple[int, int, int], y: tuple[int, int, int]) -> int:
    sx, mx, ex = x
    sy, my, ey = y
    e = min(ex, ey)
    total = ((-mx if sx else mx) << (ex - e)) + ((-my if sy else my) << (ey - e))
    if total == 0:
        both_zero_alike = mx == 0 and my == 0 and sx == sy
        return zero(sort, bool(sx) if both_zero_alike else rm == "RTN")
    return _round(sort, rm, int(total < 0), abs(total), e)


def sub(sort: Sort, rm: str, x: int, y: int) -> int:
    return add(sort, rm, x, neg(sort, y))


def mul(sort: Sort, rm: str, x: int, y: int) -> int:
    quick = _quick(sort, rm, float.__mul__, x, y)
    if quick is not None:
        return quick
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y):
        return canonical_nan(sort)
    sign = (x ^ y) >> (sort.width - 1)
    if is_infinite(sort, x) or is_infinite(sort, y):
        if is_zero(sort, x) or is_zero(sort, y):
            return canonical_nan(sort)
        return infinity(sort, bool(sign))
    _, mx, ex = _decode(sort, x)
    _, my, ey = _decode(sort, y)
    return _round(sort, rm, sign, mx * my, ex + ey)


def div(sort: Sort, rm: str, x: int, y: int) -> int:
    quick = _quick(sort, rm, float.__truediv__, x, y)
    if quick is not None:
        return quick
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y):
        return canonical_nan(sort)
    sign = (x ^ y) >> (sort.width - 1)
    if is_infinite(sort, x):
        return canonical_nan(sort) if is_infinite(sort, y) else infinity(sort, bool(sign))
    if is_infinite(sort, y):
        return zero(sort, bool(sign))
    if is_zero(sort, y):
        return canonical_nan(sort) if is_zero(sort, x) else infinity(sort, bool(sign))
    if is_zero(sort, x):
        return zero(sort, bool(sign))
    _, mx, ex = _decode(sort, x)
    _, my, ey = _decode(sort, y)
    return _round_fraction(sort, rm, sign, mx, my, ex - ey)


def fma(sort: Sort, rm: str, x: int, y: int, z: int) -> int:
    """x * y + z, rounded once."""
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y) or is_nan_pattern(sort, z):
        return canonical_nan(sort)
    sign = (x ^ y) >> (sort.width - 1)
    if is_infinite(sort, x) or is_infinite(sort, y):
        if is_zero(sort, x) or is_zero(sort, y):
            return canonical_nan(sort)
        product = infinity(sort, bool(sign))
        return canonical_nan(sort) if is_infinite(sort, z) and z != product else product
    if is_infinite(sort, z):
        return z
    _, mx, ex = _decode(sort, x)
    _, my, ey = _decode(sort, y)
    return _add_exact(sort, rm, (sign, mx * my, ex + ey), _decode(sort, z))


def rem(sort: Sort, x: int, y: int) -> int:
    """IEEE remainder: x - y * n with n the integer nearest x / y, ties to even; exact."""
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y) or is_infinite(sort, x) or is_zero(sort, y):
        return canonical_nan(sort)
    if is_infinite(sort, y) or is_zero(sort, x):
        return x
    sign, mx, ex = _decode(sort, x)
    _, my, ey = _decode(sort, y)
    e = min(ex, ey)
    numerator, denominator = mx << (ex - e), my << (ey - e)
    n, rest = divmod(numerator, denominator)
    if 2 * rest > denominator or (2 * rest == denominator and n & 1):
        rest -= denominator
    if rest == 0:
        return zero(sort, bool(sign))
    return _round(sort, "RNE", sign ^ int(rest < 0), abs(rest), e)


def sqrt(sort: Sort, rm: str, x: int) -> int:
    if is_nan_pattern(sort, x) or is_zero(sort, x):
        return x
    if x >> (sort.width - 1):
        return canonical_nan(sort)
    if is_infinite(sort, x):
        return x
    if sort is FLOAT64 and _by_machine(sort, rm):
        return bits_of_double(math.sqrt(double_of(x)))
    _, m, e = _decode(sort, x)
    shift = max(0, 2 * (sort.significand + 3) - m.bit_length())
    shift += (e - shift) & 1
    m <<= shift
    e -= shift
    root = math.isqrt(m)
    return _round(sort, rm, 0, root, e // 2, root * root != m)


def _to_integer(sort: Sort, rm: str, x: int) -> int:
    """A finite float rounded to an integer."""
    sign, m, e = _decode(sort, x)
    if e >= 0:
        n = m << e
    else:
        n = m >> -e
        n += _rounds_up(rm, sign, n & 1, m & ((1 << -e) - 1), 1 << (-e - 1))
    return -n if sign else n


def round_to_integral(sort: Sort, rm: str, x: int) -> int:
    if is_nan_pattern(sort, x) or is_infinite(sort, x):
        return x
    n = _to_integer(sort, rm, x)
    sign = x >> (sort.width - 1)
    return zero(sort, bool(sign)) if n == 0 else _round(sort, rm, sign, abs(n), 0)


def to_unsigned(sort: Sort, rm: str, x: int, width: int) -> int:
    """fp.to_ubv; 0 for NaN, infinities and what does not fit, where SMT-LIB leaves it open."""
    if not (is_nan_pattern(sort, x) or is_infinite(sort, x)):
        n = _to_integer(sort, rm, x)
        if 0 <= n < 1 << width:
            return n
    return 0


def to_signed(sort: Sort, rm: str, x: int, width: int) -> int:
    """fp.to_sbv; open cases as in :func:`to_unsigned`."""
    if not (is_nan_pattern(sort, x) or is_infinite(sort, x)):
        n = _to_integer(sort, rm, x)
        if -(1 << (width - 1)) <= n < 1 << (width - 1):
            return n & ((1 << width) - 1)
    return 0


def convert(source: Sort, rm: str, x: int, target: Sort) -> int:
    """A float in another format."""
    if source is target:
        return x
    if is_nan_pattern(source, x):
        return canonical_nan(target)
    sign = x >> (source.width - 1)
    if is_infinite(source, x):
        return infinity(target, bool(sign))
    _, m, e = _decode(source, x)
    return _round(target, rm, sign, m, e)


def order_key(sort: Sort, x: int) -> int:
    """An integer that orders like the number (not for NaN); both zeros give 0."""
    magnitude = x & ((1 << (sort.width - 1)) - 1)
    return -magnitude if x >> (sort.width - 1) else magnitude


def eq(sort: Sort, x: int, y: int) -> bool:
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y):
        return False
    return order_key(sort, x) == order_key(sort, y)


def lt(sort: Sort, x: int, y: int) -> bool:
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y):
        return False
    return order_key(sort, x) < order_key(sort, y)


def le(sort: Sort, x: int, y: int) -> bool:
    if is_nan_pattern(sort, x) or is_nan_pattern(sort, y):
        return False
    return order_key(sort, x) <= order_key(sort, y)


def min_(sort: Sort, x: int, y: int) -> int:
    """The lesser; a NaN gives way to the other; of two equal numbers (the zeros!) the second."""
    if is_nan_pattern(sort, x):
        return y
    return x if is_nan_pattern(sort, y) or order_key(sort, x) < order_key(sort, y) else y


def max_(sort: Sort, x: int, y: int) -> int:
    """The greater; otherwise as :func:`min_`."""
    if is_nan_pattern(sort, x):
        return y
    return x if is_nan_pattern(sort, y) or order_key(sort, x) > order_key(sort, y) else y
