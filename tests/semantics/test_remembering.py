"""Calls with the same numbers return the same, where a procedure only computes: engine and checker, each for itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import antumbra
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.program.graphs.pure import repeating
from antumbra.program.model import Program
from antumbra.program.properties import KLEE
from antumbra.semantics.switches import Switches
from proofs.helpers import check, program, said
from support.size import some

#: calls itself twice; LAST is what it does for 0 and 1
TWICE = """procedure f(n: bv8) returns (r: bv8) { var x: bv8; var y: bv8; var i: bv8; var p: bv64;
e: if n <u 2bv8 goto z else s; z: LAST s: x := call f(n - 1bv8); y := call f(n - 2bv8); return x + y; }"""
CALLS = 'e: BEFORE m := call f(FIRST); BETWEEN k := call f(FIRST); assert "assert" ASSERTED, "m"; return 0bv32;'
LOCALS = "m: bv8, k: bv8, j: bv8, q: bv64"


def made(
    last: str = "return n;",
    asserted: str = "m == k",
    first: str = "6bv8",
    *,
    before: str = "",
    between: str = "",
    more: str = "",
) -> Program:
    parts = {"BEFORE": before, "BETWEEN": between, "FIRST": first, "ASSERTED": asserted}
    body = CALLS
    for name, text in parts.items():
        body = body.replace(name, text)
    declared = "var g: bv8 := 0bv8;"
    return program(body, LOCALS, before=declared, after=TWICE.replace("LAST", last) + more)


def verdicts(one: Program, *, remembering: bool = True) -> tuple[str, str]:
    """Of exploration, and of the independent check."""
    switches = Switches(remembering=remembering)
    explorer = Explorer(one, ExploreOptions(KLEE.checks, switches=switches))
    found = any(end.check for end in explorer.run())
    explored = "unsafe" if found else "safe" if explorer.complete else "unknown"
    return explored, said(check(one))


def test_it_computes() -> None:
    one = made(asserted="m == 8bv8 && k == 8bv8")
    assert repeating(one) == {"f"}
    assert verdicts(one) == ("safe", "confirmed")
    assert verdicts(made(asserted="m == 8bv8 && k == 9bv8")) == ("unsafe", "refuted")


def test_few_calls() -> None:
    """As many as there are arguments: without, there would be a quarter of a million."""
    one = made(asserted="m == k", first="26bv8")
    explorer = Explorer(one, ExploreOptions(KLEE.checks))
    assert not list(explorer.run())[1:]
    assert explorer.statistics.instructions < 500
    assert said(check(one, steps=2_000)) == "confirmed"


#: what two calls of a procedure that returns 0 or 1 need not satisfy
ORDERED = "m != 0bv8 || k != 1bv8"


def test_inputs() -> None:
    ways = 'i := havoc input "i" "char"; if i == 0bv8 goto z0 else z1; z0: return 0bv8; z1: return 1bv8;'
    assert verdicts(made(ways, ORDERED, "1bv8")) == ("unsafe", "refuted")
    assert verdicts(made('i := havoc input "i" "char"; return i;')) == ("unsafe", "refuted")


def test_choices() -> None:
    ways = "goto z0, z1; z0: return 0bv8; z1: return 1bv8;"
    assert verdicts(made(ways, ORDERED, "1bv8")) == ("unsafe", "refuted")


def test_written_variables() -> None:
    assert verdicts(made("g := g + 1bv8; return n;", "g <=u 25bv8")) == ("unsafe", "refuted")


def test_read_variables() -> None:
    assert verdicts(made("return n + g;", between="g := 1bv8;")) == ("unsafe", "refuted")


def test_memory() -> None:
    begin = 'q := alloc heap 1bv64 zeroed ""; store q := 0bv8;'
    last = "p := 0bv64; i := load p; return n + i;"
    one = made(last, before=begin, between="store q := 1bv8;")
    assert not repeating(one)


def test_callees() -> None:
    more = "procedure h() returns (r: bv8) { h: return g; }"
    one = made("i := call h(); return n + i;", between="g := 1bv8;", more=more)
    assert verdicts(one) == ("unsafe", "refuted")


def test_unknown_arguments() -> None:
    one = made(before='j := havoc input "j" "char"; assume j <u 4bv8;', first="j", last="return 1bv8;")
    assert verdicts(one)[0] == "safe"
    other = made("return n;", "m == 0bv8 || k != 0bv8", "j", before='j := havoc input "j" "char"; assume j <u 4bv8;')
    assert verdicts(other)[0] == "safe"


def test_assertions() -> None:
    assert verdicts(made('assert "assert" n != 0bv8, "zero"; return n;')) == ("unsafe", "refuted")


def test_assumptions() -> None:
    assert verdicts(made("assume n != 0bv8; return n;", "m != k")) == ("safe", "confirmed")


def test_ends() -> None:
    assert verdicts(made("stop exit;", "m != k")) == ("safe", "confirmed")


def test_addresses(tmp_path: Path) -> None:
    """Where a static lies, the checker does not know: it must not compute with the number that stands for it."""
    file = tmp_path / "addresses.c"
    file.write_text("""
    void reach_error(void);
    static int g, k;
    static int *f(int n) { if (n <= 0) return &g; if (n == 1) return &k; f(n - 2); return f(n - 1); }
    int main(void) { int *p = f(4); *p = 7; if (k != 7 || p != &k) reach_error(); return 0; }
    """)
    result = antumbra.check(file, timeout=30)
    assert (result.verdict.value, result.proof_checked) == ("safe", True), result.reason


def test_places() -> None:
    assert said(check(made(), places=frozenset({("f", "z")}))) == "refuted"


_OPERATORS: tuple[tuple[str, Callable[[int, int], int]], ...] = (
    ("+", lambda x, y: x + y),
    ("-", lambda x, y: x - y),
    ("*", lambda x, y: x * y),
)


@pytest.mark.parametrize("seed", range(some(12, 200)))
def test_random(seed: int) -> None:
    """What is asserted is what is computed here."""
    random = Random(seed)
    bound, one, other = random.randint(1, 5), random.randint(1, 3), random.randint(1, 4)
    operator, combine = random.choice(_OPERATORS)
    constant = random.randrange(256)
    last, ended = random.choice((("n", lambda n: n), (f"{constant}bv8", lambda _: constant)))

    def value(n: int) -> int:
        if n < bound:
            return ended(n)
        return combine(value(max(0, n - one)), value(max(0, n - other))) & 255

    given = random.randint(0, 12)
    text = (
        TWICE.replace("LAST", f"return {last};")
        .replace("2bv8 goto", f"{bound}bv8 goto")
        .replace("x + y", f"x {operator} y")
    )
    for old, step in (("f(n - 1bv8)", one), ("f(n - 2bv8)", other)):
        text = text.replace(old, f"f((if n <u {step}bv8 then 0bv8 else n + {256 - step}bv8))")
    right = value(given)
    for claimed in (right, (right + random.randint(1, 255)) & 255):
        body = f'e: m := call f({given}bv8); assert "assert" m == {claimed}bv8, "m"; return 0bv32;'
        expected = ("safe", "confirmed") if claimed == right else ("unsafe", "refuted")
        assert verdicts(program(body, "m: bv8", after=text)) == expected
