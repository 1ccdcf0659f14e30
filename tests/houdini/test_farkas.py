"""Interpolants of linear arithmetic: they follow from one side and contradict the other, in what both know."""

from __future__ import annotations

from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.invariants.affine_hull import LinearHull
from antumbra.engines.invariants.farkas import interpolant
from antumbra.solvers import Sat, Unsat, make_backend
from antumbra.terms import Term
from support.size import some

X, Y, Z, GIVEN, LATER = (T.var(name, T.INT) for name in ("x", "y", "z", "given", "later"))


def n(value: int) -> Term:
    return T.integer(value)


def holds(*conditions: Term) -> bool:
    return isinstance(make_backend("z3").check(conditions), Sat)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # the input of the one side and that of the other are gone
        ([T.eq(X, T.add(GIVEN, n(3))), T.eq(Y, T.add(GIVEN, n(3)))], [T.lt(Y, LATER), T.le(LATER, X)], T.le(X, Y)),
        # two inequalities become one
        ([T.le(X, GIVEN), T.le(GIVEN, Z)], [T.lt(Z, Y), T.le(Y, X)], T.le(X, Z)),
        # either side
        ([T.eq(X, n(3)), T.eq(Y, n(3))], [T.not_(T.eq(X, Y))], T.eq(X, Y)),
        # what is no number is left out
        ([T.eq(X, n(3)), T.var("p", T.BOOL)], [T.lt(X, n(0)), T.var("q", T.BOOL)], T.le(n(0), X)),
    ],
)
def test_what_is_found(first: list[Term], second: list[Term], expected: Term) -> None:
    found = interpolant(first, second)
    assert found is not None
    assert not holds(T.not_(T.eq(found, expected)))


def test_what_only_whole_numbers_exclude_has_none() -> None:
    assert interpolant([T.eq(X, T.mul(n(2), Y))], [T.eq(X, T.add(n(1), T.mul(n(2), Z)))]) is None
    assert interpolant([T.le(X, n(3))], [T.le(X, n(2))]) is None


def side(random: Random, names: list[Term]) -> list[Term]:
    found: list[Term] = []
    for _ in range(random.randint(1, 4)):
        total: Term = n(random.randint(-4, 4))
        for name in random.sample(names, random.randint(1, 3)):
            total = T.add(total, T.mul(name, n(random.choice((-2, -1, 1, 1, 3)))))
        atom = random.choice((T.le, T.lt, T.eq))(total, n(0))
        other = T.le(random.choice(names), n(random.randint(-3, 3)))
        found.append(random.choice((atom, atom, T.not_(atom), T.or_(atom, other))))
    return found


def test_random_sides() -> None:
    random = Random(5)
    found = 0
    for _ in range(some(120, 300)):
        first, second = side(random, [X, Y, Z, GIVEN]), side(random, [X, Y, Z, LATER])
        between = interpolant(first, second)
        if between is None:
            continue
        found += 1
        assert T.free_variables(between) <= {X, Y, Z}
        assert not holds(*first, T.not_(between))
        assert not holds(*second, between)
    assert found >= some(12, 30)


def test_reals() -> None:
    a, b = T.var("a", T.REAL), T.var("b", T.REAL)
    found = interpolant([T.le(a, b)], [T.lt(b, a)])
    assert found is not None
    assert isinstance(make_backend("z3").check([T.not_(T.eq(found, T.le(a, b)))]), Unsat)


def test_exact_equations_of_points() -> None:
    hull = LinearHull(3)
    for point in ((0, 0, 1), (1, 2, 1), (5, 10, 1)):
        hull.add(point)
    equations = hull.equations
    assert len(equations) == 2
    for constant, *factors in equations:
        assert all(
            constant + sum(f * x for f, x in zip(factors, point, strict=True)) == 0
            for point in ((2, 4, 1), (-3, -6, 1))
        )
    hull.add((1, 0, 1))
    assert [[abs(f) for f in row] for row in hull.equations] == [[1, 0, 0, 1]]
