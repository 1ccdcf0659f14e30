"""Conditions for people: they say what the terms say, and look as a C programmer would write them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.program.text.readable import condition_text, member_text, number_text
from antumbra.terms import Term

WORD = 1 << 32
X, Y = (T.var(name, T.bv_sort(32)) for name in "xy")
C = T.var("c", T.bv_sort(8))
N = T.var("n", T.INT)


def name(variable: Term) -> str:
    return str(variable.data)


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ((3, 4), "x = 3"),
        ((WORD - 3, WORD - 2), "x = -3"),
        ((0, 96, WORD // 2, WORD), "x <= 95"),
        ((5, WORD // 2), "x >= 5"),
        ((0, 10), "0 <= x < 10"),
        ((0, 4, 5, WORD), "x != 4"),
        ((0, WORD - 1), "x != -1"),
        ((1, 3, 5, 6), "x in {1, 2, 5}"),
        ((0, 3, 4, 7, 9, WORD), "x not in {3, 7, 8}"),
        ((0, 1, 20, 40, WORD - 5, WORD), "-5 <= x < 1 || 20 <= x < 40"),
        ((0, WORD // 2 + 1_000_000), "x <=u 2148483647"),
        ((0, WORD // 2 - 120, WORD - 5, WORD), "-5 <= x < 2^31 - 120"),
        (tuple(range(0, 100, 5)), "0 <= x < 5 || 10 <= x < 15 || 20 <= x < 25 || … 7 more"),
        ((), "false"),
        ((0, WORD), "true"),
    ],
)
def test_sets(bounds: tuple[int, ...], text: str) -> None:
    assert member_text(X, bounds, name) == text


def members(text: str) -> set[int]:
    """The values (unsigned) of an 8-bit x that a text speaks of."""
    found: set[int] = set()
    for part in text.split(" || "):
        if match := re.fullmatch(r"x (= |!= |in \{|not in \{)([-\d, ]+)\}?", part):
            listed = {int(number) % 256 for number in match[2].split(", ")}
            found |= set(range(256)) - listed if match[1] in ("!= ", "not in {") else listed
        elif part != "false":
            unsigned = "u " in part
            holds = eval("lambda x: " + part.replace("u ", " ").replace("true", "True"))
            found |= {x % 256 for x in (range(256) if unsigned else range(-128, 128)) if holds(x)}
    return found


@given(st.lists(st.integers(0, 256), unique=True, max_size=6).map(sorted))
def test_sets_say_what_they_are(cuts: list[int]) -> None:
    bounds = tuple(cuts[: len(cuts) // 2 * 2])
    text = member_text(T.var("x", T.bv_sort(8)), bounds, name)
    if "more" not in text:
        assert members(text) == {
            v for low, high in zip(bounds[::2], bounds[1::2], strict=True) for v in range(low, high)
        }


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (T.not_(T.bvslt(X, Y)), "y <= x"),
        (T.not_(T.bvule(X, T.bv(7, 32))), "x >u 7"),
        (T.bvslt(T.bv(WORD - 1, 32), X), "x > -1"),
        (T.lt(T.integer(0), N), "n >= 1"),
        (T.or_(T.eq(X, Y), T.bvult(X, T.bv(5, 32))), "x = y || x <u 5"),
        (T.bvult(C, T.bv(200, 8)), "c <u 200"),
        (T.not_(T.bvult(C, T.bv(200, 8))), "c >u 199"),
        (T.bvult(T.bv(200, 8), C), "c >u 200"),
        (T.bvslt(C, T.bv(200, 8)), "c < -56"),
        (T.eq(T.bvudiv(C, T.bv(200, 8)), T.bv(1, 8)), "c /u 200 = 1"),
        (T.not_(T.eq(T.bvadd(X, T.bv(WORD - 3, 32)), Y)), "y != x - 3"),
        (T.eq(T.ite(T.bvslt(X, Y), X, T.bv(0, 32)), Y), "(x < y ? x : 0) = y"),
        (T.bvslt(T.sign_extend(32, X), T.bv(9, 64)), "x < 9"),
        (T.eq(T.zero_extend(24, T.extract(7, 0, Y)), X), "(unsigned)(int8)y = x"),
        (T.bvslt(T.concat(T.extract(29, 0, X), T.bv(0, 2)), Y), "(int30)x * 4 < y"),
    ],
)
def test_conditions(condition: Term, text: str) -> None:
    # which side of an equality comes first is a matter of which term was made first
    parts = [{part, re.sub(r"(.*) (!?=) (.*)", r"\3 \2 \1", part)} for part in text.split(" || ")]
    shown = condition_text(condition, name).split(" || ")
    assert all(part in either for part, either in zip(shown, parts, strict=True)), shown


def test_differences() -> None:
    assert member_text(T.bvsub(X, Y), (0, 1), name) in ("x = y", "y = x")
    assert member_text(T.bvsub(X, Y), (1, WORD), name) in ("x != y", "y != x")
    assert member_text(T.bvsub(X, Y), (0, 5), name) == "0 <= x - y < 5"
    assert member_text(T.var("b", T.BOOL), (0, 1), name) == "!b"


@pytest.mark.parametrize(
    ("value", "text"),
    [(-7, "-7"), (100_000, "100000"), (2**31, "2^31"), (-(2**31) + 5, "-2^31 + 5"), (2**63 - 1, "2^63 - 1")],
)
def test_numbers(value: int, text: str) -> None:
    assert number_text(value) == text


def test_deep_terms_need_no_recursion() -> None:
    term = X
    for _ in range(20_000):
        term = T.bvmul(T.bvxor(term, Y), Y)
    assert condition_text(T.bvslt(term, Y), name).startswith("let ")
