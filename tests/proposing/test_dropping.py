"""Which conjuncts of a path's condition matter for its end: as runs tell, never against a point that was run."""

from __future__ import annotations

import pytest

from antumbra import terms as T
from antumbra.bounds.cfc import Side
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import PathEnd, Reason
from antumbra.program.restricting.assuming import conjuncts
from antumbra.strategies.characterize.proposing import Dropping, program_constants
from antumbra.strategies.characterize.proposing.points import Points
from antumbra.strategies.characterize.proposing.space import Space
from antumbra.strategies.characterize.reading import vector
from antumbra.terms import Term
from proposing.programs import from_body, parameters_of, runner_of

IRRELEVANT = """
unsigned char a = U, b = U, c = U, d = U;
int n = 0;
if (a > 3) n++; if (b == 7) n += 2; if (c < 9) n += 4;
check(d != 5 || n > 100);
"""


def failing(body: str, steps: int = 1_000_000) -> tuple[list[PathEnd], Points, tuple[int, ...]]:
    program = from_body(body)
    explorer = Explorer(program, ExploreOptions(checks=frozenset({"unreach-call", "assert"}), path_conditions=True))
    ends = [end for end in explorer.run() if end.reason is Reason.VIOLATION]
    parameters = parameters_of(program)
    points = Points(Space(parameters), runner_of(program, parameters), steps)
    return ends, points, program_constants(program)


def essential(end: PathEnd, points: Points, constants: tuple[int, ...]) -> tuple[Side, list[Term]] | None:
    assert end.input_condition is not None
    return Dropping(points, constants).essential(end.input_condition, vector(end))


def parts(end: PathEnd) -> list[Term]:
    assert end.input_condition is not None
    return list(conjuncts(end.input_condition))


def test_branches_that_do_not_matter_are_dropped() -> None:
    ends, points, constants = failing(IRRELEVANT)
    assert len(ends) == 8
    for end in ends:
        found = essential(end, points, constants)
        assert found is not None
        side, kept = found
        assert side is Side.MUST
        assert len(kept) == 1
        assert len(T.free_variables(kept[0])) == 1
        assert kept[0] in parts(end)


@pytest.mark.parametrize(
    "body",
    [
        "unsigned char a = U, b = U; if (a > 100) { check(b < 50); } else { check(b < 200); }",
        "unsigned char a = U, b = U; if (a == 77) check(b != 3);",
        "unsigned char a = U, b = U; if (a != 77) check(b != 3);",
    ],
)
def test_branches_that_matter_stay(body: str) -> None:
    """Whatever is left holds for no run that ends otherwise."""
    ends, points, constants = failing(body)
    for end in ends:
        found = essential(end, points, constants)
        assert found is not None
        for a in range(0, 256, 7):
            for b in range(256):
                points.add((a, b))
        points.add((77, 3))
        against = [s for s in points.samples if s.side is Side.SAFE]
        _, kept = found
        assert against
        assert not any(all(T.evaluate(part, s.values) for part in kept) for s in against)


def test_points_that_are_known_count() -> None:
    """A needle that no sample hits is met as a counterexample, and kept out from then on."""
    needle = (
        "unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); if (a * 7 != 3735928559u) check(b != 3);"
    )
    ends, points, constants = failing(needle)
    (end,) = ends
    first = essential(end, points, constants)
    assert first is not None
    assert len(first[1]) == 1  # the branch seems not to matter
    inverse = pow(7, -1, 1 << 32)
    points.add((3735928559 * inverse % (1 << 32), 3))
    second = essential(end, points, constants)
    assert second is not None
    assert len(second[1]) == 2


def test_no_steps_left_drop_nothing() -> None:
    ends, points, constants = failing(IRRELEVANT, steps=0)
    found = essential(ends[0], points, constants)
    assert found is not None
    assert found[1] == parts(ends[0])


def test_the_same_twice() -> None:
    told = []
    for _ in range(2):
        ends, points, constants = failing(IRRELEVANT)
        told.append([essential(end, points, constants) for end in ends])
    assert told[0] == told[1]
