"""Runs: options, and ends that must not be verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import antumbra
from antumbra.api import OPTIMISATIONS


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
    assert check(tmp_path, text, timeout=5).verdict.value == "unknown"


def test_quantifier_loop_in_the_solver_is_never_a_verdict(tmp_path: Path) -> None:
    text = (
        "function f(int): int; axiom (forall x: int :: { f(x) } f(x) == f(f(x) + 1) + x * x);"
        "procedure main(a: int) { assert f(a) != 7; }"
    )
    assert check(tmp_path, text, timeout=4).verdict.value == "unknown"


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
    assert result.stats["wall_seconds"] < 10
