"""Random terms over given variables, from a seeded generator: the same ones on every run."""

from __future__ import annotations

from random import Random

from antumbra import terms as T
from antumbra.terms import Term

BINARY = (
    T.bvadd,
    T.bvsub,
    T.bvmul,
    T.bvudiv,
    T.bvurem,
    T.bvsdiv,
    T.bvsrem,
    T.bvand,
    T.bvor,
    T.bvxor,
    T.bvshl,
    T.bvlshr,
    T.bvashr,
)
COMPARISONS = (T.bvult, T.bvule, T.bvugt, T.bvuge, T.bvslt, T.bvsle, T.bvsgt, T.bvsge, T.eq, T.distinct)
OVERFLOWS = (T.bvsaddo, T.bvssubo, T.bvsmulo, T.bvuaddo, T.bvusubo, T.bvumulo)


def bits(random: Random, width: int, variables: list[Term], depth: int) -> Term:
    """A bit-vector term of this width."""
    fitting = [v for v in variables if v.width == width and v.sort.mask]
    if depth <= 0 or random.random() < 0.15:
        if fitting and random.random() < 0.7:
            return random.choice(fitting)
        return T.bv(random.randrange(1 << width), width)
    kind = random.randrange(12)
    if kind < 5:
        a = bits(random, width, variables, depth - 1)
        # one constant side is what programs have
        b = (
            T.bv(random.randrange(1 << width), width)
            if random.random() < 0.6
            else bits(random, width, variables, depth - 1)
        )
        if random.random() < 0.3:
            a, b = b, a
        return random.choice(BINARY)(a, b)
    if kind == 5:
        return random.choice((T.bvneg, T.bvnot))(bits(random, width, variables, depth - 1))
    if kind in (6, 7):
        wide = random.choice([v.width for v in variables if v.sort.mask] or [width])
        if wide > width:
            low = random.randrange(wide - width + 1)
            return T.extract(low + width - 1, low, bits(random, wide, variables, depth - 1))
        if wide < width:
            return random.choice((T.zero_extend, T.sign_extend))(width - wide, bits(random, wide, variables, depth - 1))
        return bits(random, width, variables, depth - 1)
    if kind == 8 and width > 1:
        cut = random.randrange(1, width)
        return T.concat(bits(random, width - cut, variables, depth - 1), bits(random, cut, variables, depth - 1))
    return T.ite(
        boolean(random, variables, depth - 1),
        bits(random, width, variables, depth - 1),
        bits(random, width, variables, depth - 1),
    )


def boolean(random: Random, variables: list[Term], depth: int) -> Term:
    """A Boolean term."""
    propositions = [v for v in variables if v.sort is T.BOOL]
    if propositions and random.random() < 0.15:
        return random.choice(propositions)
    kind = random.randrange(10)
    if depth > 0 and kind < 3:
        a, b = boolean(random, variables, depth - 1), boolean(random, variables, depth - 1)
        return random.choice((T.and_, T.or_, T.xor, T.implies, T.eq))(a, b)
    if depth > 0 and kind == 3:
        return T.not_(boolean(random, variables, depth - 1))
    width = random.choice([v.width for v in variables if v.sort.mask] or [4])
    a = bits(random, width, variables, depth)
    b = T.bv(random.randrange(1 << width), width) if random.random() < 0.5 else bits(random, width, variables, depth)
    if kind == 4:
        return random.choice(OVERFLOWS)(a, b)
    return random.choice(COMPARISONS)(a, b)
