"""Learned partitions: right on small programs, deterministic, and never against a labelled point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter, Side
from antumbra.program import model as P
from antumbra.strategies.characterize.proposing import Partition, Proposal, program_constants
from antumbra.strategies.characterize.proposing.constants import Taste, roundest
from antumbra.strategies.characterize.proposing.features import FloatFeature, features
from antumbra.strategies.characterize.proposing.regions import Cut, Region
from antumbra.strategies.characterize.proposing.sampling import any_number
from antumbra.strategies.characterize.proposing.space import Space
from antumbra.terms import Term
from proposing.programs import LARGE, SMALL, every_point, from_body, parameters_of, runner_of
from support.size import some

FEW = ["modulo", "midpoint", "wrapped_product", "array", "for_ever"]


def partition(body: str, **options: object) -> tuple[Partition, tuple[Parameter, ...], P.Program]:
    program = from_body(body)
    parameters = parameters_of(program)
    found = Partition(
        parameters,
        runner_of(program, parameters),
        constants=program_constants(program),
        **options,  # type: ignore[arg-type]
    )
    return found, parameters, program


def holds(proposal: Proposal, values: Mapping[Term, int]) -> bool:
    return bool(T.compiled(proposal.condition)(values))


def agree(proposals: Sequence[Proposal], learned: Partition) -> bool:
    """No point that was run is on the other side of a proposal that has it."""
    return not any(
        sample.side not in (None, proposal.side) and holds(proposal, sample.values)
        for sample in learned.points.samples
        for proposal in proposals
    )


# ---------------------------------------------------------------- learning


@pytest.mark.parametrize("name", some(FEW, list(SMALL)))
def test_truth_by_enumeration(name: str) -> None:
    learned, parameters, program = partition(SMALL[name])
    proposals = learned.propose()
    assert agree(proposals, learned)
    truth = runner_of(program, parameters)
    points = list(every_point(parameters)) if len(parameters) < 3 else []
    for values in Random(1).sample(points, min(len(points), some(1_500, 65_536))):
        here = [proposal for proposal in proposals if holds(proposal, values)]
        assert len(here) == 1  # leaves are disjoint, and leave nothing out
        assert truth.run(values).side in (None, here[0].side), values


@pytest.mark.parametrize("name", some(["overflow", "float_range"], list(LARGE)))
def test_large_inputs(name: str) -> None:
    learned, parameters, program = partition(LARGE[name])
    proposals = learned.propose()
    assert agree(proposals, learned)
    assert {proposal.side for proposal in proposals} == set(Side)
    assert len(proposals) <= 8
    truth, random = runner_of(program, parameters), Random(2)
    for _ in range(1_000):
        values = learned.space.values(tuple(any_number(axis, random) for axis in learned.space.axes))
        here = [proposal for proposal in proposals if holds(proposal, values)]
        assert len(here) == 1
        assert truth.run(values).side is here[0].side


def test_the_same_twice() -> None:
    first, second = (partition(SMALL["array"], seed=7)[0] for _ in range(2))
    assert first.propose() == second.propose()
    assert first.steps == second.steps
    assert [s.point for s in first.points.samples] == [s.point for s in second.points.samples]


def test_points_that_refute_are_learned_from() -> None:
    learned, parameters, program = partition("unsigned char n = U, m = U; unsigned p = n * m; check(p != 251 * 241);")
    x, y = (one.variable for one in parameters)
    fails = [{x: 251, y: 241}, {x: 241, y: 251}]
    refuted = 0
    for _ in range(20):
        proposals = learned.propose()
        assert agree(proposals, learned)
        wrong = [(p, v) for p in proposals for v in fails if p.side is Side.SAFE and holds(p, v)]
        if not wrong:
            break
        refuted += 1
        learned.refute(*wrong[0])
    assert refuted
    truth = runner_of(program, parameters)
    proposals = learned.propose()
    for values in [*fails, *Random(1).sample(list(every_point(parameters)), 1_000)]:
        assert [p.side for p in proposals if holds(p, values)] == [truth.run(values).side]


def test_what_resists_is_cut_and_what_is_settled_left_out() -> None:
    learned, _, _ = partition("int x = I; check(x < 100);")
    (one, other) = learned.propose()
    learned.settle(one)
    (left,) = learned.propose()
    assert left == other
    learned.resist(left)
    parts = learned.propose()
    assert len(parts) > 1
    assert {part.side for part in parts} == {left.side}
    x = learned.space.axes[0]
    for number in (-5, 0, 99, 100, 101, 5_000, 1 << 30, x.low, x.high):
        values = {x.variable: x.value(number)}
        assert sum(holds(part, values) for part in parts) == holds(left, values)


def test_what_is_settled_binds_later_proposals() -> None:
    """What is learned when some parts are settled does not contradict those."""
    learned, _, _ = partition("int x = I; check(x < 100 || x > 2000);")
    (must,) = [p for p in learned.propose() if p.side is Side.MUST]
    learned.settle(must)
    learned.add(learned.space.values((77_777,)))
    later = learned.propose()
    assert later
    assert {p.side for p in later} == {Side.SAFE}
    assert agree(later, learned)


def test_runs_that_are_not_over_are_told_apart_where_a_leaf_resists() -> None:
    learned, _, _ = partition("signed char y = C; while (y < 0) { } check(y > 9);")
    while_running = [p for p in learned.propose() if holds(p, learned.space.values((-3,)))]
    assert [p.side for p in while_running] == [Side.MUST]  # 0 ≤ y ≤ 9 fails, and nobody knows about y < 0
    learned.resist(while_running[0])
    parts = {y: [p for p in learned.propose() if holds(p, learned.space.values((y,)))] for y in (-3, 3, 12)}
    assert [(p.side, p.sure) for p in parts[-3]] == [(Side.SAFE, False)]
    assert [(p.side, p.sure) for p in parts[3]] == [(Side.MUST, True)]
    assert [(p.side, p.sure) for p in parts[12]] == [(Side.SAFE, True)]


def test_atoms_and_models_help() -> None:
    body = "int x = I, y = I; if ((x ^ (y * 3)) == 0x5a5a5a + (y | 4096)) check(0);"
    plain, parameters, _ = partition(body)
    x, y = (one.variable for one in parameters)
    left, right = T.bvxor(x, T.bvmul(y, T.bv(3, 32))), T.bvadd(T.bv(0x5A5A5A, 32), T.bvor(y, T.bv(4096, 32)))
    atom = T.eq(left, right)
    helped, _, _ = partition(body, atoms=[T.not_(atom)], models=[{x: 0x5A5A5A + 4096, y: 0}])
    truth = {atom: Side.MUST, T.not_(atom): Side.SAFE}
    assert {p.condition: p.side for p in helped.propose()} == truth
    assert {p.condition: p.side for p in plain.propose()} != truth


def test_a_domain_bounds_what_is_run() -> None:
    program = from_body("int x = I; check(x < 100);")
    (x,) = parameters_of(program)
    domain = T.and_(T.bvsge(x.variable, T.bv(0, 32)), T.bvslt(x.variable, T.bv(50, 32)))
    learned = Partition([x], runner_of(program, [x]), domain=domain)
    assert [(p.condition, p.side) for p in learned.propose()] == [(T.TRUE, Side.SAFE)]
    assert learned.points.samples
    assert all(0 <= sample.point[0] < 50 for sample in learned.points.samples)


def test_steps_end_it() -> None:
    body = "unsigned char a = U, b = U; while (b) { unsigned char t = a % b; a = b; b = t; } check(a != 6);"
    learned, _, _ = partition(body, most_steps=200_000)
    assert agree(learned.propose(), learned)
    assert learned.exhausted
    assert learned.steps < 400_000


# ---------------------------------------------------------------- parts


def test_features_say_what_they_count() -> None:
    """The term of a cut holds where its number says so."""
    program = from_body(
        "int x = I; unsigned char c = U; float f = __VERIFIER_nondet_float(); signed char d = C, e = C;"
    )
    space = Space(parameters_of(program))
    x, c = (axis.variable for axis in space.axes[:2])
    atoms = [T.bvslt(T.bvmul(x, T.bv(3, 32)), T.bv(9, 32)), T.eq(T.zero_extend(24, c), x)]
    found = features(space.axes, atoms, (12, 100))
    assert any(isinstance(feature, FloatFeature) for feature in found)
    random = Random(4)
    points = [space.values(tuple(any_number(axis, random) for axis in space.axes)) for _ in range(8)]
    points.append(space.values((0, 0, 0x7FC00000, 0, 0)))  # NaN
    points.append(space.values((0, 0, -1, 0, 0)))  # -0.0
    for feature in found:
        for values in points:
            number = feature.number(random.choice(points))
            for cut in (Cut(feature, number, True), Cut(feature, number, False)):
                if cut.equal or not feature.equality:
                    for side in (True, False):
                        region = Region().cut(cut, side)
                        there = cut.holds(feature.number(values)) is side
                        assert region.has(values) is there
                        assert T.evaluate(region.condition(), values) is there


def test_numbers_that_read_well() -> None:
    taste = Taste((365,))
    assert [taste.choose(*ends) for ends in ((-9, 9), (300, 400), (300, 364), (1000, 1030), (7, 7))] == [
        0,
        365,
        364,
        1024,
        7,
    ]
    for low in range(-40, 40):
        for high in range(low, 40):
            assert low <= roundest(low, high) <= high
