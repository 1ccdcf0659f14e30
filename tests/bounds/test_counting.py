"""Exact counts against enumeration, by every way of counting."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from antumbra import terms as T
from antumbra.bounds.counting import count_models, models
from antumbra.bounds.counting.boxes import boxes_of
from antumbra.bounds.counting.truth import truth_of
from antumbra.solvers.answers import SolverError, Unknown
from antumbra.solvers.counting import counter
from antumbra.solvers.counting.circuits import diagram_of, levels_of
from antumbra.solvers.counting.counter import count_bits, count_by_diagrams
from antumbra.solvers.counting.diagrams import Diagrams, TooLarge
from antumbra.solvers.counting.ganak import available, count_clauses
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term
from solvers.random_terms import boolean
from support.size import some

A, B, P = T.var("a", T.bv_sort(8)), T.var("b", T.bv_sort(4)), T.var("p", T.BOOL)
UNUSED = T.var("unused", T.bv_sort(7))
VARIABLES = [A, B, P]
X, Y = T.var("x", T.bv_sort(32)), T.var("y", T.bv_sort(32))
N, M = T.var("n", T.INT), T.var("m", T.INT)
RNE, RTZ = T.rm("RNE"), T.rm("RTZ")

ganak = pytest.mark.skipif(not available(), reason="no wheel of Ganak for this Python")


def never() -> bool:
    return False


def table(condition: Term) -> dict[tuple[int, int, bool], bool]:
    holds = T.compiled(condition)
    return {(a, b, p): bool(holds({A: a, B: b, P: p})) for a in range(256) for b in range(16) for p in (False, True)}


def box_like(random: Random) -> Term:
    """Conditions on one variable each, joined at random."""
    parts = [boolean(random, [random.choice(VARIABLES)], 2) for _ in range(random.randrange(2, 6))]
    joined = parts[0]
    for part in parts[1:]:
        joined = random.choice((T.and_, T.or_, T.xor, T.implies))(joined, part)
    return joined


def test_random_conditions_by_diagrams() -> None:
    """Products, quotients, shifts, extracts, ites; and projected onto one variable."""
    for seed in range(some(25, 1000)):
        condition = boolean(Random(seed), VARIABLES, 4)
        truth = table(condition)
        assert count_by_diagrams(condition, VARIABLES, 10**6, Deadline(None)) == sum(truth.values()), seed
        shown = {b for (_, b, _), holds in truth.items() if holds}
        assert count_by_diagrams(condition, [B], 10**6, Deadline(None)) == len(shown), seed


def test_random_conditions_by_boxes() -> None:
    understood = 0
    for seed in range(some(36, 1000)):
        condition = box_like(Random(seed))
        boxes = boxes_of(condition, VARIABLES)
        if boxes is not None:
            understood += 1
            assert boxes.count() == sum(table(condition).values()), seed
    assert understood >= some(26, 750)


def test_random_conditions_however_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unused variables count with all of their values. Without trying, diagrams count what is no box."""
    for few in (1 << 16, 0):
        monkeypatch.setattr(models, "_FEW", few)
        for seed in range(some(12, 1000)):
            random = Random(seed)
            condition = boolean(random, VARIABLES, 3) if seed % 2 else box_like(random)
            truth = table(condition)
            assert count_models(condition, [UNUSED, *VARIABLES]) == sum(truth.values()) << 7, (few, seed)
            shown = {(a, p) for (a, _, p), holds in truth.items() if holds}
            assert count_models(condition, [P, A]) == len(shown), (few, seed)


@ganak
def test_random_conditions_by_ganak() -> None:
    for seed in (*range(some(3, 100)), 34):  # of 34, Z3 leaves nothing but a constant
        condition = boolean(Random(seed), VARIABLES, 3)
        truth = table(condition)
        assert count_clauses(condition, VARIABLES, Deadline(None)) == sum(truth.values()), seed
        if seed < 3:
            shown = {(b, p) for (_, b, p), holds in truth.items() if holds}
            assert count_clauses(condition, [B, P], Deadline(None)) == len(shown), seed


@ganak
@pytest.mark.parametrize(("condition", "count"), [(T.TRUE, 1), (T.FALSE, 0), (P, 1), (T.bvult(A, T.bv(3, 8)), 1)])
def test_ganak_projects_onto_nothing(condition: Term, count: int) -> None:
    """Then the question is whether there is a model."""
    assert count_clauses(condition, [], Deadline(None)) == count


@ganak
def test_ganak_counts_bits_that_no_clause_has() -> None:
    assert count_clauses(P, [P, UNUSED], Deadline(None)) == 128
    assert count_clauses(T.FALSE, [P, UNUSED], Deadline(None)) == 0


@ganak
def test_ganak_is_asked_where_diagrams_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counter, "_NODES", 10)
    condition = T.bvult(T.bvmul(A, A), T.bv(50, 8))
    assert count_bits(condition, [A], Deadline(None)) == sum(a * a % 256 < 50 for a in range(256))


HALF, FORMAT = T.var("half", T.bv_sort(16)), T.FLOAT16
FLOAT = T.fp_from_bv(HALF, FORMAT)
THREE = T.fp_const(0x4200, FORMAT)
FLOAT_CONDITIONS = {
    "less": T.fp_lt(FLOAT, THREE),
    "not less": T.not_(T.fp_lt(FLOAT, THREE)),
    "negated": T.fp_le(T.fp_neg(FLOAT), THREE),
    "zero": T.fp_eq(FLOAT, T.fp_const(0x8000, FORMAT)),
    "that zero": T.eq(FLOAT, T.fp_const(0x8000, FORMAT)),
    "as double": T.fp_lt(T.fp_const(0x3FB999999999999A, T.FLOAT64), T.fp_to_fp(RNE, FLOAT, T.FLOAT64)),
    "of an integer": T.fp_lt(T.fp_from_sbv(RNE, HALF, FORMAT), T.fp_const(0x6400, FORMAT)),
    "subnormal": T.fp_is_subnormal(FLOAT),
    "infinite or small": T.or_(T.fp_is_infinite(FLOAT), T.bvult(HALF, T.bv(9, 16))),
}
SMALL = T.fp_sort(3, 3)
U, V = T.var("u", T.bv_sort(6)), T.var("v", T.bv_sort(6))
TINY = T.fp_from_bv(U, SMALL)
CONVERSIONS = {
    "truncated": T.bvslt(T.make(T.FP_TO_SBV, (RTZ, TINY), 4), T.bv(3, 4)),
    "unsigned": T.bvult(T.make(T.FP_TO_UBV, (RNE, TINY), 5), T.bv(3, 5)),
    "bits": T.bvult(T.fp_to_ieee_bv(T.fp_neg(TINY)), T.bv(30, 6)),
}


def tried(condition: Term, variable: Term) -> int:
    holds = T.compiled(condition)
    return sum(bool(holds({variable: value})) for value in range(1 << variable.width))


@pytest.mark.parametrize("name", FLOAT_CONDITIONS)
def test_floats_by_arithmetic(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wider variable would be tried value by value never."""
    monkeypatch.setattr("antumbra.bounds.counting.truth._NARROW", 0)
    condition = FLOAT_CONDITIONS[name]
    values = truth_of(condition, HALF)
    assert values is not None
    assert sum(values[1::2]) - sum(values[::2]) == tried(condition, HALF)


@ganak
@pytest.mark.parametrize("name", CONVERSIONS)
def test_conversions_of_floats(name: str) -> None:
    """What does not fit is 0 with us; Z3 may take anything for it."""
    assert count_clauses(CONVERSIONS[name], [U], Deadline(None)) == tried(CONVERSIONS[name], U)


@pytest.mark.parametrize("compare", [T.fp_lt, T.fp_le, T.fp_eq, T.eq])
def test_two_floats_by_diagrams(compare: Callable[[Term, Term], Term]) -> None:
    condition = compare(T.fp_from_bv(U, SMALL), T.fp_from_bv(V, SMALL))
    holds = T.compiled(condition)
    expected = sum(bool(holds({U: u, V: v})) for u in range(64) for v in range(64))
    assert count_by_diagrams(condition, [U, V], 10**6, Deadline(None)) == expected


def number(value: int) -> Term:
    return T.integer(value)


@pytest.mark.parametrize(
    ("condition", "count"),
    [
        (T.and_(T.le(number(-3), N), T.le(N, number(10))), 14),
        (T.and_(T.le(number(0), N), T.lt(T.mul(number(3), N), number(10))), 4),
        (T.and_(T.le(number(0), N), T.le(N, number(9)), T.lt(number(20), T.mul(N, N))), 5),
        (T.and_(T.le(number(0), N), T.le(N, number(5)), T.eq(M, number(7))), 6),
        (T.le(number(0), N), None),
        (T.TRUE, None),
        (T.FALSE, 0),
        (T.or_(T.eq(N, number(1 << 300)), T.eq(N, number(2))), None),
        (T.and_(T.le(number(0), N), T.le(N, number(99)), T.le(number(0), M), T.lt(M, N)), None),
    ],
)
def test_mathematical_integers(condition: Term, count: int | None) -> None:
    """They are counted where comparisons with numbers leave finitely many."""
    variables = [N, M] if M in T.free_variables(condition) else [N]
    assert count_models(condition, variables) == count


def test_functions_have_no_models_to_count() -> None:
    applied = T.apply_(T.function("f", (T.bv_sort(8),), T.bv_sort(8)), [A])
    assert count_models(T.bvult(applied, T.bv(3, 8)), [A]) is None


def midpoint_fails(low: Term, high: Term) -> Term:
    """What examples/midpoint.c assumes, and that the sum wraps around."""
    zero = T.bv(0, low.width)
    return T.and_(T.bvsle(zero, low), T.bvsle(low, high), T.bvslt(T.bvadd(low, high), zero))


@pytest.mark.parametrize("width", [4, 8, 32, 64])
def test_midpoint_in_closed_form(width: int) -> None:
    """Of the n² pairs below n = 2^(width-1), n(n-1)/2 sum up to n or more: as many as in the other triangle of the
    square, but for its diagonal of n pairs. n/2 of them have low = high; of the others half have low < high. So
    n(n-1)/4 - n/4 + n/2 = n²/4 pairs fail, a sixteenth of all (2n)²."""
    low, high = T.var("low", T.bv_sort(width)), T.var("high", T.bv_sort(width))
    n = 1 << (width - 1)
    assert count_models(midpoint_fails(low, high), [low, high]) == n * n // 4
    if width <= 8:
        half = range(n)
        assert sum(a <= b and a + b >= n for a in half for b in half) == n * n // 4


def test_sums_and_orders_of_wide_variables() -> None:
    three = [T.var(f"w{i}", T.bv_sort(64)) for i in range(3)]
    ordered = T.and_(T.bvult(three[0], three[1]), T.bvult(three[1], three[2]))
    n = 1 << 64
    assert count_models(ordered, three) == n * (n - 1) * (n - 2) // 6
    assert count_models(T.bvslt(T.bvadd(X, Y), T.bv(100, 32)), [X, Y]) == ((1 << 31) + 100) << 32
    assert count_models(T.eq(T.bvurem(X, T.bv(7, 32)), T.bv(3, 32)), [X]) == len(range(3, 1 << 32, 7))


def test_leap_years() -> None:
    """Of all ints: multiples of 4, less those of 100, and those of 400."""
    zero = T.bv(0, 32)
    by = {years: T.eq(T.bvsrem(X, T.bv(years, 32)), zero) for years in (4, 100, 400)}
    multiples = {years: 1 + (1 << 31) // years + ((1 << 31) - 1) // years for years in by}
    leap = T.or_(T.and_(by[4], T.not_(by[100])), by[400])
    assert count_models(leap, [X]) == multiples[4] - multiples[100] + multiples[400]


def test_independent_parts_multiply() -> None:
    """Each of them is too large for a diagram of them all, were their bits mixed."""
    names = [T.var(f"byte{i}", T.bv_sort(8)) for i in range(60)]
    condition = T.and_(*(T.bvult(T.bvmul(v, v), T.bv(50, 8)) for v in names))
    one = sum(a * a % 256 < 50 for a in range(256))
    assert count_models(condition, names) == one**60
    assert count_models(T.not_(condition), names) == 256**60 - one**60


def hard() -> Term:
    """Whose factors?"""
    wide = T.bvmul(T.zero_extend(32, X), T.zero_extend(32, Y))
    return T.eq(T.bvurem(wide, T.bv(1_000_003, 64)), T.bv(77, 64))


def test_not_counted_when_time_is_over() -> None:
    assert count_models(hard(), [X, Y], Deadline(0)) is None
    assert count_models(T.bvult(T.bvmul(A, B_WIDE), A), [A, B_WIDE], Deadline(0)) is None


B_WIDE = T.var("b8", T.bv_sort(8))


@ganak
def test_ganak_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[None] = []

    class Soon(Deadline):
        @property
        def late(self) -> bool:
            looks.append(None)
            return len(looks) > 5

    monkeypatch.setattr(counter, "_NODES", 10)
    assert count_bits(hard(), [X, Y], Soon(None)) == Unknown("timeout")


@ganak
def test_steps_end_ganak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the clock says: it has processor time, and its price is always the same."""
    monkeypatch.setattr(counter, "_NODES", 10)
    monkeypatch.setattr("antumbra.solvers.counting.ganak._SECONDS", 0.2)
    limits = Deadline(None, 10_000_000)
    assert count_bits(hard(), [X, Y], limits) == Unknown("timeout")
    assert limits.steps == 10_000_000 - 4_000_000 - 2 * 11


def test_steps_end_counting() -> None:
    limits = Deadline(None, 20_000)
    assert count_models(hard(), [X, Y], limits) is None
    assert limits.steps == 0
    tried = T.bvult(T.bvmul(A, B_WIDE), A)
    assert count_models(tried, [A, B_WIDE], Deadline(None, 20_000)) is None
    assert count_models(tried, [A, B_WIDE], Deadline(None, 200_000)) is not None


def test_diagrams_have_limits() -> None:
    levels = levels_of([X, Y], [])
    with pytest.raises(TooLarge):
        diagram_of(hard(), levels, Diagrams(64, 5000, never))
    with pytest.raises(TooLarge):
        diagram_of(hard(), levels, Diagrams(64, 10**9, lambda: True))


def test_a_wrong_translation_is_noticed() -> None:
    def wrong(condition: Term, *rest: Any) -> int:
        return diagram_of(T.not_(condition), *rest)

    noticed = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counter, "diagram_of", wrong)
        try:
            count_by_diagrams(T.bvult(A, T.bv(77, 8)), [A], 10**6, Deadline(None))
        except SolverError:
            noticed = True
    assert noticed


def test_without_ganak_there_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("antumbra.solvers.counting.ganak.available", lambda: False)
    monkeypatch.setattr(counter, "_NODES", 10)
    assert count_models(hard(), [X, Y]) is None
