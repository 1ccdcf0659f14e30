"""C types as the generator needs them: widths, promotions, spelling (LP64)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Int:
    spelling: str
    width: int
    signed: bool

    @property
    def lowest(self) -> int:
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def highest(self) -> int:
        return (1 << (self.width - self.signed)) - 1


@dataclass(frozen=True, slots=True)
class Real:
    spelling: str
    width: int


Scalar = Int | Real

BOOL = Int("_Bool", 1, signed=False)
INT = Int("int", 32, signed=True)
UINT = Int("unsigned", 32, signed=False)
LONG = Int("long", 64, signed=True)
ULONG = Int("unsigned long", 64, signed=False)
CHAR = Int("signed char", 8, signed=True)
UCHAR = Int("unsigned char", 8, signed=False)
SHORT = Int("short", 16, signed=True)
USHORT = Int("unsigned short", 16, signed=False)
LLONG = Int("long long", 64, signed=True)
ULLONG = Int("unsigned long long", 64, signed=False)
FLOAT = Real("float", 32)
DOUBLE = Real("double", 64)

INTEGERS = (CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, LLONG, ULLONG)
#: types an input can have, with the nondet function's suffix
INPUTS: dict[str, Scalar] = {
    "int": INT,
    "uint": UINT,
    "char": CHAR,
    "uchar": UCHAR,
    "short": SHORT,
    "ushort": USHORT,
    "long": LONG,
    "ulong": ULONG,
    "bool": BOOL,
    "float": FLOAT,
    "double": DOUBLE,
}
#: how the nondet functions are declared where that is not the type's own spelling
DECLARED = {"char": "char"}


def promoted(kind: Int) -> Int:
    """C's integer promotion."""
    return INT if kind.width < 32 else kind


def common(one: Scalar, other: Scalar) -> Scalar:
    """C's usual arithmetic conversions."""
    if isinstance(one, Real) or isinstance(other, Real):
        return DOUBLE if DOUBLE in (one, other) else FLOAT
    one, other = promoted(one), promoted(other)
    if one.signed == other.signed:
        # long and long long differ in rank only: the greater rank wins
        ranks = {INT: 0, UINT: 0, LONG: 1, ULONG: 1, LLONG: 2, ULLONG: 2}
        return one if ranks[one] >= ranks[other] else other
    plain, mixed = (other, one) if one.signed else (one, other)
    if plain.width >= mixed.width:
        return unsigned(mixed) if plain is ULONG and mixed is LLONG else plain
    return mixed


def unsigned(kind: Int) -> Int:
    """The unsigned type of the same rank."""
    return {INT: UINT, LONG: ULONG, LLONG: ULLONG, CHAR: UCHAR, SHORT: USHORT}.get(kind, kind)
