"""Wrong input: every error with its place, and never a traceback."""

from __future__ import annotations

import pytest

from antumbra.frontends.boogie.load import load_text
from antumbra.frontends.boogie.options import BoogieOptions
from antumbra.program.errors import InputError


def errors(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        load_text(text, "f.bpl", BoogieOptions())
    return [str(caught.value), *caught.value.notes]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("procedure main() { assert }", '(1,27): error: expression expected, found "}"'),
        ("procedure main() { x := 1; }", "(1,20): error: undeclared identifier: x"),
        ("/* never ends", "(1,1): error: this comment does not end, expected */"),
        ("procedure main() { assert 1; }", "an asserted expression must be of type bool, found int"),
        ("procedure main() { assert 1 + true == 2; }", "invalid argument types (int and bool) to binary operator +"),
        ("procedure main() { goto a; }", "undefined label: a"),
        ("procedure main() { break; }", "break statement is not inside a loop"),
        ("procedure main() { call p(); }", "call to undeclared procedure: p"),
        ("var g: int; procedure main() { g := 1; }", "not in the enclosing procedure's modifies clause: g"),
        ("procedure main(x: int) { x := 1; }", "command assigns to an immutable variable: x"),
        ("const c: int; procedure main() { c := 1; }", "command assigns to an immutable variable: c"),
        ("var g: int; axiom g == 1;", "cannot refer to a global variable in this context: g"),
        ("var g: int; procedure p() requires old(g) == 1; { }", "old expressions allowed only in two-state contexts"),
        ("type T; type T;", "more than one declaration of type name: T"),
        ("var x: T;", "undeclared type: T"),
        ("type A = B; type B = A;", "could not be resolved because of cycles"),
        ("function f(int): int; axiom f(true) == 1;", "invalid type for argument of f: bool (expected: int)"),
        ("function f(int): int; axiom f() == 1;", "wrong number of arguments to function: f (0 instead of 1)"),
        ("procedure main() { var m: [int]bool; m[true] := true; }", "invalid type for index of map"),
        ("procedure main() { var x: bv8; x := x[9:1] ++ 0bv0; }", "lie outside of bv8"),
        ("procedure main(a: bool, b: bool) { assert a && b || a; }", "ambiguous, use parentheses"),
        ("implementation p() { }", "implementation given for undeclared procedure: p"),
        ('procedure main() { assert {:msg "open} true; }', "this string does not end on its line"),
        ("procedure main() { var x, x: int; }", "more than one declaration of variable name: x"),
        ("axiom (forall x: int :: { x } x == x);", "a matching pattern must be more than just a variable by itself"),
    ],
)
def test_messages(text: str, wanted: str) -> None:
    found = errors(text)
    assert any(wanted in line for line in found), found
    assert all(line.startswith("f.bpl(") for line in found[:-1])


def test_every_error_is_told() -> None:
    found = errors("procedure main() {\n  assert ;\n  x := ;\n  havoc 3;\n}\nprocedure q( { }\naxiom ;\n")
    places = [line.partition(":")[0] for line in found[:-1]]
    assert [p for p in places if p.startswith("f.bpl(2")]
    assert [p for p in places if p.startswith("f.bpl(3")]
    assert [p for p in places if p.startswith("f.bpl(4")]
    assert [p for p in places if p.startswith("f.bpl(6")]
    assert [p for p in places if p.startswith("f.bpl(7")]


def test_unknown_identifiers_by_the_thousand() -> None:
    text = "procedure main() {\n" + "".join(f"  x{i} := y{i};\n" for i in range(2000)) + "}\n"
    found = errors(text)
    assert found[-1].startswith("4000 name resolution or type checking errors detected")


@pytest.mark.parametrize(
    "text",
    [
        "procedure main() { assert " + "(" * 10_000 + "true" + ")" * 10_000 + "; }",
        "procedure main() { assert " + "!" * 10_000 + "true; }",
        "procedure main() { " + "if (*) { " * 10_000 + "}" * 10_000 + " }",
        "procedure main(x: int) { assert x" + " + 1" * 10_000 + " > x; }",
        "procedure main(a: bool) { assert a" + " ==> a" * 10_000 + "; }",
        "procedure main() { var m: [int]int; assert m" + "[0 := 1]" * 5_000 + "[0] == 1; }",
    ],
    ids=["parentheses", "not", "blocks", "sum", "implies", "updates"],
)
def test_deep_nesting_works(text: str) -> None:
    program = load_text(text, "f.bpl", BoogieOptions())
    assert "main" in program.procedures


def test_too_deep_nesting_is_told() -> None:
    found = errors("procedure main() { assert " + "(" * 100_000 + "true" + ")" * 100_000 + "; }")
    assert "nested more than 20000 levels deep" in found[0]


def test_entry_that_is_not_there() -> None:
    with pytest.raises(InputError, match="no procedure 'q'"):
        load_text("procedure main() { }", "f.bpl", BoogieOptions(entry="q"))
