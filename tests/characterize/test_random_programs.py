"""Random C programs with inputs of 8 bits: no input in MUST passes, no input outside of the upper bound fails."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from support.characterize.generator import LIMIT, generate
from support.characterize.native import Bounds, build
from support.characterize.program import Slot
from support.size import some

#: seeds of which one side at least is found at once
SEEDS = some((1, 4, 7, 12), tuple(range(1, 120)))


@pytest.mark.parametrize("seed", SEEDS)
def test_bounds_of_random_programs(seed: int, tmp_path: Path) -> None:
    made = generate(seed)
    file = tmp_path / "random_program.c"
    file.write_text(made.program.text)
    # limits decide how much is found, never what is right
    result = antumbra.characterize(
        file, property=made.program.asked, out=tmp_path / "out", timeout=30.0, max_paths=500, write=True
    )
    assert result.crash is None
    assert "internal error" not in (result.reason or "")
    slots = [
        Slot(place.location.line if place.location else 0, parameter.input.number, parameter.type_name)
        for parameter in result.cfc.parameters
        if (place := parameter.input.place)
    ]
    native = tmp_path / "native"
    native.mkdir()
    bounds = Bounds(tmp_path / "out" / "bounds.c", tuple(slots))
    counts = build(made.program, native, bounds, LIMIT).enumerate(made.ranges)
    assert counts.wrong == 0, counts.examples
    if result.exact:
        assert counts.may == 0
        assert counts.must - counts.late_must == counts.fails
    counted = result.counted
    inputs = 1
    for slot in slots:
        inputs <<= slot.width
    if counted is not None and counted.exact and counted.total == inputs == counts.vectors:
        assert counted.least == counts.fails
