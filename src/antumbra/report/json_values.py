"""Values that JSON objects of ours have in common, and back: places, inputs, findings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from antumbra.program.source import Location
from antumbra.program.steps import BranchTaken, TraceStep
from antumbra.report.result import Finding, Input

Json = dict[str, Any]


def dumps(value: object, indent: int | None = 2) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=True, allow_nan=False)


def location_json(location: Location | None) -> Json | None:
    if location is None:
        return None
    place: Json = {"file": location.file, "line": location.line, "column": location.column}
    return {**place, "function": location.function} if location.function else place


def input_json(value: Input) -> Json:
    return {
        "name": value.name,
        "type": value.type,
        "value": value.value,
        "location": location_json(value.location),
        "source": value.source,
    }


def step_json(step: TraceStep) -> Json:
    return {
        "transition": step.name,
        "inputs": dict(step.inputs),
        "values": dict(step.values),
        "location": location_json(step.location),
    }


def path_json(path: Sequence[BranchTaken]) -> list[Json]:
    return [{"location": location_json(location), "taken": taken} for location, taken in path]


def finding_json(finding: Finding) -> Json:
    return {
        "property": finding.check,
        "message": finding.message,
        "location": location_json(finding.location),
        "called": finding.called,
        "inputs": [input_json(i) for i in finding.inputs],
        "stack": [location_json(frame) for frame in finding.stack],
        "path": path_json(finding.path),
        "replayed": finding.replayed,
        "asked": finding.asked,
        "test": finding.test,
        "notes": list(finding.notes),
    }


def read_location(data: Mapping[str, Any] | None) -> Location | None:
    return None if data is None else Location(data["file"], data["line"], data["column"], data.get("function", ""))


def read_step(data: Mapping[str, Any]) -> TraceStep:
    inputs, values = tuple(data["inputs"].items()), tuple(data["values"].items())
    return TraceStep(data["transition"], inputs, values, read_location(data["location"]))


def read_finding(data: Mapping[str, Any]) -> Finding:
    inputs = cast("Sequence[Mapping[str, Any]]", data["inputs"])
    frames = [read_location(frame) for frame in data["stack"]]
    return Finding(
        check=data["property"],
        message=data["message"],
        location=read_location(data["location"]),
        called=data.get("called", ""),
        inputs=tuple(
            Input(i["name"], i["type"], i["value"], read_location(i["location"]), i["source"]) for i in inputs
        ),
        stack=tuple(frame for frame in frames if frame is not None),
        replayed=data["replayed"],
        asked=data["asked"],
        test=data["test"],
        notes=tuple(data["notes"]),
        path=tuple((read_location(branch["location"]), branch["taken"]) for branch in data["path"]),
        trace=tuple(read_step(step) for step in data.get("trace", ())),
    )
