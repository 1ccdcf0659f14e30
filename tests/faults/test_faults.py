"""Every mechanism that leaves something out, with one of its conditions forgotten: someone must notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from faults import abstract_faults, houdini_faults, proof_faults, run_faults, solver_faults
from support.faults import Fault, killer_of

FAULTS: list[Fault] = [
    *solver_faults.FAULTS,
    *houdini_faults.FAULTS,
    *abstract_faults.FAULTS,
    *run_faults.FAULTS,
    *proof_faults.FAULTS,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_someone_notices(fault: Fault) -> None:
    assert killer_of(fault) is not None


@pytest.mark.parametrize(
    "killer",
    dict.fromkeys(k for f in (*run_faults.FAULTS, *proof_faults.FAULTS) for k in f.killers),
    ids=lambda k: k.__name__,
)
def test_right_code_passes(killer: Callable[[], None]) -> None:
    killer()


def test_the_table_of_the_docs_is_this_one() -> None:
    text = (Path(__file__).parents[2] / "docs" / "soundness.md").read_text("utf-8")
    table = text.split("## Faults")[1].split("\n\n")[2].splitlines()[2:]
    rows = [line.split(" | ")[:2] for line in table]
    assert [(f"| {f.mechanism}", f.condition) for f in FAULTS] == [(a, b) for a, b in rows]
