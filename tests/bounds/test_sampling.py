"""Random inputs of a condition, and neighbours across a border."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Parameter
from antumbra.bounds.counting import neighbours, sample
from antumbra.terms import Term
from antumbra.terms import floats as f
from solvers.random_terms import boolean
from support.parameters import integer, parameter
from support.size import some

S, U = integer("s", 5), integer("u", 4, signed=False)
X, Y = S.variable, U.variable
WIDE = (integer("a", 32), integer("b", 32))
A, B = (p.variable for p in WIDE)
F = parameter("f", T.bv_sort(32), "float", signed=True)
N = parameter("n", T.INT, "int", signed=True)
P = parameter("p", T.BOOL, "_Bool")
CONDITIONS = {
    "boxes": T.or_(T.bvslt(A, T.bv(0, 32)), T.bvult(B, T.bv(9, 32))),
    "thrown": T.bvult(T.bvmul(A, B), T.bvadd(A, B)),
    "led": T.and_(T.eq(T.bvmul(A, B), T.bv(1_000_000, 32)), T.bvult(A, B)),
    "two parts": T.and_(T.eq(T.bvxor(A, T.bvlshr(A, T.bv(3, 32))), T.bv(77, 32)), T.bvult(B, T.bv(20, 32))),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_samples_are_models_and_the_same_for_a_seed(name: str) -> None:
    condition = CONDITIONS[name]
    found = sample(condition, WIDE, 8, 3)
    assert len(found) == 8
    assert len({tuple(vector.values()) for vector in found}) == 8
    assert all(T.evaluate(condition, vector) for vector in found)
    assert all(list(vector) == [A, B] for vector in found)
    assert sample(condition, WIDE, 8, 3) == found
    assert sample(condition, WIDE, 8, 4) != found


def test_random_conditions_are_exhausted() -> None:
    """Where there are fewer models than wanted, all of them come."""
    for seed in range(some(14, 300)):
        condition = T.and_(boolean(Random(seed), [X, Y], 3), T.bvult(X, T.bv(3, 5)))
        holds = T.compiled(condition)
        models = {(s, u) for s in range(32) for u in range(16) if holds({X: s, Y: u})}
        found = {tuple(vector.values()) for vector in sample(condition, (S, U), 60, seed)}
        assert found == models, seed


def test_few_models_by_a_solver_are_exhausted() -> None:
    condition = T.and_(T.eq(T.bvmul(A, A), T.bv(49, 32)), T.eq(T.bvadd(A, B), T.bv(5, 32)))
    found = {vector[A] for vector in sample(condition, WIDE, 9, 1)}
    assert found == {7, (1 << 32) - 7, (1 << 31) + 7, (1 << 31) - 7}


def test_boxes_are_drawn_from_uniformly() -> None:
    """30 values of s with one of u, one value of s with all 16 of u: most draws are from the first."""
    condition = T.or_(
        T.and_(T.bvult(X, T.bv(30, 5)), T.eq(Y, T.bv(3, 4))),
        T.eq(X, T.bv(31, 5)),
    )
    counts = Counter(sample(condition, (S, U), 1, seed)[0][X] == 31 for seed in range(920))
    assert 250 < counts[True] < 390  # 320 of 920 are expected, with a deviation of 14


def test_nothing_to_draw() -> None:
    assert sample(T.FALSE, WIDE, 3) == ()
    assert sample(T.and_(T.bvult(A, B), T.bvult(B, A)), WIDE, 3) == ()
    assert sample(T.TRUE, (), 3) == ({},)


def test_integers_and_irrelevant_parameters() -> None:
    condition = T.le(T.integer(3), N.variable)
    found = sample(condition, (N, P), 5, 1)
    assert len(found) == 5
    assert all(vector[N.variable] >= 3 and vector[P.variable] in (False, True) for vector in found)


# ---- neighbours


def order(p: Parameter, value: int) -> int:
    return value - (1 << p.variable.width) if p.signed and value >> (p.variable.width - 1) else value


def has_border(lower: Term, safe: Term, p: Parameter) -> bool:
    fails, passes = T.compiled(lower), T.compiled(safe)
    for s in range(32):
        for u in range(16):
            env = {X: s, Y: u}
            for other in range(1 << p.variable.width):
                near = abs(order(p, other) - order(p, env[p.variable])) == 1
                if near and fails(env) and passes({**env, p.variable: other}):
                    return True
    return False


def test_random_borders() -> None:
    """There is a pair if and only if trying finds one, and it is one: no step wraps around."""
    for seed in range(some(6, 400)):
        random = Random(seed)
        lower = boolean(random, [X, Y], 3)
        safe = T.and_(T.not_(lower), boolean(random, [X, Y], 2))
        found = {border.parameter: border for border in neighbours(lower, safe, (S, U))}
        assert [p for p in (S, U) if has_border(lower, safe, p)] == list(found), seed
        for p, border in found.items():
            assert T.evaluate(lower, border.fails), seed
            assert T.evaluate(safe, border.passes), seed
            assert [v for v in (X, Y) if border.fails[v] != border.passes[v]] == [p.variable]
            assert abs(order(p, border.fails[p.variable]) - order(p, border.passes[p.variable])) == 1


def test_no_step_wraps_around() -> None:
    """From the greatest to the least value there is no step: 15 -> -16 signed, 15 -> 0 unsigned."""
    top = T.eq(X, T.bv(15, 5))
    assert neighbours(top, T.eq(X, T.bv(16, 5)), (S,)) == ()
    last = T.eq(Y, T.bv(15, 4))
    assert neighbours(last, T.eq(Y, T.bv(0, 4)), (U,)) == ()
    assert neighbours(T.eq(X, T.bv(31, 5)), T.eq(X, T.bv(0, 5)), (S,)) != ()  # -1 and 0


def test_small_values_are_preferred() -> None:
    above = T.bvslt(T.bv(10, 32), T.bvadd(A, B))
    first, second = neighbours(above, T.not_(above), WIDE)
    assert (first.fails, first.passes) == ({A: 0, B: 11}, {A: (1 << 32) - 1, B: 11})
    assert second.fails[B] == 0


@pytest.mark.parametrize(
    ("bound", "fails", "passes"),
    [(0x40490FDB, 0x40490FDA, 0x40490FDB), (0x00000000, 0x80000001, 0x00000000), (0xBF800000, 0xBF800001, 0xBF800000)],
)
def test_floats_step_to_the_next_number(bound: int, fails: int, passes: int) -> None:
    less = T.fp_lt(T.fp_from_bv(F.variable, T.FLOAT32), T.fp_const(bound, T.FLOAT32))
    safe = T.and_(T.not_(less), T.not_(T.fp_is_nan(T.fp_from_bv(F.variable, T.FLOAT32))))
    (border,) = neighbours(less, safe, (F,))
    values = border.fails[F.variable], border.passes[F.variable]
    assert [f.order_key(T.FLOAT32, v) for v in values] == [f.order_key(T.FLOAT32, v) for v in (fails, passes)]


def test_infinity_and_nan_are_no_neighbours() -> None:
    number = T.fp_from_bv(F.variable, T.FLOAT32)
    assert neighbours(T.fp_is_infinite(number), T.fp_is_nan(number), (F,)) == ()


def test_integers_and_booleans() -> None:
    (border,) = neighbours(T.le(T.integer(3), N.variable), T.lt(N.variable, T.integer(3)), (N,))
    assert (border.fails, border.passes) == ({N.variable: 3}, {N.variable: 2})
    (border,) = neighbours(P.variable, T.not_(P.variable), (P,))
    assert (border.fails, border.passes) == ({P.variable: True}, {P.variable: False})


def test_no_answer_is_no_border() -> None:
    assert neighbours(CONDITIONS["led"], T.not_(CONDITIONS["led"]), WIDE, asker=Asker(budget=0)) == ()
