"""Calls, static objects, who owns what, leaks, and places that are out of reach."""

from __future__ import annotations

from dataclasses import replace

import pytest

from antumbra.program.source import Location
from antumbra.proofs import Budget, Certificate, Question, Refuted, Unchecked
from antumbra.proofs.check import check_proof
from proofs.helpers import check, program, said

CALLEE = "procedure f(a: bv32) returns (b: bv32) { e: return a + 1bv32; }"
#: f and g have addresses
FUNCTIONS = """object f at 0x10000 size 1 code;
object g at 0x12000 size 1 code;
address 0x10000 f;
address 0x12000 g;
"""
BOTH = """procedure f() returns (b: bv32) { e: return 1bv32; }
procedure g() returns (b: bv32) { e: return 2bv32; }"""


@pytest.mark.parametrize(("value", "expected"), [("4bv32", "confirmed"), ("5bv32", "refuted")])
def test_call(value: str, expected: str) -> None:
    body = f'e: x := call f(3bv32); assert "assert" x == {value}, "m"; return 0bv32;'
    assert said(check(program(body, "x: bv32", after=CALLEE))) == expected


@pytest.mark.parametrize(("most", "expected"), [("3bv32", "confirmed"), ("2bv32", "refuted")])
def test_call_through_a_pointer(most: str, expected: str) -> None:
    body = (
        'e: c := havoc input "c" "bool"; p := ite(c, 0x10000bv64, 0x12000bv64); x := call *(p)(); '
        f'assert "assert" x <u {most}, "m"; return 0bv32;'
    )
    made = program(body, "x: bv32, p: bv64, c: bool", before=FUNCTIONS, after=BOTH)
    assert said(check(made)) == expected


def test_call_of_something_that_is_no_function() -> None:
    body = 'e: c := havoc input "c" "bool"; p := ite(c, 0x10000bv64, 0x12001bv64); x := call *(p)(); return 0bv32;'
    made = program(body, "x: bv32, p: bv64, c: bool", before=FUNCTIONS, after=BOTH)
    assert said(check(made, "unreach-call")) == "refuted"


def test_recursion() -> None:
    down = (
        "procedure f(a: bv32) returns (b: bv32) { var c: bv32; e: if a == 0bv32 goto z else n; z: return 0bv32; "
        "n: c := call f(a - 1bv32); return c + 1bv32; }"
    )
    body = (
        'e: n := havoc input "n" "int"; assume n <u 5bv32; x := call f(n); assert "assert" x == n, "m"; return 0bv32;'
    )
    assert said(check(program(body, "x: bv32, n: bv32", after=down))) == "confirmed"


def test_nothing_is_known_behind_endless_recursion() -> None:
    """Where nobody claims that it never returns."""
    again = "procedure f(a: bv32) returns (b: bv32) { var c: bv32; e: c := call f(a); return c; }"
    text = 'e: x := call f(1bv32); assert "assert" false, "m"; return 0bv32;'
    answer = check(program(text, "x: bv32", after=again))
    assert isinstance(answer, Unchecked)
    assert "calls" in answer.reason


# ---------------------------------------------------------------- static objects


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("e: store 0x10004bv64 := 1bv32; return 0bv32;", "confirmed"),
        ("e: store 0x10006bv64 := 1bv32; return 0bv32;", "refuted"),
        ("e: store 0x12000bv64 := 1bv32; return 0bv32;", "refuted"),
        ('e: x := load 0x12000bv64; assert "assert" x == 7bv32, "m"; return 0bv32;', "confirmed"),
        ('e: x := load 0x10000bv64; assert "assert" x == 0bv32, "m"; return 0bv32;', "confirmed"),
        ('e: x := load 0x14000bv64; assert "assert" x == 0bv32, "m"; return 0bv32;', "refuted"),
        ("e: x := load 0x16000bv64; return 0bv32;", "refuted"),
        ("e: x := load 0x4bv64; return 0bv32;", "refuted"),
    ],
)
def test_statics(body: str, expected: str) -> None:
    objects = """object a at 0x10000 size 8 global;
object c at 0x12000 size 4 constant { 0: 4 = 7 };
object u at 0x14000 size 4 unknown global;
object f at 0x16000 size 4 code;
"""
    assert said(check(program(body, "x: bv32", before=objects))) == expected


@pytest.mark.parametrize(("first", "expected"), [("1bv64", "confirmed"), ("0bv64", "refuted")])
def test_static_below_its_start(first: str, expected: str) -> None:
    """The constant part of an address may lie before the object: a[i - 1]."""
    body = (
        f'e: i := havoc input "i" "long"; assume i <u 9bv64; assume {first} <=u i; '
        "store 0xffffbv64 + i := 1bv8; return 0bv32;"
    )
    assert said(check(program(body, "i: bv64", before="object a at 0x10000 size 8 global;"))) == expected


# ---------------------------------------------------------------- life and owner

OWNED = 'procedure f(a: bv32) returns (b: bv64) { var p: bv64; e: p := alloc REGION 4bv64 ""; return p; }'


@pytest.mark.parametrize(("region", "expected"), [("heap", "confirmed"), ("stack", "refuted")])
def test_object_of_a_callee(region: str, expected: str) -> None:
    body = "e: p := call f(1bv32); store p := 1bv32; return 0bv32;"
    assert said(check(program(body, "p: bv64", after=OWNED.replace("REGION", region)))) == expected


#: two ways that differ in one attribute of one object, and then meet
DIFFERENT = {
    "size": ('p := alloc heap 5bv64 ""', 'p := alloc heap 3bv64 ""', "store p + 4bv64 := 1bv8"),
    "region": ('p := alloc heap 4bv64 ""', 'p := alloc stack 4bv64 ""', "free p"),
    "content": (
        'p := alloc heap 4bv64 zeroed ""',
        'p := alloc heap 4bv64 ""',
        'x := load p + 2bv64; assert "assert" x == 0bv8, "m"',
    ),
    "life": ('p := alloc heap 4bv64 ""', 'p := alloc heap 4bv64 ""; free p', "store p := 1bv8"),
    "owner": ('p := alloc stack 4bv64 ""', "p := call f(1bv32)", "store p := 1bv8"),
    "writable": ('p := alloc heap 4bv64 ""', "p := 0x10000bv64", "store p := 1bv8"),
}


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("name", DIFFERENT)
def test_ways_that_differ_in_one_attribute(name: str, swapped: bool) -> None:
    good, bad, use = DIFFERENT[name]
    one, other = (bad, good) if swapped else (good, bad)
    constant = "object k at 0x10000 size 4 constant;"
    for ways, expected in ((f"{one}|{other}", "refuted"), (f"{good}|{good}", "confirmed")):
        left, right = ways.split("|")
        body = (
            f'e: c := havoc input "c" "bool"; if c goto a else b; a: {left}; goto j; b: {right}; goto j; '
            f"j: {use}; return 0bv32;"
        )
        made = program(body, "c: bool, p: bv64, x: bv8", before=constant, after=OWNED.replace("REGION", "stack"))
        assert said(check(made)) == expected, ways


# ---------------------------------------------------------------- leaks


@pytest.mark.parametrize(
    ("body", "checks", "expected"),
    [
        ('e: p := alloc heap 4bv64 ""; free p; return 0bv32;', "valid-memcleanup", "confirmed"),
        ('e: p := alloc heap 4bv64 ""; return 0bv32;', "valid-memcleanup", "refuted"),
        ('e: p := alloc heap 4bv64 ""; return 0bv32;', "valid-memtrack", "refuted"),
        ('e: p := alloc heap 4bv64 ""; store 0x10000bv64 := p; return 0bv32;', "valid-memtrack", "confirmed"),
        ('e: p := alloc heap 4bv64 ""; store 0x10000bv64 := p; return 0bv32;', "valid-memcleanup", "refuted"),
        ('e: p := alloc heap 4bv64 ""; stop exit "";', "valid-memtrack", "unchecked"),
        ('e: p := alloc heap 4bv64 ""; stop abort "";', "valid-memcleanup", "confirmed"),
        (
            (
                'e: c := havoc input "c" "bool"; p := alloc heap 4bv64 ""; if c goto a else b; '
                "a: store 0x10000bv64 := p; goto j; b: goto j; j: return 0bv32;"
            ),
            "valid-memtrack",
            "refuted",
        ),
        (
            'e: p := alloc heap 8bv64 ""; q := alloc heap 4bv64 ""; store p := q; store 65536bv64 := p; stop exit "";',
            "valid-memtrack",
            "confirmed",
        ),
    ],
)
def test_leaks(body: str, checks: str, expected: str) -> None:
    made = program(body, "p: bv64, q: bv64, c: bool", before="object g at 0x10000 size 8 global;")
    assert said(check(made, checks)) == expected


@pytest.mark.parametrize(("keeper", "expected"), [("ite(c, p, q)", "confirmed"), ("ite(c, q, p)", "refuted")])
def test_pointer_beside_bytes_that_nobody_wrote(keeper: str, expected: str) -> None:
    """Of two objects one is kept; in both a third one may be, or what was there before."""
    body = (
        'e: c := havoc input "c" "bool"; p := alloc heap 8bv64 ""; q := alloc heap 8bv64 ""; s := alloc heap 4bv64 ""; '
        f"store {keeper} := s; store 0x10000bv64 := ite(c, p, q); free ite(c, q, p); return 0bv32;"
    )
    made = program(body, "p: bv64, q: bv64, s: bv64, c: bool", before="object g at 0x10000 size 8 global;")
    assert said(check(made, "valid-memtrack")) == expected


# ---------------------------------------------------------------- what is asked


def test_what_is_not_asked_still_forbids_safe() -> None:
    made = program("e: store 0x4bv64 := 1bv8; return 0bv32;")
    assert said(check(made, "unreach-call")) == "refuted"


@pytest.mark.parametrize("name", ["no-overflow", "assert", "unreach-call"])
def test_what_has_a_meaning_of_its_own_goes_on(name: str) -> None:
    made = program(f'e: assert "{name}" false, "m"; return 0bv32;')
    assert said(check(made, "valid-deref")) == "confirmed"
    assert said(check(made, "all")) == "refuted"


@pytest.mark.parametrize(("least", "expected"), [("6bv32", "confirmed"), ("5bv32", "refuted")])
def test_places(least: str, expected: str) -> None:
    body = (
        f'e: x := havoc input "x" "int"; assume x <u 6bv32; if x <u {least} goto a else b; a: return 0bv32; '
        "b: return 1bv32;"
    )
    assert said(check(program(body, "x: bv32"), places=frozenset({("main", "b")}))) == expected


def test_known_violation_ends_executions() -> None:
    """Where only targets are asked about, an execution that fails elsewhere ends; those that pass go on."""
    body = (
        'e: x := havoc input "x" "int"; assert "division-by-zero" x != 0bv32, "m"; if x == HOLE goto a else b; '
        "a: return 0bv32; b: return 1bv32;"
    )
    for value, expected in (("0bv32", "confirmed"), ("1bv32", "refuted")):
        question = Question(
            frozenset({"division-by-zero"}), frozenset({("main", "a")}), frozenset[tuple[str, Location]]()
        )
        made = program(body.replace("HOLE", value), "x: bv32")
        answer = check_proof(made, question, Certificate(), Budget(seconds=20), ("bitwuzla", "z3"))
        assert said(answer) == expected


def test_witness_has_the_inputs_in_order() -> None:
    body = (
        'e: x := havoc input "x" "int"; if x == 3bv32 goto a else b; a: y := havoc input "y" "int"; goto j; '
        'b: y := havoc input "z" "int"; goto j; j: assert "assert" !(x == 3bv32) || y != 7bv32, "m"; return 0bv32;'
    )
    answer = check(program(body, "x: bv32, y: bv32"))
    assert isinstance(answer, Refuted)
    assert answer.witness is not None
    assert [(given.name, given.value) for given in answer.witness.inputs] == [("x", 3), ("y", 7)]


def test_budget_ends_a_check() -> None:
    body = 'e: i := 0bv32; goto h; h: i := i + 1bv32; assert "assert" i != 99999bv32, "m"; goto h;'
    answer = check_proof(
        program(body, "i: bv32"), Question(frozenset({"assert"})), Certificate(), Budget(steps=500), ("bitwuzla",)
    )
    assert isinstance(answer, Unchecked)
    assert answer.reason == "too many steps"


@pytest.mark.parametrize(("count", "expected"), [(4, "confirmed"), (9, "unchecked")])
def test_too_little_room_proves_nothing(count: int, expected: str) -> None:
    """With 32-bit addresses: that objects cannot all lie apart must not make executions disappear."""
    made = " ".join(f'p{i} := alloc heap 0x10000000bv32 "";' for i in range(count))
    apart = " && ".join(f"p{i} != 4bv32" for i in range(count))
    body = f'e: {made} assert "assert" {apart}, "m"; return 0bv32;'
    text = program(body, ", ".join(f"p{i}: bv32" for i in range(count)))
    narrow = replace(text, layout=replace(text.layout, pointer_width=32))
    assert said(check(narrow)) == expected


def test_variable_without_a_value_is_not_guessed() -> None:
    body = 'e: c := havoc input "c" "bool"; if c goto a else j; a: x := 1bv32; goto j; j: y := x; return 0bv32;'
    assert said(check(program(body, "c: bool, x: bv32, y: bv32"))) == "unchecked"


RESTORE = 'builtin stack_restore(m) "";'


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("store p := 1bv32;", "confirmed"),
        ("store q := 1bv32;", "refuted"),
        (f"m := ite(n == 0bv64, m, n); {RESTORE}", "unchecked"),
    ],
)
def test_objects_since_a_mark_are_gone(after: str, expected: str) -> None:
    body = (
        'e: n := havoc input "n" "long"; p := alloc stack 4bv64 ""; m := builtin stack_mark() ""; '
        f'q := alloc stack 4bv64 ""; store q := 1bv32; {RESTORE} {after} return 0bv32;'
    )
    assert said(check(program(body, "n: bv64, m: bv64, p: bv64, q: bv64"))) == expected
