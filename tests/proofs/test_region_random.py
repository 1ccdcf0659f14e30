"""Proofs by regions for random recursive programs: the smallest closed sets are confirmed, and nothing smaller."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from antumbra import terms as T
from antumbra.program.model import Program
from antumbra.proofs import Budget, Question
from antumbra.proofs.claims.regions import check_regions
from antumbra.proofs.regions import Unreachable
from antumbra.terms import Term
from interpolate.recursive_programs import Tabulation, program
from proofs.helpers import said
from proofs.region_fixpoint import Fixpoint, one_of
from support.size import some

PART = 20
QUESTION = Question(frozenset({"assert"}))
Proof = tuple[Unreachable, ...]


def answer(made: Program, proof: Proof) -> str:
    return said(check_regions(made, QUESTION, proof, Budget(50_000, seconds=30), ("z3",)))


def parted(made: Program, fixpoint: Fixpoint, pick: Random) -> Proof:
    variable, bound = pick.choice(list(made.variables)), pick.randrange(4)
    return fixpoint.proof(lambda state: state[variable] < bound)


@pytest.mark.parametrize("first", range(0, some(40, 1_000), PART))
def test_smallest_closed_sets(first: int) -> None:
    """Closed, they are confirmed if and only if nothing fails in them; with less in them they are refuted."""
    confirmed = 0
    for seed in range(first, first + PART):
        made = program(seed)
        fixpoint = Fixpoint(made, QUESTION)
        if not fixpoint.whole:
            continue
        proof = parted(made, fixpoint, Random(seed))
        found = answer(made, proof)
        assert found == ("refuted" if fixpoint.wrong else "confirmed"), seed
        confirmed += found == "confirmed"
        if found == "confirmed":
            assert not Tabulation(made).failed
            for smaller in less(proof, fixpoint, Random(seed)):
                assert answer(made, smaller) == "refuted", seed
    assert confirmed > PART // 3


@pytest.mark.parametrize("first", range(0, some(60, 1_000), PART))
def test_other_sets(first: int) -> None:
    """With other states in them: no program that can fail is confirmed."""
    for seed in range(first, first + PART):
        made = program(seed)
        fixpoint, truth = Fixpoint(made, QUESTION), Tabulation(made)
        if fixpoint.whole and truth.failed:
            for other in others(parted(made, fixpoint, Random(seed)), Random(seed)):
                assert answer(made, other) != "confirmed", seed


def less(proof: Proof, fixpoint: Fixpoint, pick: Random) -> Iterator[Proof]:
    """Without a state of a region, without a link, without a return."""
    for i, claim in enumerate(proof):
        k = pick.randrange(len(claim.regions))
        region = claim.regions[k]
        inside = [
            values
            for values in (
                fixpoint.values(claim.procedure, s)
                for s in fixpoint.runs[claim.procedure].moves
                if s[:2] == region.place[1:]
            )
            if T.evaluate(region.predicate, values)
        ]
        gone = one_of([pick.choice(inside)])
        fewer = replace(region, predicate=T.and_(region.predicate, T.not_(gone)))
        yield _with(proof, i, replace(claim, regions=(*claim.regions[:k], fewer, *claim.regions[k + 1 :])))
        if claim.links:
            lost = pick.choice(claim.links)
            yield _with(proof, i, replace(claim, links=tuple(link for link in claim.links if link != lost)))
        if fixpoint.returns[claim.procedure]:
            yield _with(proof, i, replace(claim, goal=T.TRUE))


def others(proof: Proof, pick: Random) -> Iterator[Proof]:
    """Regions, entries and goals with more or fewer states."""
    for i, claim in enumerate(proof):
        for _ in range(3):
            k = pick.randrange(len(claim.regions))
            region = claim.regions[k]
            other = replace(region, predicate=changed(region.predicate, pick))
            yield _with(proof, i, replace(claim, regions=(*claim.regions[:k], other, *claim.regions[k + 1 :])))
        yield _with(proof, i, replace(claim, entry=changed(claim.entry, pick)))
        yield _with(proof, i, replace(claim, goal=changed(claim.goal, pick)))
        yield _with(proof, i, replace(claim, errors=False))
        yield proof[:i] + proof[i + 1 :]


def changed(condition: Term, pick: Random) -> Term:
    variables = sorted(T.free_variables(condition), key=lambda v: str(v.data))
    if not variables:
        return T.not_(condition)
    variable = pick.choice(variables)
    known = T.eq(variable, T.bv(pick.randrange(4), variable.width))
    return pick.choice([T.and_(condition, T.not_(known)), T.and_(condition, known), T.or_(condition, known), T.FALSE])


def _with(proof: Proof, i: int, claim: Unreachable) -> Proof:
    return (*proof[:i], claim, *proof[i + 1 :])
