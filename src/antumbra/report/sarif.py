"""The result as SARIF 2.1.0, for code-scanning services and editors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from antumbra.patterns import pattern
from antumbra.program.model import CHECKS
from antumbra.program.source import Location
from antumbra.program.steps import Walk
from antumbra.report.result import Finding, Input, Result, Verdict

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, Any]

#: what GitHub shows of a run's results, and of a result's steps
MOST_RESULTS: Final = 5_000
MOST_STEPS: Final = 999
FIRST_STEPS: Final = 200

_HELP: Final = (
    "The steps are those of a run with the failing input, which was repeated as native code; antumbra replay does so "
    "again."
)
_WORD = pattern(r"[A-Za-z0-9]+")
_NUMBERS = pattern(r"[0-9]+")


def sarif(result: Result, version: str) -> Json:
    """One run with one result a finding; a run without findings says by one result whether that is a proof."""
    rules = _rules([result]) or [result.property]
    results = [*_found(result, rules)][:MOST_RESULTS] or [_verdict(result)]
    invocation = {"executionSuccessful": True, "exitCode": result.exit_status, "properties": dict(result.stats)}
    return _document(rules, results, invocation, version, _assumptions(result))


def joined(results: Sequence[Result], version: str) -> Json:
    """What runs of several programs have found for sure, as one run, for services that make an alarm of each result:
    proofs are none of them, and what is not known is a notification."""
    rules = _rules(results)
    every = [entry for result in results for entry in _found(result, rules)]
    found = [entry for entry in every if entry["kind"] == "fail"][:MOST_RESULTS]
    told = [
        {
            "level": "note",
            "message": {"text": f"{result.property} is unknown: {result.reason}"},
            "locations": [_location(result.reason_location or Location(result.file, 1))],
        }
        for result in results
        if result.verdict is Verdict.UNKNOWN
    ]
    invocation: Json = {"executionSuccessful": True}
    if told:
        invocation["toolExecutionNotifications"] = told
    return _document(rules, found, invocation, version, {})


def _rules(results: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(finding.check for result in results for finding in _findings(result)))


def _findings(result: Result) -> list[Finding]:
    return ([result.finding] if result.finding else []) + list(result.others)


def _found(result: Result, rules: Sequence[str]) -> Iterator[Json]:
    prints = Fingerprints(result.sources)
    for finding in _findings(result):
        yield _finding(finding, rules.index(finding.check), prints.of(finding))


def _document(rules: Sequence[str], results: Sequence[Json], invocation: Json, version: str, more: Json) -> Json:
    driver: Json = {"name": "Antumbra", "version": version, "rules": [_rule(rule) for rule in rules]}
    run: Json = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        **more,
        "results": list(results),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _assumptions(result: Result) -> Json:
    """What the verdict rests on."""
    if not result.assumptions:
        return {}
    return {"properties": {"assumptions": [{"id": a.id, "text": a.text} for a in result.assumptions]}}


def _rule(check: str) -> Json:
    wrong = CHECKS.get(check)
    text = f"No execution may do this: {wrong}." if wrong else f"Property {check}."
    memory = check.startswith("valid-") or check in ("alignment", "uninitialized")
    return {
        "id": check,
        "name": "".join(word.capitalize() for word in _WORD.findall(check)) or "Property",
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": f"{text} {_HELP}"},
        "defaultConfiguration": {"level": "error"},
        "properties": {
            "precision": "very-high",
            "problem.severity": "error",
            "tags": ["correctness", *(["memory-safety"] if memory else [])],
        },
    }


def _finding(finding: Finding, rule: int, print_: str) -> Json:
    certain = finding.asked and finding.replayed is True
    kind = "fail" if certain else "review"
    message = finding.text if certain else f"{finding.text} (not confirmed, or outside the property)"
    data: Json = {
        "ruleId": finding.check,
        "ruleIndex": rule,
        "kind": kind,
        "level": "error" if certain else "none",
        "message": {"text": message},
        "partialFingerprints": {"checkAndText/v2": print_, "primaryLocationLineHash": print_},
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
    """The failing path: each line that the replayed run came to, else the inputs; in the end, what fails."""
    told = list(_walked(finding.walk)) or list(_asked(finding))
    if len(told) > MOST_STEPS:
        told = [*told[:FIRST_STEPS], *told[FIRST_STEPS - MOST_STEPS :]]
    if finding.location is not None:
        told.append({"location": _location(finding.location, finding.text), "importance": "essential"})
    for order, step in enumerate(told, 1):
        yield {**step, "executionOrder": order}


def _walked(walk: Walk) -> Iterator[Json]:
    for step in walk.steps:
        place = step.location
        changed = [change for change in step.changes if change.text]
        text = ", ".join(f"{change.name} = {change.text}" for change in changed)
        entered = f"enter {place.function or '?'}" if step.enters else f"line {place.line}"
        found: Json = {
            "location": _location(place, f"{entered}: {text}" if text else entered),
            "importance": "essential" if step.enters or changed else "unimportant",
            "nestingLevel": max(0, step.depth - 1),
        }
        if changed:
            found["state"] = {change.name: {"text": change.text} for change in changed}
        yield found


def _asked(finding: Finding) -> Iterator[Json]:
    for value in finding.inputs:
        if value.location is not None:
            yield {
                "location": _location(value.location, f"{value.name} is {value.value}"),
                "state": _state(value),
                "importance": "essential",
            }


class Fingerprints:
    """What a finding is known by in the next run: check, file, function and the text of its line, and which of the
    lines with that text it is. Lines that come before it, or go, do not matter."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._lines: dict[str, list[str]] = {}

    def of(self, finding: Finding) -> str:
        place = finding.location
        if place is None:
            return _digest(finding.check, finding.text)
        text, before = self._text(place)
        parts = (finding.check, place.file, place.function, text or _NUMBERS.sub("#", finding.text))
        return f"{_digest(*parts)}:{before + 1}"

    def _text(self, place: Location) -> tuple[str, int]:
        if place.file not in self._lines:
            text = self._sources.get(place.file, "")
            self._lines[place.file] = ["".join(line.split()) for line in text.split("\n")]
        lines = self._lines[place.file]
        if not 0 < place.line <= len(lines):
            return "", 0
        own = lines[place.line - 1]
        return own, lines[: place.line - 1].count(own)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


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
    path = quote(location.file.removeprefix("./").encode("utf-8", "surrogateescape"))
    place: Json = {"artifactLocation": {"uri": f"file://{path}" if path.startswith("/") else path}}
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
