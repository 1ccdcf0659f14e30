"""Interning, sort checks, walking, substitution, deep terms, constant arrays, compiled evaluation."""

from __future__ import annotations

import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.terms import smtlib
from antumbra.terms.compiled import LIMIT
from antumbra.terms.smtlib.read import parse_term
from antumbra.terms.values import ArrayValue
from support.size import some

S8, S32 = T.bv_sort(8), T.bv_sort(32)
X, Y = T.var("x", S32), T.var("y", S32)
B = T.var("b", S8)
#: far beyond any limit of recursion
DEEP = some(20_000, 100_000)


def test_equal_terms_are_one() -> None:
    assert T.bvadd(X, Y) is T.bvadd(Y, X)
    assert T.and_(T.eq(X, Y), T.bvult(X, Y)) is T.and_(T.bvult(X, Y), T.eq(Y, X))
    assert T.bv(-1, 8) is T.bv(255, 8)
    assert T.bv(1, 8) is not T.bv(1, 9)
    assert T.boolean(True) is not T.bv(1, 1)
    assert T.real(1) is not T.integer(1)


def test_canonical_forms() -> None:
    one, big = T.bv(1, 32), T.bv(1 << 31, 32)
    assert T.bvadd(T.bvadd(X, one), T.bvadd(Y, one)) is T.bvadd(T.bvadd(X, Y), T.bv(2, 32))
    assert T.bvult(T.bvxor(X, big), T.bvxor(Y, big)) is T.bvslt(X, Y)
    assert T.not_(T.bvult(X, Y)) is T.bvule(Y, X)
    assert T.not_(T.not_(T.bvslt(X, T.bv(7, 32)))) is T.bvslt(X, T.bv(7, 32))
    assert T.eq(T.bvadd(X, T.bv(3, 32)), T.bv(5, 32)) is T.eq(X, T.bv(2, 32))
    assert T.bvsub(X, one) is T.bvadd(X, T.bv(-1, 32))
    assert T.bvmul(X, T.bv(4, 32)) is T.bvshl(X, T.bv(2, 32))
    assert T.eq(T.ite(T.eq(X, Y), T.bv(1, 8), T.bv(0, 8)), T.bv(1, 8)) is T.eq(X, Y)
    assert T.eq(T.zero_extend(24, B), T.bv(300, 32)) is T.FALSE
    assert T.bvult(T.zero_extend(24, B), T.bv(300, 32)) is T.TRUE


def test_bytes_come_together_again() -> None:
    """Taken apart into bytes and put together, by concat or by shifts and or: the same term."""
    parts = [T.extract(8 * i + 7, 8 * i, X) for i in range(4)]
    assert T.concat(parts[3], T.concat(parts[2], T.concat(parts[1], parts[0]))) is X
    assert T.concat(T.concat(T.concat(parts[3], parts[2]), parts[1]), parts[0]) is X
    whole = T.bv(0, 32)
    for i, part in enumerate(parts):
        whole = T.bvor(whole, T.bvshl(T.zero_extend(24, part), T.bv(8 * i, 32)))
    assert whole is X
    assert T.extract(7, 0, T.bvlshr(X, T.bv(8, 32))) is parts[1]


BAD = [
    lambda: T.bvadd(X, B),
    lambda: T.bvadd(X, T.bv(0, 8)),
    lambda: T.bvand(T.bv(255, 8), X),
    lambda: T.bvmul(X, T.integer(1)),
    lambda: T.bvult(X, B),
    lambda: T.bvule(T.bv(0, 8), X),
    lambda: T.eq(X, B),
    lambda: T.ite(X, X, X),
    lambda: T.ite(T.TRUE, X, B),
    lambda: T.not_(X),
    lambda: T.and_(X, T.FALSE),
    lambda: T.and_(X),
    lambda: T.or_(X, T.TRUE),
    lambda: T.xor(X, Y),
    lambda: T.extract(32, 0, X),
    lambda: T.extract(0, 1, X),
    lambda: T.zero_extend(-1, X),
    lambda: T.concat(X, T.TRUE),
    lambda: T.bvneg(T.integer(3)),
    lambda: T.bvnot(T.TRUE),
    lambda: T.add(T.integer(1), T.real(1)),
    lambda: T.add(X, Y),
    lambda: T.lt(T.integer(0), T.real(0)),
    lambda: T.div(T.real(1), T.real(2)),
    lambda: T.fp_add(X, X, X),
    lambda: T.fp_lt(X, X),
    lambda: T.fp_is_nan(X),
    lambda: T.fp_from_bv(X, T.FLOAT64),
    lambda: T.fp_to_fp(T.rm("RNE"), X, T.FLOAT64),
    lambda: T.select(X, X),
    lambda: T.select(T.var("a", T.array_sort(S8, S8)), X),
    lambda: T.store(T.var("a", T.array_sort(S8, S8)), B, X),
    lambda: T.const_array(T.array_sort(S8, S8), X),
    lambda: T.apply_(T.function("f", [S8], S8), [X]),
    lambda: T.forall([X], X),
    lambda: T.forall([T.bvadd(X, Y)], T.TRUE),
    lambda: T.rm("up"),
    lambda: T.fp_const(0, S32),
    lambda: T.array_value(T.array_sort(S8, S8), "x", {}),
    lambda: T.substitute(X, {X: B}),
    lambda: T.distinct(X, B, X),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_sort_errors(number: int) -> None:
    with pytest.raises(T.SortError):
        BAD[number]()


def test_python_operators_check_sorts() -> None:
    n = T.var("n", T.INT)
    for bad in (lambda: n + 1, lambda: X + B, lambda: n & 3, lambda: n < 3, lambda: X < B, lambda: ~n):
        with pytest.raises(T.SortError):
            bad()


def deep_term() -> T.Term:
    t = X
    for i in range(DEEP // 2):
        t = T.bvadd(T.bvmul(t, Y), T.bv(i + 1, 32))
    return t


def test_deep_terms() -> None:
    t = deep_term()
    assert T.size(t) > DEEP
    assert T.free_variables(t) == {X, Y}
    value = T.evaluate(t, {X: 3, Y: 5})
    assert T.compiled(t)({X: 3, Y: 5}) == value
    assert T.substitute(t, {X: T.bv(3, 32), Y: T.bv(5, 32)}) is T.bv(value, 32)
    assert T.simplify(t) is t
    assert parse_term(smtlib.to_smtlib(t), [X, Y]) is t
    assert len(repr(t)) < 500
    assert T.extract(7, 0, t).width == 8
    assert T.eq(t, T.bv(3, 32)).op is T.EQ
    chain = T.FALSE
    for i in range(DEEP // 5):
        chain = T.or_(T.and_(chain, T.bvult(X, T.bv(i + 3, 32))), T.eq(Y, T.bv(i, 32)))
    assert T.compiled(chain)({Y: 7, X: 1 << 31}) is False
    nested = T.bv(0, 8)
    for i in range(DEEP // 5):
        nested = T.ite(T.eq(X, T.bv(i, 32)), T.bv(i % 256, 8), nested)
    assert T.evaluate(T.eq(nested, T.bv(9, 8)), {X: 265}) is True
    wide = T.extract(7, 0, X)
    for i in range(1, 3000):
        wide = T.concat(T.extract(7, 0, T.bvadd(X, T.bv(i, 32))), wide)
    assert T.extract(23999, 8, wide).width == 23992
    assert T.eq(wide, T.bv(0, 24000)).op in (T.AND, T.CONST)
    assert T.evaluate(T.bvand(wide, T.bv(1 << 23990, 24000)), {X: 0}) in (0, 1 << 23990)


def test_deep_stores() -> None:
    sort = T.array_sort(S32, S8)
    a = T.var("a", sort)
    for i in range(5000):
        a = T.store(a, T.bvadd(X, T.bv(i, 32)), T.bv(i % 256, 8))
    assert T.select(a, T.bvadd(X, T.bv(1234, 32))) is T.bv(1234 % 256, 8)
    assert T.select(a, T.bvadd(X, T.bv(6000, 32))) is T.select(T.var("a", sort), T.bvadd(X, T.bv(6000, 32)))


def test_subterms_come_after_their_arguments() -> None:
    t = T.bvult(T.bvadd(T.bvmul(X, Y), Y), T.bvmul(X, Y))
    order = list(T.subterms(t))
    assert len(order) == len(set(order)) == T.size(t)
    for i, s in enumerate(order):
        assert all(a in order[:i] for a in s.args)


def test_substitution_is_simultaneous() -> None:
    t = T.bvsub(X, Y)
    assert T.substitute(t, {X: Y, Y: X}) is T.bvsub(Y, X)
    assert T.substitute(t, {}) is t
    assert T.substitute(t, {X: Y}) is T.bv(0, 32)


def test_substitution_avoids_capture() -> None:
    n, k = T.var("n", T.INT), T.var("k", T.INT)
    array = T.lambda_([n], T.add(n, k))
    changed = T.substitute(array, {k: n})
    assert T.select(changed, T.integer(10)) is T.add(n, T.integer(10))
    assert T.substitute(array, {n: k}) is array
    nested = T.lambda_([n], T.select(T.var("m", T.array_sort(T.INT, T.INT)), T.add(k, n)))
    m = T.var("m", T.array_sort(T.INT, T.INT))
    both = T.substitute(nested, {k: n, m: T.lambda_([k], T.mul(k, n))})
    assert T.free_variables(both) == {n}
    assert T.select(both, T.integer(2)) is T.substitute(T.mul(T.add(n, T.integer(2)), n), {})


def test_array_values() -> None:
    sort = T.array_sort(T.bv_sort(1), S8)
    assert T.array_value(sort, 5, {0: 7}) is T.array_value(sort, 7, {1: 5})
    assert T.array_value(sort, 5, {0: 5}) is T.const_array(sort, T.bv(5, 8))
    wide = T.array_sort(S32, S8)
    table = T.array_value(wide, 0, {i: i for i in range(200)})
    assert T.select(table, T.bv(77, 32)) is T.bv(77, 8)
    assert T.store(table, T.bv(77, 32), T.bv(1, 8)) is not table
    assert T.store(T.store(table, T.bv(77, 32), T.bv(1, 8)), T.bv(77, 32), T.bv(77, 8)) is table
    a = T.var("a", wide)
    lookup = T.bvadd(T.select(a, X), T.select(table, Y))
    env = {a: T.array_value(wide, 3, {9: 4}).data, X: 9, Y: 8}
    assert T.evaluate(lookup, env) == T.compiled(lookup)(env) == 12
    assert T.compiled(lookup)({}) == 0
    assert pickle.loads(pickle.dumps(table.data)) == table.data
    with pytest.raises(TypeError):
        table.data.entries[0] = 1


def test_functions_have_meaning_from_the_environment() -> None:
    f = T.function("f", [S32, S32], S32)
    assert f is T.function("f", [S32, S32], S32)
    t = T.bvadd(T.apply_(f, [X, Y]), T.bv(1, 32))
    assert T.evaluate(t, {X: 3, Y: 4, f: lambda a, b: a * b}) == 13
    assert T.compiled(t)({X: 3, Y: 4, f: lambda a, b: a * b}) == 13
    assert T.compiled(t)({X: 3, Y: 4}) == 1
    assert T.apply_(T.function("c", [], T.INT), []) is T.var("c", T.INT)


def test_evaluation_without_a_value() -> None:
    n = T.var("n", T.INT)
    with pytest.raises(T.EvaluationError):
        T.evaluate(T.forall([n], T.le(n, T.integer(3))), {})
    with pytest.raises(T.EvaluationError):
        T.compiled(T.forall([n], T.le(n, T.integer(3))))({})


def test_compiled_sizes_and_shapes() -> None:
    for steps in (1, 30, 300, LIMIT):
        t = X
        for i in range(steps):
            t = T.bvxor(T.bvmul(t, T.bv(2 * i + 3, 32)), T.bvadd(t, Y))
        env = {X: 123456, Y: 654321}
        assert T.compiled(t)(env) == T.evaluate(t, env)
    small = T.bvult(X, Y)
    assert T.compiled(small) is T.compiled(small)
    assert T.compiled(X)({}) == 0
    assert T.compiled(T.bv(3, 8))({}) == 3
    assert T.compiled(T.eq(T.var("p", T.BOOL), T.var("q", T.BOOL)))({}) is True


def test_long_conjunctions() -> None:
    bools = [T.var(f"p{i}", T.BOOL) for i in range(3000)]
    steps = [T.or_(T.not_(a), b) for a, b in itertools.pairwise(bools)]
    assert T.and_(bools[0], *steps[:3]) is T.and_(*bools[:4])
    joined = T.and_(bools[0], *steps)
    assert T.evaluate(joined, dict.fromkeys(bools, True)) is True
    assert T.evaluate(joined, {b: b is not bools[-1] for b in bools}) is False
    assert T.or_(joined, T.not_(bools[7])) is T.or_(T.not_(bools[7]), joined)
    t = T.TRUE
    for i in range(20_000):
        t = T.and_(t, T.bvult(T.bv(i + 1, 32), X))
    assert T.compiled(t)({X: 30_000}) is True
    assert T.evaluate(t, {X: 15_000}) is False


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=12))
def test_arrays_written_element_by_element_are_what_they_map(writes: list[tuple[int, int]]) -> None:
    """Whoever asks for the canonical form in between changes nothing."""
    sort = T.array_sort(T.bv_sort(2), T.bv_sort(8))
    asked = unasked = ArrayValue(sort, 0, {})
    table = dict.fromkeys(range(4), 0)
    for key, value in writes:
        table[key] = value
        asked, unasked = asked.set(key, value), unasked.set(key, value)
        assert all(v != asked.default for v in asked.entries.values())
        assert {k: unasked.get(k) for k in range(4)} == table
    assert asked == unasked == ArrayValue(sort, 2, table)
    assert hash(asked) == hash(ArrayValue(sort, 1, table))
    assert {k: asked.get(k) for k in range(4)} == table
