"""Claims about joins that would take more than there is are not tried, and take nothing from who comes after them."""

from __future__ import annotations

import pytest

from antumbra import terms as T
from antumbra.proofs import Budget, Certificate, Confirmed, JoinClaim, Local, Question
from antumbra.proofs.check import FOR_JOINS, check_proof
from antumbra.proofs.claims.joins import PAIR
from antumbra.proofs.question import OutOfBudget
from proofs.helpers import program

ROUNDS = 60
COUNTER = T.var("i", T.bv_sort(8))
COUNTS = (
    "e: i := 0bv8; goto h; "
    f"h: if i <u {ROUNDS}bv8 goto b else z; b: i := i + 1bv8; goto h; "
    f'z: assert "assert" i == {ROUNDS}bv8, "m"; return 0bv32;'
)
#: one alternative for each round, as interpolants are learnt
CLAIM = JoinClaim(
    (), "main", "h", tuple(T.eq(COUNTER, T.bv(k, 8)) for k in range(ROUNDS + 1)), (Local(COUNTER, 0, COUNTER),)
)


def _checked(effort: float) -> tuple[Confirmed, Budget]:
    budget = Budget(effort=effort)
    made, question = program(COUNTS, "i: bv8"), Question(frozenset({"assert"}))
    answer = check_proof(made, question, Certificate(joins=(CLAIM,)), budget, ("bitwuzla", "z3"))
    assert isinstance(answer, Confirmed)
    return answer, budget


def test_claims_that_can_be_paid() -> None:
    answer, _ = _checked(100 * PAIR * ROUNDS**2)
    assert "joins by what holds" in answer.text


def test_claims_that_cannot() -> None:
    effort = PAIR * ROUNDS**2
    answer, budget = _checked(effort)
    assert "joins by what holds" not in answer.text
    assert FOR_JOINS * effort < budget.spent < effort


def test_what_is_expected_counts_as_spent() -> None:
    budget = Budget(effort=10.0)
    budget.expect(10.0)
    assert budget.spent == 0
    with pytest.raises(OutOfBudget):
        budget.expect(10.5)
    assert budget.spent == 10
