"""A long loop over numbers, through each engine that runs states: machine code comes back before the loop is over."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from antumbra import terms as T
from antumbra.engines.dash.evidence import Executor, Given
from antumbra.engines.driver import Driver
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.explore.parallel.pieces import PieceExplorer
from antumbra.engines.explore.parallel.prefixes import Prefix
from antumbra.engines.houdini.engine import Houdini
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.options import ExecutionOptions
from antumbra.engines.outcome import Reason
from antumbra.program import model as P
from antumbra.solvers import Chain
from antumbra.strategies.characterize.running import Runner
from antumbra.strategies.characterize.running.labels import Label
from proposing.programs import parameters_of
from support.crews import CHECKS, Inline, alone, options, together, ways
from support.translate import from_c
from support.warm_loops import warm_at_once

TEXT = """
unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  unsigned sum = 0;
  if (x < 100) sum = 1;
  for (unsigned i = 0; i < 1000; i++) sum += i * 3;
  if (x == 7 && y > 9 && sum == 1 + 3 * 499500) reach_error();
  return 0;
}
"""


@cache
def program() -> P.Program:
    return from_c(TEXT)


def test_pieces() -> None:
    """Whoever follows a way that others found comes to its end, however long the turns."""
    _, ends = alone(program())
    assert len(ends) > 3
    with warm_at_once(turn=100, slice_=50):
        first = PieceExplorer(program(), options()).explore([Prefix()], 1)
        elsewhere = PieceExplorer(program(), options())
        second = elsewhere.explore(first.left, 10**9)
        assert elsewhere.machine.counters.native > 500
        crew, others = together(program(), Inline(program(), 3, 20))
    assert not second.left
    assert crew.complete
    assert ways([end for end, _ in (*first.ends, *second.ends)]) == ways(ends)
    assert ways(others) == ways(ends)


def test_tests_of_dash() -> None:
    byte = T.bv_sort(8)
    with warm_at_once(turn=2_000, slice_=500):
        executor = Executor(program(), Chain(), CHECKS)
        for values, violated in (((7, 200), True), ((7, 3), False), ((200, 200), False)):
            given = [Given(byte, value, P.Source.INPUT) for value in values]
            ends = executor.run(given, (), 10)
            assert [end.reason is Reason.VIOLATION for end in ends] == [violated]
            assert not executor.cut
    assert executor.machine.counters.native > 500


def test_runs_with_given_inputs() -> None:
    """How a run ends does not depend on those before it, which have made loops warm."""
    parameters = parameters_of(program())
    x, y = (one.variable for one in parameters)
    points = [(7, 200), (7, 3), (200, 200), (7, 200)]
    expected = [Label.FAILS, Label.PASSES, Label.PASSES, Label.FAILS]
    with warm_at_once(turn=100, slice_=50):
        for most in (20_000, 2_000):
            runner = Runner(program(), CHECKS, (x, y), most_commands=most)
            found = [runner.run({x: a, y: b}).label for a, b in points]
            assert found == (expected if most == 20_000 else [Label.LATE] * 4)


def explorer() -> Driver:
    return Explorer(program(), ExploreOptions(checks=CHECKS))


def interpolator() -> Driver:
    return Interpolator(program(), InterpolateOptions(checks=CHECKS))


def houdini() -> Driver:
    return Houdini(program(), ExecutionOptions(checks=CHECKS))


@pytest.mark.parametrize("make", [explorer, interpolator, houdini])
def test_engines(make: Callable[[], Driver]) -> None:
    plain = [(end.reason, end.check) for end in make().run()]
    with warm_at_once(turn=100, slice_=50):
        engine = make()
        ends = [(end.reason, end.check) for end in engine.run()]
    assert ends == plain
    assert (engine.machine.counters.native > 500) == (make is explorer)
