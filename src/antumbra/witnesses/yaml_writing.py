"""A witness as YAML 2.0, or 2.1 where there are contracts.

Written by hand: every text is quoted, so that no reader takes a version for a number or a time for a date.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from antumbra.program.source import Location
from antumbra.witnesses.values import Expression, FunctionContract, InvariantAt, Waypoint, Witness


def yaml_text(witness: Witness) -> str:
    """The whole file."""
    return "\n".join(_lines(witness)) + "\n"


def _lines(witness: Witness) -> Iterator[str]:
    kind = "violation_sequence" if witness.violation else "invariant_set"
    contracts = witness.contracts if not witness.violation else ()
    yield f"- entry_type: {_text(kind)}"
    yield "  metadata:"
    yield f"    format_version: {_text('2.1' if contracts else '2.0')}"
    yield f"    uuid: {_text(witness.uuid)}"
    yield f"    creation_time: {_text(witness.created)}"
    yield "    producer:"
    yield f"      name: {_text(witness.producer.name)}"
    yield f"      version: {_text(witness.producer.version)}"
    if witness.producer.configuration:
        yield f"      configuration: {_text(witness.producer.configuration)}"
    task = witness.task
    yield "    task:"
    yield "      input_files:"
    yield from (f"        - {_text(name)}" for name in task.files)
    yield "      input_file_hashes:"
    yield from (f"        {_text(name)}: {_text(found)}" for name, found in task.hashes)
    yield f"      specification: {_text(task.specification)}"
    yield f"      data_model: {_text(task.data_model)}"
    yield f"      language: {_text(task.language)}"
    content = list(_segments(witness) if witness.violation else _claims(witness.invariants, contracts))
    yield "  content:" if content else "  content: []"
    yield from content


def _segments(witness: Witness) -> Iterator[str]:
    for segment in witness.segments:
        yield "    - segment:"
        for waypoint in (*segment.avoid, segment.follow):
            yield from _waypoint(waypoint)


def _waypoint(waypoint: Waypoint) -> Iterator[str]:
    yield "        - waypoint:"
    yield f"            type: {_text(waypoint.type)}"
    yield f"            action: {_text(waypoint.action)}"
    yield from _location(waypoint.location, " " * 12)
    if waypoint.constraint is not None:
        yield "            constraint:"
        yield f"              value: {_text(waypoint.constraint.text)}"
        if waypoint.type != "branching":
            yield f"              format: {_text(waypoint.constraint.format)}"


def _claims(invariants: tuple[InvariantAt, ...], contracts: tuple[FunctionContract, ...]) -> Iterator[str]:
    for invariant in invariants:
        yield "    - invariant:"
        yield f"        type: {_text('loop_invariant' if invariant.loop else 'location_invariant')}"
        yield from _location(invariant.location, " " * 8)
        yield from _expression(invariant.expression)
    for contract in contracts:
        yield "    - contract:"
        yield f"        type: {_text('function_contract')}"
        yield from _location(contract.location, " " * 8)
        yield f"        requires: {_text(contract.requires.text)}"
        yield f"        ensures: {_text(contract.ensures.text)}"
        yield f"        format: {_text(contract.ensures.format)}"


def _expression(expression: Expression) -> Iterator[str]:
    yield f"        value: {_text(expression.text)}"
    yield f"        format: {_text(expression.format)}"


def _location(location: Location, indent: str) -> Iterator[str]:
    yield f"{indent}location:"
    yield f"{indent}  file_name: {_text(location.file)}"
    yield f"{indent}  line: {location.line}"
    if location.column:
        yield f"{indent}  column: {location.column}"
    if location.function:
        yield f"{indent}  function: {_text(location.function)}"


def _text(value: str) -> str:
    """In double quotes, ASCII: JSON's strings are YAML's."""
    return json.dumps(value)
