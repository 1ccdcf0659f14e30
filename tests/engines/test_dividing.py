"""Quotients by constants as unknowns: what has a value, has one then as well, and nothing else has."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.accelerating import accelerated
from antumbra.engines.invariants.closed_forms.dividing import without_quotients
from antumbra.solvers import Sat, make_backend
from support.size import FULL
from support.translate import from_c

BITS = 5
X, Y = (T.var(name, T.bv_sort(BITS)) for name in "xy")


def test_the_same_conditions_have_values() -> None:
    random = Random(3)
    backend = make_backend("bitwuzla")
    seen: set[bool] = set()
    for _ in range(150):
        dividends = [X, T.bvadd(X, T.bv(random.randrange(32), BITS)), T.bvmul(X, Y), T.bvxor(X, Y)]
        parts = [
            random.choice((T.bvudiv, T.bvurem))(random.choice(dividends), T.bv(random.randrange(1, 32), BITS))
            for _ in range(2)
        ]
        asked = [
            T.eq(parts[0], T.bv(random.randrange(8), BITS)),
            T.bvult(T.bvadd(parts[1], X), T.bvmul(parts[0], T.bv(random.randrange(32), BITS))),
        ]
        expected = any(
            all(T.evaluate(one, {X: x, Y: y}) for one in asked) for x in range(1 << BITS) for y in range(1 << BITS)
        )
        instead = without_quotients(asked)
        assert not any(term.op in (T.BVUDIV, T.BVUREM) for term in T.subterms(*instead))
        assert isinstance(backend.check(instead, want_core=False), Sat) is expected
        seen.add(expected)
    assert seen == {True, False}


def test_division_by_zero_stays() -> None:
    asked = [T.eq(T.bvudiv(X, T.bv(0, BITS)), Y)]
    assert without_quotients(asked) == asked


@pytest.mark.parametrize("step", [3, 7])
def test_a_loop_with_long_steps_has_a_closed_form(step: int) -> None:
    program = from_c(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
        "int main(void) { int left = __VERIFIER_nondet_int();"
        f"while (left > 0) left -= {step}; if (left == -1) reach_error(); return 0; }}"
    )
    found = accelerated(program, frozenset({"unreach-call"}))
    assert len(found.always) == 1


@pytest.mark.skipif(not FULL, reason="like the others, and takes longer: nightly")
def test_the_benchmark_has_an_upper_bound() -> None:
    import antumbra
    from antumbra.bounds.cfc import Side

    programs = Path(__file__).parents[2] / "benchmarks" / "characterize" / "programs"
    result = antumbra.characterize(programs / "loops" / "countdown.c", check_proofs=False)
    assert result.exact
    for n in (-1, 2, 5, 2**31 - 3, 2_000_000_000, 10**9 + 1):
        assert result.contains([n]) is (Side.MUST if n == -1 or (n > 0 and n % 3 == 2) else Side.SAFE)
    for n in (0, -2, -4, 1, 3, 2**31 - 1, -(2**31)):
        assert result.contains([n]) is (Side.MUST if n > 0 and n % 3 == 2 else Side.SAFE)
