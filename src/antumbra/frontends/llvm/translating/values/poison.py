"""Flags of instructions that make a result poison: nsw, nuw, exact, disjoint, nneg, samesign.

Poison that nobody uses is harmless, so a check where it is made asks for more than LLVM does: what comes of it is
``unknown`` where it might be ``safe``, never the other way round. Overflow of signed additions and the like is C's, and
belongs to ``no-overflow``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.terms import Term

_SIGNED: Final = {
    "add": ("signed addition overflows", T.bvsaddo),
    "sub": ("signed subtraction overflows", T.bvssubo),
    "mul": ("signed multiplication overflows", T.bvsmulo),
}
_UNSIGNED: Final = {"add": T.bvuaddo, "sub": T.bvusubo, "mul": T.bvumulo}
#: divisions and shifts to the right → what is lost by them
_REMAINDERS: Final[dict[str, Callable[[Term, Term], Term]]] = {
    "udiv": T.bvurem,
    "sdiv": T.bvsrem,
    "lshr": lambda x, y: T.bvxor(x, T.bvshl(T.bvlshr(x, y), y)),
    "ashr": lambda x, y: T.bvxor(x, T.bvshl(T.bvashr(x, y), y)),
}


def check_operation(b: Builder, opcode: str, flags: tuple[str, ...], left: Term, right: Term) -> None:
    """What the flags of an operation on two scalars promise."""
    left, right = _bits(left), _bits(right)
    for flag in flags:
        if flag == "nsw" and opcode in _SIGNED:
            message, overflows = _SIGNED[opcode]
            b.check(T.not_(overflows(left, right)), "no-overflow", message)
        elif flag == "nuw" and opcode in _UNSIGNED:
            _promised(b, T.not_(_UNSIGNED[opcode](left, right)), opcode, flag)
        elif flag in ("nsw", "nuw") and opcode == "shl":
            back = T.bvashr if flag == "nsw" else T.bvlshr
            _promised(b, T.eq(back(T.bvshl(left, right), right), left), opcode, flag)
        elif flag == "exact" and opcode in _REMAINDERS:
            _promised(b, _is_zero(_REMAINDERS[opcode](left, right)), opcode, flag)
        elif flag == "disjoint":
            _promised(b, _is_zero(T.bvand(left, right)), opcode, flag)


def check_cast(b: Builder, opcode: str, flags: tuple[str, ...], value: Term, width: int) -> None:
    """The same of a conversion to ``width`` bits."""
    value = _bits(value)
    for flag in flags:
        if flag in ("nsw", "nuw") and opcode == "trunc":
            kept = T.extract(width - 1, 0, value)
            extend = T.sign_extend if flag == "nsw" else T.zero_extend
            _promised(b, T.eq(extend(value.width - width, kept), value), opcode, flag)
        elif flag == "nneg":
            _promised(b, T.not_(_is_negative(value)), opcode, flag)


def check_comparison(b: Builder, flags: tuple[str, ...], left: Term, right: Term) -> None:
    if "samesign" in flags:
        left, right = _bits(left), _bits(right)
        _promised(b, T.not_(T.xor(_is_negative(left), _is_negative(right))), "icmp", "samesign")


def _promised(b: Builder, condition: Term, opcode: str, flag: str) -> None:
    b.check(condition, "def-behavior", f"{opcode} {flag} has no result (poison)")


def _bits(value: Term) -> Term:
    return T.ite(value, T.bv(1, 1), T.bv(0, 1)) if value.sort is T.BOOL else value


def _is_zero(value: Term) -> Term:
    return T.eq(value, T.bv(0, value.width))


def _is_negative(value: Term) -> Term:
    return T.bvslt(value, T.bv(0, value.width))
