"""The JSON object: the names other programs rely on, and nothing lost on the way there and back."""

from __future__ import annotations

import json

import pytest

from antumbra.report.json_report import dumps, from_json, to_json, to_text
from antumbra.report.result import Result
from report.results import ABSTRACT, PROVED, SAFE, SAFE_IF, UNKNOWN, UNSAFE

CONTRACT = {
    "verdict", "reason", "engine", "property", "file", "location", "inputs", "replayed", "proof_checked", "targets",
    "stats", "assumptions",
}  # fmt: skip


@pytest.mark.parametrize("result", [SAFE, SAFE_IF, UNKNOWN, UNSAFE, PROVED, ABSTRACT])
def test_round_trip(result: Result) -> None:
    assert from_json(json.loads(to_text(result))) == result


@pytest.mark.parametrize("result", [SAFE, UNKNOWN, UNSAFE])
def test_contract_names_are_all_there(result: Result) -> None:
    assert set(to_json(result)) >= CONTRACT


def test_values() -> None:
    data = to_json(UNSAFE)
    assert data["verdict"] == "unsafe"
    assert data["location"] == {"file": "a.c", "line": 5, "column": 3, "function": "main"}
    assert data["inputs"][0]["value"] == -7
    assert data["replayed"] is True
    assert to_json(SAFE)["inputs"] is None
    assert to_json(SAFE)["assumptions"] == []
    assert to_json(SAFE_IF)["assumption_ids"] == ["heap", "library"]
    assert to_json(SAFE_IF)["assumptions"][0] == "memory never runs out: malloc and its kin never return NULL"


def test_not_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        dumps({"value": float("nan")})


def test_proof() -> None:
    proof = to_json(PROVED)["proof"]
    first, second, cell, _ = proof["invariants"]
    assert first["location"] == {"file": "a.c", "line": 3, "column": 9, "function": "main"}
    assert (first["procedure"], first["expression"]) == ("main", "i <= n")
    assert "declare-const" in first["declarations"][0]
    assert second["expression"] is None
    assert cell["cells"] == [{"variable": "@cell 4096 4", "address": "(bvadd p #x0000000000000008)", "width": 4}]
    assert [len(proof["contracts"][0][when]) for when in ("before", "after")] == [1, 1]
    (graph,) = proof["regions"]
    assert graph["links"] == [[3, 3], [3, 4], [4, 5]]
    assert (graph["procedure"], graph["errors"], graph["entry"]["text"]) == ("main", True, "n = 0")
    assert [(r["number"], r["block"], r["index"], r["expression"]) for r in graph["regions"]] == [
        (3, "while.cond", 0, "i < n"),
        (4, "while.cond", 0, None),
        (5, "for.cond", 2, None),
    ]
    assert proof["predicates"] == []
    assert proof["abstraction"] is None
    abstract = to_json(ABSTRACT)["proof"]
    assert abstract["predicates"] == ["x <= 1"]
    assert abstract["states"] == ["P[1]@critical, turn = 1, x <= 1"]
    assert abstract["abstraction"]["states"][0]["control"] == {"P[1]@": "critical", "turn": 1}


def test_path() -> None:
    path = to_json(UNSAFE)["path"]
    assert path[0] == {"location": {"file": "a.c", "line": 4, "column": 2, "function": "main"}, "taken": True}
    assert path[1] == {"location": None, "taken": False}
    assert to_json(UNSAFE)["others"][0]["path"] == []
    assert to_json(SAFE)["path"] == []
