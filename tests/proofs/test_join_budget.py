"""Claims about joins that would take more than there is are not tried, and take nothing from who comes after them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from antumbra import terms as T
from antumbra.proofs import Budget, Certificate, Confirmed, JoinClaim, Local, Question
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.check import FEW_PATHS, FOR_JOINS, LONG_JOIN, _ways, check_proof
from antumbra.proofs.claims.joins import PAIR
from antumbra.proofs.question import OutOfBudget
from antumbra.records import replace
from antumbra.solvers import Answer
from proofs.helpers import program

ROUNDS = 60
EFFORT = 2_500_000.0
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


def _checked(effort: float, text: str = COUNTS) -> tuple[Confirmed, Budget]:
    budget = Budget(effort=effort)
    made, question = program(text, "i: bv8"), Question(frozenset({"assert"}))
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


def test_a_question_takes_no_more_than_it_is_worth() -> None:
    budget = Budget(effort=100.0)

    def costs(effort: float) -> bool:
        budget.spend(effort)
        return True

    assert budget.within(10, lambda: costs(9)) is True
    assert budget.within(10, lambda: costs(11)) is None
    assert budget.effort == 100
    with pytest.raises(OutOfBudget):
        budget.within(1000, lambda: costs(90))  # all there was, not only the question's part


def test_a_claim_that_takes_too_much_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = COUNTS.replace("i := 0bv8;", 'i := havoc input "i" "char"; assume i <u 2bv8;')
    effort = 100 * PAIR * ROUNDS**2
    assert "joins by what holds" in _checked(effort, unknown)[0].text
    monkeypatch.setattr("antumbra.proofs.claims.joins.WORTH", 0.0)
    assert "joins by what holds" not in _checked(effort, unknown)[0].text


def test_long_claims_come_after_plain_execution() -> None:
    long = T.and_(*(T.not_(T.eq(COUNTER, T.bv(200 + k, 8))) for k in range(LONG_JOIN + 1)))
    claim = JoinClaim((), "main", "h", (long,), CLAIM.locals)
    made = program(COUNTS, "i: bv8")
    first, *_, last = _ways(made, Certificate(joins=(claim,)), EFFORT)
    assert not first.certificate.joins
    assert last.certificate.joins
    first, *_, last = _ways(made, Certificate(joins=(CLAIM,)), EFFORT)
    assert first.certificate.joins
    assert not last.certificate.joins


def test_paths_are_followed_one_by_one_where_that_can_be_seen_to_its_end() -> None:
    made = program(COUNTS, "i: bv8")
    few, many = Certificate(paths=20, commands=500), Certificate(paths=20, commands=200_000)
    assert not next(way.joined for way in _ways(made, few, EFFORT))
    assert all(way.joined for way in _ways(made, many, EFFORT))
    assert all(way.joined for way in _ways(made, replace(few, paths=FEW_PATHS + 1), EFFORT))


def test_the_same_is_not_asked_twice() -> None:
    made = program(COUNTS, "i: bv8")
    first, second, *_ = _ways(made, Certificate(), EFFORT, 0.04)
    assert first.same(second)
    first, second, *_ = _ways(made, Certificate(joins=(CLAIM,)), EFFORT, 0.04)
    assert not first.same(second)


def test_what_is_known_of_addresses_needs_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten new objects, each compared with null and with the one before: only the latter has to be asked."""
    text = 'e: x := havoc input "x" "int"; q := 0bv64; if x == 1bv32 goto b0 else c; c: goto b0; '
    for i in range(10):
        text += f'b{i}: p := alloc heap 4bv64 ""; if p == 0bv64 goto z else n{i}; n{i}: if p == q goto z else o{i}; '
        text += f"o{i}: q := p; goto b{i + 1}; "
    made = program(text + 'b10: goto z; z: assert "assert" true, "m"; return 0bv32;', "x: bv32, p: bv64, q: bv64")
    asked: list[Sequence[T.Term]] = []
    ask = Decider.ask

    def counted(self: Decider, assertions: Sequence[T.Term]) -> Answer:
        asked.append(assertions)
        return ask(self, assertions)

    monkeypatch.setattr(Decider, "ask", counted)
    answer = check_proof(made, Question(frozenset({"assert"})), Certificate(paths=2), Budget(), ("bitwuzla",))
    assert isinstance(answer, Confirmed)
    assert "path by path" in answer.text
    # of each path that it exists, and of nine objects that they do not lie where the one before does
    assert len(asked) <= 2 * (1 + 9)
