"""The text of a program reads back to an equal program, whatever it contains."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.text.printing import program_text
from antumbra.program.text.term_printing import term_text, variables_in
from antumbra.terms import Term
from antumbra.terms import operators as O
from antumbra.terms.term import intern
from program import samples
from support.program_text.reading import ReadError, read_program
from support.program_text.term_reading import TermReader
from support.program_text.tokens import Tokens


def read_term(text: str, scope: dict[str, Term]) -> Term:
    tokens = Tokens(text, "text")
    found = TermReader(tokens, scope).term()
    assert tokens.peek.kind == "end"
    return found


@given(st.integers(0, 2**64))
def test_terms_read_back_to_themselves(seed: int) -> None:
    random = Random(seed)
    for _ in range(20):
        term = samples.term(random, random.choice(samples.SORTS), random.randint(0, 4))
        scope = {v.data: v for v in variables_in([term]) if random.random() < 0.8}
        text = term_text(term, scope)
        assert "\n" not in text
        assert read_term(text, scope) is term


@given(st.integers(0, 2**64))
def test_programs_read_back_to_themselves(seed: int) -> None:
    program = samples.program(Random(seed))
    text = program_text(program)
    again = read_program(text)
    assert again == program
    assert list(again.procedures) == list(program.procedures)
    assert program_text(again) == text


def test_terms_look_like_people_write_them() -> None:
    x, y, m = T.var("x", T.bv_sort(32)), T.var("y", T.bv_sort(32)), T.var("m", samples.MEMORY)
    p = T.var("p", T.bv_sort(64))
    scope = {v.data: v for v in (x, y, m, p)}

    def text(op: T.Op, *args: Term, data: object = None) -> str:
        return term_text(intern(op, args, data), scope)

    plus = intern(O.BVADD, (x, T.bv(1, 32)))
    assert text(O.BVSLT, plus, y) == "x + 1bv32 <s y"
    assert text(O.BVMUL, plus, y) == "(x + 1bv32) * y"
    assert text(O.BVSUB, plus, T.bv(-1, 32)) == "x + 1bv32 - -1bv32"
    assert text(O.BVSUB, x, plus) == "x - (x + 1bv32)"
    assert text(O.BVAND, plus, T.bv(0xFF0000, 32)) == "(x + 1bv32) & 0xff0000bv32"
    assert text(O.NOT, intern(O.EQ, (x, y))) == "x != y"
    assert text(O.SELECT, m, p) == "m[p]"
    assert text(O.STORE, m, p, intern(O.EXTRACT, (x,), (7, 0))) == "m[p := x[7:0]]"
    both = intern(O.AND, (intern(O.BVULT, (x, y)), intern(O.BVULE, (y, T.bv(9, 32)))))
    assert text(O.OR, both, intern(O.EQ, (x, y))) == "(x <u y && y <=u 9bv32) || x == y"


@pytest.mark.parametrize("width", [1, 2, 4, 5, 7, 8, 9, 11, 12, 13, 16, 32])
def test_constants_of_all_widths(width: int) -> None:
    """Every number of a narrow width, the ends and the middle of a wide one: it reads back; small ones are plain."""
    top = 1 << width
    values = range(top) if top <= 4096 else {*range(300), *range(top // 2 - 3, top // 2 + 3), *range(top - 300, top)}
    for value in values:
        text = term_text(T.bv(value, width))
        assert read_term(text, {}) is T.bv(value, width)
        if value < top // 2 and value < 0x10000:
            assert text == f"{value}bv{width}"
        if text.startswith("-"):
            assert value > top // 2
            assert int(text[: text.index("b")]) == value - top


def test_deep_and_shared_terms_stay_small() -> None:
    x = T.var("x", T.bv_sort(32))
    shared: Term = x
    for _ in range(3_000):
        shared = intern(O.BVADD, (shared, shared))
    deep: Term = x
    for number in range(20_000):
        deep = intern(O.BVXOR, (deep, T.bv(number, 32)))
    for term in (shared, deep):
        text = term_text(term, {"x": x})
        assert len(text) < 1_000_000
        assert read_term(text, {"x": x}) is term


def test_very_long_numbers() -> None:
    for term in (T.integer(-(7**9000)), T.bv(7**9000, 30000)):
        assert read_term(term_text(term), {}) is term


def test_a_large_program_is_printed_and_read_in_linear_time() -> None:
    x = T.var("x", T.bv_sort(32))
    blocks = {
        f"b{i}": P.Block(f"b{i}", [P.Assign((x,), (T.bvadd(x, T.bv(i, 32)),))], P.Goto((f"b{(i * 7) % 5000}",)))
        for i in range(5_000)
    }
    program = P.Program("p", "c", {"main": P.Procedure("main", (x,), (), blocks)}, "main", P.Layout(64))
    assert read_program(program_text(program)) == program


HEAD = 'program "p" language "c";\nlayout pointer 64 page 12 free 0x10000;\nentry main;\n'


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected 'program', found the end of the text"),
        ('program p language "c";', 1, 9, "expected the program's name in quotes, found 'p'"),
        (HEAD + "procedur main() {}", 4, 1, "expected one of external, granted, var, axiom"),
        (HEAD + "var x: bv0;", 4, 8, "bit-vector width 0"),
        (HEAD + "var x: bv8 := 300bv8;", 4, 15, "300 does not fit into 8 bits"),
        (HEAD + "axiom 1 + true;", 4, 9, "'+': arithmetic does not take (int, bool)"),
        (HEAD + "axiom x;", 4, 7, "variable x is not declared here"),
        (HEAD + "axiom 1 < 2 < 3;", 4, 13, "expected the end of the comparison"),
        (HEAD + "axiom (1 == 1;", 4, 14, "expected an operator or ')', found ';'"),
        (HEAD + "axiom " + "(" * 5000 + "1", 4, 48, "more than 40 brackets inside each other"),
        (HEAD + "var x: " + "[" * 5000, 4, 49, "more than 40"),
        (HEAD + "axiom 1" + "0" * 5000, 4, 7, "too many digits"),
        (HEAD + "procedure main() {\na:\n  goto b\n}", 7, 1, "expected ',' or ';', found '}'"),
        (HEAD + "procedure main() {\na:\n}", 6, 1, "expected a command, or one of goto"),
        (HEAD + "procedure main() {\na:\n  return;\na:\n", 7, 1, "block a is defined twice"),
        (HEAD + "procedure main() {\n  var x: int;\na:\n  x := 1, 2;", 7, 8, "expected 1 values, found 2"),
        (HEAD + "procedure main() {\na:\n  return; // @ :3\n", 6, 11, "expected a location such as"),
        (HEAD + 'external f "x\\q";', 4, 14, "unknown escape '\\\\q'"),
        (HEAD + 'external f "x', 4, 12, "an unclosed quote cannot stand here"),
        (HEAD + "external f \x01", 4, 12, "the character '\\x01' cannot stand here"),
    ],
)
def test_errors_say_where_and_what(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_program(text, "in.txt")
    place = caught.value.location
    assert place is not None
    assert (place.file, place.line, place.column) == ("in.txt", line, column)
    assert message in caught.value.message


@given(st.integers(0, 2**64))
def test_damaged_text_gives_an_error_and_nothing_else(seed: int) -> None:
    random = Random(seed)
    text = program_text(samples.program(random))
    at = random.randrange(len(text))
    damaged = text[:at] + random.choice(("", "(", ";", "`", '"', "x", "0", "\\")) + text[at + random.randint(0, 3) :]
    # ReadError is the only exception that bad text may raise
    with suppress(ReadError):
        read_program(damaged)
