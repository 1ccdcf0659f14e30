"""Whatever a certificate says: a program that can fail is never confirmed, and one that cannot is never refuted."""

from __future__ import annotations

import pytest

from antumbra.proofs import Budget, Certificate, Question
from antumbra.proofs.check import check_proof
from interpolate.recursive_programs import Tabulation, program
from proofs.helpers import said
from proofs.hostile import Hostile
from support.size import some

SEEDS = some(6, 60)
PART = some(6, 10)


@pytest.mark.parametrize("joins", [False, True])
@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_any_claims(first: int, joins: bool) -> None:
    confirmed = 0
    for seed in range(first, first + PART):
        made = program(seed, memory=bool(seed % 2))
        truth = Tabulation(made)
        if not truth.whole:
            continue
        for number in range(3):
            hostile = Hostile(3 * seed + number)
            certificate = (hostile.joins if joins else hostile.certificate)(made)
            budget = Budget(steps=2_000, queries=some(60, 200))
            answer = said(check_proof(made, Question(frozenset({"assert"})), certificate, budget, ("bitwuzla", "z3")))
            assert answer != ("confirmed" if truth.failed else "refuted"), (seed, number)
            confirmed += answer == "confirmed"
    assert confirmed, "the test would not notice"


def test_claims_are_what_confirms() -> None:
    """Not only what is executed anyway: contracts are used."""
    used = 0
    for seed in range(20):
        made = program(seed, memory=bool(seed % 2))
        certificate: Certificate = Hostile(seed).certificate(made)
        budget = Budget(steps=2_000, queries=200)
        answer = check_proof(made, Question(frozenset({"assert"})), certificate, budget, ("bitwuzla", "z3"))
        used += "procedures by what holds" in getattr(answer, "text", "")
    assert used >= 2


def test_claims_about_joins_are_what_confirms() -> None:
    used = 0
    for seed in range(some(7, 20)):
        made = program(seed, memory=bool(seed % 2))
        budget = Budget(steps=2_000, queries=200)
        answer = check_proof(
            made, Question(frozenset({"assert"})), Hostile(seed).joins(made), budget, ("bitwuzla", "z3")
        )
        used += "joins by what holds" in getattr(answer, "text", "")
    assert used >= 2
