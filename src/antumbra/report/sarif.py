"""The result as SARIF 2.1.0, for code-scanning services and editors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from antumbra.program.model import CHECKS
from antumbra.program.source import Location
from antumbra.report.result import Finding, Input, Result, Verdict

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, Any]


def sarif(result: Result, version: str) -> Json:
    """One run with one result a finding; a run without findings says by one result whether that is a proof."""
    findings = ([result.finding] if result.finding else []) + list(result.others)
    rules = list(dict.fromkeys(finding.check for finding in findings)) or [result.property]
    results = [_finding(f, rules.index(f.check)) for f in findings] or [_verdict(result)]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "Antumbra", "version": version, "rules": [_rule(rule) for rule in rules]}},
                "invocations": [
                    {"executionSuccessful": True, "exitCode": result.exit_status, "properties": dict(result.stats)}
                ],
                "columnKind": "unicodeCodePoints",
                **_assumptions(result),
                "results": results,
            }
        ],
    }


def _assumptions(result: Result) -> Json:
    """What the verdict rests on."""
    if not result.assumptions:
        return {}
    return {"properties": {"assumptions": [{"id": a.id, "text": a.text} for a in result.assumptions]}}


def _rule(check: str) -> Json:
    wrong = CHECKS.get(check)
    text = f"No execution may do this: {wrong}." if wrong else f"Property {check}."
    return {"id": check, "shortDescription": {"text": text}}


def _finding(finding: Finding, rule: int) -> Json:
    certain = finding.asked and finding.replayed is True
    kind = "fail" if certain else "review"
    message = finding.text if certain else f"{finding.text} (not confirmed, or outside the property)"
    digest = hashlib.sha256(f"{finding.check}|{finding.location}".encode("utf-8", "replace")).hexdigest()
    data: Json = {
        "ruleId": finding.check,
        "ruleIndex": rule,
        "kind": kind,
        "level": "error" if certain else "none",
        "message": {"text": message},
        "partialFingerprints": {"checkAndPlace/v1": digest},
    }
    if finding.location is not None:
        data["locations"] = [_location(finding.location)]
    steps = list(_steps(finding))
    if steps:
        data["codeFlows"] = [{"threadFlows": [{"id": "thread 0", "locations": steps}]}]
    if finding.stack:
        frames = [{"location": _location(frame, f"in {frame.function or '?'}")} for frame in finding.stack]
        data["stacks"] = [{"message": {"text": "call stack at the failure"}, "frames": frames}]
    return data


def _steps(finding: Finding) -> Iterator[Json]:
    order = 0
    for value in finding.inputs:
        if value.location is not None:
            order += 1
            yield {
                "location": _location(value.location, f"{value.name} is {value.value}"),
                "state": _state(value),
                "executionOrder": order,
                "importance": "essential",
            }
    if finding.location is not None:
        yield {
            "location": _location(finding.location, finding.text),
            "executionOrder": order + 1,
            "importance": "essential",
        }


def _state(value: Input) -> Json:
    return {value.name: {"text": str(value.value)}}


def _verdict(result: Result) -> Json:
    proved = result.verdict is Verdict.SAFE
    text = _proved(result) if proved else f"Unknown: {result.reason}."
    return {
        "ruleId": result.property,
        "ruleIndex": 0,
        "kind": "pass" if proved else "open",
        "level": "none",
        "message": {"text": text},
        "locations": [_location(result.reason_location or Location(result.file, 1))],
    }


def _proved(result: Result) -> str:
    text = "No execution violates the property"
    return f"{text}, if: {'; '.join(a.text for a in result.assumptions)}." if result.assumptions else f"{text}."


def _location(location: Location, message: str | None = None) -> Json:
    place: Json = {"artifactLocation": {"uri": quote(location.file.encode("utf-8", "surrogateescape"))}}
    if location.line:
        region: Json = {"startLine": location.line}
        if location.column:
            region["startColumn"] = location.column
        place["region"] = region
    data: Json = {"physicalLocation": place}
    if location.function:
        data["logicalLocations"] = [{"name": location.function, "kind": "function"}]
    if message is not None:
        data["message"] = {"text": message}
    return data
