"""Loops over numbers, with a question at the border of what a term can be: no engine is one step off."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.report.result import Verdict
from support.borders import programs
from support.size import some
from support.steps import all_limited

#: an engine asks for its limits so often before a program counts as undecided
QUESTIONS = 3_000


@pytest.mark.parametrize("engine", ["auto", "interpolate", "dash"])
def test_no_verdict_is_wrong(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    all_limited(monkeypatch, QUESTIONS)
    wrong: list[str] = []
    decided = total = 0
    for seed in range(some(6, 150)):
        for number, asked in enumerate(programs(seed)):
            path = tmp_path / f"p{seed}_{number}.c"
            path.write_text(asked.text, "utf-8")
            result = antumbra.check(path, engine=engine, check_proofs=False, timeout=20)
            total += 1
            decided += result.verdict is not Verdict.UNKNOWN
            if result.verdict is (Verdict.UNSAFE if asked.safe else Verdict.SAFE):
                wrong.append(f"{asked.origin} {number}: {result.verdict.value}")
    assert wrong == []
    assert decided >= 0.4 * total


def test_there_are_both_kinds() -> None:
    found = [asked.safe for seed in range(4) for asked in programs(seed)]
    assert True in found
    assert False in found
