"""All values of few unknown bits: the answers are those of evaluating the terms, one value after the other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from antumbra import terms as T
from antumbra.solvers import OUT_OF_TIME, Answer, Chain, Model, PathCondition, Sat, Unsat
from antumbra.solvers.backends.bitwuzla_backend import BitwuzlaBackend
from antumbra.solvers.chain import sweep as S
from antumbra.terms import Term
from solvers.random_terms import boolean
from support.size import some

X, Y = T.var("x", T.bv_sort(8)), T.var("y", T.bv_sort(8))


def never() -> bool:
    return False


def hashed(*unknown: Term) -> Term:
    value = T.bv(2166136261, 32)
    for part in unknown:
        value = T.bvmul(T.bvxor(value, T.zero_extend(32 - part.sort.width, part)), T.bv(16777619, 32))
    return value


def holds(assertions: Sequence[Term], variables: Sequence[Term]) -> bool:
    domains = [(False, True) if v.sort is T.BOOL else range(1 << v.sort.width) for v in variables]
    return any(
        all(T.evaluate(a, dict(zip(variables, values, strict=True))) for a in assertions)
        for values in product(*domains)
    )


@pytest.mark.parametrize("seed", range(some(12, 150)))
def test_answers_are_those_of_evaluation(seed: int) -> None:
    rng = random.Random(seed)
    variables = [T.var("a", T.bv_sort(4)), T.var("b", T.bv_sort(4))]
    truth = T.var("p", T.BOOL)
    assertions = [boolean(rng, variables, 3) for _ in range(3)]
    assertions = [T.or_(truth, assertions[0]), *(a for a in assertions[1:] if a.op is not T.CONST)]
    assert S.price(assertions) is not None
    answer = S.sweep(assertions, never)
    assert isinstance(answer, Sat if holds(assertions, [truth, *variables]) else Unsat)


def test_the_first_and_the_last_value_are_tried() -> None:
    for value in (0, 1, (1 << 16) - 1, (1 << 15)):
        both = T.concat(Y, X)
        answer = S.sweep([T.eq(both, T.bv(value, 16))], never)
        assert answer == Sat(Model({X: value & 255, Y: value >> 8}))
    many = T.var("z", T.bv_sort(20))  # several slices
    assert S.sweep([T.eq(many, T.bv((1 << 20) - 1, 20))], never) == Sat(Model({many: (1 << 20) - 1}))
    assert isinstance(S.sweep([T.eq(T.bvmul(many, many), T.bv(3, 20))], never), Unsat)


def test_what_is_not_tried() -> None:
    wide = T.var("w", T.bv_sort(S.MOST_BITS + 1))
    assert S.price([T.eq(wide, T.bv(0, S.MOST_BITS + 1))]) is None
    assert (
        S.price([T.eq(X, T.bv(0, 8)), T.eq(T.var("q", T.bv_sort(S.MOST_BITS - 7)), T.bv(1, S.MOST_BITS - 7))]) is None
    )
    number = T.var("n", T.INT)
    assert S.price([T.eq(number, T.var("k", T.INT))]) is None
    cells = T.var("m", T.array_sort(T.bv_sort(8), T.bv_sort(8)))
    assert S.price([T.eq(T.select(cells, X), T.bv(0, 8))]) is None
    few, many = S.price([T.eq(X, Y)]), S.price([T.eq(hashed(X, Y), T.bv(5, 32))])
    assert few is not None
    assert many is not None
    assert few < many


def test_it_stops_when_there_is_no_time() -> None:
    assert S.sweep([T.eq(hashed(X), T.bv(5, 32))], lambda: True) is OUT_OF_TIME


def test_products_of_few_unknowns_ask_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch on a hash of two bytes, both ways; the same with more bits goes to a solver."""
    asked: list[int] = []
    check = BitwuzlaBackend.check

    def counted(self: BitwuzlaBackend, assertions: Sequence[Term], **limits: Any) -> Answer:
        asked.append(len(assertions))
        return check(self, assertions, **limits)

    monkeypatch.setattr(BitwuzlaBackend, "check", counted)
    chain = Chain()
    wanted = T.evaluate(hashed(X, Y), {X: 77, Y: 3})
    found = chain.check(PathCondition.empty(), T.eq(hashed(X, Y), T.bv(wanted, 32)))
    assert isinstance(found, Sat)
    assert not asked
    wide = T.var("w", T.bv_sort(32))
    chain.check(PathCondition.empty(), T.eq(T.bvmul(wide, T.bvadd(wide, T.zero_extend(24, X))), T.bv(12, 32)))
    assert asked
