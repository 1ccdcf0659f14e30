"""Loops without a known number of rounds: proved where that is right, and never where it is not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import antumbra
from antumbra.frontends.boogie.options import OPTIMISATIONS
from houdini.programs import PRELUDE, PROGRAMS, writes
from houdini.random_loops import Generator, violated_by
from support.size import some


def verdict(folder: Path, text: str, engine: str = "houdini", seconds: float = 20) -> antumbra.Result:
    path = folder / "f.bpl"
    path.write_text(text, "utf-8")
    return antumbra.check(path, engine=engine, timeout=seconds)


@pytest.mark.parametrize("name", [name for name, (_, safe) in PROGRAMS.items() if safe])
def test_proves(tmp_path: Path, name: str) -> None:
    result = verdict(tmp_path, PRELUDE + PROGRAMS[name][0])
    assert result.verdict.value == "safe", result.reason
    assert result.stats["closed_loops"] > 0


@pytest.mark.parametrize("name", [name for name, (_, safe) in PROGRAMS.items() if not safe])
def test_claims_nothing_of_what_is_wrong(tmp_path: Path, name: str) -> None:
    result = verdict(tmp_path, PRELUDE + PROGRAMS[name][0])
    assert result.verdict.value == "unknown"
    assert result.reason is not None
    assert result.reason.startswith("no invariant was found")


@pytest.mark.parametrize("seed", range(some(20, 40)))
def test_random_programs_that_fail_are_not_safe(tmp_path: Path, seed: int) -> None:
    """Those that no run violates are few, and are all proved: an engine that never answers would not pass."""
    random = Random(seed)
    text, effect = Generator(random).program()
    expected = "unknown" if violated_by(effect, random, runs=300) else "safe"
    assert verdict(tmp_path, text).verdict.value == expected, text


def test_auto_proves_what_exploration_never_ends(tmp_path: Path) -> None:
    result = verdict(tmp_path, PRELUDE + writes("add(mul(i, 64bv32), t)"), "auto")
    assert (result.verdict.value, result.engine) == ("safe", "houdini")


def test_auto_finds_what_no_invariant_excludes(tmp_path: Path) -> None:
    result = verdict(tmp_path, PRELUDE + writes("add(i, t)", "32bv32"), "auto")
    assert (result.verdict.value, result.engine) == ("unsafe", "explore")


@pytest.mark.parametrize("switch", OPTIMISATIONS)
def test_without_each_optimisation(tmp_path: Path, switch: str) -> None:
    path = tmp_path / "f.bpl"
    path.write_text(PRELUDE + writes("add(mul(i, 64bv32), t)"), "utf-8")
    assert antumbra.check(path, engine="houdini", timeout=20, disable=[switch]).verdict.value == "safe"


def test_takes_no_programs_with_memory(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; return a[2]; }", "utf-8")
    with pytest.raises(antumbra.InputError, match="without memory"):
        antumbra.check(path, engine="houdini")


def test_decides_no_targets(tmp_path: Path) -> None:
    path = tmp_path / "f.bpl"
    path.write_text(PRELUDE + writes("t"), "utf-8")
    with pytest.raises(antumbra.InputError, match="no targets"):
        antumbra.check(path, engine="houdini", targets="all")


def test_proves_nothing_from_contradictions(tmp_path: Path) -> None:
    path = tmp_path / "f.bpl"
    path.write_text(
        "const a: int; axiom a == 1; axiom a == 2;\n"
        "procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert a == 3; }",
        "utf-8",
    )
    for engine in ("houdini", "auto"):
        assert antumbra.check(path, engine=engine, timeout=10, check_assumptions=True).verdict.value == "unknown"
