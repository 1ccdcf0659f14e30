"""Each assumption matters: there is a program whose verdict rests on it, and changes when it is lifted."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.program.assumptions import TABLE
from assumptions.cases import CASES, Case, Run


def _check(folder: Path, name: str, run: Run, suffix: str) -> antumbra.Result:
    path = folder / f"{name}{suffix}"
    path.write_text(run.text)
    return antumbra.check(path, timeout=12, **run.options)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.row)
def test_verdict_changes_when_it_is_lifted(case: Case, tmp_path: Path) -> None:
    result = _check(tmp_path, "rests", case.rests, case.suffix)
    assert result.verdict.value == case.rests.verdict, result.reason
    assert case.row in {assumption.id for assumption in result.assumptions}
    lifted = _check(tmp_path, "lifted", case.lifted, case.suffix)
    assert lifted.verdict.value == case.lifted.verdict, lifted.reason


def test_every_row_has_a_case() -> None:
    assert {case.row for case in CASES} == set(TABLE)
