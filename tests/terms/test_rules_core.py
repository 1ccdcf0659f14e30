"""Every rule of Booleans, ite, equality, arrays, integers, reals and quantifiers is proved by a solver."""

from __future__ import annotations

import itertools

import pytest

from antumbra import terms as T
from terms.oracle import bitwuzla_sat, prove_equal, z3_sat
from terms.patterns import C, D, booleans, shapes


def test_the_oracle_notices() -> None:
    x = T.var("x", T.bv_sort(8))
    for sat in (bitwuzla_sat, z3_sat):
        with pytest.raises(AssertionError):
            prove_equal([(x, T.bvadd(x, T.bv(0, 8))), (x, T.bvneg(x))], sat)


@pytest.mark.parametrize("op", [T.AND, T.OR], ids=lambda op: op.name)
def test_junctions(op: T.Op) -> None:
    pairs = [(T.intern(op, args), T.make(op, args)) for args in itertools.product(booleans(), repeat=2)]
    few = booleans()[2:13]
    pairs += [(T.intern(op, args), T.make(op, args)) for args in itertools.product(few, repeat=3)]
    assert prove_equal(pairs) > 500


def test_boolean_functions() -> None:
    pairs = [(T.intern(T.NOT, (a,)), T.not_(a)) for a in booleans()]
    for a, b in itertools.product(booleans(), repeat=2):
        pairs.append((T.intern(T.EQ, (a, b)), T.eq(a, b)))
        pairs.append((T.intern(T.NOT, (T.intern(T.EQ, (a, b)),)), T.xor(a, b)))
        pairs.append((T.intern(T.OR, (T.intern(T.NOT, (a,)), b)), T.implies(a, b)))
    pairs += [(T.intern(T.ITE, args), T.ite(*args)) for args in itertools.product(booleans(), repeat=3)]
    assert prove_equal(pairs) > 4000


def test_ite_of_bit_vectors() -> None:
    terms = shapes(3)
    x, y = T.var("x", T.bv_sort(3)), T.var("y", T.bv_sort(3))
    conditions = [C, T.not_(C), T.eq(x, y), T.eq(x, T.bv(3, 3)), T.and_(C, D), T.bvult(x, y)]
    pairs = [(T.intern(T.ITE, (c, a, b)), T.ite(c, a, b)) for c in conditions for a in terms for b in terms]
    assert prove_equal(pairs) > 300


def test_distinct() -> None:
    x, y = T.var("x", T.bv_sort(3)), T.var("y", T.bv_sort(3))
    members = [x, y, T.bv(0, 3), T.bv(1, 3), T.bvadd(x, T.bv(1, 3))]
    pairs = [(T.intern(T.DISTINCT, args), T.distinct(*args)) for args in itertools.product(members, repeat=3)]
    pairs += [(T.intern(T.DISTINCT, args), T.distinct(*args)) for args in itertools.product(members, repeat=2)]
    assert prove_equal(pairs, z3_sat) > 0


def _array_terms() -> tuple[list[T.Term], list[T.Term], list[T.Term]]:
    index, element = T.bv_sort(4), T.bv_sort(3)
    sort = T.array_sort(index, element)
    a, i, j = T.var("a", sort), T.var("i", index), T.var("j", index)
    v = T.var("v", element)
    s = T.var("s", T.bv_sort(2))
    indices = [
        i,
        j,
        T.bvadd(i, T.bv(1, 4)),
        T.bvadd(i, T.bv(-1, 4)),
        T.bv(0, 4),
        T.bv(3, 4),
        T.zero_extend(2, s),
        T.zero_extend(2, T.bvadd(s, T.bv(1, 2))),
        T.sign_extend(2, T.bvadd(s, T.bv(1, 2))),
        T.bvadd(T.zero_extend(2, s), T.bv(9, 4)),
    ]
    values = [v, T.bv(0, 3), T.bv(5, 3), T.select(a, i)]
    table = T.array_value(sort, 5, {0: 1, 3: 2})
    arrays = [a, table, T.array_value(sort, 0, {}), T.const_array(sort, v), T.ite(C, a, table)]
    arrays += [T.store(b, k, w) for b in (a, table) for k in indices[:5] for w in values[:2]]
    arrays += [T.store(a, k, v) for k in indices[5:]]
    arrays += [T.store(T.store(a, i, v), T.bvadd(i, T.bv(1, 4)), T.bv(5, 3))]
    return arrays, indices, values


def test_arrays() -> None:
    arrays, indices, values = _array_terms()
    pairs = [(T.intern(T.SELECT, (a, i)), T.select(a, i)) for a in arrays for i in indices]
    pairs += [(T.intern(T.STORE, (a, i, v)), T.store(a, i, v)) for a in arrays for i in indices for v in values]
    sort, (v, *_) = arrays[0].sort, values
    pairs += [(T.intern(T.CONST_ARRAY, (w,), sort), T.const_array(sort, w)) for w in (v, T.bv(5, 3))]
    assert prove_equal(pairs, chunk=20) > 50


def test_maps_with_several_indices_and_lambdas() -> None:
    sort = T.array_sort((T.INT, T.bv_sort(2)), T.INT)
    m, n, b = T.var("m", sort), T.var("n", T.INT), T.var("b", T.bv_sort(2))
    next_n = T.add(n, T.integer(1))
    stored = T.store(T.store(m, n, b, T.integer(7)), next_n, b, n)
    pairs: list[tuple[T.Term, T.Term]] = []
    for array in (m, stored, T.array_value(sort, 4, {(1, 2): 5}), T.const_array(sort, n)):
        for i in (n, next_n, T.integer(1)):
            for k in (b, T.bv(2, 2)):
                pairs.append((T.intern(T.SELECT, (array, i, k)), T.select(array, i, k)))
                pairs.append((T.intern(T.STORE, (array, i, k, n)), T.store(array, i, k, n)))
    function = T.lambda_([n, b], T.add(n, T.bv2nat(b)))
    free = T.add(T.var("k", T.INT), n)  # n outside is not the bound n
    pairs.append((T.intern(T.SELECT, (function, free, b)), T.select(function, free, b)))
    assert prove_equal(pairs, z3_sat, chunk=1) > 10
    assert T.select(function, T.integer(4), T.bv(3, 2)) is T.integer(7)


def _numbers(sort: T.Sort) -> list[T.Term]:
    x, y = T.var("x", sort), T.var("y", sort)
    k = [T.const(v, sort) for v in (0, 1, -1, 2, 3, -6)]
    return [
        *k,
        x,
        y,
        T.add(x, k[3]),
        T.add(x, k[5]),
        T.add(y, k[5]),
        T.sub(x, y),
        T.add(x, y),
        T.neg(x),
        T.mul(x, k[4]),
        T.mul(x, k[5]),
        T.ite(C, k[1], k[4]),
        T.ite(C, x, k[4]),
    ]


@pytest.mark.parametrize("sort", [T.INT, T.REAL], ids=repr)
def test_arithmetic(sort: T.Sort) -> None:
    terms = _numbers(sort)
    pairs = [(T.intern(T.NEG, (a,)), T.neg(a)) for a in terms]
    for op in (T.ADD, T.SUB, T.MUL, T.LT, T.LE, T.EQ):
        for a, b in itertools.product(terms, repeat=2):
            pairs.append((T.intern(op, (a, b)), T.make(op, (a, b))))
            if op in (T.LT, T.LE):
                pairs.append((T.intern(T.NOT, (T.intern(op, (a, b)),)), T.not_(T.make(op, (a, b)))))
    assert prove_equal(pairs, z3_sat, chunk=40) > 500


def test_division_and_conversion() -> None:
    x, y = T.var("x", T.INT), T.var("y", T.INT)
    r, b = T.var("r", T.REAL), T.var("b", T.bv_sort(4))
    zero, one = T.integer(0), T.real(1)
    pairs: list[tuple[T.Term, T.Term]] = []
    for a in (x, T.add(x, T.integer(3)), T.integer(-7), T.integer(7)):
        for k in (T.integer(v) for v in (1, -1, 2, -3)):
            pairs += [(T.intern(op, (a, k)), T.make(op, (a, k))) for op in (T.DIV, T.MOD)]
        # by zero: 0 and the dividend; otherwise SMT-LIB's
        guarded = T.intern(T.ITE, (T.intern(T.EQ, (y, zero)), zero, T.intern(T.DIV, (a, y))))
        pairs.append((guarded, T.div(a, y)))
        guarded = T.intern(T.ITE, (T.intern(T.EQ, (y, zero)), a, T.intern(T.MOD, (a, y))))
        pairs.append((guarded, T.mod(a, y)))
    pairs += [
        (T.intern(T.REAL_DIV, (r, T.real(3))), T.real_div(r, T.real(3))),
        (
            T.intern(T.ITE, (T.intern(T.EQ, (r, T.real(0))), T.real(0), T.intern(T.REAL_DIV, (one, r)))),
            T.real_div(one, r),
        ),
        (T.integer(0), T.div(x, zero)),
        (x, T.mod(x, zero)),
        (T.intern(T.LT, (y, x)), T.gt(x, y)),
        (T.intern(T.LE, (y, x)), T.ge(x, y)),
        (T.intern(T.TO_INT, (T.intern(T.TO_REAL, (x,)),)), T.to_int(T.to_real(x))),
        (T.intern(T.IS_INT, (T.to_real(x),)), T.is_int(T.to_real(x))),
        (T.intern(T.EQ, (T.to_real(x), one)), T.eq(T.to_real(x), one)),
        (T.intern(T.ABS, (T.neg(x),)), T.abs_(T.neg(x))),
        (T.intern(T.ABS, (T.abs_(x),)), T.abs_(T.abs_(x))),
        *((T.intern(T.INT2BV, (T.bv2nat(b),), w), T.int2bv(w, T.bv2nat(b))) for w in (2, 4, 6)),
        *((T.intern(T.EQ, (T.bv2nat(b), T.integer(k))), T.eq(T.bv2nat(b), T.integer(k))) for k in (-1, 3, 20)),
    ]
    assert prove_equal(pairs, z3_sat, chunk=1) > 10


def test_quantifiers() -> None:
    x, y, z = (T.var(n, T.INT) for n in "xyz")
    body = T.le(x, T.add(y, z))
    assert T.forall([x, T.var("unused", T.INT)], body) is T.forall([x], body)
    assert T.exists([x], T.TRUE) is T.TRUE
    assert T.free_variables(T.forall([x], body)) == {y, z}
    renamed = T.substitute(T.forall([x], body), {y: T.add(x, T.integer(1))})
    assert T.free_variables(renamed) == {x, z}
    other = T.var("x2", T.INT)
    expected = T.forall([other], T.le(other, T.add(T.add(x, T.integer(1)), z)))
    prove_equal([(renamed, expected)], z3_sat)
