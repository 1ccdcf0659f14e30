"""Runs: options, and ends that must not be verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.frontends.boogie.options import OPTIMISATIONS
from antumbra.report.text import render
from support.size import some


def check(folder: Path, text: str, **options: Any) -> antumbra.Result:
    path = folder / "f.bpl"
    path.write_text(text, "utf-8")
    return antumbra.check(path, timeout=options.pop("timeout", 20), **options)


def test_inconsistent_axioms_are_told(tmp_path: Path) -> None:
    text = "const x: int; axiom x > 3; axiom x < 2; procedure main() { assert x == 9; }"
    result = check(tmp_path, text, check_assumptions=True)
    assert result.verdict.value == "unknown"
    assert "vacuously" in (result.reason or "")


def test_inconsistent_quantified_axioms_are_told(tmp_path: Path) -> None:
    text = (
        "function f(int): int; axiom (forall x: int :: f(x) > 0); axiom f(1) < 0; procedure main() { assert f(2) > 1; }"
    )
    result = check(tmp_path, text, check_assumptions=True)
    assert "vacuously" in (result.reason or "")


def test_consistent_assumptions_go_on(tmp_path: Path) -> None:
    text = "const x: int; axiom x > 3; procedure main() { assert x > 2; }"
    assert check(tmp_path, text, check_assumptions=True).verdict.value == "safe"


def test_max_loop_is_a_bound(tmp_path: Path) -> None:
    text = "procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 9; }"
    result = check(tmp_path, text, max_loop=3)
    assert result.verdict.value == "unknown"
    assert "3 rounds of a loop" in (result.reason or "")
    assert check(tmp_path, text, max_loop=12).verdict.value == "unsafe"


def test_endless_recursion_is_unknown(tmp_path: Path) -> None:
    text = "procedure p(n: int) { call p(n + 1); } procedure main() { call p(0); assert false; }"
    assert check(tmp_path, text, timeout=1).verdict.value == "unknown"


def test_quantifier_loop_in_the_solver_is_never_a_verdict(tmp_path: Path) -> None:
    text = (
        "function f(int): int; axiom (forall x: int :: { f(x) } f(x) == f(f(x) + 1) + x * x);"
        "procedure main(a: int) { assert f(a) != 7; }"
    )
    assert check(tmp_path, text, timeout=1).verdict.value == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "procedure p<a>(x: a) { var m: [a]int; call p(m); } procedure main() { call p(1); }",
        "function f<a>(x: a): int { f((lambda y: a :: x)) } procedure main() { assert f(1) == 2; }",
    ],
)
def test_types_that_grow_without_end(tmp_path: Path, text: str) -> None:
    result = check(tmp_path, text, timeout=20)
    assert result.verdict.value == "unknown"
    assert "types that grow with every call" in (result.reason or "")


def test_long_programs(tmp_path: Path) -> None:
    """Each of these took time in proportion to the square of its length, or more."""
    count = some(350, 600)
    numbers = range(count)
    arms = "else ".join(f"if (x == {i}) {{ r := {i}; }}\n" for i in numbers)
    chain = "".join(f"datatype D{i} {{ C{i}(f{i}: D{i - 1}) }}\n" for i in range(1, count))
    unique = "".join(f"const unique c{i}: T;\n" for i in numbers)
    texts = [
        f"procedure main(x: int) returns (r: int) {{ r := x; {arms} assert r == x; }}",
        (
            f"datatype D0 {{ C0(f0: int) }} {chain} procedure main(a: D{count - 1}, b: D{count - 1}) {{ assume a == b;"
            f" assert a->f{count - 1} == b->f{count - 1}; }}"
        ),
        f"type T; {unique} procedure main() {{ assert {' && '.join(f'c{i} != c{i - 1}' for i in numbers[1:])}; }}",
        (
            f"function f(int): int; {''.join(f'axiom f({i}) == {i};' for i in numbers)}"
            f"procedure main() {{ assert f({count - 1}) == {count - 1}; }}"
        ),
    ]
    for text in texts:
        result = check(tmp_path, text, timeout=30)
        assert result.verdict.value == "safe", text[:100]


def test_both_bounds_of_loops_hold(tmp_path: Path) -> None:
    text = "procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 5; }"
    assert check(tmp_path, text, max_loop=4, bound=9).reason == "bound 4 rounds of a loop: no violation"
    assert check(tmp_path, text, max_loop=9, bound=4).reason == "bound 4: no violation"
    assert check(tmp_path, text, max_loop=9, bound=9).verdict.value == "unsafe"


def test_what_is_not_checked_is_told(tmp_path: Path) -> None:
    text = "procedure main(p: bool) { assert {:verified_under true} p; }"
    result = check(tmp_path, text)
    assert result.verdict.value == "safe"
    assert any("{:verified_under}" in assumption.text for assumption in result.assumptions)


def test_unsupported_is_unknown_with_its_place(tmp_path: Path) -> None:
    result = check(tmp_path, "procedure p(); procedure main() { async call p(); }")
    assert result.verdict.value == "unknown"
    assert "asynchronous calls" in (result.reason or "")


def test_infer_modifies(tmp_path: Path) -> None:
    text = "var g: int; procedure p() { g := 1; } procedure main() { g := 0; call p(); assert g == 1; }"
    assert check(tmp_path, text, infer_modifies=True).verdict.value == "safe"


def test_entry(tmp_path: Path) -> None:
    text = "procedure main() { assert false; } procedure q() { assert true; }"
    assert check(tmp_path, text, entry="q").verdict.value == "safe"


def test_every_switch_keeps_the_verdict(tmp_path: Path) -> None:
    text = (
        "type T; const unique a, b, c: T; function f(int): int; axiom f(0) == 1; var m: [int]int;"
        "procedure main(x: int, y: int) modifies m; { var i: int; i := 0; m[x] := 1; m[x + 1] := 2; m[y] := 3;"
        " while (i < 3) { m[i] := i; i := i + 1; } goto l, r; l: assume x > y; assert m[2] == 2; goto d;"
        " r: assume x <= y; d: assert a != b && f(0) == 1; assert m[y] == 3; }"
    )
    for name in ("", *OPTIMISATIONS):
        result = check(tmp_path, text, disable=[name] if name else [])
        assert result.verdict.value == "unsafe", name


def test_ten_thousand_map_writes(tmp_path: Path) -> None:
    writes = "".join(f"m[{i}] := {i};\n" for i in range(10_000))
    text = f"procedure main() {{ var m: [int]int; {writes} assert m[77] == 77; }}"
    result = check(tmp_path, text)
    assert result.verdict.value == "safe"
    assert result.stats["wall_seconds"] < 100


_CANDIDATE = (
    "const {:existential true} b: bool; var x: int;"
    "procedure {:kernel} main(n: int) modifies x; { x := n; assert b ==> x > 0; }"
)


def test_candidate_invariants_are_off_in_kernels_and_the_verdict_says_so(tmp_path: Path) -> None:
    result = check(tmp_path, _CANDIDATE)
    assert result.verdict.value == "safe"
    assert any("{:existential} are false" in assumption.text for assumption in result.assumptions)
    result = check(tmp_path, _CANDIDATE, existential="true")
    assert result.verdict.value == "unsafe"
    assert any("{:existential} are true" in assumption.text for assumption in result.assumptions)
    result = check(tmp_path, _CANDIDATE, existential="free")
    assert result.verdict.value == "unsafe"
    assert not result.assumptions


def test_existential_constants_elsewhere_are_free_unless_said(tmp_path: Path) -> None:
    text = _CANDIDATE.replace("{:kernel} ", "")
    assert check(tmp_path, text).verdict.value == "unsafe"
    assert check(tmp_path, text, existential="false").verdict.value == "safe"


def test_a_loop_of_violations_keeps_to_the_time_limit(tmp_path: Path) -> None:
    text = "procedure main(n: int) { var i: int; i := 0; while (true) { i := i + 1; assert n != i; } }"
    result = check(tmp_path, text, timeout=1)
    assert result.verdict.value == "unsafe"
    assert result.stats["wall_seconds"] < 40


def test_a_run_says_how_its_violation_was_confirmed(tmp_path: Path) -> None:
    result = check(tmp_path, "procedure main(n: int) { assert n != 3; }")
    shown = render(result)
    assert "Confirmed by a concrete run under the solver's model" in shown
    assert "native" not in shown


def test_assumptions_settle_unknowns(tmp_path: Path) -> None:
    """The loop's bound is an axiom; each round is then concrete and asks nothing."""
    text = (
        "const n: bv32; axiom n == 300bv32; var flag: bool;"
        'function {:bvbuiltin "bvadd"} add(bv32, bv32): bv32;'
        "procedure main(m: bv32) modifies flag; { var i: bv32; i := 0bv32;"
        " flag := m == 5bv32; assume !flag;"
        " while (i != n) { i := add(i, 1bv32); assert !flag; } }"
    )
    result = check(tmp_path, text)
    assert result.verdict.value == "safe"
    assert result.stats["queries"] < 10


def test_functions_of_unbounded_axioms_get_a_definition(tmp_path: Path) -> None:
    """Z3 finds no model of either axiom; a function that is guessed is one."""
    text = (
        "function f(int): int; axiom (forall x: int :: { f(x) } f(x) > x);"
        "function g(int, int): int; axiom (forall a, b: int :: { g(a, b) } g(a, b) >= a && g(a, b) >= b);"
        "procedure main(a: int) { assert g(a, f(a)) != 9; }"
    )
    result = check(tmp_path, text, solver_timeout=0.2)
    assert result.verdict.value == "unsafe"
    result = check(tmp_path, text.replace("!= 9", "> a"), solver_timeout=0.2)
    assert result.verdict.value == "safe"


def test_the_inputs_told_are_those_of_the_confirming_run(tmp_path: Path) -> None:
    text = (
        "function f(int): int; axiom (forall x: int :: { f(x) } f(x) > x);"
        "procedure main(a: int, m: [int]int) { assume m[3] == a; assert f(a) != 9; }"
    )
    result = check(tmp_path, text, solver_timeout=0.2)
    assert result.verdict.value == "unsafe"
    given = {value.name: value.value for value in result.inputs or ()}
    assert result.finding is not None
    assert f"f({given['a']}) = 9" in result.finding.notes
