"""SARIF 2.1.0: the required members, the enumerations, and kinds that do not claim more than we know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from antumbra.report.result import Result
from antumbra.report.sarif import sarif
from report.results import SAFE, SAFE_IF, UNKNOWN, UNSAFE


def only_run(result: Result) -> dict[str, Any]:
    document = json.loads(json.dumps(sarif(result, "0.1.0"), allow_nan=False))
    assert document["version"] == "2.1.0"
    assert set(document) == {"$schema", "version", "runs"}
    (run,) = document["runs"]
    assert run["tool"]["driver"]["name"] == "Antumbra"
    for entry in run["results"]:
        assert entry["message"]["text"]
        assert run["tool"]["driver"]["rules"][entry["ruleIndex"]]["id"] == entry["ruleId"]
        # By the standard's prose, the level is none unless the kind is fail.
        assert entry["level"] == ("error" if entry["kind"] == "fail" else "none")
    return run


@pytest.mark.parametrize(("result", "kind"), [(SAFE, "pass"), (UNKNOWN, "open")])
def test_without_findings(result: Result, kind: str) -> None:
    (entry,) = only_run(result)["results"]
    assert entry["kind"] == kind
    assert entry["locations"][0]["physicalLocation"]["region"]["startLine"] > 0


def test_what_the_verdict_rests_on() -> None:
    run = only_run(SAFE_IF)
    assert [a["id"] for a in run["properties"]["assumptions"]] == ["heap", "library"]
    assert "if: memory never runs out" in run["results"][0]["message"]["text"]
    assert "properties" not in only_run(SAFE)


def test_findings() -> None:
    sure, unsure = only_run(UNSAFE)["results"]
    assert sure["kind"] == "fail"
    assert sure["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a.c"},
        "region": {"startLine": 5, "startColumn": 3},
    }
    flow = sure["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["executionOrder"] for step in flow] == [1, 2]
    assert flow[0]["state"] == {"input": {"text": "-7"}}
    assert len(sure["stacks"][0]["frames"]) == 2
    assert unsure["kind"] == "review"
    assert sure["partialFingerprints"] != unsure["partialFingerprints"]
