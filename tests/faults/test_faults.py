"""Every mechanism that leaves something out, with one of its conditions forgotten: someone must notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from faults import (
    abstract_faults,
    bounds_faults,
    building_faults,
    characterize_faults,
    closed_form_faults,
    contract_faults,
    counting_faults,
    dash_faults,
    enumerating_faults,
    environment_faults,
    everywhere_faults,
    explicit_faults,
    float_faults,
    guarded_faults,
    houdini_faults,
    inputs_faults,
    interpolate_faults,
    inverting_faults,
    jumping_faults,
    label_faults,
    leak_faults,
    lemma_faults,
    machine_code_faults,
    memoryless_faults,
    merging_faults,
    native_faults,
    outside_faults,
    page_faults,
    parallel_faults,
    picture_faults,
    proof_faults,
    proof_memory_faults,
    reading_faults,
    recursion_faults,
    region_faults,
    remembering_faults,
    run_faults,
    sentinel_faults,
    session_faults,
    shape_faults,
    solver_faults,
    uncalled_faults,
    unwritten_faults,
    validity_faults,
    witness_faults,
    wording_faults,
)
from support.faults import Fault, faulty, injected, killer_of

#: those whose killers are tests of their own elsewhere, and those whose killers are only here
TESTED: list[Fault] = [
    *solver_faults.FAULTS,
    *houdini_faults.FAULTS,
    *abstract_faults.FAULTS,
    *explicit_faults.FAULTS,
    *enumerating_faults.FAULTS,
    *guarded_faults.FAULTS,
    *witness_faults.FAULTS,
    *inputs_faults.FAULTS,
    *inverting_faults.FAULTS,
    *bounds_faults.FAULTS,
    *counting_faults.FAULTS,
    *closed_form_faults.FAULTS,
    *memoryless_faults.FAULTS,
    *picture_faults.FAULTS,
    *page_faults.FAULTS,
    *label_faults.FAULTS,
    *characterize_faults.FAULTS,
    *building_faults.FAULTS,
    *validity_faults.FAULTS,
    *contract_faults.FAULTS,
    *unwritten_faults.FAULTS,
    *merging_faults.FAULTS,
    *parallel_faults.FAULTS,
    *uncalled_faults.FAULTS,
    *outside_faults.FAULTS,
    *machine_code_faults.FAULTS,
]
ALONE: list[Fault] = [
    *run_faults.FAULTS,
    *reading_faults.FAULTS,
    *jumping_faults.FAULTS,
    *environment_faults.FAULTS,
    *float_faults.FAULTS,
    *session_faults.FAULTS,
    *interpolate_faults.FAULTS,
    *proof_faults.FAULTS,
    *proof_memory_faults.FAULTS,
    *recursion_faults.FAULTS,
    *region_faults.FAULTS,
    *wording_faults.FAULTS,
    *dash_faults.FAULTS,
    *native_faults.FAULTS,
    *lemma_faults.FAULTS,
    *remembering_faults.FAULTS,
    *leak_faults.FAULTS,
    *sentinel_faults.FAULTS,
    *everywhere_faults.FAULTS,
    *shape_faults.FAULTS,
]
FAULTS = [*TESTED, *ALONE]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_someone_notices(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    # killers fail, and what differs between two large values takes minutes to work out for nobody
    monkeypatch.setattr("_pytest.assertion.util._reprcompare", None)
    assert killer_of(fault) is not None


@pytest.mark.parametrize("killer", dict.fromkeys(k for f in ALONE for k in f.killers), ids=lambda k: k.__name__)
def test_right_code_passes(killer: Callable[[], None]) -> None:
    killer()


@pytest.mark.parametrize("fault", interpolate_faults.FAULTS, ids=lambda fault: fault.name)
def test_the_independent_check_is_not_fooled(fault: Fault) -> None:
    """What an engine forgets the check does not: no such ``safe`` is confirmed."""
    with injected(fault):
        for killer in fault.killers:
            assert not (isinstance(killer, interpolate_faults.Program) and killer.confirmed())


def test_every_fault_is_about_text_that_is_there() -> None:
    """Also of those whose killers run at night."""
    texts = {fault.name: faulty(fault) for fault in FAULTS}
    assert len(texts) == len(FAULTS)
    assert all(fault.killers for fault in FAULTS)


def test_the_table_of_the_docs_is_this_one() -> None:
    text = (Path(__file__).parents[2] / "docs" / "soundness.md").read_text("utf-8")
    table = text.split("## Faults")[1].split("\n\n")[2].splitlines()[2:]
    rows = [line.split(" | ")[:3] for line in table]
    assert [[f"| {f.mechanism}", f.condition, f"`{f.function.__qualname__}`"] for f in FAULTS] == rows
