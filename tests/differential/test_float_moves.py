"""The bits of floats arrive as in native code, with every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from differential import float_moves
from differential.native import Native
from support.size import some
from support.steps import all_limited

ENGINES = ("explore", "interpolate", "auto", "dash")


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Native:
    return Native("zig -O0", tmp_path_factory.mktemp("native"))


@pytest.mark.parametrize("seed", range(some(3, 200)))
def test_verdicts_are_those_of_native_runs(
    seed: int, native: Native, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = float_moves.generate(seed)
    runs = native.run(native.compile(f"moved{seed}", moved.source), [[value] for value in moved.inputs])
    fails = "unreach-call" in runs
    path = tmp_path / "moved.c"
    path.write_text(moved.source)
    all_limited(monkeypatch, 1_000)
    for engine in ENGINES:
        verdict = antumbra.check(path, engine=engine, timeout=60).verdict.value
        # where it is open which NaN a calculation gives, native code may not show what is possible
        may_be_open = moved.calculates or engine == "dash"
        allowed = {"unsafe" if fails else "safe", *(("unknown",) if may_be_open else ())}
        assert verdict in allowed, (engine, verdict, runs)
