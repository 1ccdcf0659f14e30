"""From a place in a model of the library to the user's calls, where there is no call stack to look at."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.program.graphs.flow import CallGraph, calls_of
from antumbra.program.model import Program
from antumbra.program.source import Location
from antumbra.records import replace


def call_into_library(program: Program, place: Location) -> tuple[Location, str] | None:
    """The user's first call that leads there, and the library's function that is called; None: there is none."""
    graph = CallGraph(program)
    into = dict.fromkeys(name for name in program.procedures if place in _places(program, name))
    queue = list(into)
    for name in queue:  # grows
        for caller in graph.callers.get(name, ()):
            if caller not in into and _in_library(program, caller):
                into[caller] = None
                queue.append(caller)
    found = [
        (replace(call.location, function=call.location.function or name), str(call.callee))
        for name in graph.reachable
        if not _in_library(program, name)
        for call in calls_of(program.procedures[name])
        if call.callee in into and call.location is not None
    ]
    return min(found, default=None)


def _places(program: Program, name: str) -> Iterator[Location | None]:
    procedure = program.procedures[name]
    yield procedure.location
    for block in procedure.blocks.values():
        yield from (command.location for command in block.commands)
        yield block.terminator.location


def _in_library(program: Program, name: str) -> bool:
    place = program.procedures[name].location
    return place is not None and place.in_library
