"""Random conditions over inputs of many widths and kinds, exactly as drawn, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from antumbra import terms as T
from antumbra.terms import Sort, Term

WIDTHS = (1, 3, 8, 32, 64, 65, 96, 130)
_BINARY = (
    T.BVADD, T.BVSUB, T.BVMUL, T.BVUDIV, T.BVUREM, T.BVSDIV, T.BVSREM,
    T.BVAND, T.BVOR, T.BVXOR, T.BVSHL, T.BVLSHR, T.BVASHR,
)  # fmt: skip
_COMPARE = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.EQ, T.BVSADDO, T.BVSSUBO, T.BVUMULO, T.BVSMULO)
_FLOATS = (T.FLOAT16, T.FLOAT32, T.FLOAT64)
_CLASSES = (
    T.FP_IS_NAN, T.FP_IS_INFINITE, T.FP_IS_ZERO, T.FP_IS_NORMAL, T.FP_IS_SUBNORMAL, T.FP_IS_NEGATIVE, T.FP_IS_POSITIVE,
)  # fmt: skip
_MODES = ("RNE", "RNA", "RTP", "RTN", "RTZ")


def resized(t: Term, width: int, random: Random) -> Term:
    if t.width > width:
        low = random.choice((0, t.width - width))
        return T.intern(T.EXTRACT, (t,), (low + width - 1, low))
    by = width - t.width
    if not by:
        return t
    kind = random.randrange(3)
    if kind == 2:
        return T.intern(T.CONCAT, (T.bv(random.getrandbits(by), by), t))
    return T.intern((T.SIGN_EXTEND, T.ZERO_EXTEND)[kind], (t,), by)


def random_condition(
    random: Random,
    variables: Sequence[Term],
    steps: int = 12,
    *,
    floats: bool = True,
    widths: Sequence[int] = WIDTHS,
) -> Term:
    """A condition over bit-vectors, truth values and floats made from bits, with every operator on them."""
    pool = list(variables)
    for _ in range(steps):
        pool.append(_step(random, pool, widths, floats=floats))
    truths = [t for t in pool[len(variables) :] if t.sort is T.BOOL]
    if not truths:
        bits = [t for t in pool if t.sort.kind == "bv"]
        return T.intern(T.BVULT, (resized(bits[-1], 8, random), resized(bits[0], 8, random)))
    return truths[-1]


def _step(random: Random, pool: list[Term], widths: Sequence[int], *, floats: bool) -> Term:
    bits = [t for t in pool if t.sort.kind == "bv"]
    truths = [t for t in pool if t.sort is T.BOOL] or [T.TRUE]
    width = random.choice(widths)
    a, b = (_operand(random, bits, width) for _ in range(2))
    kind = random.randrange(10 if floats else 7)
    match kind:
        case 0 | 1:
            return T.intern(random.choice(_BINARY), (a, b))
        case 2 | 3:
            return T.intern(random.choice(_COMPARE), (a, b))
        case 4:
            return T.intern(random.choice((T.BVNEG, T.BVNOT)), (a,))
        case 5:
            return T.intern(T.ITE, (random.choice(truths), a, b))
        case 6:
            op = random.choice((T.AND, T.OR, T.EQ, T.NOT))
            p, q = random.choice(truths), random.choice(truths)
            return T.intern(op, (p,) if op is T.NOT else (p, q))
        case _:
            return _float(random, pool)


def _operand(random: Random, bits: list[Term], width: int) -> Term:
    if random.randrange(3) == 0:
        return T.bv(random.choice((0, 1, 2, 3, 7, -1, -2, 1 << (width - 1), 100, random.getrandbits(width))), width)
    return resized(random.choice(bits), width, random)


def _float(random: Random, pool: list[Term]) -> Term:
    sort = random.choice(_FLOATS)
    x, y = (_float_operand(random, pool, sort) for _ in range(2))
    mode = T.rm(random.choice(_MODES))
    match random.randrange(8):
        case 0:
            return T.intern(random.choice((T.FP_EQ, T.FP_LT, T.FP_LE, T.EQ)), (x, y))
        case 1:
            return T.intern(random.choice(_CLASSES), (x,))
        case 2:
            return T.intern(random.choice((T.FP_NEG, T.FP_ABS)), (x,))
        case 3:
            return T.intern(T.FP_TO_FP, (mode, x), random.choice(_FLOATS))
        case 4:
            return T.intern(random.choice((T.FP_TO_SBV, T.FP_TO_UBV)), (mode, x), random.choice((3, 8, 32, 64)))
        case 5:
            number = _operand(random, [t for t in pool if t.sort.kind == "bv"], random.choice((3, 8, 32, 64)))
            return T.intern(random.choice((T.FP_FROM_SBV, T.FP_FROM_UBV)), (mode, number), sort)
        case 6:
            return T.intern(T.FP_ROUND_TO_INTEGRAL, (mode, x))
        case _:
            return T.intern(random.choice((T.FP_ADD, T.FP_SUB, T.FP_MUL, T.FP_DIV)), (T.rm("RNE"), x, y))


def _float_operand(random: Random, pool: list[Term], sort: Sort) -> Term:
    known = [t for t in pool if t.sort is sort]
    if known and random.randrange(2):
        return random.choice(known)
    bits = [t for t in pool if t.sort.kind == "bv"]
    return T.intern(T.FP_FROM_BV, (_operand(random, bits, sort.width),), sort)


def random_value(random: Random, sort: Sort) -> int | bool:
    """Often at the limits of its sort, or the bits of a small float."""
    if sort is T.BOOL:
        return bool(random.randrange(2))
    width = sort.width
    limits = (0, 1, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1)
    floats = {32: (0x3F800000, 0x7F800000, 0x7FC00001, 0x80000000), 64: (0x3FF0000000000000, 0x7FF8000000000001)}
    chosen = random.randrange(4)
    if chosen == 0:
        return random.choice((*limits, *floats.get(width, ()))) & ((1 << width) - 1)
    return random.getrandbits(width) if chosen > 1 else random.getrandbits(min(width, 5))
