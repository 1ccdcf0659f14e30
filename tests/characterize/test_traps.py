"""Programs that are easy to get wrong: bounds against native code, the parts of the head that say how good they are."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import antumbra
from support.characterize.native import Bounds, build
from support.characterize.program import Program, Slot
from support.characterize.vectors import compared, constants
from support.size import FULL, some

TRAPS = Path(__file__).parent / "traps"
FILES = sorted(TRAPS.glob("*.c"))
_OPTIONS = {"--property": ("property", str), "--max-inputs": ("max_inputs", int)}


def settings(program: Program) -> dict[str, Any]:
    words = iter(program.options)
    found: dict[str, Any] = {}
    for word in words:
        name, kind = _OPTIONS[word]
        found[name] = kind(next(words))
    return found


def expected(program: Program) -> str:
    head = "// bounds: "
    return next(line.removeprefix(head) for line in program.text.splitlines() if line.startswith(head))


@pytest.mark.parametrize("file", FILES[:: some(2, 1)], ids=lambda file: file.stem)
def test_bounds_are_right(file: Path, tmp_path: Path) -> None:
    program = Program(file.name, file.read_text("utf-8"))
    how = expected(program)
    if how != "exact" and not FULL:
        pytest.skip("runs until its limit: nightly")
    # the clock decides how much is found, never what is right
    limits: dict[str, Any] = {} if how == "exact" else {"timeout": 30.0, "max_paths": 200}
    result = antumbra.characterize(file, out=tmp_path / "out", **settings(program), **limits)
    assert result.crash is None
    assert "internal error" not in (result.reason or "")
    assert result.exact or how != "exact", result.reason
    assert not (result.exact and how == "gap")
    slots = [
        Slot(place.location.line if place.location else 0, parameter.input.number, parameter.type_name)
        for parameter in result.cfc.parameters
        if (place := parameter.input.place)
    ]
    executable = build(program, tmp_path, Bounds(tmp_path / "out" / "bounds.c", tuple(slots)))
    answered = compared(executable, constants(program.text), Random(file.name), number=600, pairs=20)
    assert [(vector, told.disagreement) for vector, told in answered if told.disagreement] == []
    if result.exact:
        assert all(told.must == told.may for _, told in answered)
