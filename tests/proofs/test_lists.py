"""Lists of unknown length: what is confirmed of them is true."""

from __future__ import annotations

import pytest

from antumbra.program.model import Program
from antumbra.proofs import Budget, Confirmed, Question, Refuted
from antumbra.proofs.check import check_proof, check_shapes
from antumbra.proofs.shapes.heads import LEVELS
from proofs.helpers import program
from proofs.list_programs import ListProgram, Statement, Text
from support.size import some

CHECKS = frozenset({"assert", "valid-deref", "valid-free"})
WITH_LEAKS = CHECKS | {"valid-memtrack"}


def said_by(made: Program, checks: frozenset[str]) -> list[str]:
    """What is said with each level of detail, until something is."""
    found: list[str] = []
    for level in range(1, len(LEVELS) + 1):
        budget = Budget(effort=2_000_000, seconds=60)
        answer, certificate = check_shapes(made, Question(checks), budget, ("bitwuzla", "z3"), [level])
        found.append(type(answer).__name__)
        if isinstance(answer, Confirmed):
            again = check_proof(made, Question(checks), certificate, Budget(effort=4_000_000), ("z3", "bitwuzla"))
            assert isinstance(again, Confirmed)
        if isinstance(answer, Confirmed | Refuted):
            break
    return found


@pytest.mark.parametrize("seed", range(some(12, 3_000)))
def test_no_program_that_fails_is_confirmed(seed: int) -> None:
    random = ListProgram(seed)
    for checks, safe in ((CHECKS, random.safe), (WITH_LEAKS, random.safe and not random.leaks)):
        answers = said_by(random.made, checks)
        assert safe or "Confirmed" not in answers
        assert not safe or "Refuted" not in answers


def test_many_that_cannot_fail_are_confirmed() -> None:
    """Nothing that was tried fails in them; nearly all of them are indeed safe."""
    answers = [said_by(each.made, CHECKS) for each in map(ListProgram, range(500, some(510, 900))) if each.safe]
    assert sum("Confirmed" in each for each in answers) >= 0.9 * len(answers)


#: a list of ones that a global variable leads to
KEPT = """
e: l := alloc heap 24bv64 align 16 "malloc"; store pointer l := 0bv64; t := alloc heap 24bv64 align 16 "malloc";
  store pointer t := l; l := t; goto h;
h: c := havoc input "c" "bool"; if c goto b else z;
b: t := alloc heap 24bv64 align 16 "malloc"; store pointer t := l; l := t; goto h;
z: goto w;
w: c := havoc input "c" "bool"; if c goto v else x;
v: goto w;
x: LAST return 0bv32;
"""


@pytest.mark.parametrize(("last", "expected"), [("g := l;", True), ("", False), ("g := l ^ 1bv64;", False)])
def test_lists_that_are_kept_at_the_end(last: str, *, expected: bool) -> None:
    made = program(KEPT.replace("LAST", last), "c: bool, l: bv64, t: bv64", before="var g: bv64 := 0bv64;")
    assert ("Confirmed" in said_by(made, WITH_LEAKS)) is expected
    assert "Confirmed" not in said_by(made, WITH_LEAKS | {"valid-memcleanup"})


def of(statements: list[Statement]) -> Program:
    return program(Text(statements).whole, "h: bv64, p: bv64, q: bv64, t: bv64, l: bv64, c: bool, d: bv32")
