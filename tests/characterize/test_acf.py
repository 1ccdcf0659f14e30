"""Bounds against all runs of small random programs: nothing in MUST passes, nothing above the upper bound fails."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from antumbra import terms as T
from antumbra.bounds.cfc import Side
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.registry import ENGINES
from antumbra.program import model as P
from antumbra.strategies.auto import Alternation
from antumbra.strategies.characterize.acf import Acf, Wishes
from antumbra.strategies.characterize.possible import Prover
from antumbra.terms import Term
from support.asking import CHECKS, Run, generate, random_condition, runs
from support.size import some

SEEDS = range(some(25, 300))


@cache
def truth(seed: int) -> tuple[P.Program, list[Run]] | None:
    program = generate(seed)
    found = runs(program)
    return None if found is None else (program, found)


def characterized(program: P.Program, **wishes: object) -> Acf:
    def engine(one: P.Program, checks: frozenset[str]) -> Alternation:
        given = {"checks": checks}
        return Alternation([lambda _, n=n: ENGINES[n].make(one, given) for n in ("explore", "interpolate")])

    prover = Prover(engine, ("z3", "bitwuzla"), lambda: None, lambda: False)

    def explore() -> ExploreOptions:
        return ExploreOptions(checks=CHECKS, path_conditions=True)

    acf = Acf(program, Wishes(CHECKS, **wishes), explore, prover, lambda: False)  # type: ignore[arg-type]
    acf.run()
    return acf


def sides(acf: Acf, run: Run) -> Iterator[Side]:
    """Sides of a run's inputs; what it has not asked for may be anything."""
    for value in (0, 1):
        for piece in acf.known.pieces:
            free = T.free_variables(piece.condition)
            values = {v: run.inputs.get(v, value) for v in free}
            if T.evaluate(piece.condition, values):
                yield piece.side


def check(acf: Acf, found: list[Run], domain: Term = T.TRUE) -> None:
    for run in found:
        free = T.free_variables(domain)
        if not T.evaluate(domain, {v: run.inputs.get(v, 0) for v in free}):
            continue
        fails = run.outcome.kind == "violation"
        here = set(sides(acf, run))
        assert here <= {Side.MUST if fails else Side.SAFE}, (run.inputs, run.outcome, here)
        if acf.known.exact:
            assert here, (run.inputs, run.outcome)


def test_exact_where_all_paths_are_known() -> None:
    exact = 0
    for seed in SEEDS:
        if (known := truth(seed)) is None:
            continue
        acf = characterized(known[0])
        check(acf, known[1])
        exact += acf.known.exact
    assert exact >= len(SEEDS) * 2 // 5


@pytest.mark.parametrize("most", [1, 2, 3])
def test_right_where_inputs_are_bounded(most: int) -> None:
    """What reads more inputs than count is between the bounds."""
    gaps = 0
    for seed in SEEDS[: some(12, 100)]:
        if (known := truth(seed)) is None:
            continue
        acf = characterized(known[0], max_inputs=most)
        check(acf, known[1])
        gaps += not acf.known.exact
    assert gaps or most == 3


def test_right_without_exploration() -> None:
    """Provers find what fails one by one, each is followed, and the rest is proved."""
    phases: set[str] = set()
    for seed in SEEDS[: some(25, 200)]:
        if (known := truth(seed)) is None:
            continue
        acf = characterized(known[0], without=frozenset({"definite"}))
        check(acf, known[1])
        phases |= {piece.evidence.phase for piece in acf.known.pieces}
    assert phases >= {"DEFINITE", "POSSIBLE"}


def test_only_the_domain_is_looked_at() -> None:
    for seed in SEEDS[: some(12, 100)]:
        if (known := truth(seed)) is None:
            continue
        program, found = known
        domain = random_condition(Random(seed), [v for run in found[:8] for v in run.inputs])
        check(characterized(program, domain=domain), found, domain)
