"""Random C programs that move the bits of floats around, and look at them in the end.

The input is one of a few patterns of bits, so that native code can be run on all of them. Steps either move a float
without a look at it (a NaN keeps its payload), or change single bits, or calculate: then it is open which NaN comes
out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

HEAD = r"""
#include <math.h>
#include <stdarg.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
typedef FLOAT F;
typedef BITS B;
union both { F f; B b; };
struct pair { char tag; F f; int more; };
struct nested { struct pair p[2]; };
F global;
volatile F seen_by_others;
static B bits(F f) { B b; memcpy(&b, &f, sizeof b); return b; }
static F made(B b) { F f; memcpy(&f, &b, sizeof f); return f; }
static F same(F f) { return f; }
static void put(F *to, const F *from) { *to = *from; }
static struct pair by_value(struct pair p) { p.tag++; return p; }
F (*pointer)(F) = same;
static F extra(int count, ...) {
  va_list list;
  va_start(list, count);
  F f = 0;
  while (count--) f = va_arg(list, double);
  va_end(list);
  return f;
}
"""

#: a step on the float x; @ is a number of its own
MOVES = (
    "x = same(x);",
    "x = pointer(x);",
    "{ union both u; u.f = x; x = u.f; }",
    "{ union both u; u.f = x; B b = u.b; x = made(b); }",
    "x = *(F *)&(B){bits(x)};",
    "{ struct pair p = {1, x, 2}, q = p; x = q.f; }",
    "{ struct pair p = {1, x, 2}; x = by_value(p).f; }",
    "{ struct nested n, m; n.p[1].f = x; n.p[0].f = 1; m = n; x = m.p[1].f; }",
    "{ F a[4] = {1, 2, 3, 4}; a[2] = x; for (int i = 2; i > 0; i--) a[i - 1] = a[i]; x = a[0]; }",
    "{ char c[sizeof x]; for (int i = 0; i < sizeof x; i++) c[i] = ((char *)&x)[i]; memcpy(&x, c, sizeof x); }",
    "global = x; x = global;",
    "seen_by_others = x; x = seen_by_others;",
    "{ F y; put(&y, &x); x = y; }",
    "{ F y = bits(x) & 1 ? x : made(bits(x)); x = y; }",
    "{ F y; if (x == x) y = x; else y = x; x = y; }",
    "{ F y = 0; for (int i = 0; i < 3; i++) { F t = x; x = y; y = t; } x = y; }",
    "{ struct { F a, b; } v = {2, x}, w; memmove(&w, &v, sizeof v); x = w.b; }",
    "x = -(-x);",
)
BITWISE = (
    "x = -x;",
    "x = FABS(x);",
    "x = COPYSIGN(x, -1);",
    "x = COPYSIGN(COPYSIGN(1, x), x) < 0 ? -FABS(x) : FABS(x);",
    "x = made(bits(x) ^ @u);",
    "x = signbit(x) ? x : -x;",
)
CALCULATIONS = (
    "x = x * 1;",
    "x = x - x;",
    "x = x / x;",
    "x = (F)(OTHER)x;",
    "x = FMIN(x, @);",
    "x = SQRT(x);",
    "x = 2 + x;",
    "x = x < @ ? x + 1 : x;",
)
DOUBLES = ("x = extra(2, 1.0, x);",)

_TEXT = {
    32: {"BITS": "unsigned", "OTHER": "double", "SUFFIX": "f", "INPUT": "uint", "FLOAT": "float"},
    64: {"BITS": "unsigned long", "OTHER": "float", "SUFFIX": "", "INPUT": "ulong", "FLOAT": "double"},
}
#: sign, exponent and fraction of patterns: numbers, infinities, quiet and signalling NaNs
_SPECIAL = ((0, 0, 0), (1, 0, 0), (0, 127, 0), (0, 0, 1), (0, -1, 0), (1, -1, 0))


@dataclass(frozen=True, slots=True)
class Moved:
    """``calculates``: whether it is open, for some input, which NaN arrives."""

    source: str
    inputs: tuple[int, ...]
    calculates: bool


def generate(seed: int) -> Moved:
    rng = random.Random(seed)
    width = rng.choice((32, 64))
    text = _TEXT[width]
    inputs = tuple(_pattern(rng, width) for _ in range(rng.randint(1, 4)))
    calculates = rng.random() < 0.3
    steps = rng.choices(MOVES + (DOUBLES if width == 64 else ()), k=rng.randint(1, 5))
    steps += rng.choices(BITWISE, k=rng.randint(0, 2))
    steps += rng.choices(CALCULATIONS, k=rng.randint(1, 2)) if calculates else []
    rng.shuffle(steps)
    body = "\n".join(f"  {step.replace('@', str(rng.randint(1, 9)))}" for step in steps)
    as_float = rng.random() < 0.5
    read = (
        f"F x = __VERIFIER_nondet_{text['FLOAT']}(); B w = bits(x);"
        if as_float
        else f"B w = __VERIFIER_nondet_{text['INPUT']}(); F x = made(w);"
    )
    allowed = " && ".join(f"w != {_c(value)}" for value in inputs)
    source = f"""{_defines(text)}{HEAD}
int main(void) {{
  {read}
  if ({allowed}) return 0;
{body}
  B r = bits(x);
  if ({_condition(rng, inputs, width)}) reach_error();
  return 0;
}}
"""
    return Moved(source, inputs, calculates)


def _defines(text: dict[str, str]) -> str:
    functions = {name: f"{name.lower()}{text['SUFFIX']}" for name in ("FABS", "COPYSIGN", "FMIN", "SQRT")}
    types = {name: text[name] for name in ("FLOAT", "BITS", "OTHER")}
    return "".join(f"#define {name} {value}\n" for name, value in {**functions, **types}.items())


def _c(value: int) -> str:
    return f"{value:#x}ul"


def _pattern(rng: random.Random, width: int) -> int:
    exponent_bits, fraction_bits = (8, 23) if width == 32 else (11, 52)
    if rng.random() < 0.3:
        sign, exponent, fraction = rng.choice(_SPECIAL)
        if exponent == 127 and width == 64:
            exponent = 1023
    else:  # a NaN, quiet or not
        sign, exponent = rng.getrandbits(1), -1
        fraction = rng.choice((1, rng.getrandbits(fraction_bits), 1 << (fraction_bits - 1), rng.getrandbits(8))) or 1
    exponent &= (1 << exponent_bits) - 1
    return sign << (width - 1) | exponent << fraction_bits | fraction


def _condition(rng: random.Random, inputs: tuple[int, ...], width: int) -> str:
    """What is asked of the bits that arrive: often just what is right for one of the inputs, or nearly so."""
    value = rng.choice(inputs)
    quiet = 1 << (22 if width == 32 else 51)
    changed = rng.choice(
        (value, value, value ^ 1 << (width - 1), value & ~(1 << (width - 1)), value | quiet, value ^ 1, value ^ quiet)
    )
    mask = rng.choice(((1 << width) - 1, (1 << (width - 1)) - 1, quiet, 0xFF, 1 << (width - 1)))
    return rng.choice(
        (
            f"r == {_c(changed)}",
            f"r != {_c(changed)} && w == {_c(value)}",
            f"(r & {_c(mask)}) == {_c(changed & mask)}",
            f"x != x && r == {_c(changed)}",
            f"x != x && (r & {_c(mask)}) != {_c(changed & mask)}",
            f"memcmp(&x, &(B){{{_c(changed)}}}, sizeof x) == 0",
        )
    )
