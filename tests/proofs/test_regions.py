"""Proofs by regions: right ones are confirmed, and of those with one thing changed none that is false."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from antumbra import terms as T
from antumbra.program.model import Program
from antumbra.program.properties import parse_properties
from antumbra.program.source import Location
from antumbra.proofs import Answer, Budget, Certificate, Confirmed, Question, Refuted, Unchecked, result
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.check import check_proof
from antumbra.proofs.claims.converting import loop_claims
from antumbra.proofs.claims.regions import check_regions
from antumbra.proofs.regions import Region, Unreachable
from antumbra.solvers import Unknown
from proofs.helpers import said
from proofs.region_mutants import mutants, programs
from proofs.region_proofs import ASK, EXAMPLES, HEAD, INC, Claim, Example, main, shown
from proofs.region_truth import Truth
from support.program_text.reading import read_program

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


# ---------------------------------------------------------------- one by one


def only(text: str, *claims: Claim, question: Question | None = None) -> Answer:
    example = Example("", text, claims, ())
    return answer(example.program, question or Question(CHECKS), example.proof)


def test_the_lost_self_edge() -> None:
    """``while (nondet()) x += 2`` with a proof that forgets that a round may follow a round."""
    (claim,) = named("even").proof
    found = answer(named("even").program, asked(named("even")), (replace(claim, links=((0, 1),)),))
    assert isinstance(found, Refuted)
    assert found.witness is None
    assert "from region 1 of main a move leads to h:0" in found.reason


def test_a_loop_that_no_region_cuts() -> None:
    found = only(named("even").text, Claim("main", ("e:0 true", "d:0 x != 9bv4"), "0>1"))
    assert isinstance(found, Unchecked)
    assert found.reason.startswith("no region cuts the loop at main, h")


def test_a_loop_that_nothing_comes_to_needs_none() -> None:
    text = main("e: x := 1bv4; goto k; k: if x == 1bv4 goto d else h; h: x := x + 1bv4; goto h; d: return x;")
    assert said(only(text, Claim("main", ("e:0 true",)))) == "confirmed"


LATER = f"e: x := 0bv4; x := x + 1bv4; {shown('x == 1bv4')} return x;"


def test_places_within_a_block() -> None:
    assert (
        said(only(main(LATER), Claim("main", ("e:0 true", "e:1 x == 0bv4", "e:3 x == 1bv4"), "0>1 1>2"))) == "confirmed"
    )
    found = only(main(LATER), Claim("main", ("e:0 true", "e:1 x == 0bv4", "e:3 x == 2bv4"), "0>1 1>2"))
    assert "region 1 of main a move leads to e:3" in str(found)
    assert "there is no place" in str(only(main(LATER), Claim("main", ("e:0 true", "e:4 true"), "0>1")))


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (Claim("main", ("e:0 true",), goal="x == 0bv4"), "its goal speaks of x"),
        (Claim("main", ("e:0 true",), entry="x == 0bv4"), "its entry speaks of x"),
        (Claim("main", ("k:0 true",)), "there is no place"),
    ],
)
def test_claims_that_speak_of_nothing(claim: Claim, reason: str) -> None:
    assert reason in str(only(main(LATER), claim))


def test_variables_of_claims_are_no_others() -> None:
    program, question = named("even").program, asked(named("even"))
    (claim,) = named("even").proof
    x, y = T.var("x", T.bv_sort(4)), T.var("y", T.bv_sort(4))
    start, head = claim.regions
    cases = {
        "is a variable of the program": replace(claim, frozen=(x,)),
        "region 1 speaks of y": replace(claim, regions=(start, replace(head, predicate=T.eq(x, y)))),
        "is not a condition": replace(claim, regions=(start, replace(head, predicate=x))),
        "two regions of one number": replace(claim, regions=(start, head, replace(head, number=0))),
        "there is no procedure": replace(claim, procedure="other"),
    }
    for reason, changed in cases.items():
        found = answer(program, question, (claim, changed))
        assert isinstance(found, Refuted)
        assert reason in found.reason


def test_no_claim_at_all() -> None:
    assert "no claim is about some initial state" in str(only(main(LATER)))
    assert said(only(main("e: return 0bv4;"))) == "confirmed"


def test_errors_that_nobody_asks_about() -> None:
    """An overflow wraps if nobody asks for it, what is undefined forbids a proof, a known violation ends a run."""
    text = main('e: x := havoc input "x" "int"; assert "CHECK" x == 0bv4, "m"; // @ a.c:7:1\n return x;')
    claim = Claim("main", ("e:0 true",))
    assert said(only(text.replace("CHECK", "no-overflow"), claim)) == "confirmed"
    for check in ("valid-deref", "valid-memtrack"):
        assert said(only(text.replace("CHECK", check), claim)) == "refuted"
    here = Location("a.c", 7, 1, "main")
    for asked_about, word in ((here, "refuted"), (replace(here, line=8), "confirmed")):
        question = Question(frozenset({"no-overflow"}), only=frozenset({("no-overflow", asked_about)}))
        assert said(only(text.replace("CHECK", "no-overflow"), claim, question=question)) == word


def renamed(claim: Unreachable) -> Unreachable:
    """With a frozen variable whose name says nothing."""
    (old,), new = claim.frozen, T.var("strange", claim.frozen[0].sort)
    regions = tuple(replace(r, predicate=T.substitute(r.predicate, {old: new})) for r in claim.regions)
    goal, entry = (T.substitute(term, {old: new}) for term in (claim.goal, claim.entry))
    return replace(claim, goal=goal, entry=entry, frozen=(new,), regions=regions)


def test_what_frozen_variables_mean() -> None:
    """By their name, or any variable that the caller's regions speak of."""
    example = named("a call, by the caller's value")
    program, (start, claim) = example.program, example.proof
    assert said(answer(example.twin("inc(x)", "inc(x + 1bv4)"), asked(example), (start, claim))) == "refuted"
    strange = renamed(claim)
    assert said(answer(program, asked(example), (start, strange))) == "refuted"
    x, y = T.var("x", T.bv_sort(4)), T.var("y", T.bv_sort(4))
    behind = Region(1, ("main", "e", 2), T.eq(y, T.bvadd(x, T.bv(1, 4))))
    known = replace(start, regions=(*start.regions, behind), links=((0, 1),))
    assert said(answer(program, asked(example), (known, strange))) == "confirmed"


def test_too_many_meanings_refute_nothing() -> None:
    names = [f"v{i}" for i in range(20)]
    text = main(
        f"e: {' '.join(f'{v} := {ASK};' for v in names)} y := call inc(v19); {shown('y == v19 + 1bv4')} return y;",
        ", ".join(["y: bv4", *(f"{v}: bv4" for v in names)]),
        after=INC,
    )
    program = read_program(HEAD + text)
    spoken = " || ".join(f"{v} == 0bv4" for v in names)
    start = Claim("main", ("e:0 true", f"e:20 {spoken} || v0 != 0bv4"), "0>1").made(program)
    claim = renamed(
        Claim("inc", ("e:0 a == the_y",), goal="result != the_y + 1bv4", entry="a != the_y", frozen=("y",)).made(
            program
        )
    )
    found = answer(program, Question(CHECKS), (start, claim))
    assert isinstance(found, Unchecked)
    assert "a claim about inc may mean more" in found.reason


def test_memory_is_not_understood() -> None:
    text = main('e: p := alloc heap 4bv64 ""; // @ a.c:3:1\n return 0bv4;', "p: bv64")
    found = only(text, Claim("main", ("e:0 true",)))
    assert isinstance(found, Unchecked)
    assert found.reason == "alloc in main at a.c:3:1"


def test_without_time_or_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    example = named("even")
    found = check_regions(example.program, asked(example), example.proof, Budget(2), SOLVERS)
    assert isinstance(found, Unchecked)
    monkeypatch.setattr(Decider, "_one", lambda *_: Unknown("silent"))
    found = answer(example.program, asked(example), example.proof)
    assert isinstance(found, Unchecked)
    assert "the solver does not decide" in found.reason


def test_floats_and_arrays() -> None:
    text = main(
        f"""e: a := havoc input "a" "map"; a := store(a, 1bv4, 7bv4); f := havoc input "f" "double"; g := f; goto h;
h: c := {ASK}; if c goto b else d; b: a := store(a, 2bv4, 3bv4); goto h;
d: {shown("select(a, 1bv4) == 7bv4 && (g ==f f || !(f ==f f))")} return 0bv4;""",
        "a: [bv4]bv4, f: f64, g: f64, c: bool",
    )
    claim = Claim("main", ("e:0 true", "h:0 select(a, 1bv4) == 7bv4 && f == g"), "0>1 1>1")
    assert said(only(text, claim)) == "confirmed"
    assert said(only(text, replace(claim, regions=(claim.regions[0], "h:0 f == g")))) == "refuted"


# ---------------------------------------------------------------- with memory


def test_regions_of_a_program_with_memory_become_claims() -> None:
    """The walker shows what they say at heads of loops."""
    text = main(
        """e: p := alloc heap 4bv64 ""; n := havoc input "n" "int"; i := 0bv32; store p := n; goto h;
h: if i <u n goto b else d; b: i := i + 1bv32; goto h; d: m := load p; assert "assert" i == m, "m"; return 0bv4;""",
        "p: bv64, i: bv32, n: bv32, m: bv32",
    )
    claim = Claim("main", ("e:0 true", "h:0 i <u n", "h:0 i == n", "d:0 i == n"), "0>1 0>2 1>1 1>2 2>3")
    example = Example("", text, (claim,), ())
    certificate = Certificate(regions=example.proof)
    found = check_proof(example.program, Question(CHECKS), certificate, Budget(seconds=20), SOLVERS)
    assert isinstance(found, Confirmed)
    assert "1 loop heads" in found.text
    (loop,) = found.loops
    assert (loop.procedure, loop.head) == ("main", "h")
    twin = example.twin("store p := n", "store p := i")
    assert said(check_proof(twin, Question(CHECKS), certificate, Budget(20_000, seconds=20), SOLVERS)) != "confirmed"


def test_claims_about_recursion_become_contracts() -> None:
    example = named("recursion")
    made = loop_claims(example.program, example.proof)
    (contract,) = made.contracts
    assert contract.procedure == "f"
    assert contract.before == ()
    assert contract.after == (T.eq(result(0, T.bv_sort(4)), T.bv(0, 4)),)
    question, certificate = asked(example), Certificate(regions=example.proof)
    text = example.text.replace("var x: bv4;\ne:", "var x: bv4; var p: bv64;\ne:")
    text = text.replace("n: x := call", 'n: p := alloc heap 4bv64 ""; free p; x := call')
    program = read_program(HEAD + text)
    found = check_proof(program, question, certificate, Budget(seconds=20), SOLVERS)
    assert isinstance(found, Confirmed)
    assert "1 procedures" in found.text


def test_only_general_claims_at_heads_become_claims() -> None:
    """Not those about a caller's values, nor those at other places."""
    example = named("a call, by the caller's value")
    assert not loop_claims(example.program, example.proof).claims
    made = loop_claims(named("lock").program, named("lock").proof)
    (loop,) = made.loops
    assert (loop.procedure, loop.head) == ("main", "h")
    fibonacci = loop_claims(named("fibonacci of zero").program, named("fibonacci of zero").proof)
    (contract,) = fibonacci.contracts
    assert contract.before == (T.eq(T.var("a", T.bv_sort(4)), T.bv(0, 4)),)
