"""Proofs by regions: right ones are confirmed, and of those with one thing changed none that is false."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from antumbra.program.model import Program
from antumbra.program.properties import parse_properties
from antumbra.proofs import Answer, Budget, Certificate, Question, Refuted, Unchecked
from antumbra.proofs.check import check_proof
from antumbra.proofs.claims.regions import check_regions
from antumbra.proofs.regions import Unreachable
from proofs.helpers import said
from proofs.region_mutants import mutants, programs
from proofs.region_proofs import EXAMPLES, Example
from proofs.region_truth import Truth

CHECKS = parse_properties("klee").checks
SOLVERS = ("z3",)


def asked(example: Example) -> Question:
    return Question(CHECKS, example.places)


def answer(program: Program, question: Question, proof: tuple[Unreachable, ...]) -> Answer:
    return check_regions(program, question, proof, Budget(50_000, seconds=20), SOLVERS)


def named(name: str) -> Example:
    return next(example for example in EXAMPLES if example.name == name)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_right_proofs_are_confirmed(example: Example) -> None:
    question = asked(example)
    truth = Truth(example.program, question)
    assert truth.safe()
    assert truth.false(example.proof) is None
    found = check_proof(example.program, question, Certificate(regions=example.proof), Budget(seconds=20), SOLVERS)
    assert said(found) == "confirmed", found
    assert "closure of regions" in found.checker


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_no_false_proof_is_confirmed(example: Example) -> None:
    """A mutant that is confirmed is still a true proof: what runs do is the judge of that."""
    program, question = example.program, asked(example)
    truth = Truth(program, question)
    counts: Counter[str] = Counter()
    for what, mutant in mutants(example.proof):
        found = answer(program, question, mutant)
        counts[said(found)] += 1
        if said(found) == "confirmed":
            assert truth.false(mutant) is None, what
        assert not isinstance(found, Unchecked) or "no region cuts" in found.reason, (what, found)
    assert counts["refuted"] > 2 * counts["confirmed"], counts


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_a_twin_that_is_wrong_is_not_confirmed(example: Example) -> None:
    for old, new in example.twins:
        twin = example.twin(old, new)
        question = asked(example)
        assert not Truth(twin, question).safe(), new
        assert said(answer(twin, question, example.proof)) == "refuted", new


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_no_proof_of_another_program_is_confirmed(example: Example) -> None:
    question = asked(example)
    counts: Counter[str] = Counter()
    for what, program in programs(example.program):
        found = answer(program, question, example.proof)
        counts[said(found)] += 1
        if said(found) == "confirmed":
            truth = Truth(program, question)
            assert truth.safe(), what
            assert truth.false(example.proof) is None, what
    assert counts["refuted"], counts
    assert not counts["unchecked"], counts
