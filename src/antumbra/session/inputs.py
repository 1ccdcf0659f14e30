"""What a path's end says, in the words of reports."""

from __future__ import annotations

from antumbra.engines.outcome import InputValue, PathEnd
from antumbra.frontends.c.surroundings import NAME
from antumbra.frontends.llvm.library.names import WORLD, for_people
from antumbra.program.model import Source
from antumbra.program.properties import PropertySet
from antumbra.program.source import LIBRARY
from antumbra.report.result import Input
from antumbra.report.values import present


def shown(value: InputValue) -> Input:
    """An input's value as its type says."""
    name = for_people(value.name)
    # what is given before the program starts is asked for nowhere
    place = None if value.location is not None and value.location.file == LIBRARY + NAME else value.asked_at
    source = "input" if value.name.startswith(WORLD) else value.source.value
    if value.text:
        whole = value.text.removeprefix("-").isdecimal()
        return Input(
            name,
            value.type_name,
            int(value.text) if whole else value.text,
            place,
            source,
        )
    bits = present(value.type_name, value.width, value.value)
    return Input(name, value.type_name, bits, place, source)


def given(end: PathEnd) -> tuple[Input, ...]:
    """What a path was given: the inputs of its transitions in order, where it is a trace.

    What was never written, or is a machine's choice, and decides nothing is left to the test: the path is the same
    whatever it is.
    """
    if not end.trace:
        told = (v for v in end.inputs if v.decisive or v.source not in (Source.UNINITIALISED, Source.MACHINE))
        return tuple(shown(value) for value in told)
    return tuple(Input(name, "int", value, step.location) for step in end.trace for name, value in step.inputs)


def property_of(check: str, properties: PropertySet) -> str:
    """SV-COMP has no property ``assert``: a failing assertion violates ``unreach-call`` where that was asked."""
    return "unreach-call" if check == "assert" and "unreach-call" in properties.checks else check
