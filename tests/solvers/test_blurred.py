"""Blurred queries: weaker than what they stand for, and only where Bitwuzla could not take those."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.solvers import AxiomChain, PathCondition, Sat, Unsat
from antumbra.solvers.axioms.blurred import Blur

BV = T.bv_sort(32)
X, Y = T.var("x", BV), T.var("y", BV)
MAP = T.var("m", T.array_sort(BV, BV))
MAPS = T.var("ms", T.array_sort(T.bv_sort(1), T.array_sort(BV, BV)))
F = T.function("f", (BV,), BV)


def read(index: T.Term) -> T.Term:
    return T.select(T.select(MAPS, T.bv(1, 1)), index)


def test_the_same_read_is_the_same_unknown() -> None:
    blur = Blur()
    first = blur.of([T.bvult(read(X), Y), T.bvult(Y, read(X))])
    assert first is not None
    ((a, b),) = [tuple(first)]
    assert T.free_variables(a) == T.free_variables(b)
    assert list(first.values()) == [T.bvult(read(X), Y), T.bvult(Y, read(X))]
    assert blur.of([T.bvult(read(X), Y)]) == {a: T.bvult(read(X), Y)}


def test_functions_are_hidden() -> None:
    found = Blur().of([T.eq(T.apply_(F, (X,)), Y)])
    assert found is not None
    assert all(t.op is not T.APPLY for a in found for t in T.subterms(a))


def test_nothing_is_hidden_from_who_can_take_it() -> None:
    assert Blur().of([T.bvult(X, Y)]) is None
    assert Blur().of([T.bvult(T.select(MAP, X), Y)]) is None


def test_integers_stay_with_z3() -> None:
    g = T.function("g", (T.INT,), T.INT)
    i = T.var("i", T.INT)
    assert Blur().of([T.lt(T.apply_(g, (i,)), i)]) is None


def test_what_only_maps_contradict_is_still_contradicted() -> None:
    chain = AxiomChain(timeout=10)
    written = T.store(MAPS, T.bv(1, 1), T.store(T.select(MAPS, T.bv(1, 1)), X, Y))
    again = T.select(T.select(written, T.bv(1, 1)), T.bvadd(X, T.bvsub(Y, Y)))
    path = chain.assume(PathCondition.empty(), T.eq(T.apply_(F, (X,)), Y))
    assert isinstance(path, PathCondition)
    other = T.apply_(F, (T.bvand(X, T.bvor(X, Y)),))  # x, which simplification does not see
    assert isinstance(chain.check(path, T.not_(T.eq(other, again))), Unsat)
    assert isinstance(chain.check(path, T.not_(T.eq(read(X), Y))), Sat)


def test_hurried_questions_may_stay_open_but_are_never_wrong() -> None:
    chain = AxiomChain(timeout=10)
    path = chain.assume(PathCondition.empty(), T.eq(T.apply_(F, (X,)), Y))
    assert isinstance(path, PathCondition)
    other = T.apply_(F, (T.bvand(X, T.bvor(X, Y)),))
    with chain.hurried():
        assert not isinstance(chain.check(path, T.not_(T.eq(other, Y))), Sat)
        assert isinstance(chain.check(path, T.and_(T.bvult(read(X), Y), T.bvult(Y, read(X)))), Unsat)
    assert isinstance(chain.check(path, T.not_(T.eq(other, Y))), Unsat)
