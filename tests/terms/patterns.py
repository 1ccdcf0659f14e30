"""Argument shapes on which simplification rules speak, for proofs of the rules."""

from __future__ import annotations

from antumbra import terms as T

C, D = T.var("c", T.BOOL), T.var("d", T.BOOL)


def constants(width: int) -> list[T.Term]:
    sign = 1 << (width - 1)
    values = (0, 1, 2, 3, 5, sign - 1, sign, sign + 1, -2, -1)
    return list(dict.fromkeys(T.bv(v, width) for v in values))


def shapes(width: int) -> list[T.Term]:
    """Bit-vector terms of one width: variables and one or two operators over them and constants."""
    sort = T.bv_sort(width)
    x, y = T.var("x", sort), T.var("y", sort)
    wide = T.var("u", T.bv_sort(2 * width))
    sign = T.bv(1 << (width - 1), width)
    k5, k3, one, zero = T.bv(5, width), T.bv(3, width), T.bv(1, width), T.bv(0, width)
    result = [
        x,
        y,
        T.bvadd(x, one),
        T.bvadd(x, k5),
        T.bvadd(y, T.bv(-3, width)),
        T.bvadd(x, sign),
        T.bvadd(x, y),
        T.bvsub(x, y),
        T.bvsub(y, x),
        T.bvneg(x),
        T.bvneg(y),
        T.bvnot(x),
        T.bvnot(y),
        T.bvxor(x, sign),
        T.bvxor(y, sign),
        T.bvxor(x, k3),
        T.bvxor(x, y),
        T.bvand(x, k5),
        T.bvor(x, k5),
        T.bvand(x, y),
        T.bvor(x, y),
        T.bvmul(x, k3),
        T.bvmul(x, k5),
        T.bvmul(x, y),
        T.extract(width - 1, 0, wide),
        T.extract(2 * width - 1, width, wide),
        T.ite(C, one, zero),
        T.ite(D, one, zero),
        T.ite(C, k5, T.bv(-1, width)),
        T.ite(C, sign, k3),
        T.ite(C, x, y),
        T.ite(C, x, k3),
        T.ite(D, one, y),
        T.bvadd(T.ite(C, x, k3), one),
        T.bvudiv(x, k3),
        T.bvshl(x, y),
        T.intern(T.SELECT, (T.var("a", T.array_sort(sort, sort)), x)),
    ]
    if width >= 3:
        low = T.var("s", T.bv_sort(width - 2))
        lower = T.var("r", T.bv_sort(width - 2))
        top = T.var("t", T.bv_sort(2))
        bit = T.var("b", T.bv_sort(1))
        result += [
            T.zero_extend(2, low),
            T.zero_extend(2, lower),
            T.zero_extend(width - 1, bit),
            T.sign_extend(2, low),
            T.sign_extend(2, lower),
            T.sign_extend(width - 1, bit),
            T.concat(top, low),
            T.concat(top, lower),
            T.concat(low, T.bv(0, 2)),
            T.concat(low, T.bv(1, 2)),
            T.concat(T.bv(2, 2), low),
            T.zero_extend(2, T.bvadd(low, T.bv(1, width - 2))),
            T.bvadd(T.zero_extend(2, low), T.sign_extend(2, lower)),
            T.bvmul(T.zero_extend(2, low), T.concat(top, lower)),
            T.bvsub(T.zero_extend(2, low), T.sign_extend(2, lower)),
            T.concat(T.extract(width - 1, 2, y), T.extract(1, 0, x)),
            T.bvshl(x, one),
            T.bvlshr(x, one),
            T.bvashr(x, one),
            T.zero_extend(1, T.concat(low, T.bv(0, 1))),
            T.concat(bit, T.zero_extend(1, low)),
        ]
    return [*constants(width), *dict.fromkeys(result)]


def booleans() -> list[T.Term]:
    sort = T.bv_sort(4)
    x, y = T.var("x", sort), T.var("y", sort)
    return [
        T.TRUE,
        T.FALSE,
        C,
        D,
        T.not_(C),
        T.not_(D),
        T.and_(C, D),
        T.or_(C, D),
        T.or_(T.not_(C), D),
        T.and_(T.not_(C), T.not_(D)),
        T.not_(T.and_(C, D)),
        T.eq(C, D),
        T.eq(x, y),
        T.not_(T.eq(x, y)),
        T.bvult(x, y),
        T.bvule(y, x),
        T.bvslt(x, y),
        T.bvult(x, T.bv(5, 4)),
        T.ite(C, D, T.eq(x, y)),
    ]
