"""The functions that statements of bounds.c call: C99, with SMT-LIB's meaning of every operation.

A bit-vector of more than 64 bits is an array of ``n`` limbs of 32 bits, the lowest first; bits beyond the width are
zero. A float is its bits, with one NaN.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from antumbra.records import dataclass

#: SMT-LIB's rounding modes, as helpers are told them
MODES: Final = {"RNE": 0, "RNA": 1, "RTP": 2, "RTN": 3, "RTZ": 4}


@dataclass(frozen=True, slots=True)
class Helper:
    text: str
    needs: tuple[str, ...] = ()


def helper_text(used: Iterable[str]) -> list[str]:
    """The helpers, those that they need before them, in the order of the table."""
    wanted: set[str] = set()
    work = list(used)
    while work:
        name = work.pop()
        if name not in wanted:
            wanted.add(name)
            work += _HELPERS[name].needs
    return [helper.text.strip("\n") for name, helper in _HELPERS.items() if name in wanted]


_HELPERS: Final[dict[str, Helper]] = {
    "bounds_ashr": Helper("""
static uint64_t bounds_ashr(uint64_t a, uint64_t b, uint64_t sign, int width)
{
  uint64_t ones = (a & sign) != 0 ? (sign << 1) - 1 : 0;
  if (b >= (uint64_t)width)
    return ones;
  return (a >> b) | (b == 0 ? 0 : ones & ~(((sign << 1) - 1) >> b));
}
"""),
    "bounds_umulo": Helper("""
static int bounds_umulo(uint64_t a, uint64_t b, uint64_t most)
{
  return a != 0 && b > most / a;
}
"""),
    "bounds_smulo": Helper(
        """
static int bounds_smulo(uint64_t a, uint64_t b, uint64_t sign)
{
  uint64_t mask = (sign << 1) - 1;
  uint64_t x = (a & sign) != 0 ? (0 - a) & mask : a;
  uint64_t y = (b & sign) != 0 ? (0 - b) & mask : b;
  return bounds_umulo(x, y, ((a ^ b) & sign) != 0 ? sign : sign - 1);
}
""",
        ("bounds_umulo",),
    ),
    # ---- limbs
    "bounds_mask": Helper("""
static void bounds_mask(uint32_t *r, int width)
{
  if (width % 32 != 0)
    r[width / 32] &= (UINT32_C(1) << (width % 32)) - 1;
}
"""),
    "bounds_zero": Helper("""
static void bounds_zero(uint32_t *r, int n)
{
  int i;
  for (i = 0; i < n; i++)
    r[i] = 0;
}
"""),
    "bounds_copy": Helper("""
static void bounds_copy(uint32_t *r, const uint32_t *a, int n)
{
  int i;
  for (i = 0; i < n; i++)
    r[i] = a[i];
}
"""),
    "bounds_load": Helper(
        """
static void bounds_load(uint32_t *r, const unsigned char *a, int bytes, int n, int width)
{
  int i;
  bounds_zero(r, n);
  for (i = 0; i < bytes; i++)
    r[i / 4] |= (uint32_t)a[i] << (8 * (i % 4));
  bounds_mask(r, width);
}
""",
        ("bounds_zero", "bounds_mask"),
    ),
    "bounds_insert": Helper("""
static void bounds_insert(uint32_t *r, int n, uint64_t a, int low)
{
  int i;
  for (i = 0; i < 64; i++)
    if (low + i < 32 * n && ((a >> i) & 1) != 0)
      r[(low + i) / 32] |= UINT32_C(1) << ((low + i) % 32);
}
"""),
    "bounds_put": Helper(
        """
static void bounds_put(uint32_t *r, int n, const uint32_t *a, int limbs, int low)
{
  int i;
  for (i = 0; i < limbs; i++)
    bounds_insert(r, n, a[i], low + 32 * i);
}
""",
        ("bounds_insert",),
    ),
    "bounds_get": Helper("""
static uint64_t bounds_get(const uint32_t *a, int low, int width)
{
  uint64_t r = 0;
  int i;
  for (i = 0; i < width; i++)
    r |= (uint64_t)((a[(low + i) / 32] >> ((low + i) % 32)) & 1) << i;
  return r;
}
"""),
    "bounds_slice": Helper(
        """
static void bounds_slice(uint32_t *r, int n, const uint32_t *a, int low, int width)
{
  int i;
  for (i = 0; i < n; i++)
    r[i] = (uint32_t)bounds_get(a, low + 32 * i, width - 32 * i < 32 ? width - 32 * i : 32);
}
""",
        ("bounds_get",),
    ),
    "bounds_ones": Helper("""
static void bounds_ones(uint32_t *r, int from, int to)
{
  for (; from < to; from++)
    r[from / 32] |= UINT32_C(1) << (from % 32);
}
"""),
    "bounds_not": Helper(
        """
static void bounds_not(uint32_t *r, const uint32_t *a, int n, int width)
{
  int i;
  for (i = 0; i < n; i++)
    r[i] = ~a[i];
  bounds_mask(r, width);
}
""",
        ("bounds_mask",),
    ),
    "bounds_and": Helper("""
static void bounds_and(uint32_t *r, const uint32_t *a, const uint32_t *b, int n)
{
  int i;
  for (i = 0; i < n; i++)
    r[i] = a[i] & b[i];
}
"""),
    "bounds_or": Helper("""
static void bounds_or(uint32_t *r, const uint32_t *a, const uint32_t *b, int n)
{
  int i;
  for (i = 0; i < n; i++)
    r[i] = a[i] | b[i];
}
"""),
    "bounds_xor": Helper("""
static void bounds_xor(uint32_t *r, const uint32_t *a, const uint32_t *b, int n)
{
  int i;
  for (i = 0; i < n; i++)
    r[i] = a[i] ^ b[i];
}
"""),
    "bounds_add": Helper(
        """
static void bounds_add(uint32_t *r, const uint32_t *a, const uint32_t *b, int n, int width)
{
  uint64_t carry = 0;
  int i;
  for (i = 0; i < n; i++) {
    carry += (uint64_t)a[i] + b[i];
    r[i] = (uint32_t)carry;
    carry >>= 32;
  }
  bounds_mask(r, width);
}
""",
        ("bounds_mask",),
    ),
    "bounds_sub": Helper(
        """
static void bounds_sub(uint32_t *r, const uint32_t *a, const uint32_t *b, int n, int width)
{
  uint64_t carry = 1;
  int i;
  for (i = 0; i < n; i++) {
    carry += (uint64_t)a[i] + (uint32_t)~b[i];
    r[i] = (uint32_t)carry;
    carry >>= 32;
  }
  bounds_mask(r, width);
}
""",
        ("bounds_mask",),
    ),
    "bounds_mul": Helper(
        """
static void bounds_mul(uint32_t *r, const uint32_t *a, const uint32_t *b, int n, int width)
{
  int i, j;
  bounds_zero(r, n);
  for (i = 0; i < n; i++) {
    uint64_t carry = 0;
    for (j = 0; i + j < n; j++) {
      carry += (uint64_t)a[i] * b[j] + r[i + j];
      r[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
  }
  bounds_mask(r, width);
}
""",
        ("bounds_zero", "bounds_mask"),
    ),
    "bounds_compare": Helper("""
static int bounds_compare(const uint32_t *a, const uint32_t *b, int n)
{
  int i;
  for (i = n - 1; i >= 0; i--)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}
"""),
    "bounds_bit": Helper("""
static int bounds_bit(const uint32_t *a, int i)
{
  return (int)((a[i / 32] >> (i % 32)) & 1);
}
"""),
    "bounds_order": Helper(
        """
static int bounds_order(const uint32_t *a, const uint32_t *b, int n, int width)
{
  int x = bounds_bit(a, width - 1), y = bounds_bit(b, width - 1);
  return x != y ? y - x : bounds_compare(a, b, n);
}
""",
        ("bounds_bit", "bounds_compare"),
    ),
    "bounds_amount": Helper("""
static int bounds_amount(const uint32_t *a, int n, int width)
{
  int i;
  for (i = 1; i < n; i++)
    if (a[i] != 0)
      return width;
  return a[0] < (uint32_t)width ? (int)a[0] : width;
}
"""),
    "bounds_shl": Helper(
        """
static void bounds_shl(uint32_t *r, const uint32_t *a, const uint32_t *b, int n, int width)
{
  int amount = bounds_amount(b, n, width);
  bounds_zero(r, n);
  bounds_put(r, n, a, n, amount);
  bounds_mask(r, width);
}
""",
        ("bounds_amount", "bounds_zero", "bounds_put", "bounds_mask"),
    ),
    "bounds_shr": Helper(
        """
static void bounds_shr(uint32_t *r, const uint32_t *a, const uint32_t *b, int n, int width, int ones)
{
  int amount = bounds_amount(b, n, width), i;
  bounds_zero(r, n);
  for (i = amount; i < width; i++)
    r[(i - amount) / 32] |= (uint32_t)bounds_bit(a, i) << ((i - amount) % 32);
  if (ones)
    bounds_ones(r, width - amount, width);
}
""",
        ("bounds_amount", "bounds_zero", "bounds_bit", "bounds_ones"),
    ),
    "bounds_divide": Helper(
        """
static void bounds_divide(uint32_t *q, uint32_t *r, const uint32_t *a, const uint32_t *b, int n, int width)
{
  int i, j;
  bounds_zero(q, n);
  bounds_zero(r, n);
  for (i = width - 1; i >= 0; i--) {
    uint32_t out = (uint32_t)bounds_bit(a, i);
    for (j = 0; j < n; j++) {
      uint32_t next = r[j] >> 31;
      r[j] = (r[j] << 1) | out;
      out = next;
    }
    if (out != 0 || bounds_compare(r, b, n) >= 0) {
      bounds_sub(r, r, b, n, 32 * n);
      q[i / 32] |= UINT32_C(1) << (i % 32);
    }
  }
}
""",
        ("bounds_zero", "bounds_bit", "bounds_compare", "bounds_sub"),
    ),
    # ---- floats
    "bounds_bits32": Helper("""
static uint32_t bounds_bits32(float x)
{
  uint32_t r = 0;
  memcpy(&r, &x, sizeof r);
  return r;
}
"""),
    "bounds_bits64": Helper("""
static uint64_t bounds_bits64(double x)
{
  uint64_t r = 0;
  memcpy(&r, &x, sizeof r);
  return r;
}
"""),
    "bounds_below": Helper("""
/* -1, 0, 1: less, equal, greater; 2: one is a NaN */
static int bounds_below(uint64_t a, uint64_t b, uint64_t sign, uint64_t infinity)
{
  uint64_t x = a & (sign - 1), y = b & (sign - 1);
  if (x > infinity || y > infinity)
    return 2;
  if (x == 0 && y == 0)
    return 0;
  if (((a ^ b) & sign) != 0)
    return (a & sign) != 0 ? -1 : 1;
  if (x == y)
    return 0;
  return (x < y) == ((a & sign) == 0) ? -1 : 1;
}
"""),
    "bounds_up": Helper("""
/* does a magnitude go up when rest, of a unit of twice half, is cut off? 0: nearest even, 1: nearest away,
   2: towards positive, 3: towards negative, 4: towards zero */
static int bounds_up(int mode, int sign, uint64_t odd, uint64_t rest, uint64_t half)
{
  if (mode == 0)
    return rest > half || (rest == half && odd != 0);
  if (mode == 1)
    return rest >= half;
  if (mode == 2)
    return rest != 0 && !sign;
  if (mode == 3)
    return rest != 0 && sign;
  return 0;
}
"""),
    "bounds_cut": Helper(
        """
/* m / 2^shift as an integer */
static uint64_t bounds_cut(int mode, int sign, uint64_t m, int shift)
{
  uint64_t n, rest;
  if (shift <= 0)
    return m << -shift;
  if (shift > 64)
    return (uint64_t)bounds_up(mode, sign, 0, m != 0, 2);
  n = shift == 64 ? 0 : m >> shift;
  rest = shift == 64 ? m : m & ((UINT64_C(1) << shift) - 1);
  return n + (uint64_t)bounds_up(mode, sign, n & 1, rest, UINT64_C(1) << (shift - 1));
}
""",
        ("bounds_up",),
    ),
    "bounds_round": Helper(
        """
/* the float of m * 2^e with so many bits of exponent and fraction */
static uint64_t bounds_round(int sign, uint64_t m, int e, int exponent, int fraction, int mode)
{
  int bias = (1 << (exponent - 1)) - 1, least = 1 - bias - fraction, length = 0, unit;
  uint64_t n, top = (uint64_t)sign << (exponent + fraction);
  if (m == 0)
    return top;
  while (length < 64 && (m >> length) != 0)
    length++;
  unit = e + length - fraction - 1;
  if (unit < least)
    unit = least;
  n = bounds_cut(mode, sign, m, unit - e);
  if ((n >> fraction) > 1) {
    n >>= 1;
    unit++;
  }
  if ((n >> fraction) != 0 && unit + fraction > bias) {
    int infinite = mode < 2 || (mode == 2 && !sign) || (mode == 3 && sign);
    return top | ((((UINT64_C(1) << exponent) - 1) << fraction) - (infinite ? 0 : 1));
  }
  if ((n >> fraction) != 0)
    n += (uint64_t)(unit - least) << fraction;
  return top | n;
}
""",
        ("bounds_cut",),
    ),
    "bounds_decode": Helper("""
/* a finite float is m * 2^e */
static uint64_t bounds_decode(uint64_t a, int exponent, int fraction, int *e)
{
  int field = (int)((a >> fraction) & ((UINT64_C(1) << exponent) - 1));
  uint64_t m = a & ((UINT64_C(1) << fraction) - 1);
  *e = 2 - (1 << (exponent - 1)) - fraction;
  if (field == 0)
    return m;
  *e += field - 1;
  return m | (UINT64_C(1) << fraction);
}
"""),
    "bounds_integer": Helper(
        """
/* the integer of a float; 0 where it does not fit */
static uint64_t bounds_integer(uint64_t a, int exponent, int fraction, int mode, uint64_t least, uint64_t most)
{
  uint64_t infinity = ((UINT64_C(1) << exponent) - 1) << fraction, n;
  int sign = (int)((a >> (exponent + fraction)) & 1), e = 0;
  if ((a & ((UINT64_C(1) << (exponent + fraction)) - 1)) >= infinity)
    return 0;
  n = bounds_decode(a, exponent, fraction, &e);
  if (n != 0 && e > 63 - fraction)
    return 0;
  n = bounds_cut(mode, sign, n, -e);
  if (n > (sign ? least : most))
    return 0;
  return sign ? 0 - n : n;
}
""",
        ("bounds_decode", "bounds_cut"),
    ),
    "bounds_integral": Helper(
        """
static uint64_t bounds_integral(uint64_t a, int exponent, int fraction, int mode)
{
  uint64_t infinity = ((UINT64_C(1) << exponent) - 1) << fraction, m;
  int sign = (int)((a >> (exponent + fraction)) & 1), e = 0;
  if ((a & ((UINT64_C(1) << (exponent + fraction)) - 1)) >= infinity)
    return a;
  m = bounds_decode(a, exponent, fraction, &e);
  return e >= 0 ? a : bounds_round(sign, bounds_cut(mode, sign, m, -e), 0, exponent, fraction, mode);
}
""",
        ("bounds_decode", "bounds_cut", "bounds_round"),
    ),
    "bounds_convert": Helper(
        """
static uint64_t bounds_convert(uint64_t a, int exponent, int fraction, int to_exponent, int to_fraction, int mode)
{
  uint64_t infinity = ((UINT64_C(1) << exponent) - 1) << fraction, m;
  uint64_t size = a & ((UINT64_C(1) << (exponent + fraction)) - 1);
  int sign = (int)((a >> (exponent + fraction)) & 1), e = 0;
  uint64_t there = ((UINT64_C(1) << to_exponent) - 1) << to_fraction;
  if (size > infinity)
    return there | (UINT64_C(1) << (to_fraction - 1));
  if (size == infinity)
    return there | ((uint64_t)sign << (to_exponent + to_fraction));
  m = bounds_decode(a, exponent, fraction, &e);
  return bounds_round(sign, m, e, to_exponent, to_fraction, mode);
}
""",
        ("bounds_decode", "bounds_round"),
    ),
    "bounds_operation": Helper(
        """
/* double arithmetic; with bits of narrower formats, which are rounded twice without harm */
static uint64_t bounds_operation(char operation, uint64_t a, uint64_t b, int exponent, int fraction)
{
  uint64_t r = 0;
  double x = 0, y = 0;
  volatile double z = 0;
  a = bounds_convert(a, exponent, fraction, 11, 52, 0);
  b = bounds_convert(b, exponent, fraction, 11, 52, 0);
  memcpy(&x, &a, sizeof x);
  memcpy(&y, &b, sizeof y);
  if (operation == '+')
    z = x + y;
  else if (operation == '-')
    z = x - y;
  else if (operation == '*')
    z = x * y;
  else
    z = x / y;
  x = z;
  memcpy(&r, &x, sizeof r);
  return bounds_convert(r, 11, 52, exponent, fraction, 0);
}
""",
        ("bounds_convert",),
    ),
}
