"""Bit-vector structure: extract, concat, extensions, bitwise operators and shifts.

Shifts by a constant become extract, concat and extensions, as do low masks (``x & 0xff``), so bytes that are
taken apart and put together again meet one set of rules. Rules look a bounded number of levels down and walk
along concatenations in loops: terms get deep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra.terms.leaves import bv, bv_of
from antumbra.terms.operators import (
    BVADD,
    BVAND,
    BVASHR,
    BVLSHR,
    BVMUL,
    BVNOT,
    BVOR,
    BVSHL,
    BVSUB,
    BVXOR,
    CONCAT,
    CONST,
    EXTRACT,
    ITE,
    SIGN_EXTEND,
    ZERO_EXTEND,
)
from antumbra.terms.simplify.boolean import and_, ite, or_, xor
from antumbra.terms.term import Op, SortError, Term, intern

#: operators that show their bits: rules may look through one level of something else onto these
_STRUCTURAL: Final = frozenset((CONST, EXTRACT, CONCAT, ZERO_EXTEND, SIGN_EXTEND))
_BITWISE: Final = frozenset((BVAND, BVOR, BVXOR))


def check_pair(name: str, a: Term, b: Term) -> None:
    """Raise unless both are bit-vectors of one width."""
    if a.sort is not b.sort or not a.sort.mask:
        raise SortError(f"{name} does not take ({a.sort!r}, {b.sort!r})")


def check_one(name: str, a: Term) -> None:
    """Raise unless this is a bit-vector."""
    if not a.sort.mask:
        raise SortError(f"{name} does not take {a.sort!r}")


def const_arms(t: Term) -> bool:
    """Whether t is an ite between constants: then any operator with constants goes into its arms."""
    return t.op is ITE and t.args[1].op is CONST and t.args[2].op is CONST


def into_arms(t: Term, f: Callable[[Term], Term]) -> Term:
    """f of an ite, arm by arm."""
    c, x, y = t.args
    return ite(c, f(x), f(y))


# ---- extract


def extract(high: int, low: int, t: Term) -> Term:
    """Bits high..low, both included."""
    width = t.width
    if not t.sort.mask or not 0 <= low <= high < width:
        raise SortError(f"extract {high} {low} of {t.sort!r}")
    while True:
        op = t.op
        if low == 0 and high == t.width - 1:
            # inside a concatenation, zeros are a part; on their own they are an extension
            return concat(*t.args) if op is CONCAT and t.args[0].op is CONST else t
        if op is CONST:
            return bv(t.data >> low, high - low + 1)
        if op is EXTRACT:
            base = t.data[1]
            t, high, low = t.args[0], high + base, low + base
        elif op is CONCAT:
            top, bottom = t.args
            split = bottom.width
            if high < split:
                t = bottom
            elif low >= split:
                t, high, low = top, high - split, low - split
            else:
                return _extract_across(high, low, t)
        elif op is ZERO_EXTEND:
            inner = t.args[0]
            if high < inner.width:
                t = inner
            elif low >= inner.width:
                return bv(0, high - low + 1)
            else:
                return zero_extend(high - inner.width + 1, extract(inner.width - 1, low, inner))
        else:
            rule = _EXTRACT_RULES.get(op)
            if rule is not None:
                result = rule(high, low, t)
                if result is not None:
                    return result
            return intern(EXTRACT, (t,), (high, low))


def concat_parts(t: Term) -> list[Term]:
    """The members of a concatenation, most significant first."""
    parts: list[Term] = []
    while t.op is CONCAT:
        parts.append(t.args[0])
        t = t.args[1]
    parts.append(t)
    return parts


def join(parts: list[Term]) -> Term:
    """The concatenation of parts, most significant first."""
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = concat(part, result)
    return result


def _extract_across(high: int, low: int, t: Term) -> Term:
    pieces: list[Term] = []
    top = t.width
    for part in concat_parts(t):
        bottom = top - part.width
        if bottom <= high and top > low:
            pieces.append(extract(min(high, top - 1) - bottom, max(low, bottom) - bottom, part))
        top = bottom
    return join(pieces)


def _extract_sign_extend(high: int, low: int, t: Term) -> Term | None:
    inner = t.args[0]
    last = inner.width - 1
    if high <= last:
        return extract(high, low, inner)
    if low > last:
        return sign_extend(high - low, extract(last, last, inner))
    return sign_extend(high - last, extract(last, low, inner))


def _extract_ite(high: int, low: int, t: Term) -> Term | None:
    c, x, y = t.args
    if (x.op is CONST and y.op is not ITE) or (y.op is CONST and x.op is not ITE):
        return ite(c, extract(high, low, x), extract(high, low, y))
    return None


def _extract_bitwise(high: int, low: int, t: Term) -> Term | None:
    a, b = t.args
    if b.op is CONST or (a.op in _STRUCTURAL and b.op in _STRUCTURAL):
        if a.op in _BITWISE or a.op is BVNOT:
            return None
        return BITWISE[t.op](extract(high, low, a), extract(high, low, b))
    return None


def _extract_not(high: int, low: int, t: Term) -> Term | None:
    inner = t.args[0]
    return None if inner.op in _BITWISE else bvnot(extract(high, low, inner))


def _extract_modular(high: int, low: int, t: Term) -> Term | None:
    """The low bits of sums and products of extended values are sums and products of low bits."""
    a, b = t.args
    if low == 0 and a.op in _STRUCTURAL and b.op in _STRUCTURAL:
        return MODULAR[t.op](extract(high, 0, a), extract(high, 0, b))
    return None


_EXTRACT_RULES: Final[dict[Op, Callable[[int, int, Term], Term | None]]] = {
    SIGN_EXTEND: _extract_sign_extend,
    ITE: _extract_ite,
    BVAND: _extract_bitwise,
    BVOR: _extract_bitwise,
    BVXOR: _extract_bitwise,
    BVNOT: _extract_not,
    BVADD: _extract_modular,
    BVSUB: _extract_modular,
    BVMUL: _extract_modular,
}
#: filled by simplify_bv, which builds on this file
MODULAR: Final[dict[Op, Callable[[Term, Term], Term]]] = {}

# ---- concat and extensions


def _merge(top: Term, bottom: Term) -> Term | None:
    """One term for two neighbours, where there is one."""
    if top.op is CONST:
        if bottom.op is CONST:
            return bv(top.data << bottom.width | bottom.data, top.width + bottom.width)
    elif top.op is EXTRACT and bottom.op is EXTRACT and top.args[0] is bottom.args[0]:
        high, low = top.data
        if low == bottom.data[0] + 1:
            return extract(high, bottom.data[1], top.args[0])
    return None


def concat(top: Term, bottom: Term) -> Term:
    """``top`` above ``bottom``; nested to the right, neighbours merged."""
    if not top.sort.mask or not bottom.sort.mask:
        raise SortError(f"concat does not take ({top.sort!r}, {bottom.sort!r})")
    if top.op is CONCAT:
        return join([*concat_parts(top), bottom])
    if top.op is CONST and top.data == 0:
        return zero_extend(top.width, bottom)
    if top.op is ZERO_EXTEND:
        return zero_extend(top.data, concat(top.args[0], bottom))
    merged = _merge(top, bottom)
    if merged is not None:
        return merged
    if bottom.op is CONCAT:
        merged = _merge(top, bottom.args[0])
        if merged is not None:
            return concat(merged, bottom.args[1])
    elif bottom.op is ZERO_EXTEND:
        # the zeros are a part of their own: shifted fields then merge with them
        return concat(top, intern(CONCAT, (bv(0, bottom.data), bottom.args[0])))
    return intern(CONCAT, (top, bottom))


def zero_extend(count: int, t: Term) -> Term:
    """``count`` zero bits above t."""
    if not t.sort.mask or count < 0:
        raise SortError(f"zero_extend {count} of {t.sort!r}")
    if count == 0:
        return t
    op = t.op
    if op is CONST:
        return bv(t.data, t.width + count)
    if op is ZERO_EXTEND:
        return intern(ZERO_EXTEND, t.args, t.data + count)
    if op is CONCAT and t.args[0].op is CONST and t.args[0].data == 0:
        return zero_extend(count + t.args[0].width, t.args[1])
    if op is ITE and const_arms(t):
        return into_arms(t, lambda arm: zero_extend(count, arm))
    return intern(ZERO_EXTEND, (t,), count)


def sign_extend(count: int, t: Term) -> Term:
    """``count`` copies of the sign above t."""
    if not t.sort.mask or count < 0:
        raise SortError(f"sign_extend {count} of {t.sort!r}")
    if count == 0:
        return t
    op = t.op
    if op is CONST:
        return bv(t.data - ((t.data >> (t.width - 1)) << t.width), t.width + count)
    if op is SIGN_EXTEND:
        return intern(SIGN_EXTEND, t.args, t.data + count)
    if op is ZERO_EXTEND:
        return intern(ZERO_EXTEND, t.args, t.data + count)
    if op is ITE and const_arms(t):
        return into_arms(t, lambda arm: sign_extend(count, arm))
    return intern(SIGN_EXTEND, (t,), count)


# ---- bitwise


def bvnot(a: Term) -> Term:
    op = a.op
    if op is CONST:
        check_one("bvnot", a)
        return bv_of(~a.data, a.sort)
    if op is BVNOT:
        return a.args[0]
    if op is ITE and const_arms(a):
        return into_arms(a, bvnot)
    return intern(BVNOT, (a,))


def _complement(a: Term, b: Term) -> bool:
    return (a.op is BVNOT and a.args[0] is b) or (b.op is BVNOT and b.args[0] is a)


def _bitwise_const(op: Op, a: Term, k: Term) -> Term:
    """a op k where k is neither absorbing nor neutral: apply it to the parts of a."""
    build = BITWISE[op]
    shape = a.op
    if shape is op and a.args[1].op is CONST:
        return build(a.args[0], build(a.args[1], k))
    if shape is ITE:
        if const_arms(a):
            return into_arms(a, lambda arm: build(arm, k))
    elif shape is ZERO_EXTEND:
        inner = a.args[0]
        if op is BVAND or k.data >> inner.width == 0:
            return zero_extend(a.data, build(inner, bv(k.data, inner.width)))
    elif shape is CONCAT:
        pieces: list[Term] = []
        top = a.width
        for part in concat_parts(a):
            top -= part.width
            pieces.append(build(part, bv(k.data >> top, part.width)))
        return join(pieces)
    return intern(op, (a, k))


def bvand(a: Term, b: Term) -> Term:
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("bvand", a, b)
    if a is b:
        return a
    if a.op is CONST:
        a, b = b, a
    if b.op is CONST:
        k = b.data
        if a.op is CONST:
            return bv_of(a.data & k, a.sort)
        if k == 0:
            return b
        if k == a.sort.mask:
            return a
        if k & (k + 1) == 0:
            size = k.bit_length()
            return zero_extend(a.width - size, extract(size - 1, 0, a))
        return _bitwise_const(BVAND, a, b)
    if a.op is BVNOT or b.op is BVNOT:
        if _complement(a, b):
            return bv_of(0, a.sort)
    elif a.op is ITE and b.op is ITE:
        if _bits_of_bools(a, b):
            return ite(and_(a.args[0], b.args[0]), a.args[1], a.args[2])
    elif (a.op is BVOR and b in a.args) or (a.op is BVAND and b in a.args):
        return b if a.op is BVOR else a
    elif (b.op is BVOR and a in b.args) or (b.op is BVAND and a in b.args):
        return a if b.op is BVOR else b
    if a.op is ZERO_EXTEND or b.op is ZERO_EXTEND:
        # only the low bits can be set
        size = min(x.args[0].width for x in (a, b) if x.op is ZERO_EXTEND)
        return zero_extend(a.width - size, bvand(extract(size - 1, 0, a), extract(size - 1, 0, b)))
    return intern(BVAND, (a, b) if a.id < b.id else (b, a))


def _bits_of_bools(a: Term, b: Term) -> bool:
    """Whether both are ite(condition, k, 0) with one k: bits made from Booleans."""
    k, z = a.args[1], a.args[2]
    return z.op is CONST and z.data == 0 and b.args[1] is k and b.args[2] is z


def bvor(a: Term, b: Term) -> Term:
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("bvor", a, b)
    if a is b:
        return a
    if a.op is CONST:
        a, b = b, a
    if b.op is CONST:
        k = b.data
        if a.op is CONST:
            return bv_of(a.data | k, a.sort)
        if k == 0:
            return a
        if k == a.sort.mask:
            return b
        return _bitwise_const(BVOR, a, b)
    if a.op is BVNOT or b.op is BVNOT:
        if _complement(a, b):
            return bv_of(-1, a.sort)
    elif a.op is ITE and b.op is ITE:
        if _bits_of_bools(a, b):
            return ite(or_(a.args[0], b.args[0]), a.args[1], a.args[2])
    elif (a.op is BVAND and b in a.args) or (a.op is BVOR and b in a.args):
        return b if a.op is BVAND else a
    elif (b.op is BVAND and a in b.args) or (b.op is BVOR and a in b.args):
        return a if b.op is BVAND else b
    if a.op in _STRUCTURAL and b.op in _STRUCTURAL:
        joined = _join_disjoint(a, b)
        if joined is not None:
            return joined
    return intern(BVOR, (a, b) if a.id < b.id else (b, a))


def _trailing_zeros(t: Term) -> int:
    if t.op is ZERO_EXTEND:
        t = t.args[0]
    if t.op is CONCAT:
        last = concat_parts(t)[-1]
        if last.op is CONST and last.data == 0:
            return last.width
    return 0


def _join_disjoint(a: Term, b: Term) -> Term | None:
    """One value in the bits below another's: the way bytes are put together."""
    for low, high in ((a, b), (b, a)):
        if low.op is ZERO_EXTEND:
            zeros = _trailing_zeros(high)
            if zeros >= low.args[0].width:
                return concat(extract(high.width - 1, zeros, high), extract(zeros - 1, 0, low))
    return None


def bvxor(a: Term, b: Term) -> Term:
    if a.sort is not b.sort or not a.sort.mask:
        check_pair("bvxor", a, b)
    if a is b:
        return bv_of(0, a.sort)
    if a.op is CONST:
        a, b = b, a
    if b.op is CONST:
        k = b.data
        if a.op is CONST:
            return bv_of(a.data ^ k, a.sort)
        if k == 0:
            return a
        if k == a.sort.mask:
            return bvnot(a)
        return _bitwise_const(BVXOR, a, b)
    if a.op is BVNOT:
        return bvxor(a.args[0], b.args[0]) if b.op is BVNOT else bvnot(bvxor(a.args[0], b))
    if b.op is BVNOT:
        return bvnot(bvxor(a, b.args[0]))
    if a.op is BVXOR:
        if b in a.args:
            return a.args[1] if a.args[0] is b else a.args[0]
    elif b.op is BVXOR:
        if a in b.args:
            return b.args[1] if b.args[0] is a else b.args[0]
    elif a.op is ITE and b.op is ITE:
        if _bits_of_bools(a, b):
            return ite(xor(a.args[0], b.args[0]), a.args[1], a.args[2])
    elif a.op in _STRUCTURAL and b.op in _STRUCTURAL:
        joined = _join_disjoint(a, b)
        if joined is not None:
            return joined
    return intern(BVXOR, (a, b) if a.id < b.id else (b, a))


BITWISE: Final[dict[Op, Callable[[Term, Term], Term]]] = {BVAND: bvand, BVOR: bvor, BVXOR: bvxor}

# ---- shifts


def bvshl(a: Term, b: Term) -> Term:
    check_pair("bvshl", a, b)
    if b.op is CONST:
        k = b.data
        width = a.width
        if k == 0:
            return a
        if k >= width:
            return bv_of(0, a.sort)
        if a.op is BVADD and a.args[1].op is CONST:
            # keep a constant offset in sight: addresses look like this
            return MODULAR[BVADD](bvshl(a.args[0], b), bv_of(a.args[1].data << k, a.sort))
        return concat(extract(width - k - 1, 0, a), bv(0, k))
    if a.op is CONST and a.data == 0:
        return a
    return intern(BVSHL, (a, b))


def bvlshr(a: Term, b: Term) -> Term:
    check_pair("bvlshr", a, b)
    if b.op is CONST:
        k = b.data
        width = a.width
        if k == 0:
            return a
        if k >= width:
            return bv_of(0, a.sort)
        return zero_extend(k, extract(width - 1, k, a))
    if a.op is CONST and a.data == 0:
        return a
    return intern(BVLSHR, (a, b))


def bvashr(a: Term, b: Term) -> Term:
    check_pair("bvashr", a, b)
    if b.op is CONST:
        width = a.width
        k = min(b.data, width - 1)
        if k == 0:
            return a
        return sign_extend(k, extract(width - 1, k, a))
    if a.op is CONST and (a.data == 0 or a.data == a.sort.mask):
        return a
    if a.op is ZERO_EXTEND:
        return bvlshr(a, b)
    return intern(BVASHR, (a, b))
