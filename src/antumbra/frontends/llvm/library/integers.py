"""Integer intrinsics on scalars, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from antumbra import terms as T
from antumbra.terms import Term


def integer_intrinsic(name: str) -> Callable[..., Term] | None:
    """The operation of ``llvm.<name>``; extra flag operands (ctlz, abs) are taken and ignored."""
    operation = _OPERATIONS.get(name)
    return operation if operation is None or operation is _first else partial(_on_numbers, operation)


def as_number(x: Term) -> Term:
    """A number of one bit, which is a truth value elsewhere."""
    return T.ite(x, T.bv(1, 1), T.bv(0, 1)) if x.sort is T.BOOL else x


def _on_numbers(operation: Callable[..., Term], *operands: Term) -> Term:
    result = operation(*map(as_number, operands))
    return T.eq(result, T.bv(1, 1)) if operands[0].sort is T.BOOL else result


def with_overflow(name: str, left: Term, right: Term) -> tuple[Term, Term]:
    """``llvm.<s|u><add|sub|mul>.with.overflow``: (wrapped result, overflowed)."""
    operation = {"add": T.bvadd, "sub": T.bvsub, "mul": T.bvmul}[name[1:4]]
    overflow = {
        "sadd": T.bvsaddo,
        "ssub": T.bvssubo,
        "smul": T.bvsmulo,
        "uadd": T.bvuaddo,
        "usub": T.bvusubo,
        "umul": T.bvumulo,
    }[name[:4]]
    return _on_numbers(operation, left, right), overflow(as_number(left), as_number(right))


def _abs(x: Term, _flag: Term) -> Term:
    return T.ite(T.bvslt(x, T.bv(0, x.width)), T.bvneg(x), x)


def _choose(less: Callable[[Term, Term], Term]) -> Callable[[Term, Term], Term]:
    return lambda x, y: T.ite(less(x, y), x, y)


def _population(x: Term) -> Term:
    """Count of ones."""
    width = x.width
    total = T.bv(0, width)
    for i in range(width):
        total = T.bvadd(total, T.zero_extend(width - 1, T.extract(i, i, x)) if width > 1 else x)
    return total


def _leading_zeros(x: Term, _flag: Term) -> Term:
    width = x.width
    count = T.bv(width, width)
    for i in range(width):
        count = T.ite(T.eq(T.extract(i, i, x), T.bv(1, 1)), T.bv(width - 1 - i, width), count)
    return count


def _trailing_zeros(x: Term, _flag: Term) -> Term:
    width = x.width
    count = T.bv(width, width)
    for i in reversed(range(width)):
        count = T.ite(T.eq(T.extract(i, i, x), T.bv(1, 1)), T.bv(i, width), count)
    return count


def _pieces(x: Term, step: int) -> Term:
    """The pieces of ``step`` bits in reverse order."""
    out = T.extract(step - 1, 0, x)
    for low in range(step, x.width, step):
        out = T.concat(out, T.extract(low + step - 1, low, x))
    return out


def _reversed_bytes(x: Term) -> Term:
    return _pieces(x, 8)


def _reversed_bits(x: Term) -> Term:
    return _pieces(x, 1)


def _first(x: Term, *_hints: Term) -> Term:
    return x


def _funnel(left: bool) -> Callable[[Term, Term, Term], Term]:
    def shift(high: Term, low: Term, amount: Term) -> Term:
        width = high.width
        both = T.concat(high, low)
        distance = T.zero_extend(width, T.bvurem(amount, T.bv(width, width)))
        if left:
            return T.extract(2 * width - 1, width, T.bvshl(both, distance))
        return T.extract(width - 1, 0, T.bvlshr(both, distance))

    return shift


def _saturate(name: str) -> Callable[[Term, Term], Term]:
    def operation(x: Term, y: Term) -> Term:
        width = x.width
        result, overflow = with_overflow(name, x, y)
        if name == "uadd":
            limit = T.bv(-1, width)
        elif name == "usub":
            limit = T.bv(0, width)
        else:  # a signed overflow goes to the side of the first operand
            negative = T.bvslt(x, T.bv(0, width))
            limit = T.ite(negative, T.bv(1 << (width - 1), width), T.bv((1 << (width - 1)) - 1, width))
        return T.ite(overflow, limit, result)

    return operation


def _shift_saturate(signed: bool) -> Callable[[Term, Term], Term]:
    def operation(x: Term, amount: Term) -> Term:
        width = x.width
        shifted = T.bvshl(x, amount)
        back = (T.bvashr if signed else T.bvlshr)(shifted, amount)
        if signed:
            negative = T.bvslt(x, T.bv(0, width))
            limit = T.ite(negative, T.bv(1 << (width - 1), width), T.bv((1 << (width - 1)) - 1, width))
        else:
            limit = T.bv(-1, width)
        return T.ite(T.eq(back, x), shifted, limit)

    return operation


def _three_way(less: Callable[[Term, Term], Term]) -> Callable[[Term, Term, int], Term]:
    def operation(x: Term, y: Term, width: int) -> Term:
        below = less(as_number(x), as_number(y))
        return T.ite(below, T.bv(-1, width), T.ite(T.eq(x, y), T.bv(0, width), T.bv(1, width)))

    return operation


#: scmp and ucmp, whose result has its own width
THREE_WAY: Final = {"scmp": _three_way(T.bvslt), "ucmp": _three_way(T.bvult)}

_OPERATIONS: Final[dict[str, Callable[..., Term]]] = {
    "abs": _abs,
    "smin": _choose(T.bvslt),
    "smax": _choose(T.bvsgt),
    "umin": _choose(T.bvult),
    "umax": _choose(T.bvugt),
    "ctpop": _population,
    "ctlz": _leading_zeros,
    "cttz": _trailing_zeros,
    "bswap": _reversed_bytes,
    "bitreverse": _reversed_bits,
    "fshl": _funnel(left=True),
    "fshr": _funnel(left=False),
    "sadd.sat": _saturate("sadd"),
    "uadd.sat": _saturate("uadd"),
    "ssub.sat": _saturate("ssub"),
    "usub.sat": _saturate("usub"),
    "sshl.sat": _shift_saturate(signed=True),
    "ushl.sat": _shift_saturate(signed=False),
    "expect": _first,
    "expect.with.probability": _first,
    "ssa.copy": _first,
    "threadlocal.address": _first,
    "launder.invariant.group": _first,
    "strip.invariant.group": _first,
}
