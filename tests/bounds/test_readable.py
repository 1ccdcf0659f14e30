"""The readable form of bounds is the same set, in fewer and shorter clauses; truth by trying every value."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from itertools import product
from math import isfinite
from random import Random
from struct import pack, unpack

import pytest

from antumbra import terms as T
from antumbra.bounds.asking import BUDGET, Asker
from antumbra.bounds.cfc import Cfc, Piece, Side
from antumbra.bounds.readable.cubes import cubes_of, intervals, membership, merged, of_intervals, values_of
from antumbra.bounds.readable.float_sets import float_set_text, float_text
from antumbra.bounds.readable.minimise import minimal_cover
from antumbra.bounds.readable.relevance import irrelevant
from antumbra.bounds.readable.wording import Wording, set_text
from antumbra.report.bounds.clauses import readable_bounds
from antumbra.terms import Term
from report.bounds.made import must, parameter, safe
from support.random_terms import random_condition
from support.size import some

W = 3
SMALL = T.bv_sort(W)
A, B, C = (parameter(name, kind, SMALL) for name, kind in (("a", "int"), ("b", "unsigned int"), ("c", "int")))
FLAG = parameter("flag", "_Bool", T.BOOL)
PARAMETERS = (A, B, C, FLAG)
VARIABLES = tuple(p.variable for p in PARAMETERS)
SIGNED = frozenset((A.variable, C.variable))
POINTS = [dict(zip(VARIABLES, values, strict=True)) for values in product(*(range(1 << W),) * 3, (False, True))]
SEEDS = range(some(12, 120))


def truth(condition: Term) -> list[bool]:
    holds = T.compiled(condition)
    return [bool(holds(point)) for point in POINTS]


def literal(random: Random) -> Term:
    x, y = random.sample(VARIABLES[:3], 2)
    n = T.bv(random.randrange(1 << W), W)
    return random.choice(
        [T.bvslt(x, n), T.bvult(x, n), T.eq(x, n), T.bvule(x, y), T.bvslt(T.bvadd(x, y), n), FLAG.variable]
    )


@cache
def random_pieces(seed: int) -> tuple[tuple[Piece, ...], Term]:
    """Disjoint pieces of two failures, as paths of a program have them, and a domain."""
    random = Random(seed)
    left, made = T.TRUE, list[Piece]()
    for _ in range(6):
        path = [left]
        for _ in range(random.randrange(1, 4)):
            one = literal(random)
            path.append(one if random.randrange(2) else T.not_(one))
        here = T.and_(*path)
        made.append(must(here, line=9 + random.randrange(2)))
        left = T.and_(left, T.not_(here))
    return tuple(made), literal(random) if seed % 3 == 0 else T.TRUE


def same_set(budget: int = BUDGET) -> None:
    """A cover of random pieces, where the domain is."""
    for seed in SEEDS:
        pieces, domain = random_pieces(seed)
        cubes = minimal_cover(pieces, domain, SIGNED, Asker(budget))
        inside = truth(domain)
        for failure in {piece.failure for piece in pieces}:
            wanted = truth(T.or_(T.FALSE, *(p.condition for p in pieces if p.failure == failure)))
            found = truth(T.or_(T.FALSE, *(c.condition(SIGNED) for c in cubes if c.failure == failure)))
            assert [w for w, i in zip(wanted, inside, strict=True) if i] == [
                f for f, i in zip(found, inside, strict=True) if i
            ]


def test_a_cover_is_the_same_set() -> None:
    same_set()


def test_a_cover_is_no_larger() -> None:
    before = after = 0
    for seed in SEEDS:
        pieces, domain = random_pieces(seed)
        given = [cube for piece in pieces for cube in cubes_of(piece.condition, piece.failure)]
        cubes = minimal_cover(pieces, domain, SIGNED, Asker())
        before += sum(cube.literals for cube in given)
        after += sum(cube.literals for cube in cubes)
        assert len(cubes) <= len(given)
    assert after * 2 < before


def test_no_condition_of_a_cube_is_idle() -> None:
    """Of a small cover, every cube has inputs of its own, and leaving out a condition leads out of the region."""
    for seed in SEEDS:
        pieces, domain = random_pieces(seed)
        cubes = minimal_cover(pieces, domain, SIGNED, Asker())
        inside = truth(domain)
        for cube in cubes:
            region = truth(T.or_(T.FALSE, *(p.condition for p in pieces if p.failure == cube.failure)))
            parts = list(cube.literal_conditions(SIGNED))
            for part in parts:
                wider = truth(T.and_(T.TRUE, *(p for p in parts if p is not part)))
                assert any(w and i and not r for w, i, r in zip(wider, inside, region, strict=True))


def test_nothing_is_done_without_a_budget() -> None:
    same_set(0)


def test_the_same_twice() -> None:
    for seed in list(SEEDS)[:4]:
        pieces, domain = random_pieces(seed)
        bounds = Cfc(PARAMETERS, pieces, exact=False, domain=domain)
        assert readable_bounds(bounds).clauses == readable_bounds(bounds).clauses


def test_merging_is_exact() -> None:
    x = A.variable
    pieces = [T.eq(x, T.bv(n, W)) for n in (0, 1, 5, 2)]
    (cube,) = merged(c for piece in pieces for c in cubes_of(piece))
    assert truth(cube.condition()) == truth(T.or_(*pieces))
    assert Wording(PARAMETERS).cube(cube) == "a == -3 || 0 <= a <= 2"


def test_cubes_that_differ_in_two_inputs_stay_apart() -> None:
    a, b = A.variable, B.variable
    pieces = [T.and_(T.eq(a, T.bv(n, W)), T.eq(b, T.bv(n, W))) for n in (1, 2)]
    cubes = merged(c for piece in pieces for c in cubes_of(piece))
    assert truth(T.or_(*(cube.condition() for cube in cubes))) == truth(T.or_(*pieces))


def test_conditions_on_one_input_hold_together() -> None:
    a = A.variable
    condition = T.and_(T.bvslt(T.bv(-3, W), a), T.ne(a, T.bv(0, W)), T.bvult(a, T.bv(6, W)))
    (cube,) = cubes_of(condition)
    assert truth(cube.condition()) == truth(condition)


def test_what_is_known_of_inputs_simplifies_the_rest() -> None:
    random = Random(12)
    a, b, c = VARIABLES[:3]
    for _ in range(some(80, 800)):
        parts = [T.or_(*(T.and_(literal(random), literal(random)) for _ in range(3)))]
        parts.append(T.not_(T.and_(literal(random), literal(random))))
        parts += [T.bvule(a, T.bv(random.randrange(1 << W), W)), T.eq(b, T.bv(random.randrange(1 << W), W))]
        condition = T.and_(*parts)
        assert truth(T.or_(T.FALSE, *(cube.condition() for cube in cubes_of(condition)))) == truth(condition)
    (cube,) = cubes_of(T.and_(T.eq(b, T.bv(3, W)), T.or_(T.bvult(b, a), T.and_(T.eq(b, T.bv(4, W)), T.bvult(b, c)))))
    assert Wording(PARAMETERS).cube(cube) == "a < 0 && b == 3"


def test_cubes_are_the_condition() -> None:
    random = Random(4)
    for _ in range(some(60, 600)):
        condition = random_condition(random, VARIABLES, 8, floats=False, widths=(2, 3, 5))
        assert truth(T.or_(T.FALSE, *(c.condition(SIGNED) for c in cubes_of(condition)))) == truth(condition)


@pytest.mark.parametrize("signed", [False, True])
def test_sets_as_conditions(signed: bool) -> None:
    random = Random(2)
    for _ in range(200):
        values = sorted(random.sample(range(16), random.randrange(1, 16)))
        bounds = tuple(_bounds(values))
        assert of_intervals(intervals(bounds, 4, signed=signed), 4) == bounds
        x = T.var("x", T.bv_sort(4))
        held = membership(x, bounds, signed=signed)
        assert [v for v in range(16) if T.evaluate(held, {x: v})] == values


def _bounds(values: list[int]) -> list[int]:
    found: list[int] = []
    for value in values:
        if found and found[-1] == value:
            found[-1] = value + 1
        else:
            found += [value, value + 1]
    return found


# ---------------------------------------------------------------- inputs that do not matter


def test_inputs_that_do_not_matter() -> None:
    random = Random(3)
    matters = 0
    for seed in range(some(12, 120)):
        one = random_condition(random, VARIABLES, 8, floats=False, widths=(W,))
        bounds = Cfc(PARAMETERS, (must(one), safe(T.not_(one))), exact=True, domain=T.TRUE)
        table = truth(one)
        ignored = irrelevant(bounds, Asker())
        for p in PARAMETERS:
            known: dict[tuple[object, ...], bool] = {}
            depends = False
            for point, value in zip(POINTS, table, strict=True):
                key = tuple(v for k, v in point.items() if k is not p.variable)
                depends |= known.setdefault(key, value) != value
            assert (p in ignored) == (not depends), (seed, one)
            matters += depends
    assert matters > 8


def test_it_may_occur_and_not_matter() -> None:
    a, b = A.variable, B.variable
    same = T.intern(T.EQ, (T.intern(T.BVSUB, (T.intern(T.BVADD, (a, b)), b)), T.bv(3, W)))
    bounds = Cfc(PARAMETERS, (must(same),), exact=False)
    assert irrelevant(bounds, Asker()) == (B, C, FLAG)
    # of what is not decided nothing is said
    assert B not in irrelevant(bounds, Asker(0))


def test_within_the_domain_only() -> None:
    a, b = A.variable, B.variable
    bounds = Cfc((A, B), (must(T.bvult(a, b)),), exact=False, domain=T.and_(T.eq(b, T.bv(5, W))))
    assert irrelevant(bounds, Asker()) == (B,)
    assert irrelevant(Cfc((A, B), bounds.pieces, exact=False), Asker()) == ()


def test_one_side_may_depend_on_it() -> None:
    a, b = A.variable, B.variable
    bounds = Cfc((A, B), (must(T.bvult(a, T.bv(3, W))), safe(T.and_(T.bvugt(a, T.bv(6, W)), T.eq(b, a)))), exact=False)
    assert irrelevant(bounds, Asker()) == ()


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ([(3, 3)], "x == 3"),
        ([(3, 4)], "3 <= x <= 4"),
        ([(-128, -1)], "x < 0"),
        ([(1, 127)], "x > 0"),
        ([(-128, 9)], "x <= 9"),
        ([(10, 127)], "x >= 10"),
        ([(-128, 4), (6, 127)], "x != 5"),
        ([(-128, 4), (6, 7), (9, 127)], "x not in {5, 8}"),
        ([(1, 1), (7, 7)], "x in {1, 7}"),
        ([(-128, -5), (3, 3), (7, 9)], "x == 3 || x <= -5 || 7 <= x <= 9"),
    ],
)
def test_sets_in_words(pieces: list[tuple[int, int]], text: str) -> None:
    assert set_text("x", pieces, (-128, 127)) == text


LOW, HIGH = parameter("low", "int", T.bv_sort(32)), parameter("high", "int", T.bv_sort(32))
SIZE = parameter("size", "unsigned int", T.bv_sort(32))
BYTE = parameter("c", "unsigned char", T.bv_sort(8))
RATIO = parameter("ratio", "float", T.bv_sort(32))
WORDS = Wording((LOW, HIGH, SIZE, BYTE, RATIO))


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (T.bvult(SIZE.variable, HIGH.variable), "size < high"),
        (T.bvslt(LOW.variable, T.bvsub(HIGH.variable, T.bv(3, 32))), "low < high - 3"),
        (T.bvsaddo(LOW.variable, HIGH.variable), "low + high overflows"),
        (T.eq(LOW.variable, T.zero_extend(24, BYTE.variable)), "low == c"),
        (T.fp_lt(T.fp_from_bv(RATIO.variable, T.FLOAT32), T.fp_const(0x3DCCCCCD, T.FLOAT32)), "ratio < 0.1"),
        (T.fp_is_nan(T.fp_from_bv(RATIO.variable, T.FLOAT32)), "ratio is NaN"),
    ],
)
def test_conditions_in_words(condition: Term, text: str) -> None:
    assert WORDS.condition(condition) == text


def test_floats_in_words() -> None:
    assert [float_text(b, T.FLOAT32) for b in (0x3F800000, 0xFF800000, 0x7FC00000)] == ["1.0", "-infinity", "NaN"]
    assert float_text(0x3FB999999999999A, T.FLOAT64) == "0.1"


def in_words(text: str, x: float) -> bool:
    """What words of ours say of a number."""
    if text.endswith("is a number"):
        return x == x
    if text.endswith("is NaN"):
        return x != x
    if text.endswith("is finite"):
        return isfinite(x)
    # numbers are told in as few digits as their format needs
    rounded = re.sub(r"-?\d[\d.e+-]*", lambda match: repr(unpack("<e", pack("<e", float(match[0])))[0]), text)
    return bool(eval(rounded.replace("infinity", "float('inf')"), {"x": x}))


def test_sets_of_floats_in_words() -> None:
    """Half floats, every one of them: but for the sign of zero, words say what the set says."""
    random = Random(6)
    for _ in range(some(12, 100)):
        ends = sorted(random.sample([0, 0x7C00, 0x7C01, 0x8000, 0x8001, 0xFC00, 0xFC01, 0x3C00, 0xBC00, 0x1234], 2))
        bounds = (ends[0], ends[1])
        text = float_set_text("x", bounds, T.FLOAT16)
        if "some NaNs" in text or "is 0.0" in text or "is -0.0" in text:
            continue
        for bits in (*range(0, 1 << 16, 251), *ends, ends[0] - 1 & 0xFFFF, ends[1] - 1):
            (x,) = unpack("<e", bits.to_bytes(2, "little"))
            if x != 0:
                assert any(in_words(part, x) for part in text.split(" || ")) == (ends[0] <= bits < ends[1]), (text, x)


def test_conditions_on_one_float_are_sets() -> None:
    """Every half float."""
    x = T.var("x", T.bv_sort(16))
    value = T.intern(T.FP_FROM_BV, (x,), T.FLOAT16)
    random = Random(8)
    atoms = [
        T.intern(op, (value,))
        for op in (T.FP_IS_NAN, T.FP_IS_INFINITE, T.FP_IS_ZERO, T.FP_IS_NORMAL, T.FP_IS_SUBNORMAL, T.FP_IS_NEGATIVE)
    ] + [T.intern(T.FP_IS_POSITIVE, (value,)), T.intern(T.BVULT, (x, T.bv(0x7E00, 16)))]
    for constant in (0, 0x8000, 0x3C00, 0xBC00, 0x7C00, 0xFC00, 0x7E00, 1, 0x8001):
        other = T.fp_const(constant, T.FLOAT16)
        atoms += [T.intern(op, pair) for op in (T.FP_LT, T.FP_LE, T.FP_EQ) for pair in ((value, other), (other, value))]
    combined = [T.intern(T.OR, (T.intern(T.NOT, (random.choice(atoms),)), random.choice(atoms))) for _ in range(8)]
    for condition in (*atoms, *combined):
        found = values_of(condition)
        assert found is not None, condition
        holds = T.compiled(condition)
        for bits in (*range(0, 1 << 16, 97), 0, 1, 0x7BFF, 0x7C00, 0x7C01, 0x8000, 0x8001, 0xFBFF, 0xFC00, 0xFC01):
            assert bool(bisect_right(found[1], bits) & 1) == bool(holds({x: bits})), (condition, bits)


def test_the_rest_is_everything_else() -> None:
    low, high = LOW.variable, HIGH.variable
    fails = T.and_(T.bvslt(low, T.bv(0, 32)), T.bvsgt(high, T.bv(9, 32)))
    also = T.and_(T.bvsge(low, T.bv(0, 32)), T.bvsgt(high, T.bv(9, 32)))
    reading = readable_bounds(Cfc((LOW, HIGH), (must(fails), must(also), safe(T.not_(T.or_(fails, also)))), exact=True))
    assert [(c.side, c.text, c.expression) for c in reading.clauses] == [
        (Side.MUST, "high >= 10", "high > 9"),
        (Side.SAFE, "everything else", None),
    ]
    assert reading.irrelevant == (LOW,)


def test_terms_over_several_inputs_have_sets_too() -> None:
    total = T.bvadd(T.zero_extend(24, BYTE.variable), SIZE.variable)
    pieces = [must(T.eq(total, T.bv(n, 32))) for n in (8, 9, 10)]
    reading = readable_bounds(Cfc((SIZE, BYTE), tuple(pieces), exact=False))
    assert [c.text for c in reading.clauses] in (["8 <= c + size <= 10"], ["8 <= size + c <= 10"])
    both = T.and_(T.bvult(total, T.bv(9, 32)), T.bvugt(total, T.bv(7, 32)))
    assert [c.text for c in readable_bounds(Cfc((SIZE, BYTE), (must(both),), exact=False)).clauses] in (
        ["c + size == 8"],
        ["size + c == 8"],
    )
    other = T.ne(T.bvadd(A.variable, B.variable), T.bv(2, W))
    # a difference of two such tables takes minutes to print
    same = [truth(cube.condition()) for cube in cubes_of(other)] == [truth(other)]
    assert same


def test_two_failures_stay_apart() -> None:
    high = HIGH.variable
    one, two = T.bvsgt(high, T.bv(9, 32)), T.bvsle(high, T.bv(9, 32))
    reading = readable_bounds(Cfc((HIGH,), (must(one, 5), must(two, 6)), exact=True))
    assert [c.text for c in reading.clauses] == ["high >= 10", "high <= 9"]
    whole = readable_bounds(Cfc((HIGH,), (must(one, 5), must(two, 5)), exact=True))
    assert [c.text for c in whole.clauses] == ["every input"]


def test_what_is_not_decided_is_not_shown() -> None:
    x, y = (T.zero_extend(32, p.variable) for p in (LOW, HIGH))
    prime = T.eq(T.bvmul(x, y), T.bv(4611686014132420609, 64))
    small = T.and_(T.bvult(x, T.bv(2147483647, 64)), T.bvult(y, T.bv(2147483647, 64)))
    assert not Asker(10_000_000, 10).impossible(T.and_(prime, small))
    assert not Asker(0).impossible(T.and_(prime, small))
    assert Asker().impossible(T.bvult(x, T.bv(2, 64)), T.bvugt(x, T.bv(2, 64)))
