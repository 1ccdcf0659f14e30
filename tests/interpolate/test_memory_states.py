"""Two paths that differ in one part of the memory state: every part is part of what is compared, said and checked."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.strategies import auto
from interpolate.memory_programs import TWINS, Twins
from support.size import FULL, some
from support.steps import all_limited

#: an engine asks for its limits at most 1400 times before it decides, and for ever if there is no verdict
QUESTIONS = 3_000
#: one of each kind is enough for the slower engine
ALIKE = {"size_in_a_page_loop", "content_in_a_struct", "content_in_a_struct_loop", "content_in_an_array_loop"}
ALIKE |= {"constant_address_read", "symbolic_size_loop", "life_loop", "size_loop", "region_loop", "owner_two_calls_up"}


def check(tmp_path: Path, twins: Twins, engine: str, *, wrong: bool, branches: bool = False) -> str:
    file = tmp_path / "twins.c"
    file.write_text(twins.text(wrong=wrong, branches=branches), "utf-8")
    result = antumbra.check(file, engine=engine, property=twins.property)
    assert "internal error" not in (result.reason or ""), result.reason
    return result.verdict.value


@pytest.mark.parametrize("twins", [t for t in TWINS if FULL or t.name not in ALIKE], ids=lambda twins: twins.name)
def test_interpolation(tmp_path: Path, twins: Twins) -> None:
    assert check(tmp_path, twins, "interpolate", wrong=True) == twins.verdict
    assert check(tmp_path, twins, "interpolate", wrong=False) == "safe"


@pytest.mark.parametrize(
    "twins",
    # where nothing calls an error, and exploration has not met what is undefined, auto says safe from the call graph
    [t for t in TWINS if t.name not in (*ALIKE, "large_stack_object") and not t.name.endswith(("_idle", "_formula"))][
        :: some(2, 1)
    ],
    ids=lambda twins: twins.name,
)
def test_the_default_engine_behind_many_branches(tmp_path: Path, twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "FIRST_TURN", 30_000)
    all_limited(monkeypatch, QUESTIONS)
    assert check(tmp_path, twins, "auto", wrong=True, branches=True) == twins.verdict
    assert check(tmp_path, twins, "auto", wrong=False, branches=True) == "safe"
