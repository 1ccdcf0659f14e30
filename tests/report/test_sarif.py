"""SARIF 2.1.0: the required members, the enumerations, and kinds that do not claim more than we know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from antumbra.program.source import Location
from antumbra.program.steps import Change, Step, Walk
from antumbra.records import replace
from antumbra.report.result import Result
from antumbra.report.sarif import FIRST_STEPS, MOST_STEPS, Fingerprints, joined, sarif
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


def walking(lines: int) -> Result:
    assert UNSAFE.finding is not None
    steps = [Step(Location("a.c", 1, 0, "main"), 1, True)]
    steps += [Step(Location("a.c", n, 2, "main"), 1, False, (Change(1, "x", str(n)),)) for n in range(2, lines + 1)]
    return replace(UNSAFE, finding=replace(UNSAFE.finding, walk=Walk(tuple(steps))))


def test_the_failing_path() -> None:
    sure, _ = only_run(walking(4))["results"]
    flow = sure["codeFlows"][0]["threadFlows"][0]["locations"]
    lines = [step["location"]["physicalLocation"]["region"]["startLine"] for step in flow]
    assert lines == [1, 2, 3, 4, 5]
    assert [step.get("state", {}).get("x", {}).get("text") for step in flow] == [None, "2", "3", "4", None]
    assert flow[0]["location"]["message"]["text"] == "enter main"
    assert flow[-1]["location"]["message"]["text"] == "reach_error is called"


def test_a_long_path_keeps_its_ends() -> None:
    """GitHub shows a thousand steps."""
    sure, _ = only_run(walking(3000))["results"]
    flow = sure["codeFlows"][0]["threadFlows"][0]["locations"]
    lines = [step["location"]["physicalLocation"]["region"]["startLine"] for step in flow]
    assert len(flow) == MOST_STEPS + 1
    assert lines[:FIRST_STEPS] == list(range(1, FIRST_STEPS + 1))
    assert lines[FIRST_STEPS:-1] == list(range(3001 - (MOST_STEPS - FIRST_STEPS), 3001))
    assert [step["executionOrder"] for step in flow] == list(range(1, MOST_STEPS + 2))


def prints(source: str, line: int, check: str = "assert") -> str:
    assert UNSAFE.finding is not None
    finding = replace(UNSAFE.finding, check=check, location=Location("a.c", line, 3, "main"))
    return Fingerprints({"a.c": source}).of(finding)


def test_fingerprints_survive_a_shifted_line() -> None:
    text = "int a;\n  f(a);\ng(a);\nf(a);\n"
    own = prints(text, 2)
    assert prints(f"/* new */\n\n{text}", 4) == own
    assert prints("int a;\n\tf( a );\ng(a, 1);\n", 2) == own
    assert prints(text, 4) != own  # the same text again
    assert prints(text, 3) != own
    assert prints(text, 2, "unreach-call") != own


def test_fingerprints_without_a_text() -> None:
    assert prints("", 2) == prints("", 9)
    assert prints("", 2) != prints("int x;\nf();\n", 2)


def test_a_rule_for_each_check() -> None:
    rules = only_run(UNSAFE)["tool"]["driver"]["rules"]
    assert [(rule["id"], rule["name"]) for rule in rules] == [
        ("unreach-call", "UnreachCall"),
        ("valid-deref", "ValidDeref"),
    ]
    assert all(rule["shortDescription"]["text"] and rule["help"]["text"] for rule in rules)
    assert all(len(rule["properties"]["tags"]) <= 10 for rule in rules)


def test_absolute_paths_are_addresses() -> None:
    assert UNSAFE.finding is not None
    result = replace(UNSAFE, finding=replace(UNSAFE.finding, location=Location("/a b/c.c", 1)))
    place = only_run(result)["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "file:///a%20b/c.c"}


def test_several_runs() -> None:
    document = json.loads(json.dumps(joined([UNSAFE, SAFE, UNKNOWN], "0.1.0"), allow_nan=False))
    (run,) = document["runs"]
    (found,) = run["results"]
    assert (found["kind"], found["ruleId"]) == ("fail", "unreach-call")
    (told,) = run["invocations"][0]["toolExecutionNotifications"]
    assert told["message"]["text"].startswith(f"{UNKNOWN.property} is unknown")
