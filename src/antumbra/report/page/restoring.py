"""The result that an output folder holds, with what only a page and a path need: sources, and the failing run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.program.steps import Change, Step, Walk
from antumbra.records import replace
from antumbra.report.json_report import from_json
from antumbra.report.json_values import Json
from antumbra.report.page.reading import RESULT, read_run
from antumbra.report.result import Finding, Result


def read_result(folder: Path) -> Result:
    """Raises InputError when the folder has none."""
    data = read_run(folder)
    if data["result"] is None:
        raise InputError(f"has no {RESULT}: its run has not ended", Location(str(folder)))
    try:
        result = from_json(data["result"])
        run = cast("Json", data["run"])
        walks = {int(walk["finding"]): _walk(walk) for walk in run.get("walks", ())}
        sources = {str(one["file"]): str(one["text"]) for one in run.get("sources", ())}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problem = f"is not the result of a run: {type(error).__name__} {error}"
        raise InputError(problem, Location(str(folder / RESULT))) from error
    findings = [*([result.finding] if result.finding is not None else []), *result.others]
    walked: Sequence[Finding] = [replace(f, walk=walks.get(number, Walk())) for number, f in enumerate(findings)]
    own = walked[0] if result.finding is not None else None
    return replace(result, finding=own, others=tuple(walked[0 if own is None else 1 :]), sources=sources)


def _walk(data: Any) -> Walk:
    return Walk(tuple(map(_step, data["steps"])), int(data["gap"]), int(data["left_out"]))


def _step(data: Any) -> Step:
    place = Location(str(data["file"]), int(data["line"]), 0, str(data.get("function", "")))
    changes = tuple(Change(int(frame), str(name), str(text)) for frame, name, text in data.get("changes", ()))
    return Step(place, int(data["depth"]), bool(data.get("enters", False)), changes)
