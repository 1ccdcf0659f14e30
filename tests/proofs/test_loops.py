"""Claims about loops are checked, not believed."""

from __future__ import annotations

import pytest

from antumbra.program.model import Program
from antumbra.proofs import Certificate, Confirmed, JoinClaim, Local, LoopClaim, Unchecked, at_entry
from antumbra.terms import Term, bv, bv_sort, bvule, eq, var
from proofs.helpers import check, program, said

COUNT, N, X = (var(name, bv_sort(32)) for name in ("i", "n", "x"))
ENDLESS = (
    'e: n := havoc input "n" "int"; i := 0bv32; x := START; goto h; h: if i <u n goto b else z; '
    'b: i := i + 1bv32; ROUND goto h; z: assert "assert" ASSERTED, "m"; return 0bv32;'
)


def endless(asserted: str, start: str = "0bv32", a_round: str = "") -> Program:
    """A loop with an unknown number of rounds."""
    text = ENDLESS.replace("ASSERTED", asserted).replace("START", start).replace("ROUND", a_round)
    return program(text, "i: bv32, n: bv32, x: bv32")


def claims(*conditions: Term) -> Certificate:
    return Certificate((LoopClaim("main", "h", conditions),))


def test_invariant_proves() -> None:
    assert said(check(endless("i == n"), certificate=claims(bvule(COUNT, N)))) == "confirmed"


def test_without_it_nothing_is_confirmed() -> None:
    answer = check(endless("i == n"), certificate=claims(), steps=2_000)
    assert isinstance(answer, Unchecked)
    assert "the loop" in answer.reason


@pytest.mark.parametrize("wrong", [bvule(COUNT, bv(3, 32)), eq(COUNT, bv(0, 32)), bvule(N, COUNT)])
def test_wrong_claims_prove_nothing(wrong: Term) -> None:
    """The assertion would follow from each of them; none of them holds in every round."""
    asserted = {
        "i <=u 3bv32": bvule(COUNT, bv(3, 32)),
        "i == 0bv32": eq(COUNT, bv(0, 32)),
        "n <=u 0bv32": bvule(N, COUNT),
    }
    text = next(text for text, condition in asserted.items() if condition is wrong)
    assert said(check(endless(text), certificate=claims(wrong))) == "refuted"


def test_wrong_claims_beside_a_right_one_are_dropped() -> None:
    certificate = claims(eq(COUNT, bv(0, 32)), bvule(COUNT, N), bvule(COUNT, bv(3, 32)))
    assert said(check(endless("i == n"), certificate=certificate)) == "confirmed"


def test_certificate_of_the_safe_twin() -> None:
    """What proves one program proves nothing of another: this one passes the bound by one."""
    made = endless("x <=u 5bv32", "0bv32", "x := ite(x <u 5bv32, x + 1bv32, x);")
    assert said(check(made, certificate=claims(bvule(X, bv(5, 32))))) == "confirmed"
    twin = endless("x <=u 5bv32", "0bv32", "x := ite(x <u 6bv32, x + 1bv32, x);")
    assert said(check(twin, certificate=claims(bvule(X, bv(5, 32))))) == "refuted"


@pytest.mark.parametrize(("then", "expected"), [("1bv32", "confirmed"), ("3bv32", "refuted")])
def test_what_holds_from_the_second_round_on(then: str, expected: str) -> None:
    made = endless("n == 0bv32 || x <=u 2bv32", "7bv32", f"x := ite(i == 4bv32, {then}, 2bv32);")
    assert said(check(made, certificate=claims(bvule(X, bv(2, 32)), bvule(COUNT, N)))) == expected


def test_what_no_round_changes_is_known() -> None:
    assert said(check(endless("x == 7bv32", "7bv32"), certificate=claims())) == "confirmed"


def test_values_at_entry() -> None:
    made = endless("x == 7bv32", "7bv32", "x := x + 1bv32; x := x - 1bv32;")
    assert said(check(made, certificate=claims(eq(X, at_entry(X))))) == "confirmed"


def test_memory_that_a_round_changes_is_unknown() -> None:
    body = (
        'e: n := havoc input "n" "int"; i := 0bv32; p := alloc heap 8bv64 zeroed ""; goto h; '
        "h: if i <u n goto b else z; b: i := i + 1bv32; store p := i; goto h; "
        'z: y := load p + HOLE; assert "assert" y == 0bv32, "m"; return 0bv32;'
    )
    for offset, expected in (("4bv64", "confirmed"), ("0bv64", "refuted")):
        made = program(body.replace("HOLE", offset), "i: bv32, n: bv32, y: bv32, p: bv64")
        assert said(check(made, certificate=claims())) == expected


def test_object_that_a_round_frees() -> None:
    body = (
        'e: n := havoc input "n" "int"; i := 0bv32; p := alloc heap 8bv64 zeroed ""; goto h; '
        "h: if i <u n goto b else z; b: if i == 0bv32 goto f else g; f: FREE goto g; g: i := i + 1bv32; goto h; "
        "z: y := load p; return 0bv32;"
    )
    for free, expected in (("", "confirmed"), ("free p;", "refuted")):
        made = program(body.replace("FREE", free), "i: bv32, n: bv32, y: bv32, p: bv64")
        assert said(check(made, certificate=claims())) == expected


def test_nested_loops() -> None:
    body = (
        'e: n := havoc input "n" "int"; i := 0bv32; x := 0bv32; goto h; h: if i <u n goto b else z; '
        "b: x := 0bv32; goto k; k: if x <u 9bv32 goto m else l; m: x := x + 1bv32; goto k; l: i := i + 1bv32; goto h; "
        'z: assert "assert" x == 0bv32 || x == HOLE, "m"; return 0bv32;'
    )
    certificate = Certificate(
        (LoopClaim("main", "h", (bvule(X, bv(9, 32)),)), LoopClaim("main", "k", (bvule(X, bv(9, 32)),)))
    )
    good = program(body.replace("HOLE", "9bv32"), "i: bv32, n: bv32, x: bv32")
    answer = check(good, certificate=certificate, steps=2_000)
    assert said(answer) == "unchecked"  # the outer claim does not say that x is 0 or 9
    bad = program(body.replace("HOLE", "8bv32"), "i: bv32, n: bv32, x: bv32")
    assert said(check(bad, certificate=certificate)) == "refuted"


def shown(made: Program, certificate: Certificate) -> tuple[Term, ...]:
    answer = check(made, certificate=certificate)
    assert isinstance(answer, Confirmed)
    return answer.loops[0].conditions if answer.loops else ()


def test_what_is_shown_holds_in_every_round() -> None:
    right = bvule(COUNT, N)
    assert shown(endless("i == n"), claims(eq(COUNT, bv(0, 32)), right, bvule(COUNT, bv(3, 32)))) == (right,)


def test_what_is_shown_holds_in_a_first_round_too() -> None:
    """One claim holds from the second round on; another is about another entry then."""
    made = endless("i == n", "9bv32", "x := 1bv32;")
    later, old, right = bvule(X, bv(5, 32)), bvule(at_entry(COUNT), COUNT), bvule(COUNT, N)
    assert shown(made, claims(later, old, right)) == (right,)


def test_what_is_shown_holds_for_all_who_enter() -> None:
    body = 'e: a := call f(1bv32); a := call f(2bv32); assert "assert" a <=u 9bv32, "m"; return 0bv32;'
    after = """procedure f(x: bv32) returns (r: bv32) { var i: bv32; var n: bv32;
    e: n := havoc input "n" "int"; i := 0bv32; goto h; h: if i <u n goto b else z;
    b: i := i + 1bv32; goto h; z: return x; }"""
    both = bvule(X, bv(2, 32))
    conditions = (eq(X, bv(1, 32)), eq(X, bv(2, 32)), both)
    assert shown(program(body, "a: bv32", after=after), Certificate((LoopClaim("f", "h", conditions),))) == (both,)


def test_joins_within_rounds_forget_what_the_round_did() -> None:
    """And neither what was known where it began nor what no round changes."""
    text = (
        'e: n := havoc input "n" "int"; assume n <=u 1bv32; x := 0bv32; c := true; y := 0bv32; goto h; '
        'h: c := havoc input "c" "bool"; if c goto b else z; b: c := havoc input "c" "bool"; if c goto a else k; '
        'a: y := 1bv32; goto j; k: y := 2bv32; goto j; j: assert "assert" y <=u 2bv32, "m"; '
        'x := ite(x == 0bv32, n, 0bv32); goto h; z: assert "assert" x <=u 1bv32, "m"; return 0bv32;'
    )
    made = program(text, "c: bool, n: bv32, x: bv32, y: bv32")
    y = var("y", bv_sort(32))
    join = JoinClaim((), "main", "j", (bvule(y, bv(2, 32)),), (Local(y, 0, y),))
    loop = LoopClaim("main", "h", (bvule(X, bv(1, 32)),))
    answer = check(made, certificate=Certificate((loop,), joins=(join,)))
    assert isinstance(answer, Confirmed)
    assert "1 joins by what holds there, 1 loop heads by" in answer.text
