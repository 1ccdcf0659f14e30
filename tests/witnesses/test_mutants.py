"""Spoilt witnesses are not confirmed, unless they are still right (``mutants.py`` decides that by itself)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.report.result import Verdict
from support.size import some
from witnesses.mutants import FAILING, SAFE, correctness_is_right, spoilt, violation_is_right
from witnesses.witnessed import dumped, written

SPECIFICATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )"


def metadata(text: str) -> dict[str, Any]:
    found = {"a.c": hashlib.sha256(text.encode()).hexdigest()}
    return {"task": {"input_files": ["a.c"], "input_file_hashes": found, "specification": SPECIFICATION}}


def waypoint(kind: str, line: int, value: str | None = None) -> dict[str, Any]:
    location = {"file_name": "a.c", "line": line}
    constraint = {} if value is None else {"constraint": {"value": value}}
    found = {"type": kind, "action": "follow", "location": location, **constraint}
    return {"segment": [{"waypoint": found}]}


def invariant(line: int, value: str, kind: str = "loop_invariant") -> dict[str, Any]:
    location = {"file_name": "a.c", "line": line}
    return {"invariant": {"type": kind, "location": location, "value": value, "format": "c_expression"}}


VIOLATION = {
    "entry_type": "violation_sequence",
    "metadata": metadata(FAILING),
    "content": [
        waypoint("function_return", 6, "\\result == 5"),
        waypoint("function_return", 7, "\\result <= 2"),
        waypoint("branching", 8, "false"),
        waypoint("assumption", 11, "i == 1"),
        waypoint("branching", 11, "true"),
        waypoint("target", 18),
    ],
}
CORRECTNESS = {
    "entry_type": "invariant_set",
    "metadata": metadata(SAFE),
    "content": [
        invariant(9, "s == 2 * i && i <= n"),
        invariant(13, "s + j == 2 * n && i == n && j <= i"),
        invariant(11, "i >= 1", "location_invariant"),
    ],
}
ENTRIES = {"violation": (FAILING, VIOLATION), "correctness": (SAFE, CORRECTNESS)}


def confirmed(tmp_path: Path, text: str, entry: dict[str, Any]) -> bool:
    file = written(tmp_path / "a.c", text)
    result = antumbra.validate(file, dumped(tmp_path / "w.yml", [entry]))
    return result.verdict is not Verdict.UNKNOWN


def test_before_they_are_spoilt(tmp_path: Path) -> None:
    assert violation_is_right(VIOLATION)
    assert correctness_is_right(CORRECTNESS)
    assert confirmed(tmp_path, FAILING, VIOLATION)
    assert confirmed(tmp_path, SAFE, CORRECTNESS)


@pytest.mark.parametrize("seed", range(some(8, 100)))
@pytest.mark.parametrize("kind", ENTRIES)
def test_spoilt(tmp_path: Path, kind: str, seed: int) -> None:
    text, entry = ENTRIES[kind]
    new, right = spoilt(entry, seed)
    if not right:
        assert not confirmed(tmp_path, text, new)


def test_enough_of_them_are_wrong() -> None:
    for _, entry in ENTRIES.values():
        assert sum(not spoilt(entry, seed)[1] for seed in range(100)) >= 60
