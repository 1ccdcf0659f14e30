"""Branches that are hard to decide wait, and are decided in the end."""

from __future__ import annotations

import pytest

from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import Reason
from antumbra.program.properties import UNREACH_CALL
from antumbra.solvers import POSTPONED, Chain, PathCondition
from support.asking import CHECKS, generate
from support.size import some
from support.translate import from_c

HEAD = """extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
"""
#: both are found by a search only
FACTORS = """int main(void) {
  unsigned x = __VERIFIER_nondet_ushort(), y = __VERIFIER_nondet_ushort();
  int n = __VERIFIER_nondet_int();
  if (n == 7) { if (x * y == %d && x > 1 && y > x) %s; return 0; }
  if (n == 8) %s;
  return 0;
}
"""


def explored(text: str, soon: int) -> tuple[list[tuple[Reason, int]], Explorer]:
    engine = Explorer(from_c(HEAD + text), ExploreOptions(checks=UNREACH_CALL.checks, soon=soon))
    ends = [(end.reason, end.location.line if end.location else 0) for end in engine.run()]
    return ends, engine


@pytest.mark.parametrize("soon", [1, 1 << 30])
@pytest.mark.parametrize(("product", "fails"), [(251 * 241, True), (65521 * 65521, False)])
def test_what_is_postponed_is_decided(product: int, fails: bool, soon: int) -> None:
    ends, engine = explored(FACTORS % (product, "reach_error()", ""), soon)
    assert engine.complete
    assert (Reason.VIOLATION in {reason for reason, _ in ends}) is fails


def test_others_go_first() -> None:
    ends, _ = explored(FACTORS % (251 * 241, "reach_error()", "reach_error()"), 1)
    at_once, _ = explored(FACTORS % (251 * 241, "reach_error()", "reach_error()"), 1 << 30)
    lines = [line for reason, line in ends if reason is Reason.VIOLATION]
    assert lines == [8, 7]
    assert sorted(at_once, key=str) == sorted(ends, key=str)


def test_a_hard_branch_is_postponed_and_not_undecided() -> None:
    chain = Chain()
    x, y = (T.zero_extend(16, T.var(name, T.bv_sort(16))) for name in ("x", "y"))
    hard = T.and_(T.eq(T.bvmul(x, y), T.bv(251 * 241, 32)), T.bvult(T.bv(1, 32), x), T.bvult(x, y))
    path = PathCondition.empty()
    assert chain.branch_soon(path, hard, steps=1)[0] is POSTPONED
    for sides in (chain.branch_soon(path, hard, steps=1 << 30), chain.branch(path, hard)):
        assert all(isinstance(side, PathCondition) for side in sides)


def test_programs_have_the_same_paths() -> None:
    """Whatever is postponed: with one step nearly every question to the solver is."""
    for seed in range(some(10, 100)):
        program = generate(seed)
        found: list[list[tuple[str, str]]] = []
        for soon in (1, 1 << 30):
            engine = Explorer(program, ExploreOptions(checks=CHECKS, soon=soon))
            found.append(sorted((end.reason.name, str(end.location)) for end in engine.run()))
            assert engine.complete
        assert found[0] == found[1]
