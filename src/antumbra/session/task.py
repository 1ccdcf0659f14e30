"""SV-COMP task definitions stand for a program, a property and a data model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from antumbra.frontends.load import SUFFIXES
from antumbra.frontends.options import DataModel, LoadOptions
from antumbra.program.properties import PropertySet, parse_properties


def resolve(
    path: Path, options: LoadOptions, property_text: str | None, data_model: DataModel | None, default: PropertySet
) -> tuple[Path, LoadOptions]:
    """The program and the options after the task had its say. What the user said counts more than the task."""
    properties = parse_properties(property_text) if property_text is not None else None
    if options.language is None and SUFFIXES.get(path.suffix.lower()) == "task" and path.is_file():
        from antumbra.frontends.task import read_task

        task = read_task(path)
        if properties is None:
            named = [entry.read() for entry in task.properties]
            properties = next((p for p in named if not p.unsupported), named[0] if named else None)
        path, data_model = task.input_file, data_model or task.data_model
    if properties is None and (options.language or SUFFIXES.get(path.suffix.lower())) == "guarded":
        properties = replace(default, name="the properties of the file")
    return path, replace(options, properties=properties or default, data_model=data_model or "LP64")
