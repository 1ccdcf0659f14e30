"""Claims about all elements of arrays: shown, not believed."""

from __future__ import annotations

import random

import pytest

from antumbra import terms as T
from antumbra.program.model import Program
from antumbra.proofs import Budget, Certificate, Confirmed, LoopClaim, Question
from antumbra.proofs.certificate import Everywhere
from antumbra.proofs.check import check_claims
from antumbra.proofs.proposing.arrays import proposals
from antumbra.records import replace
from proofs.array_programs import program_of
from proofs.helpers import program, said
from support.size import some

ASKED = Question(frozenset({"assert", "valid-deref"}))


def checked(made: Program, certificate: Certificate) -> str:
    return said(check_claims(made, ASKED, certificate, Budget(steps=60_000, seconds=60), ("bitwuzla", "z3"))[0])


def weakened(claims: tuple[LoopClaim, ...], chosen: random.Random) -> tuple[LoopClaim, ...]:
    """Claims that say more than they should: of other ranges, of other elements, without a condition."""
    made: list[LoopClaim] = []
    for claim in claims:
        of_all: list[Everywhere] = []
        for each in claim.everywhere:
            condition = each.condition
            if condition.op is T.OR and chosen.random() < 0.4:
                condition = chosen.choice(condition.args)
            elements = each.elements
            if chosen.random() < 0.2:
                elements = tuple(replace(e, address=T.bvadd(e.address, T.bv(1, 64))) for e in elements)
            of_all.append(Everywhere(each.bound, condition, elements))
        made.append(replace(claim, everywhere=(*claim.everywhere, *of_all)))
    return tuple(made)


@pytest.mark.parametrize("seed", range(some(6, 1_500)))
def test_no_program_that_fails_is_confirmed(seed: int) -> None:
    made, safe = program_of(seed)
    chosen = random.Random(seed)
    claims = proposals(made)
    for certificate in (Certificate(claims, peeled=False), Certificate(weakened(claims, chosen), peeled=seed % 2 == 0)):
        answer = checked(made, certificate)
        assert safe or answer != "confirmed"
        assert not safe or answer != "refuted"


def test_many_that_cannot_fail_are_confirmed() -> None:
    """The claims that are proposed suffice for most of them."""
    answers = [
        checked(made, Certificate(proposals(made), peeled=False))
        for made, safe in map(program_of, range(100, some(120, 1_100)))
        if safe
    ]
    assert 2 * answers.count("confirmed") >= len(answers)


def test_ghosts_say_nothing_by_themselves() -> None:
    """A byte that looks as if it were zero need not be."""
    text = (
        'e: n := havoc input "n" "long"; assume n <u 50bv64; assume 0bv64 <u n; p := alloc stack n "p"; '
        "store p + (n - 1bv64) := LASTbv8; i := 0bv64; goto h; h: u := load p + i; if u == 0bv8 goto z else b; "
        "b: i := i + 1bv64; goto h; z: return 0bv32;"
    )
    for last, expected in (("0", True), ("1", False)):
        made = program(text.replace("LAST", last), "i: bv64, n: bv64, p: bv64, u: bv8")
        answer, held = check_claims(
            made, ASKED, Certificate(proposals(made), peeled=False), Budget(seconds=60), ("bitwuzla", "z3")
        )
        assert isinstance(answer, Confirmed) is expected
        if expected:
            again, _ = check_claims(made, ASKED, held, Budget(seconds=60), ("bitwuzla", "z3"))
            assert isinstance(again, Confirmed)
