"""x87's 80 bits: beside IEEE's fields the leading bit of the significand is written down."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.terms import Term


def with_integer_bit(ieee: Term) -> Term:
    """The 80 bits of a number whose 79 bits in IEEE's form are given."""
    return T.concat(T.concat(T.extract(78, 63, ieee), _integer_bit(T.extract(77, 63, ieee))), T.extract(62, 0, ieee))


def without_integer_bit(bits: Term) -> Term:
    return T.concat(T.extract(79, 64, bits), T.extract(62, 0, bits))


def is_encoding(bits: Term) -> Term:
    """Whether the leading bit is as the exponent says; x87 takes what it is not for an invalid operand, mostly."""
    return T.eq(T.extract(63, 63, bits), _integer_bit(T.extract(78, 64, bits)))


def _integer_bit(exponent: Term) -> Term:
    return T.ite(T.eq(exponent, T.bv(0, 15)), T.bv(0, 1), T.bv(1, 1))
