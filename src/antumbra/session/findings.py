"""What a violation is in reports: the end of a path as a finding."""

from __future__ import annotations

from dataclasses import replace

from antumbra.engines.outcome import PathEnd
from antumbra.frontends.loaded import Loaded
from antumbra.program.source import Location
from antumbra.report.replay import KINDS, Replay
from antumbra.report.result import Finding
from antumbra.session.inputs import given, property_of
from antumbra.session.options import RunOptions
from antumbra.session.parts import Confirmation


def finding_of(end: PathEnd, loaded: Loaded, options: RunOptions, *, asked: bool, test: str | None) -> Finding:
    return Finding(
        check=_property(end, loaded, options),
        message=end.message or end.reason.text,
        location=_in_function(end.location, end.stack),
        inputs=given(end),
        stack=_stack(end, loaded, options),
        asked=asked,
        test=test,
        path=end.branches,
        trace=end.trace,
        replay=Replay.TRACE if end.trace else KINDS[loaded.language.replay],
    )


def told(finding: Finding, confirmation: Confirmation) -> Finding:
    return replace(finding, replayed=confirmation.confirmed, notes=confirmation.notes, condition=confirmation.condition)


def _property(end: PathEnd, loaded: Loaded, options: RunOptions) -> str:
    """What is violated: of a protocol, what the file calls it."""
    if loaded.language.named_properties:
        return end.message.partition(":")[0]
    return property_of(end.check, options.load.properties)


def _stack(end: PathEnd, loaded: Loaded, options: RunOptions) -> tuple[Location, ...]:
    """The frames of the user's program: the procedure that a front end puts before the entry is ours."""
    synthetic = loaded.program.entry != options.load.entry_name
    return end.stack[:-1] if synthetic and len(end.stack) > 1 else end.stack


def _in_function(location: Location | None, stack: tuple[Location, ...]) -> Location | None:
    """The place with the function's name, which the innermost frame knows."""
    if location is not None and not location.function and stack:
        return replace(location, function=stack[0].function)
    return location
