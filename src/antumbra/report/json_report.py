"""The result as one JSON object, and back. Other programs rely on these names."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from antumbra.engines.outcome import TraceStep
from antumbra.program.assumptions import Assumption
from antumbra.program.source import Location
from antumbra.report.result import CoverageSummary, Finding, Input, ProofSummary, Result, Target, Verdict

Json = dict[str, Any]


def to_text(result: Result) -> str:
    """The object as text: pure ASCII, so that any terminal and any reader is fine with it."""
    return dumps(to_json(result))


def dumps(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)


def to_json(result: Result) -> Json:
    finding = result.finding
    return {
        "verdict": result.verdict.value,
        "reason": result.reason,
        "engine": result.engine,
        "property": result.property,
        "file": result.file,
        "location": _location(result.location),
        "inputs": None if finding is None else [_input(i) for i in finding.inputs],
        "replayed": result.replayed,
        "proof_checked": result.proof_checked,
        "targets": [{"id": t.id, "line": t.line, "verdict": t.verdict, "test": t.test} for t in result.targets],
        "stats": dict(result.stats),
        "violated": result.violated,
        "message": finding.message if finding else None,
        "stack": [_location(frame) for frame in finding.stack] if finding else [],
        "test": finding.test if finding else None,
        "trace": [_step(step) for step in finding.trace] if finding else [],
        "proof": _proof(result.proof),
        "others": [_finding(other) for other in result.others],
        "externals": dict(result.externals),
        "assumptions": [assumption.text for assumption in result.assumptions],
        "assumption_ids": [assumption.id for assumption in result.assumptions],
        "notes": list(result.notes),
        "tests_dir": result.tests_dir,
        "tests_written": result.tests_written,
        "coverage": _coverage(result.coverage),
    }


def input_error(message: str, location: Location | None) -> Json:
    """What ``--json`` prints when the input or the call is wrong (exit status 3)."""
    result = Result(Verdict.UNKNOWN, "", "", location.file if location else "", reason=f"wrong input: {message}")
    return {**to_json(result), "location": _location(location), "error": message}


def _location(location: Location | None) -> Json | None:
    if location is None:
        return None
    place: Json = {"file": location.file, "line": location.line, "column": location.column}
    return {**place, "function": location.function} if location.function else place


def _input(value: Input) -> Json:
    return {
        "name": value.name,
        "type": value.type,
        "value": value.value,
        "location": _location(value.location),
        "source": value.source,
    }


def _step(step: TraceStep) -> Json:
    return {
        "transition": step.name,
        "inputs": dict(step.inputs),
        "values": dict(step.values),
        "location": _location(step.location),
    }


def _proof(proof: ProofSummary | None) -> Json | None:
    if proof is None:
        return None
    return {
        "checker": proof.checker,
        "result": proof.result,
        "reason": proof.reason,
        "check": proof.check,
        "predicates": list(proof.predicates),
        "states": list(proof.states),
    }


def _finding(finding: Finding) -> Json:
    return {
        "property": finding.check,
        "message": finding.message,
        "location": _location(finding.location),
        "inputs": [_input(i) for i in finding.inputs],
        "stack": [_location(frame) for frame in finding.stack],
        "replayed": finding.replayed,
        "asked": finding.asked,
        "test": finding.test,
        "notes": list(finding.notes),
    }


def _coverage(coverage: CoverageSummary | None) -> Json | None:
    if coverage is None:
        return None
    return {
        "lines_covered": coverage.lines_covered,
        "lines_total": coverage.lines_total,
        "branches_covered": coverage.branches_covered,
        "branches_total": coverage.branches_total,
    }


# ---------------------------------------------------------------- reading


def from_json(data: Mapping[str, Any]) -> Result:
    """The result that ``to_json`` wrote. Source texts are not part of it."""
    verdict = Verdict(data["verdict"])
    finding = None
    if data["inputs"] is not None:
        finding = _read_finding({**data, "property": data["violated"], "asked": True, "notes": ()})
    coverage = data.get("coverage")
    return Result(
        verdict=verdict,
        engine=data["engine"],
        property=data["property"],
        file=data["file"],
        reason=data["reason"],
        finding=finding,
        others=tuple(_read_finding(other) for other in data["others"]),
        proof_checked=data["proof_checked"],
        proof=_read_proof(data.get("proof")),
        targets=tuple(Target(t["id"], t["line"], t["verdict"], t.get("test")) for t in data["targets"]),
        stats=dict(data["stats"]),
        externals=dict(data["externals"]),
        assumptions=tuple(map(Assumption, data["assumption_ids"], data["assumptions"])),
        notes=tuple(data["notes"]),
        tests_dir=data["tests_dir"],
        tests_written=data["tests_written"],
        coverage=CoverageSummary(**coverage) if coverage else None,
    )


def _read_location(data: Mapping[str, Any] | None) -> Location | None:
    return None if data is None else Location(data["file"], data["line"], data["column"], data.get("function", ""))


def _read_proof(data: Mapping[str, Any] | None) -> ProofSummary | None:
    if data is None:
        return None
    known = {key: data[key] for key in ("checker", "result", "reason") if key in data}
    return ProofSummary(data["check"], tuple(data["predicates"]), tuple(data["states"]), **known)


def _read_step(data: Mapping[str, Any]) -> TraceStep:
    inputs, values = tuple(data["inputs"].items()), tuple(data["values"].items())
    return TraceStep(data["transition"], inputs, values, _read_location(data["location"]))


def _read_finding(data: Mapping[str, Any]) -> Finding:
    inputs = cast("Sequence[Mapping[str, Any]]", data["inputs"])
    frames = [_read_location(frame) for frame in data["stack"]]
    return Finding(
        check=data["property"],
        message=data["message"],
        location=_read_location(data["location"]),
        inputs=tuple(
            Input(i["name"], i["type"], i["value"], _read_location(i["location"]), i["source"]) for i in inputs
        ),
        stack=tuple(frame for frame in frames if frame is not None),
        replayed=data["replayed"],
        asked=data["asked"],
        test=data["test"],
        notes=tuple(data["notes"]),
        trace=tuple(_read_step(step) for step in data.get("trace", ())),
    )
