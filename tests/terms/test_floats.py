"""Float arithmetic against the machine's (binary32, binary64) and the solvers' (small formats, all rounding modes)."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.terms import floats
from antumbra.terms.values import sort_values
from terms.oracle import bitwuzla_sat, prove_equal, z3_sat

QUICK = settings(derandomize=True, deadline=None, max_examples=300)
doubles = st.floats(width=64).map(floats.bits_of_double)
singles = st.floats(width=32).map(floats.bits_of_single)
SMALL = [T.fp_sort(3, 4), T.fp_sort(2, 3), T.fp_sort(5, 3), T.FLOAT16]


def _divide(x: float, y: float) -> float:
    if y == 0:
        return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1, y)
    return x / y


@settings(QUICK, max_examples=150)
@given(st.lists(st.tuples(doubles, doubles), min_size=3, max_size=5))
def test_double(pairs: list[tuple[int, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for _ in range(2):
            for x, y in pairs:
                a, b = floats.double_of(x), floats.double_of(y)
                assert floats.add(T.FLOAT64, "RNE", x, y) == floats.bits_of_double(a + b)
                assert floats.sub(T.FLOAT64, "RNE", x, y) == floats.bits_of_double(a - b)
                assert floats.mul(T.FLOAT64, "RNE", x, y) == floats.bits_of_double(a * b)
                assert floats.div(T.FLOAT64, "RNE", x, y) == floats.bits_of_double(_divide(a, b))
                root = math.sqrt(a) if a >= 0 else (a if a == 0 else math.nan)
                assert floats.sqrt(T.FLOAT64, "RNE", x) == floats.bits_of_double(root)
                assert floats.lt(T.FLOAT64, x, y) == (a < b)
                assert floats.le(T.FLOAT64, x, y) == (a <= b)
                assert floats.eq(T.FLOAT64, x, y) == (a == b)
                if math.isfinite(a) and b and not math.isnan(b):
                    assert floats.rem(T.FLOAT64, x, y) == floats.bits_of_double(math.remainder(a, b))
                if math.isfinite(a):
                    assert floats.to_fraction(T.FLOAT64, x) == Fraction(a)
                    assert floats.from_fraction(T.FLOAT64, "RNE", Fraction(a)) == (x if a else 0)
                    nearest = floats.bits_of_double(math.copysign(float(round(a)), a)) if abs(a) < 2**60 else x
                    assert floats.round_to_integral(T.FLOAT64, "RNE", x) == nearest
                assert floats.convert(T.FLOAT64, "RNE", x, T.FLOAT32) == floats.bits_of_single(a)
            patch.setattr(floats, "_by_machine", lambda *_: False)


@settings(QUICK, max_examples=150)
@given(st.lists(st.tuples(singles, singles), min_size=3, max_size=5))
def test_single(pairs: list[tuple[int, int]]) -> None:
    results: list[list[int]] = []
    with pytest.MonkeyPatch.context() as patch:
        for _ in range(2):
            results.append(
                [f(T.FLOAT32, "RNE", x, y) for x, y in pairs for f in (floats.add, floats.sub, floats.mul, floats.div)]
            )
            patch.setattr(floats, "_by_machine", lambda *_: False)
    assert results[0] == results[1]
    for x, _ in pairs:
        wide = floats.convert(T.FLOAT32, "RTZ", x, T.FLOAT64)
        assert wide == floats.bits_of_double(floats.single_of(x))
        assert floats.convert(T.FLOAT64, "RTP", wide, T.FLOAT32) == x


@QUICK
@given(doubles, doubles, doubles, st.sampled_from(("RNE", "RTP", "RTN", "RTZ", "RNA")))
def test_fma_rounds_once(x: int, y: int, z: int, mode: str) -> None:
    if any(floats.is_nan(T.FLOAT64, v) or floats.is_infinite(T.FLOAT64, v) for v in (x, y, z)):
        return
    exact = floats.to_fraction(T.FLOAT64, x) * floats.to_fraction(T.FLOAT64, y) + floats.to_fraction(T.FLOAT64, z)
    if exact:
        assert floats.fma(T.FLOAT64, mode, x, y, z) == floats.from_fraction(T.FLOAT64, mode, exact)


def _values(sort: T.Sort, rng: random.Random, count: int) -> list[int]:
    fraction = sort.significand - 1
    infinite = floats.infinity(sort, False)
    special = [0, 1, (1 << fraction) - 1, 1 << fraction, infinite - 1, infinite]
    special += [v | 1 << (sort.width - 1) for v in special] + [T.canonical_nan(sort)]
    return special + [floats.from_bits(sort, rng.getrandbits(sort.width)) for _ in range(count)]


def _judge(sort: T.Sort):
    """Bitwuzla knows only the standard formats."""
    return bitwuzla_sat if sort is T.FLOAT16 else z3_sat


def _check(pairs: list[tuple[T.Term, T.Term]]) -> None:
    """raw terms of constants against their computed values."""
    prove_equal(pairs, _judge(pairs[0][0].args[-1].sort), chunk=200)


@pytest.mark.parametrize("sort", SMALL, ids=repr)
def test_operations_against_the_solver(sort: T.Sort) -> None:
    rng = random.Random(5)
    values = [T.fp_const(v, sort) for v in _values(sort, rng, 12)]
    modes = [T.rm(m) for m in T.ROUNDING_MODES]
    pairs: list[tuple[T.Term, T.Term]] = []

    def add(op: T.Op, args: tuple[T.Term, ...], data: object = None) -> None:
        raw = T.intern(op, args, data)
        simple = T.make(op, args, data)
        assert simple.op is T.CONST
        pairs.append((raw, simple))

    for _ in range(120):
        a, b, c = (rng.choice(values) for _ in range(3))
        mode = rng.choice(modes)
        for op in (T.FP_ADD, T.FP_SUB, T.FP_MUL, T.FP_DIV):
            add(op, (mode, a, b))
        add(T.FP_FMA, (mode, a, b, c))
        for op in (T.FP_EQ, T.FP_LT, T.FP_LE, T.EQ):
            add(op, (a, b))
        if sort.exponent < 5:
            add(T.FP_REM, (a, b))
    for a in values:
        for op in (T.FP_NEG, T.FP_ABS, T.FP_IS_NAN, T.FP_IS_INFINITE, T.FP_IS_ZERO, T.FP_IS_NORMAL):
            add(op, (a,))
        for op in (T.FP_IS_SUBNORMAL, T.FP_IS_NEGATIVE, T.FP_IS_POSITIVE):
            add(op, (a,))
        for mode in modes:
            add(T.FP_SQRT, (mode, a))
            add(T.FP_ROUND_TO_INTEGRAL, (mode, a))
            for target in [T.FLOAT16, T.FLOAT32] if sort is T.FLOAT16 else SMALL:
                add(T.FP_TO_FP, (mode, a), target)
    for _ in range(60):
        mode, bits = rng.choice(modes), T.bv(rng.getrandbits(7), 7)
        add(T.FP_FROM_SBV, (mode, bits), sort)
        add(T.FP_FROM_UBV, (mode, bits), sort)
        add(T.FP_FROM_BV, (T.bv(rng.getrandbits(sort.width), sort.width),), sort)
    _check(pairs)


@pytest.mark.parametrize("width", [1, 3, 8])
@pytest.mark.parametrize("sort", SMALL[:3], ids=repr)
def test_to_bit_vectors(sort: T.Sort, width: int) -> None:
    """The guarded conversion: 0 where it does not fit, SMT-LIB's number elsewhere. All values and modes."""
    x = T.var("x", sort)
    pairs: list[tuple[T.Term, T.Term]] = []
    for mode in map(T.rm, T.ROUNDING_MODES):
        for op in (T.FP_TO_SBV, T.FP_TO_UBV):
            symbolic = T.make(op, (mode, x), width)
            for bits in sort_values(sort):
                value = T.make(op, (mode, T.fp_const(bits, sort)), width)
                assert value.op is T.CONST
                assert T.evaluate(symbolic, {x: bits}) == value.data
            env_mode = [T.fp_const(b, sort) for b in sort_values(sort)][:: 1 if sort.width < 7 else 3]
            pairs += [(T.intern(T.FP_IS_NAN, (k,)), T.fp_is_nan(k)) for k in env_mode[:1]]
            for k in env_mode:
                guarded = T.substitute(symbolic.args[0], {x: k}) if symbolic.op is T.ITE else T.FALSE
                if guarded is T.TRUE:
                    pairs.append((T.intern(op, (mode, k), width), T.make(op, (mode, k), width)))
    _check(pairs)


@pytest.mark.parametrize("sort", [T.fp_sort(3, 4), T.FLOAT16], ids=repr)
def test_rules(sort: T.Sort) -> None:
    """Every rule for symbolic floats."""
    x, y = T.var("x", sort), T.var("y", sort)
    b = T.var("b", T.bv_sort(sort.width))
    mode = T.var("m", T.RM)
    wide = T.fp_sort(sort.exponent + 2, sort.significand + 3)
    shapes = [x, y, T.fp_neg(x), T.fp_abs(x), T.fp_neg(T.fp_abs(x)), T.fp_from_bv(b, sort), T.fp_const(0, sort)]
    shapes += [T.fp_to_fp(mode, T.var("w", wide), sort), T.fp_from_sbv(mode, T.var("i", T.bv_sort(6)), sort)]
    unary = [T.FP_NEG, T.FP_ABS, T.FP_IS_NAN, T.FP_IS_INFINITE, T.FP_IS_ZERO, T.FP_IS_NORMAL, T.FP_IS_SUBNORMAL]
    unary += [T.FP_IS_NEGATIVE, T.FP_IS_POSITIVE]
    pairs = [(T.intern(op, (a,)), T.make(op, (a,))) for op in unary for a in shapes]
    for op in (T.FP_EQ, T.FP_LT, T.FP_LE, T.EQ):
        pairs += [(T.intern(op, (a, c)), T.make(op, (a, c))) for a in shapes for c in shapes[:6]]
    inner = T.fp_to_fp(mode, x, wide)
    for target in (sort, T.fp_sort(sort.exponent, sort.significand + 1)):
        pairs.append((T.intern(T.FP_TO_FP, (mode, inner), target), T.fp_to_fp(mode, inner, target)))
    prove_equal(pairs, z3_sat, chunk=1)


def test_bits_of_floats() -> None:
    sort = T.fp_sort(3, 4)
    x, b = T.var("x", sort), T.var("b", T.bv_sort(7))
    assert T.fp_from_bv(T.fp_to_ieee_bv(x), sort) is x
    again = T.fp_to_ieee_bv(T.fp_from_bv(b, sort))
    for bits in range(128):
        expected = T.canonical_nan(sort) if floats.is_nan(sort, bits) else bits
        assert T.evaluate(again, {b: bits}) == expected
    prove_equal([(T.intern(T.FP_TO_IEEE_BV, (T.fp_from_bv(b, sort),)), again)], z3_sat)


def _shapes_of_bits(sort: T.Sort) -> list[T.Term]:
    """Bits that are made from floats, or nearly so."""
    width = sort.width
    x, y = T.var("x", sort), T.var("y", sort)
    n, b, k = (T.var(name, T.bv_sort(width)) for name in "nbk")
    p = T.var("p", T.BOOL)
    nan, number = T.bv(T.canonical_nan(sort) + 1, width), T.bv(1, width)
    ieee = T.fp_to_ieee_bv(x)
    bits = [T.fp_bits(x, n), T.fp_bits(T.fp_neg(x), n), T.fp_bits(T.fp_from_bv(b, sort), n), ieee, b]
    bits += [T.fp_quieted(a, k, sort) for a in bits]
    bits += [T.ite(T.fp_is_nan(x), *arms) for arms in ((nan, ieee), (number, ieee), (ieee, nan), (b, ieee), (nan, b))]
    bits += [T.ite(T.not_(T.fp_is_nan(x)), nan, ieee), T.ite(T.fp_is_nan(y), nan, ieee), T.ite(p, nan, ieee)]
    bits += [T.ite(T.fp_is_nan(x), T.bvor(a, k), ieee) for a in (ieee, T.fp_to_ieee_bv(y), b)]
    bits += [T.ite(T.eq(b, number), nan, b), T.ite(T.fp_is_nan(x), T.ite(p, b, nan), ieee)]
    sign = T.bv(1 << (width - 1), width)
    bits += [T.bvxor(a, c) for a in bits[:4] for c in (sign, number)]
    bits += [T.zero_extend(1, T.extract(width - 2, 0, a)) for a in bits[:4]]
    bits += [T.zero_extend(2, T.extract(width - 3, 0, ieee)), T.zero_extend(1, T.extract(width - 1, 1, ieee))]
    return bits + [T.ite(p, a, c) for a in bits[:4] for c in (b, number, *bits[5:9])]


def test_floats_of_bits() -> None:
    """What is made from a float is that float again, and nothing else is."""
    sort = T.fp_sort(2, 3)
    pairs = [(T.intern(T.FP_FROM_BV, (a,), sort), T.fp_from_bv(a, sort)) for a in _shapes_of_bits(sort)]
    assert prove_equal(pairs, z3_sat, chunk=1) > 40
    for raw, simple in pairs[::3]:
        free = sorted(T.free_variables(raw) | T.free_variables(simple), key=lambda v: v.id)
        rng = random.Random(1)
        for _ in range(60):
            env = {v: rng.choice([*sort_values(v.sort)]) for v in free}
            assert T.evaluate(raw, env) == T.evaluate(simple, env)
    x, n, k = T.var("x", sort), T.var("n", T.bv_sort(5)), T.var("k", T.bv_sort(5))
    for a in (T.fp_bits(x, n), T.fp_quieted(T.fp_bits(x, n), k, sort)):
        assert T.fp_from_bv(a, sort) is x
        assert T.fp_from_bv(T.bvxor(a, T.bv(16, 5)), sort) is T.fp_neg(x)


def test_any_nan_is_possible() -> None:
    sort = T.fp_sort(3, 4)
    x, n = T.var("x", sort), T.var("n", T.bv_sort(7))
    bits = T.fp_bits(x, n)
    for value in sort_values(sort):
        found = {T.evaluate(bits, {x: value, n: b}) for b in range(128)}
        nans = {b for b in range(128) if floats.is_nan(sort, b)}
        assert found == (nans if floats.is_nan(sort, value) else {value})


def test_guards_say_nothing_new() -> None:
    sort = T.fp_sort(3, 4)
    x, y, m = T.var("x", sort), T.var("y", sort), T.var("m", T.RM)
    nan, bits = T.bv(T.canonical_nan(sort), 7), T.fp_to_ieee_bv(x)
    assert T.ite(T.fp_is_nan(x), nan, bits) is bits
    for args in ((T.fp_is_nan(y), nan, bits), (T.fp_is_nan(x), T.bv(0, 7), bits)):
        assert T.ite(*args).op is T.ITE
    assert T.fp_gt(x, y) is T.fp_lt(y, x)
    assert T.fp_ge(x, y) is T.fp_le(y, x)
    for mode in T.ROUNDING_MODES:
        for value in sort_values(sort):
            for build, concrete in ((T.fp_to_sbv, floats.to_signed), (T.fp_to_ubv, floats.to_unsigned)):
                env = {x: value, m: mode}
                assert T.compiled(build(m, x, 3))(env) == concrete(sort, mode, value, 3)


def test_min_max_and_real() -> None:
    sort = T.fp_sort(3, 4)
    x, y = T.var("x", sort), T.var("y", sort)
    for a in range(0, 128, 3):
        for c in (0, 64, 1, 65, 0x70, 0x74, 0x38, a):
            env = {x: floats.from_bits(sort, a), y: floats.from_bits(sort, c)}
            for symbolic, concrete in ((T.fp_min(x, y), floats.min_), (T.fp_max(x, y), floats.max_)):
                assert T.evaluate(symbolic, env) == concrete(sort, env[x], env[y])
            assert T.evaluate(T.fp_to_real(x), env) == floats.to_fraction(sort, env[x])
    nonzero = T.intern(T.NOT, (T.intern(T.AND, (T.fp_is_zero(x), T.fp_is_zero(y))),))
    for name, build in (("fp.min", T.fp_min), ("fp.max", T.fp_max)):
        # SMT-LIB leaves only the zeros open
        text = T.smtlib.script([nonzero, T.ne(build(x, y), x)])
        goal = text.replace("(check-sat)", f"(assert (= ({name} x y) x))")
        solver = z3.Solver()
        solver.from_string(goal)
        assert solver.check() == z3.unsat
