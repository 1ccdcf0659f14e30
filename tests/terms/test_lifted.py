"""Lifted operators and Python's operators on terms: mixtures of ints and terms agree with evaluation."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.terms import floats, lifted

QUICK = settings(derandomize=True, deadline=None, max_examples=200)
BINARY = [
    "bvadd bvsub bvmul bvand bvor bvxor bvudiv bvurem bvsdiv bvsrem bvshl bvlshr bvashr",
    "bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bvuaddo bvusubo bvumulo bvsaddo bvssubo bvsmulo",
]
NAMES = " ".join(BINARY).split()
PYTHON = {"bvadd": "__add__", "bvsub": "__sub__", "bvmul": "__mul__", "bvand": "__and__", "bvor": "__or__"}
PYTHON |= {"bvxor": "__xor__", "bvult": "__lt__", "bvule": "__le__", "bvugt": "__gt__", "bvuge": "__ge__"}
REFLECTED = {"bvadd": "__radd__", "bvsub": "__rsub__", "bvmul": "__rmul__", "bvand": "__rand__", "bvor": "__ror__"}
REFLECTED |= {"bvxor": "__rxor__"}

UNARY_FLOAT = ["neg", "abs", "is_nan", "is_infinite", "is_zero", "is_normal", "is_subnormal", "is_negative"]
UNARY_FLOAT += ["is_positive", "to_ieee_bv"]


def value_of(result: object, env: dict[T.Term, object]) -> object:
    if isinstance(result, T.Term):
        assert result.op is not T.CONST
        return T.evaluate(result, env)
    assert isinstance(result, int)
    return result


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [1, 3, 32])
def test_binary(name: str, width: int) -> None:
    top = (1 << width) - 1
    values = sorted({0, 1, 2 & top, 3 & top, 5 & top, top >> 1, (top >> 1) + 1, top - 1 if width > 1 else 0, top})
    sort = T.bv_sort(width)
    x, y = T.var("x", sort), T.var("y", sort)
    operation = getattr(lifted, name)
    build = getattr(T, name)
    for a in values:
        for b in values:
            env: dict[T.Term, object] = {x: a, y: b}
            expected = T.evaluate(build(x, y), env)
            got = operation(width, a, b)
            assert got == expected
            assert type(got) is type(expected)
            for p, q in ((x, b), (a, y), (x, y)):
                assert value_of(operation(width, p, q), env) == expected
            if name in PYTHON:
                assert value_of(getattr(x, PYTHON[name])(b), env) == expected
                assert value_of(getattr(x, PYTHON[name])(y), env) == expected
            if name in REFLECTED:
                assert value_of(getattr(y, REFLECTED[name])(a), env) == expected
    assert value_of(operation(width, x, x), {x: 0}) == T.evaluate(build(x, x), {x: 0})


def test_ints_are_read_modulo_the_width() -> None:
    x = T.var("x", T.bv_sort(8))
    assert x + 256 is x
    assert x & 0xFFFF is x
    assert 0 + x is x
    assert x | 0 is x
    assert x ^ 0x100 is x
    assert x * 257 is x
    assert x & 0 == 0
    assert x - x == 0
    assert (x + 200) + 56 is x
    assert (x < 0) is False
    assert (x >= 0) is True
    negated = -x
    assert -negated is x
    assert ~~x is x


def test_booleans() -> None:
    p, q = T.var("p", T.BOOL), T.var("q", T.BOOL)
    for a in (False, True):
        assert lifted.not_(a) is (not a)
        for b in (False, True):
            env: dict[T.Term, object] = {p: a, q: b}
            for name, expected in (("and_", a and b), ("or_", a or b), ("xor", a != b), ("implies", not a or b)):
                operation = getattr(lifted, name)
                assert operation(a, b) is expected
                for left, right in ((p, b), (a, q), (p, q)):
                    assert value_of(operation(left, right), env) == expected
            assert value_of(p & b, env) == (a and b)
            assert value_of(p | q, env) == (a or b)
            assert value_of(a ^ q, env) == (a != b)
            assert lifted.ite(T.BOOL, a, p, q) is (p if a else q)
    with pytest.raises(TypeError):
        bool(p)


@pytest.mark.parametrize("value", [0, 1, 0x80, 0x7F, 0xA5, 0xFF])
def test_structure(value: int) -> None:
    x = T.var("x", T.bv_sort(8))
    env: dict[T.Term, object] = {x: value}
    cases = [
        (lambda a: lifted.zero_extend(3, 8, a), value),
        (lambda a: lifted.sign_extend(3, 8, a), value | (0x700 if value & 0x80 else 0)),
        (lambda a: lifted.extract(6, 2, 8, a), value >> 2 & 31),
        (lambda a: lifted.concat(8, 8, a, 3), value << 8 | 3),
        (lambda a: lifted.bvneg(8, a), -value & 255),
        (lambda a: lifted.bvnot(8, a), value ^ 255),
        (lambda a: lifted.eq(T.bv_sort(8), a, 1), value == 1),
        (lambda a: lifted.ne(T.bv_sort(8), 1, a), value != 1),
        (lambda a: lifted.ite(T.bv_sort(8), lifted.bvult(8, a, 9), a, 7), value if value < 9 else 7),
        (lambda a: lifted.operate(T.BVADD, T.bv_sort(8), None, (T.bv_sort(8),) * 2, a, 5), (value + 5) & 255),
    ]
    for operation, expected in cases:
        assert operation(value) == expected
        assert value_of(operation(x), env) == expected
    assert lifted.from_term(lifted.to_term(value, x.sort)) == value


@QUICK
@given(st.integers(0, 127), st.integers(0, 127), st.sampled_from(T.ROUNDING_MODES))
def test_floats(a: int, b: int, mode: str) -> None:
    sort = T.fp_sort(3, 4)
    a, b = floats.from_bits(sort, a), floats.from_bits(sort, b)
    x, y, m = T.var("x", sort), T.var("y", sort), T.var("m", T.RM)
    env: dict[T.Term, object] = {x: a, y: b, m: mode}
    for name in ("fp_add", "fp_sub", "fp_mul", "fp_div"):
        f = getattr(lifted, name)
        assert value_of(f(sort, m, x, y), env) == f(sort, mode, a, b)
        assert value_of(f(sort, mode, a, y), env) == f(sort, mode, a, b)
    for name in ["fp_rem", "fp_min", "fp_max", "fp_eq", "fp_lt", "fp_le", "fp_gt", "fp_ge"]:
        f = getattr(lifted, name)
        assert value_of(f(sort, x, y), env) == f(sort, a, b)
        assert value_of(f(sort, x, b), env) == f(sort, a, b)
    for name in ("fp_sqrt", "fp_round_to_integral"):
        f = getattr(lifted, name)
        assert value_of(f(sort, mode, x), env) == f(sort, mode, a)
    for name in [
        "neg",
        "abs",
        "is_nan",
        "is_infinite",
        "is_zero",
        "is_normal",
        "is_subnormal",
        "is_negative",
        "is_positive",
        "to_ieee_bv",
    ]:
        f = getattr(lifted, f"fp_{name}")
        assert value_of(f(sort, x), env) == f(sort, a)
    assert value_of(lifted.fp_fma(sort, mode, x, b, y), env) == lifted.fp_fma(sort, mode, a, b, b)
    other = T.fp_sort(4, 3)
    assert value_of(lifted.fp_to_fp(sort, other, mode, x), env) == lifted.fp_to_fp(sort, other, mode, a)
    i = T.var("i", T.bv_sort(7))
    for name in ("fp_to_sbv", "fp_to_ubv"):
        f = getattr(lifted, name)
        assert value_of(f(sort, 3, mode, x), env) == f(sort, 3, mode, a)
    for name in ("fp_from_sbv", "fp_from_ubv"):
        f = getattr(lifted, name)
        assert value_of(f(7, sort, mode, i), {i: b}) == f(7, sort, mode, b)
    assert value_of(lifted.fp_from_bv(sort, i), {i: b}) == lifted.fp_from_bv(sort, b)
