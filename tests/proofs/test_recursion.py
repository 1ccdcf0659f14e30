"""Contracts are checked, not believed (what each condition is for: ``tests/faults/proof_faults.py``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.model import Program
from antumbra.program.properties import KLEE
from antumbra.proofs import Budget, Cell, Certificate, Confirmed, Contract, Question, Unchecked, at_entry, result
from antumbra.proofs.check import check_proof
from antumbra.terms import Term
from proofs.helpers import check, program, said
from support.size import some

FOLDER = Path(__file__).parents[2] / "benchmarks" / "interpolation" / "beyond" / "recursion"
#: the checker's own search for contracts takes what it is given
STEPS = some(1_000, 3_000)
WORD = T.bv_sort(32)
A, P, R, G = T.var("a", WORD), T.var("p", T.bv_sort(64)), result(0, WORD), T.var("g", WORD)
#: calls itself n times
COUNTS = """procedure f(a: bv32, p: bv64) returns (b: bv32) { var x: bv32; var y: bv32;
e: if a == 0bv32 goto z else n; z: return 0bv32; n: DONE x := call f(a - 1bv32, p); LATER return RETURNED; }"""


def counts(
    asserted: str, done: str = "", later: str = "", returned: str = "x + 1bv32", more: str = "", given: str = "n"
) -> Program:
    body = (
        f'e: n := havoc input "n" "int"; p := alloc heap 4bv64 zeroed ""; m := call f({given}, p); y := load p; '
        f'assert "assert" {asserted}, "m"; return 0bv32;'
    )
    callee = COUNTS.replace("DONE", done).replace("LATER", later).replace("RETURNED", returned)
    declared = "var g: bv32 := 0bv32;"
    return program(body, "n: bv32, m: bv32, y: bv32, p: bv64", before=declared, after=callee + more)


def contract(*after: Term, before: tuple[Term, ...] = (), cells: tuple[Cell, ...] = ()) -> Certificate:
    return Certificate(contracts=(Contract("f", before, after, cells),))


def test_contract_proves() -> None:
    answer = check(counts("m == n"), certificate=contract(T.eq(R, A)))
    assert isinstance(answer, Confirmed)
    assert "1 procedures" in answer.text


def test_wrong_claims_beside_a_right_one_are_dropped() -> None:
    some = contract(T.eq(R, T.bv(0, 32)), T.eq(R, A), T.FALSE, T.bvult(R, A), before=(T.FALSE, T.eq(A, T.bv(1, 32))))
    assert said(check(counts("m == n"), certificate=some)) == "confirmed"


def test_without_a_claim_nothing_is_confirmed() -> None:
    answer = check(counts("m == n + n", returned="x + 2bv32"), certificate=contract(), steps=STEPS)
    assert isinstance(answer, Unchecked)
    assert "calls of f" in answer.reason


@pytest.mark.parametrize(("asserted", "expected"), [("y == n + n", "confirmed"), ("y == n", "refuted")])
def test_memory_behind_a_pointer(asserted: str, expected: str) -> None:
    cell = T.var("the cell", WORD)
    claim = T.eq(cell, T.bvadd(at_entry(cell), T.bvadd(A, A)))
    made = counts(asserted, done="y := load p; store p := y + 2bv32;")
    assert said(check(made, certificate=contract(claim, cells=(Cell(cell, P, 4),)))) == expected


@pytest.mark.parametrize(("asserted", "expected"), [("g == n", "confirmed"), ("g == 0bv32", "refuted")])
def test_global_variable(asserted: str, expected: str) -> None:
    claim = T.eq(G, T.bvadd(at_entry(G), A))
    assert said(check(counts(asserted, later="g := g + 1bv32;"), certificate=contract(claim))) == expected


def test_memory_that_no_call_writes_is_known() -> None:
    assert said(check(counts("y == 0bv32"), certificate=contract())) == "confirmed"


def test_parameters_mean_what_was_given() -> None:
    """The procedure writes to its parameter; the claim would hold of what it returns and the parameter then."""
    made = counts("m == n", later="a := x + 7bv32;", returned="a")
    assert said(check(made, certificate=contract(T.eq(R, A)))) == "refuted"


def test_claims_about_what_is_not_there_are_dropped() -> None:
    """Names of local variables, of cells of unknown places, and of the caller mean nothing."""
    cell = T.var("the cell", WORD)
    strange = (T.eq(T.var("x", WORD), A), T.eq(cell, A), T.eq(T.var("n", WORD), A), T.eq(result(1, WORD), A))
    some = contract(*strange, before=strange, cells=(Cell(cell, T.var("q", P.sort), 4),))
    assert said(check(counts("m == n + 1bv32"), certificate=some)) == "refuted"


def test_recursion_without_a_return() -> None:
    """It never comes back, and nothing in it fails."""
    again = "procedure f(a: bv32) returns (b: bv32) { var c: bv32; e: ASSERT c := call f(a); return c; }"
    for asserted, expected in (("", "confirmed"), ('assert "assert" a != 1bv32, "m";', "refuted")):
        text = 'e: x := call f(1bv32); assert "assert" false, "m"; return 0bv32;'
        made = program(text, "x: bv32", after=again.replace("ASSERT", asserted))
        assert said(check(made, certificate=contract(T.FALSE))) == expected


def test_mutual_recursion() -> None:
    other = "\nprocedure h(a: bv32, p: bv64) returns (b: bv32) { var x: bv32; e: x := call f(a, p); return x + HOLE; }"
    for more, expected in (("0bv32", "confirmed"), ("1bv32", "refuted")):
        made = counts("m == n", more=other.replace("HOLE", more), given="n")
        text = COUNTS.replace("call f", "call h")
        made.procedures["f"] = program(
            "e: return 0bv32;", after=text.replace("DONE", "").replace("LATER", "").replace("RETURNED", "x + 1bv32")
            + other.replace("HOLE", more),
        ).procedures["f"]  # fmt: skip
        for names in (("f", "h"), ("f",), ("h",)):
            claims = tuple(Contract(name, (), (T.eq(R, A),)) for name in names)
            assert said(check(made, certificate=Certificate(contracts=claims))) == expected, names


def test_object_of_the_caller_that_a_call_may_not_know() -> None:
    """Each call hands the address of its own object down: what is written there is not known, and not confirmed."""
    made = counts("y <=u 1bv32", done='y := load p; store p := y + 1bv32; p := alloc stack 4bv64 zeroed "";')
    assert said(check(made, certificate=contract(), steps=STEPS)) == "unchecked"


def test_result_that_is_a_new_object() -> None:
    callee = """procedure f(a: bv32) returns (b: bv64) { var x: bv64; e: if a == 0bv32 goto z else n;
z: x := alloc heap 4bv64 ""; return x; n: x := call f(a - 1bv32); return x; }"""
    body = 'e: n := havoc input "n" "int"; p := call f(n); store p := 1bv32; return 0bv32;'
    made = program(body, "n: bv32, p: bv64", after=callee)
    assert said(check(made, certificate=contract(), steps=STEPS)) == "unchecked"


def test_own_contracts() -> None:
    """Where nobody claims anything."""
    assert said(check(counts("m == n"), steps=STEPS)) == "confirmed"


# ---------------------------------------------------------------- contracts of the engine

NAMES = ("counter", "fibonacci", "mccarthy91", "multiply", "parity", "pointer", "table", "two_calls", "unbounded")


@pytest.mark.parametrize("name", NAMES[:: some(2, 1)])
def test_certificate_of_the_safe_twin(name: str) -> None:
    """The contracts of a proof confirm it, and prove nothing of the twin."""
    options = LoadOptions(properties=KLEE)
    safe = load(FOLDER / f"{name}_safe.c", options).program
    engine = Interpolator(safe, InterpolateOptions(checks=KLEE.checks, timeout=20))
    assert not [end for end in engine.run() if end.check]
    assert engine.complete
    certificate = engine.certificate()
    question, solvers = Question(KLEE.checks), ("bitwuzla", "z3")
    assert said(check_proof(safe, question, certificate, Budget(steps=60_000), solvers)) == "confirmed"
    twin = load(FOLDER / f"{name}_unsafe.c", options).program
    assert said(check_proof(twin, question, certificate, Budget(steps=some(5_000, 60_000)), solvers)) != "confirmed"


def test_what_is_shown_holds_at_all_calls_and_returns() -> None:
    after, before = (T.eq(R, A), T.eq(R, T.bv(0, 32))), (T.bvule(A, T.bv(5, 32)), T.eq(A, T.bv(5, 32)))
    answer = check(counts("m == 5bv32", given="5bv32"), certificate=contract(*after, before=before))
    assert isinstance(answer, Confirmed)
    (claimed,) = answer.contracts
    assert claimed.before == before[:1]
    assert claimed.after == after[:1]
