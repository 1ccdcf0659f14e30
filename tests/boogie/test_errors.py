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
        ("axiom (forall x, y: int :: { x + 1 } x < y);", "does not mention: y"),
        ("function f(int): bool; axiom (forall x: int :: { !f(x) } f(x));", "boolean operators are not allowed in"),
        ("axiom (forall x: int where x > 0 :: x > 1);", "where clause not allowed on bound variables"),
        ("type bv16;", "bv16 is registered for bitvectors"),
        ("var m: <a>[int]int;", "type variable must occur in map arguments: a"),
        ("procedure p<a>(x: int);", "type variable must occur in procedure arguments: a"),
        ("var m: <a>[a]<a>[a]int;", "more than one declaration of type variable: a"),
        ("const c: <a>[a]a; const d: <b>[b]int; axiom c == d;", "invalid argument types"),
        ("datatype L { C(tail: L) }", "datatype is not well-founded"),
        ("datatype D { A(x: int), B(x: bool) }", "type mismatch between field x"),
        (
            "datatype P { P(x: int, y: int) } procedure q(p: P) { var a: int; P(a, a) := p; }",
            "more than once in unpack",
        ),
        ("var g: int; pure procedure p() { var x: int; x := g; }", "cannot refer to a global variable"),
        ("procedure p(); pure procedure q() { call p(); }", "pure procedure may only call a pure procedure"),
        ("function {:inline} {:define} f(x: int): int { x }", "both :inline and :define"),
        ("procedure p() { assume {:minimize true} true; }", "accepts only one argument of type int, real or bv"),
        ('procedure p() { assert {:id "a"} true; assert {:id "a"} true; }', "more than one statement with same id: a"),
        ("procedure {:x foo} p();", "undeclared identifier: foo"),
        (
            "procedure p() { var {:assumption} a: bool; a := true; }",
            'must match expression "a && <boolean expression>"',
        ),
        ("procedure p() measure 1; measure 2; { }", "at most one measure"),
        ("function RNE(int): int;", 'function name expected, found "RNE"'),
        ("procedure p() { var f: float24e8; f := 0x1.ffffffe0f24e8; }", "incorrectly formatted floating point"),
        ("#if A\naxiom ;", "this #if has no #endif"),
        ("#line\naxiom true;", "malformed pragma"),
        ("procedure p(x: bv4000000000) { }", "type bv4000000000 is wider than"),
        ("procedure p() { assert 1bv3000000000 != 2bv3000000000; }", "is wider than"),
        (f"procedure p() {{ assert {'9' * 5000} > 0; }}", "this number is longer than can be read"),
        ("procedure p() { assert 1e999999999 > 0.0; }", "this number is longer than can be read"),
        ("var x: " + "[int]" * 1000 + "int;", "nested more than 100 levels deep"),
        (f"procedure p(x: bv{'9' * 5000}) {{ }}", "is wider than"),
        (f"procedure p(x: float{'9' * 5000}e8) {{ }}", "is wider than"),
        (f"procedure p() {{ assert 0NaN{'9' * 5000}e8 == 0NaN24e8; }}", "this number is longer than can be read"),
        (
            "type T0 = int;" + "".join(f"type T{i} = [T{i - 1}]T{i - 1};" for i in range(1, 40)) + "var x: T39;",
            "stands for more than 10,000 types",
        ),
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


@pytest.mark.parametrize(
    "text",
    [
        "procedure { :inline} p() { }",
        'procedure {:x "a\\\\" b\\"c"} p();',
        "#if A\naxiom ;\n#elsif !B\nconst c: int;\n#else\naxiom ;\n#endif\naxiom c == 0;",
        "type C _ _; procedure P<a, b>(x: C a b); implementation P<d, c>(x: C d c) { }",
        "procedure P<a, b>(x: a, y: b); implementation P<d, c>(a: c, b: d) { }",
        "type C _ _; function f(<a,b>[C a b]int): int; const m: <b,a>[C a b]int; axiom f(m) == 0;",
        "procedure p() { measure 1; }",
    ],
)
def test_accepted(text: str) -> None:
    load_text(text, "f.bpl", BoogieOptions())


def test_defines() -> None:
    text = "#if A\nprocedure main() { assert false; }\n#else\nprocedure other() { }\n#endif"
    assert "main" in load_text(text, "f.bpl", BoogieOptions(defines=("A",))).procedures
    assert "other" in load_text(text, "f.bpl", BoogieOptions()).procedures


def test_too_deep_nesting_is_told() -> None:
    found = errors("procedure main() { assert " + "(" * 100_000 + "true" + ")" * 100_000 + "; }")
    assert "nested more than 20000 levels deep" in found[0]


def test_entry_that_is_not_there() -> None:
    with pytest.raises(InputError, match="no procedure 'q'"):
        load_text("procedure main() { }", "f.bpl", BoogieOptions(entry="q"))
