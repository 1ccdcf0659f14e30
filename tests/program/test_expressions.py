"""Expressions of C and Boogie mean what their terms mean: C's are compiled and run on the same values."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from antumbra import terms as T
from antumbra.frontends.c.contracts.wrapper import CALCULATING
from antumbra.frontends.c.structure.conditions import condition
from antumbra.program.text.boogie_expression import boogie_expression
from antumbra.program.text.c_expression import CVariable, c_expression
from antumbra.terms import Term
from support.clang import ZIG

TYPES = {
    CVariable(f"{'s' if signed else 'u'}{width}", signed, width): name
    for (signed, width), name in {
        (True, 8): "signed char", (False, 8): "unsigned char", (True, 16): "short", (False, 16): "unsigned short",
        (True, 32): "int", (False, 32): "unsigned int", (True, 64): "long long", (False, 64): "unsigned long long",
    }.items()
}  # fmt: skip
VARIABLES = {T.var(v.name, T.bv_sort(v.width)): v for v in TYPES}
#: terms, and values for each of them
TERMS, VALUES = 250, 12
X, Y, U = (next(t for t, v in VARIABLES.items() if v.name == name) for name in ("s32", "s64", "u32"))


def number(rng: random.Random, width: int, depth: int) -> Term:
    """A term of this width, of everything that has an expression and some that has none."""
    if depth == 0 or rng.random() < 0.1:
        if rng.random() < 0.3:
            return T.bv(rng.choice((0, 1, 2, 7, 100, -1, -2, 1 << (width - 1), (1 << (width - 1)) - 1)), width)
        return rng.choice([t for t in VARIABLES if t.width == width])
    build = rng.choice(
        (T.bvadd, T.bvsub, T.bvmul, T.bvand, T.bvor, T.bvxor, T.bvudiv, T.bvsdiv, T.bvurem, T.bvsrem, "shift", "not",
         "neg", "ite", "extend", "extract")
    )  # fmt: skip
    one = number(rng, width, depth - 1)
    if build == "shift":
        return rng.choice((T.bvshl, T.bvlshr, T.bvashr))(one, T.bv(rng.randrange(width), width))
    if build == "not":
        return T.bvnot(one)
    if build == "neg":
        return T.bvneg(one)
    if build == "ite":
        return T.ite(truth(rng, depth - 1), one, number(rng, width, depth - 1))
    if build == "extend":
        narrow = rng.choice([w for w in (8, 16, 32) if w < width] or [width])
        inner = number(rng, narrow, depth - 1)
        return rng.choice((T.sign_extend, T.zero_extend))(width - narrow, inner) if narrow < width else inner
    if build == "extract":
        wide = rng.choice([w for w in (16, 32, 64) if w > width] or [width])
        inner = number(rng, wide, depth - 1)
        return T.extract(width - 1, 0, inner) if wide > width else inner
    return build(one, number(rng, width, depth - 1))


def truth(rng: random.Random, depth: int) -> Term:
    if depth > 1 and rng.random() < 0.3:
        build = rng.choice((T.and_, T.or_, T.eq, "not"))
        one = truth(rng, depth - 1)
        return T.not_(one) if build == "not" else build(one, truth(rng, depth - 1))
    width = rng.choice((8, 16, 32, 64))
    build = rng.choice((T.bvslt, T.bvsle, T.bvult, T.bvule, T.eq))
    compared = build(number(rng, width, depth), number(rng, width, depth))
    return T.not_(compared) if rng.random() < 0.3 else compared


@pytest.mark.parametrize("reading", ["c", "c without bounds", "acsl"])
def test_c(tmp_path: Path, reading: str) -> None:
    """``acsl``: its numbers have no bounds, so that sums and products are those of C only where they are cast."""
    rng = random.Random(11)
    cases: list[tuple[Term, str]] = []
    for _ in range(100_000):
        term = truth(rng, rng.randrange(4))
        expression = c_expression(term, VARIABLES, unbounded=reading != "c")
        if expression is not None and term.op is not T.CONST:
            if reading == "acsl":
                expression = condition(expression, "acsl_expression", None, frozenset())
            cases.append((term, expression))
        if len(cases) == TERMS:
            break
    assert len(cases) == TERMS
    rows = [
        {t: rng.choice((0, 1, (1 << t.width) - 1, 1 << (t.width - 1), rng.getrandbits(t.width))) for t in VARIABLES}
        for _ in range(VALUES)
    ]
    parameters = ", ".join(f"{TYPES[v]} {v.name}" for v in VARIABLES.values())
    functions = "".join(f"int f{i}({parameters}) {{ return !!({text}); }}\n" for i, (_, text) in enumerate(cases))
    calls = "".join(
        f"putchar('0' + f{i}({', '.join(f'{row[t]:#x}ull' for t in VARIABLES)}));\n"
        for i in range(TERMS)
        for row in rows
    )
    source = tmp_path / "cases.c"
    # what is too large for our reading of ACSL ends the program
    ours = CALCULATING.replace("extern void __antumbra_too_large(void)", "void abort(void); extern void unused(void)")
    ours = f"{ours}\n".replace("__antumbra_too_large()", "abort()") if reading == "acsl" else ""
    source.write_text(f"#include <stdio.h>\n{ours}{functions}int main(void) {{\n{calls}return 0; }}\n")
    program = tmp_path / "cases"
    # what C leaves open would stop the program
    checks = ["-fsanitize=undefined", "-fsanitize-trap=undefined", "-w"]
    subprocess.run([str(ZIG), "cc", *checks, str(source), "-o", str(program)], check=True, capture_output=True)
    got = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    wanted = "".join(str(int(T.evaluate(term, row))) for term, _ in cases for row in rows)
    for at, (one, other) in enumerate(zip(got, wanted, strict=True)):
        assert one == other, (cases[at // VALUES], rows[at % VALUES])


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (T.bvsle(X, T.bv(10, 32)), "s32 < 11"),
        (T.bvslt(T.bv(-1, 32), X), "s32 > -1"),
        (T.bvult(X, T.bv(10, 32)), "(unsigned int)s32 < 10U"),
        (T.not_(T.eq(U, T.bv(10, 32))), "u32 != 10U"),
        (T.bvsle(T.bvadd(X, U), T.bv(5, 32)), "(int)((unsigned int)s32 + u32) < 6"),
        (T.bvslt(Y, T.sign_extend(32, X)), "s64 < (long long)s32"),
        (T.and_(T.bvslt(X, T.bv(3, 32)), T.bvult(U, T.bv(4, 32))), "s32 < 3 && u32 < 4U"),
        (T.eq(X, T.bv(1 << 31, 32)), "s32 == (-2147483647 - 1)"),
    ],
)
def test_readable_c(term: Term, text: str) -> None:
    assert c_expression(term, VARIABLES) == text


@pytest.mark.parametrize(
    "term",
    [
        T.eq(T.var("unknown", T.bv_sort(32)), X),  # of no variable of C
        T.eq(T.bvudiv(X, U), X),  # by zero
        T.eq(T.bvsrem(X, U), X),
        T.eq(T.bvshl(X, U), X),
        T.eq(T.concat(X, U), Y),
        T.eq(T.extract(9, 0, X), T.bv(1, 10)),
        T.var("b", T.BOOL),
    ],
)
def test_none_in_c(term: Term) -> None:
    assert c_expression(term, VARIABLES) is None


def test_large_conditions_have_none() -> None:
    term = X
    for _ in range(60):
        term = T.bvxor(T.bvmul(term, term), U)
    assert c_expression(T.eq(term, X), VARIABLES) is None


def test_boogie() -> None:
    i, j, b = T.var("i", T.INT), T.var("j", T.INT), T.var("b", T.BOOL)
    names = {i: "i", j: "j", b: "b"}
    assert boogie_expression(T.le(i, T.add(j, T.integer(1))), names) == "i <= (j + 1)"
    assert boogie_expression(T.or_(b, T.not_(T.eq(i, T.integer(-1)))), names) == "b || !(i == (-1))"
    # the order of conjuncts is that in which terms were made
    both = boogie_expression(T.and_(T.le(i, j), T.lt(j, T.integer(3))), names)
    assert both in ("(i <= j) && (j <= 2)", "(j <= 2) && (i <= j)")
    assert boogie_expression(T.eq(i, T.var("k", T.INT)), names) is None


@pytest.mark.parametrize("kind", ["int", "unsigned long long", "short", "_Bool", "__int128", "double"])
def test_only_casts_to_words_of_a_machine_need_no_more_than_their_bits(kind: str) -> None:
    made = condition(f"({kind})(a * b) == 0", "acsl_expression", None, frozenset())
    assert ("__antumbra_times" in made) is (kind in ("_Bool", "__int128", "double"))
